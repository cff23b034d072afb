// Package harbour: what the standard library hands on of a program's own values.
package harbour

import (
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	other "ex.com/outside/slices"
)

type Boat struct{}

func (b *Boat) Sail() {}

type Storm struct{}

func (s *Storm) Text() string { return "" }

type Dock struct {
	last  atomic.Pointer[Boat]
	first sync.Once
	all   map[*Storm]*Boat
}

func boats() iter.Seq[*Boat]           { return nil }
func pairs() iter.Seq2[*Storm, *Boat]  { return nil }
func make1() *Boat                     { return nil }
func less(a, b *Boat) int              { return 0 }
func each(found func(yield func(*Boat) bool)) {}

func run(d *Dock, list []*Boat) {
	d.last.Load().Sail()             // -> ::Boat.Sail
	d.last.Swap(nil).Sail()          // -> ::Boat.Sail
	d.last.CompareAndSwap(nil, nil)  // -> nothing
	slices.MaxFunc(list, less).Sail() // -> ::Boat.Sail
	slices.Clone(list)[0].Sail()     // -> ::Boat.Sail
	slices.Collect(boats())[0].Sail() // -> ::boats, ::Boat.Sail
	other.Clone(list)[0].Sail()      // -> nothing
	slices.Index(list, nil)          // -> nothing
	for boat := range boats() {      // -> ::boats
		boat.Sail() // -> ::Boat.Sail
	}
	for storm, boat := range pairs() { // -> ::pairs
		storm.Text() // -> ::Storm.Text
		boat.Sail()  // -> ::Boat.Sail
	}
	for storm := range maps.Keys(d.all) {
		storm.Text() // -> ::Storm.Text
	}
	for _, boat := range slices.All(list) {
		boat.Sail() // -> ::Boat.Sail
	}
	for boat := range maps.Values(d.all) {
		boat.Text() // -> nothing
		boat.Sail() // -> ::Boat.Sail
	}
	once := sync.OnceValue(make1)
	once().Sail() // -> ::Boat.Sail
	each(boats()) // -> ::each, ::boats
}
