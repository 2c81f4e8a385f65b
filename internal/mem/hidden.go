package mem

// Hidden returns the pointer in v. The compiler does not know where the result comes from, so the variable that it
// points to may stay on the stack. All else that is reached from there lies on the heap, for the compiler sees it kept.
// Promise: while the variable lives, its address is nowhere but in frames of running functions.
func Hidden(v any) any {
	if keeps.on {
		keeps.what = *(*Ptr)(DataWord(v))
	}
	return Interface(pointerOf(uintptr(TypeWord(v))), pointerOf(uintptr(DataWord(v))))
}

// pointerOf returns the pointer with the bits of p. It is not inlined: the compiler would then know the result as the
// number p, and the runtime would not change it when it moves the stack. It tests no stack bound, so the stack does not
// move while only p has the address.
//
//go:noinline
//go:nosplit
func pointerOf(p uintptr) Ptr { return *(*Ptr)(Ptr(&p)) }

// keeps is never on.
var keeps struct {
	on   bool
	what Ptr
}
