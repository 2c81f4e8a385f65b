// Package follow answers paths and queries during one pass over a document: it goes down only where one of them leads,
// and skips everything else. Package jsondoc follows them through a text, package stream follows queries through a
// reader.
//
//	path.go   Step, Path
//	walk.go   Walk: the pass over a text; one path
//	plan.go   Plan: several paths
//	query.go  one query, by its Trail
//	trail.go  Trail: which values queries select and lead into; for texts and readers
package follow
