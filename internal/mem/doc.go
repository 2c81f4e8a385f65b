// Package mem is the home of unsafe memory access: loads, stores, views and frozen strings.
//
// Each function says what its caller must guarantee. Packages above use these functions. The few that import unsafe
// themselves, such as kernels and plans, are listed in internal/tests/arch.
//
// Files:
//
//	mem.go     addresses, views, words of interfaces, loads and stores in JSON's byte order
//	word.go    loads and copies in the machine's byte order, patterns of names
//	arena.go   memory that strings share
//	buffer.go  memory that is not cleared, empty slices
//	budget.go  how much memory may be allocated in advance
//	maps.go    addresses within maps
//	hidden.go  pointers to variables that may stay on the stack
package mem
