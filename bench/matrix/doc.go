// Package matrix measures operation × document × form × library, one group of competing libraries at a time.
//
// A group is everything that shares operation, document, form and number of goroutines; its libraries are timed
// interleaved. Each document has a process of its own. Results go to a raw file in the format of Go's benchmarks,
// so that benchstat reads it, and what that format has no room for (why a cell wasn't timed, what differs) to a
// file beside it.
//
// Files: doc.go · group.go (what there is to measure) · ops.go (how an operation is run and proven) · cell.go (a
// result) · worker.go (one document, in its own process) · run.go (all documents, progress, resuming) · store.go
// (files) · memory*.go (retained heap, peak) · extra.go (first use, binary size).
package matrix
