// Package follow says which values JSONPath queries select on the way through a document, by the names and indexes that
// lead to them alone. Package stream follows queries through a reader in this way, and package doc through a text.
package follow
