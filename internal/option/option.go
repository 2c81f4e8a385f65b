// Package option names every choice that JSON leaves to Go as one bit.
package option

// Set is the meaning of a call: one bit for each choice that JSON leaves to Go.
type Set uint64

// The choices. A bit that is set gives the behaviour its name says.
const (
	EscapeHTML            Set = 1 << iota // <, > and & (and U+2028, U+2029) are written as \u escapes
	SortMapKeys                           // map entries are written in key order
	FoldNames                             // object names match fields regardless of case
	NilSliceAsNull                        // a nil slice is null, not []
	NilMapAsNull                          // a nil map is null, not {}
	UseNumber                             // numbers decoded into an interface are json.Number
	DisallowUnknownFields                 // an object name without a field is an error
)

// V1 is the meaning of encoding/json.
const V1 = EscapeHTML | SortMapKeys | FoldNames | NilSliceAsNull | NilMapAsNull

// V2 is the meaning of encoding/json/v2.
const V2 = Set(0)

// Has reports whether s has every bit of o.
func (s Set) Has(o Set) bool { return s&o == o }
