// Package bridge has what the root package does for packages above it alone, as stream, httpjson and doc: what an API
// stands for, and errors with their places.
//
// The root package exports none of it, and its callers can't reach what it does not export. So when the program
// starts the root package leaves its functions here, as a Bridge, which they take up.
package bridge

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

// Place is where something stands in what is in memory of a stream.
type Place struct {
	Seen  []byte        // what is in memory
	Start int           // the index of the place in Seen
	At    locate.Cursor // of the first byte of Seen
}

// A Bridge is what the root package does, for its APIs A and errors E.
type Bridge[A, E any] struct {
	// Config returns the configuration of a, and the indentation of what a writes.
	Config func(a *A) (c *plan.Config, prefix, indent string)
	// EncodeError returns err, about encoding v under c, with the path to what is wrong.
	EncodeError func(c *plan.Config, v any, err error) *E
	// DecodeError returns err, about decoding doc, which stands at p, into a t. The fact behind err is f.
	DecodeError func(c *plan.Config, t reflect.Type, doc []byte, p Place, f *fault.Fault, err error) *E
	// PlaceError returns err at p. Where t is not nil, the error's Go path leads from t along steps.
	PlaceError func(c *plan.Config, err error, p Place, t reflect.Type, steps []locate.Step) *E
	// PathOf returns where e, of encoding, keeps what follows the type in its Go path.
	PathOf func(e *E) *string
	// API returns the API that c is the configuration of.
	API func(c *plan.Config) *A
	// DecodeAll is the UnmarshalAll of a for data whose memory will be used again. Its errors know their words.
	DecodeAll func(a *A, data []byte, v any, limit int) error
	// Form returns what e is in JSON.
	Form func(e *E) ErrorForm
}

// ErrorForm is the JSON form of the root package's Error.
type ErrorForm struct {
	Detail  string `json:"detail"`
	Reason  string `json:"reason"`
	Pointer string `json:"pointer,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Offset  *int64 `json:"offset,omitempty"`
	Value   int    `json:"value,omitempty"`
}

var bridge any

// Open makes b, a pointer to a Bridge, the one that Get returns. The root package calls it.
func Open(b any) { bridge = b }

// Get returns the Bridge of that type.
func Get[B any]() *B { return bridge.(*B) }

var segments any

// OpenQueries makes f what [Queries] returns. Package doc calls it.
func OpenQueries(f any) { segments = f }

// Queries returns what package doc does for those who follow queries of type Q: the segments of a query, or an error
// about a selector that has to know more than the way.
func Queries[Q any]() func(Q) ([]follow.Segment, error) {
	return segments.(func(Q) ([]follow.Segment, error))
}
