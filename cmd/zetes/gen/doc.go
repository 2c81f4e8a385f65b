// Package gen writes Go code that reads and writes JSON for types: what zetes gen does.
//
// Types come from go/types: no code of the user's is run. The methods that are written are short: they call the library,
// which compiles what a type means as JSON by reflection, at the first use. So the generator looks at types only for
// which methods they may get, and for what would be lost.
//
//	gen.go         Run: from options to files
//	made.go        what is there, made again as it was
//	load.go        packages, around files that are stale or missing
//	target.go      which types are wanted, and which methods of them
//	refuse.go      types that JSON can't hold, and tags that do not suit
//	notes.go       what would be lost without a word
//	file.go        the text of a file
//	constraint.go  where the compiler takes it
//	output.go      files that are written all at once
package gen
