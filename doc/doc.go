// Package doc reads and changes JSON documents that have no Go type.
//
// Memory: a [Value] that [Get] returns is a part of the bytes it was got from, which must not change as long as it is
// used. A [Document] has a copy of its text, and its Values are gone when it is released. What Text, Into and Clone
// return is the caller's, and so is what [Set], [Patch] and the others return that change documents.
//
// [Get] looks for one value, a [Paths] for several in one pass, a [Query] for what a JSONPath selects. [Parse] makes a
// Document for many looks. An [Edit] changes a document and leaves the rest as it is; [Patch], [MergePatch] and
// [Diff] are the standards for that. [Canonical] is the form that signatures need. [Options] allow comments, and have
// the limits of an API. A [PartialDecoder] fills a Go value from a document that comes in pieces.
package doc

// Files:
//
//	path.go       Path, JSON Pointers; plan.go Paths
//	get.go        Get, Options; walk.go the pass over a text
//	strict.go     comments, trailing commas, byte order marks
//	value.go      Value; coerce.go its conversions
//	document.go   Parse, Document; tape.go its cells
//	equal.go      Equal; numbers.go the value of numbers
//	query.go      Query; parse.go the grammar of JSONPath
//	straight.go   queries that one walk answers, guided.go by the steps of a query; ahead.go which do not look ahead
//	budget.go     what queries and edits may take
//	selectors.go  what a query selects; filter.go, functions.go
//	edit.go       Edit; branch.go a container that changes, sequence.go its parts; writeedit.go what is written; set.go
//	patch.go      JSON Patch; merge.go Merge Patch; diff.go Diff; align.go what two arrays have in common
//	canonical.go  the canonical form
//	partial.go    Complete, for documents that are cut; partialdecoder.go PartialDecoder
//	object.go     Object, which keeps its order
//	errors.go     errors with their places
