package shop

func Open() {}

func hidden() {}
