// Package encode turns Go values into JSON. A compiler turns Go types into programs, and a machine runs them.
//
// A program is a flat array of 64-byte ops. Each op first writes its text (the punctuation, name and opening quote
// before a value) and then the value. Nested structs are part of the array of the struct around them; pointees and
// elements of slices and maps have arrays of their own, which run by recursion.
//
//	call.go     requests: Append, Marshal, Lend; the memory of results
//	alone.go    single scalars, which need no machine
//	op.go       the op and its codes
//	program.go  from a Go type to its program
//	compile.go  the compiler: values. fields.go: structs, members that may be left out. absent.go: many of these in a row
//	size.go     how large the next result may be. pieces.go: results that go to a writer in pieces
//	state.go    the machine's state, the buffer. report.go: errors
//	run.go      the machine's loop over ops. loops.go: its loops over elements and through strings and bytes
//	scalars.go  booleans and numbers in slices and arrays, and pointers to them. any.go: values in interfaces
//	mapping.go  maps. entries.go, places.go, copies.go: three ways to collect their entries, which package order
//	            sorts. known.go: maps with the same names as earlier maps
//	exits.go    values that an op writes by calling a Go function (an exit)
//	method.go   MarshalJSON, MarshalText and the like. called.go: the record of method calls for encoding/json/v2.
//	            generated.go: methods that zetes gen has written
//	members.go  members that a call has chosen. rest.go: members without a field
//	special.go  the table of special types, whose code is in time.go (also durations), number.go, raw.go, bigint.go,
//	            netip.go and optional.go
//	extras.go   the table of functions that only programs with options link
//	options.go  options that encoding/json does not have. more.go: such tag options. codec.go: values that codecs write
//	deep.go     deeply nested values and cycles
package encode
