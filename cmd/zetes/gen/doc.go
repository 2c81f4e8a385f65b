// Package gen writes Go code that reads and writes JSON for types: what zetes gen does.
//
// Types come from go/types: no code of the user's is run. What a type means as JSON is what the library's compiled
// plans make of it, by the same tags; the code that is written is the fast way for good input, over package static.
//
//	gen.go         Run: from options to files
//	refuse.go      types that JSON can't hold
//	made.go        what is there, made again as it was
//	load.go        packages, around files that are stale or missing
//	target.go      which types are wanted, and which methods of them
//	notes.go       what would be lost without a word
//	member.go      the members of a struct
//	kind.go        what is known of a type
//	layout.go      fields as they were, for types that change
//	instance.go    the same for generic types
//	file.go        a file: its imports, helpers and variables
//	constraint.go  where the compiler takes it
//	locals.go      names of the variables in functions
//	read.go        code that decodes
//	write.go       code that encodes
//	output.go      files that are written all at once
package gen
