// Package report finds what the root package's errors say: the place in the input or in the Go value, the path through
// Go types, the reason, and words for people who do not know Go.
//
//	report.go  About, and Places, which finds the places of errors of decoding
//	within.go  places within the values of methods and codecs
//	forms.go   the form in which errors are sent, and many of them in little memory
//	value.go   places in Go values, for errors of encoding; search.go walks over the value
//	words.go   the reason and the words
package report
