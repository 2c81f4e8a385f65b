// Package other has a type that only it can write down whole.
package other

// Box holds structs without a name that have fields only this package may name.
type Box struct {
	In struct {
		X int
		y int
	}
	List []struct {
		X string
		y int
	}
}

// Hidden returns what JSON does not reach.
func (b *Box) Hidden() (n int) {
	for _, e := range b.List {
		n += e.y
	}
	return n + b.In.y
}
