// Package corpus holds the documents that zetes bench measures: real ones that come with every Go tree, with the Go
// types to decode them into, and made-up ones of the same kinds for trees that lack them.
package corpus
