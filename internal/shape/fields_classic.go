//go:build !goexperiment.jsonv2

package shape

// What the classic encoding/json does where the toolchains differ.
const (
	quotesNamedPointers = false // the option "string" sees through a pointer type that has a name
	dropsUnreachable    = false // an embedded field whose methods cannot be called is left out
	foldsBreadthFirst   = false // of several names that fold alike the one nearest to the root wins
)
