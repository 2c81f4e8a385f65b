// Package encode turns Go values into JSON: a compiler from Go types to programs, and the machine that runs them.
//
// A program is a flat array of 64-byte ops. Each op first writes its literal (the punctuation, name and opening quote
// before a value) and then the value. Nested structs are part of their parent's array; pointees and elements of slices
// and maps have arrays of their own, run by recursion. The options are read when the program is made.
//
//	call.go     a call: Append, Marshal; the memory that results are written to; lend.go: results that stay in the pool
//	alone.go    single scalars, which need no machine
//	op.go       the op and its codes, the dump
//	program.go  from a Go type to its program
//	compile.go  the compiler: values
//	fields.go   the compiler: structs, members that may be left out
//	size.go     how large the next result may be; pieces.go: results that go to a writer in pieces
//	state.go    the machine's state, the buffer; report.go: what has gone wrong
//	run.go      the machine's loop over ops; loops.go: its loops over elements and through strings
//	scalars.go  booleans and numbers in slices and arrays, and pointers to them; base64.go: bytes
//	any.go      values whose type is known at run time only
//	mapping.go  maps; entries.go, places.go, copies.go: their entries, which package order sorts; known.go: names that
//	            have come before
//	exits.go    values that one exit writes: elements and pointees
//	method.go   MarshalJSON, MarshalText and their kin; called.go: under encoding/json/v2; generated.go: where zetes gen
//	            has written them
//	members.go  members that a call has chosen
//	special.go  the table of special types, whose code is in files of their own: time.go, number.go, raw.go, bigint.go,
//	            duration.go, netip.go, optional.go
//	extras.go   what is linked for options alone
//	options.go  what options change; more.go: the options of tags that encoding/json does not know
//	codec.go    values that codecs write; problem.go: types that can't be encoded
//	deep.go     values too deep for the machine
//	text.go     strings within strings, floats without a JSON form
package encode
