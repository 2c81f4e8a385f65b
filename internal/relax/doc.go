// Package relax turns texts with additions to JSON into JSON: comments, trailing commas and a byte order mark become
// blanks, and everything else that JSON5 allows is spelled as in JSON. So all other packages need to know only JSON.
//
//	{a: 'it\'s', // why      becomes
//	{"a": "it's",            and a blank for each byte of the comment
//
// A [Text] remembers where each part of the JSON stood in the source, for the places in errors, and for edits that
// leave the rest of the source unchanged. A reader from [NewReader] converts a stream, with memory for its longest
// token.
package relax
