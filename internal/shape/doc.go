// Package shape describes Go types as JSON sees them: the fields of a struct after embedding and dominance, and the
// methods by which types write and read themselves.
//
//	bare.go      Bare: a type without its methods
//	fields.go    Fields: embedding, dominance, tags
//	fold.go      names that match regardless of case
//	ignored.go   what types and tags ask for and is not done
//	layout.go    how values of special types lie in memory
//	methods.go   MethodsOf: what a type implements
//	netip.go     the layout of addresses
//	optional.go  the layout of opt.Value
//	problem.go   what can't be compiled
//	special.go   SpecialOf: types that plans know by themselves
//	versions.go  SameFields: structs that are the same in encoding/json and encoding/json/v2
package shape
