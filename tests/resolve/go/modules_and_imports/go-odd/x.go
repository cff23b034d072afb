package oddly

func Strange() {}
