package dotted

func Plain() {}
