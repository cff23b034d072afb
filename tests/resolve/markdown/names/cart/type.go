package cart

type Cart struct{}
