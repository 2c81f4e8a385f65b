// Package wire is the grammar of JSON (RFC 8259): it knows where tokens and values end and whether they are valid,
// and nothing of Go types, readers or error texts.
//
//	grammar.go  tokens in a slice: Space, String, Number, Literal
//	scanner.go  Scanner: one value that arrives in pieces; its byte-wise machine is the specification of the grammar
//	scan.go     the fast loop over whole tokens, and Valid
//	window.go   bitmaps of strings and white space over a part of the input
//	format.go   AppendCompact and AppendIndent: the same loop, writing
package wire
