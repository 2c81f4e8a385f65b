// Package partial reads JSON documents that come in pieces, for example from a language model.
//
// [Find] finds the value in an answer with prose and fences around it. [Repair] also puts right what is wrong with it,
// and says what it has changed; a [Repairer] does so piece by piece.
//
// A [Decoder] fills a Go value with what is known after each piece. [Complete] makes a whole document of the beginning
// of one.
package partial
