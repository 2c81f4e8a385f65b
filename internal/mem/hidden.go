package mem

// Hidden returns v, an interface that holds a pointer to a variable. Escape analysis does not see that the result
// points to the variable, so the variable may stay on the stack. If the variable has pointers in it, the compiler
// allocates what they point to on the heap, because Hidden seems to store the content of the variable in keeps.
// Promise: while the variable lives, only local variables of running functions have its address.
func Hidden(v any) any {
	if keeps.on {
		keeps.what = *(*Ptr)(DataWord(v))
	}
	return Interface(pointerOf(uintptr(TypeWord(v))), pointerOf(uintptr(DataWord(v))))
}

// pointerOf returns p as a pointer. If it were inlined, the compiler could keep the address as an integer, which the
// runtime does not update when it moves the stack. It is nosplit, so the stack can't move while p has the address.
//
//go:noinline
//go:nosplit
func pointerOf(p uintptr) Ptr { return *(*Ptr)(Ptr(&p)) }

// keeps is never written to, since keeps.on is never true. The compiler does not know that.
var keeps struct {
	on   bool
	what Ptr
}
