// Package wire is the grammar of JSON (RFC 8259): it finds the ends of tokens and values and checks them. It knows
// nothing of Go types, readers or error texts.
//
//	grammar.go   the tokens, byte by byte: white space, strings, escapes, numbers, literals
//	structure.go Structure: which token may follow which
//	scanner.go   Scanner: one value that arrives in pieces; its byte-wise machine is the specification of the grammar
//	blocks.go    blockScanner: the fast loop over whole tokens, on bitmaps of strings and white space
//	groups.go    long values, by groups of 64 tokens that a kernel finds
//	tokens.go    Grouping: groups for callers that use the tokens
//	scan.go      the Scanner over a slice, by these loops; Valid
//	lead.go      the shortest text that leads a Scanner to its state
//	walk.go      the loop over tokens for short slices, without bitmaps
//	format.go    AppendCompact
//	html.go      escapes for HTML: AppendHTMLEscape, EscapeLines
//	input.go     Input: a text with bitmaps of all of it
//	stored.go    Stored: an Input with its own memory
//	unchecked.go skipping values by their brackets, without checking them
//	steps.go     the steps of the grammar over an Input: Token, Enter, Next, Colon, Skip
//	text.go      the text of strings in an Input; unquote.go: the text of a single string
//	names.go     NameIndex: finds names in a fixed list
//	indent.go    AppendIndent, over an Input
package wire
