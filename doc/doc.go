// Package doc reads and changes JSON documents that have no Go type.
//
// Memory: a [Value] that [Get] returns is a part of the input bytes, which must not change while it is used. A
// [Document] has a copy of its text, and its Values are gone when it is released. The results of Text, Into and Clone
// belong to the caller, and so do those of [Set], [Patch] and the other functions that change documents.
//
// [Get] finds one value, a [Paths] several in one pass, a [Query] the values that a JSONPath selects. [Parse] makes a
// Document for many looks. An [Edit] changes a document and leaves its other parts unchanged; [Patch], [MergePatch] and
// [Diff] implement the standards for that. [Canonical] returns the form that signatures need. [Options] allow comments,
// and apply the limits of an API. A [PartialDecoder] fills a Go value from a document that comes in pieces.
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
