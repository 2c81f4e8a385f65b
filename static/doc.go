// Package static is what code that zetes gen has written calls. It promises nothing to people: its names change with
// the generator, and its functions take positions that come from one another and are not checked. Whoever writes code
// by hand has package codec for that.
//
// A generated function has the names of a type's members and the addresses of its fields, and a loop over them:
//
//	for {
//		switch m {
//		case 0: // id
//			p = in.Int(p, &f.ID)
//			m, p = in.Then(p, 1, `,"name":`)
//		…
//
// What reads and writes numbers, strings and white space is that of compiled plans: an [Input] is the state that they
// decode with, an [Output] the machine that they encode with. What does not fit a field is treated as a compiled plan
// would treat it, from there on or from the start: results and errors are those of a type without generated code.
package static

// Files:
//
//	config.go    Config: what a generator was asked for
//	decode.go    Input and what fills fields from it
//	encode.go    Output and what writes fields to it
//	inline.go    what generated code has without a call
//	instance.go  Instances: Layouts and Types of a generic type
//	layout.go    Layout: whether a type is what its code is for
//	type.go      Type: what is remembered about a type
