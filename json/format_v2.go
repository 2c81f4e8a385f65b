//go:build goexperiment.jsonv2

package json

// tailIndented says that the toolchain's Indent treats white space at the end of its input as indentation.
const tailIndented = true
