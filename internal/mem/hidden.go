package mem

// Hidden returns the pointer in v, of which the compiler then does not know where it comes from: the variable that it
// points to may stay on the stack. All else that is reached from there lies on the heap, for the compiler sees it kept.
// Promise: while the variable lives, its address is nowhere but in frames of running functions.
func Hidden(v any) any {
	if keeps.on {
		keeps.what = *(*Ptr)(DataWord(v))
	}
	typ, data := uintptr(TypeWord(v)), uintptr(DataWord(v))
	return Interface(*(*Ptr)(Ptr(&typ)), *(*Ptr)(Ptr(&data)))
}

// keeps is never on.
var keeps struct {
	on   bool
	what Ptr
}
