// Package follow finds the values that paths and queries select, in one pass over a document: it goes down only where a
// path or query leads, and skips everything else. Package jsondoc uses it on texts, package stream on readers.
//
//	path.go   Step, Path
//	near.go   one path, byte by byte, near the start of a text
//	walk.go   Walk: the pass over a text; one path
//	plan.go   Plan: several paths
//	query.go  one query without descents and lists of selectors
//	trail.go  Trail: which values queries select and lead into, for readers
package follow
