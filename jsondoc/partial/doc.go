// Package partial reads JSON documents that come in pieces, for example from a language model.
//
// A [Decoder] fills a Go value with what is known after each piece. [Complete] makes a whole document of the beginning
// of one.
package partial
