//go:build goexperiment.jsonv2

package shape

// What the encoding/json that stands on v2 does where the toolchains differ.
const (
	quotesNamedPointers = true // the option "string" sees through a pointer type that has a name
	dropsUnreachable    = true // an embedded field whose methods cannot be called is left out
	foldsBreadthFirst   = true // of several names that fold alike the one nearest to the root wins
)
