// Package examples holds small programs that run: each folder is one, and its test runs it.
//
//   - tour: the drop-in beside the calls that go beyond it
//   - bigarray: an array of any length, element by element in constant memory
//   - webservice: JSON over HTTP with lengths, limits and clear errors; its package orders is a service twice,
//     for `go run ./bench load`
package examples
