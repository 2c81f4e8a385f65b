// Package partial reads JSON documents that come in pieces, for example from a language model.
//
// [Find] finds the value in an answer with prose and fences around it. [Repair] also corrects mistakes in the value,
// and says what it has changed; a [Repairer] does so piece by piece.
//
// A [Decoder] fills a Go value with what is known after each piece. [Complete] completes the beginning of a document to
// a whole document.
package partial
