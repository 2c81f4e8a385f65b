// Package shape describes Go types as JSON sees them: the fields of a struct after embedding and dominance, and the
// methods by which types write and read themselves.
//
//	bare.go      Bare: a type without its methods
//	document.go  the memory layout of jsondoc.Value
//	fields.go    Fields: embedding, dominance, tags
//	fold.go      names that match regardless of case
//	layout.go    the memory layout of special types
//	methods.go   MethodsOf: the methods that a type implements
//	optional.go  the memory layout of opt.Value
//	problem.go   types that can't be compiled
//	special.go   SpecialOf: types that encoder and decoder handle specially
package shape
