// Package anytype prints Go source of unusual types: random groups of structs that hold and embed one another, by
// value, by pointer and through generic types, with tags and methods of all kinds.
//
// The groups of one seed are in testdata/groups, and this package's test compares them with encoding/json. Command
// check compiles groups of other seeds, and compares them for as long as one likes. Groups of another seed are
// in testdata/standard, with methods that zetes gen makes and that encoding/json calls too.
//
//	source.go   the package: Source
//	group.go    the types of a group, and what they are of
//	express.go  types as parts of others
//	field.go    the fields of structs: names, tags, embedding
//	method.go   methods
//	stream.go   methods of encoding/json/v2: Streaming
package anytype

//go:generate go run ./gen
//go:generate go run ../../../cmd/zetes gen -q -all -plain_tags -lost=warn testdata/standard/standard_gen.go
