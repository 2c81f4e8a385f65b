// Package jsondoc reads JSON documents that have no Go type.
//
// Memory: a [Value] that [Get] returns is a part of the input bytes, which must not change while it is used. A
// [Document] has a copy of its text, and its Values can't be used after its Release. The results of Text, Into and
// Clone belong to the caller.
//
// [Get] finds one value, [Paths] several in one pass, [Select] the values that a JSONPath names. [Parse] makes a
// Document, for programs that look up many values. [Canonical] returns the form that signatures need. [Options] allow
// comments, and apply the limits of an API. An [Object] keeps the order of its members.
//
// Three packages go with it: jsonpath compiles queries, jsonedit changes documents, and partial reads documents that
// come in pieces.
package jsondoc

// Files:
//
//	path.go       Path, JSON Pointers, Paths
//	get.go        Get, Options
//	value.go      Value; coerce.go its conversions
//	document.go   Parse, Document
//	select.go     Select: what a query names
//	equal.go      Equal
//	canonical.go  the canonical form
//	object.go     Object, which keeps its order
//	errors.go     the causes of errors
