package dep

func Run() {}
