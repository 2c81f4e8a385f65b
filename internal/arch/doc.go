// Package arch holds the house in order: who may import whom, where unsafe and build tags live, that every package says
// its duty, and that documents name only paths that exist.
package arch
