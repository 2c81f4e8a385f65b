package mem

// Hidden returns v, an interface that holds a pointer, in a way that escape analysis does not follow. So the variable
// that the pointer points to may stay on the stack. Hidden seems to store the variable's content in keeps, so the
// compiler allocates on the heap whatever the variable itself points to. Promise: while the variable lives, only local
// variables of running functions have its address.
func Hidden(v any) any {
	if keeps.on {
		keeps.what = *(*Ptr)(DataWord(v))
	}
	return Interface(pointerOf(uintptr(TypeWord(v))), pointerOf(uintptr(DataWord(v))))
}

// pointerOf returns p as a pointer. If it were inlined, the compiler could keep the address as an integer, which the
// runtime does not update when it moves the stack. pointerOf is nosplit, so the stack can't move while the address is
// only in the integer p.
//
//go:noinline
//go:nosplit
func pointerOf(p uintptr) Ptr { return *(*Ptr)(Ptr(&p)) }

// keeps is never written to, since keeps.on is never true. The compiler does not know that.
var keeps struct {
	on   bool
	what Ptr
}
