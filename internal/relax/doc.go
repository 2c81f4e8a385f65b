// Package relax turns texts with additions to JSON into JSON: comments, trailing commas and a byte order mark become
// blanks, and what else JSON5 allows is spelled as in JSON. All other packages know plain JSON only, and cost nothing
// more for it.
//
//	{a: 'it\'s', // why      becomes
//	{"a": "it's",            and a blank for each byte of the comment
//
// A [Text] remembers where the parts of the JSON stood, for the places in errors and for edits that keep all else. A
// [Reader] does the same to a stream, in memory for its longest token.
package relax
