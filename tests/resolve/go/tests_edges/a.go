package shop

func Open() {}

func Close() {}

func Flush() {}
