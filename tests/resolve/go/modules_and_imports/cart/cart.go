package cart

func New() {}
