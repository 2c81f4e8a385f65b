// Package wire is the grammar of JSON (RFC 8259): it knows where tokens and values end and whether they are valid,
// and nothing of Go types, readers or error texts.
//
//	grammar.go   the tokens, byte by byte: white space, strings, escapes, numbers, literals
//	structure.go Structure: which token may follow which
//	scanner.go   Scanner: one value that arrives in pieces; its byte-wise machine is the specification of the grammar
//	blocks.go    the fast loop over whole tokens, on bitmaps of strings and white space
//	groups.go    long values, by groups of 64 tokens that a kernel gathers
//	tokens.go    Grouping, the same for who makes something of the tokens
//	scan.go      all of these over a slice; Valid
//	lead.go      the shortest text that leads a Scanner to where it is
//	walk.go      the loop over tokens for short slices, without bitmaps
//	format.go    AppendCompact, in the place of the result
//	html.go      AppendHTMLEscape, EscapeLines, PlainLines
//	input.go     Input: a text with the bitmaps of all of it
//	loading.go   Loading: a window of a text, an Input that goes where a caller walks
//	unchecked.go values of an unchecked text, passed over by their brackets
//	steps.go     the steps of the grammar over an Input: Token, Enter, Next, Colon, Skip
//	text.go      the text of its strings; unquote.go: the same for a string alone
//	names.go     NameIndex: names that are known, and how they are compared with a text
//	indent.go    AppendIndent, over an Input
package wire
