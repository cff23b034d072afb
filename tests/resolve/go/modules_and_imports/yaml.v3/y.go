package yaml

func Marshal() {}
