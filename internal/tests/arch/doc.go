// Package arch holds the house in order: who may import whom, where unsafe and build tags live, that every package says
// its duty, that documents are short and name only what exists, and that comments, errors, help and pages are plain
// English.
package arch
