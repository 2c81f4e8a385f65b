// Package follow decides which values JSONPath queries select during a walk through a document, by the names and
// indexes that lead to them. Package stream follows queries through a reader in this way, and package doc through a
// text.
package follow
