package cart

func New() *Cart { return nil }

type Both struct{}

// Add is in a file of its own.
func (c *Cart) Add(item int) {}

func (b Both) run() {}
