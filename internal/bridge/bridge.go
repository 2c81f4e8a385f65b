// Package bridge has functions of the root package that only packages above it need, such as stream, httpjson and doc:
// for APIs, and for errors with their places.
//
// The root package does not export them, so users can't call them. At the start of a program it stores them here, as a
// Bridge.
package bridge

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/follow"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

// Place is a place in the bytes of a stream that are in memory.
type Place struct {
	Seen  []byte        // the bytes in memory
	Start int           // the index of the place in Seen
	At    locate.Cursor // place of the first byte of Seen
}

// A Bridge has these functions, for the root package's APIs A and errors E.
type Bridge[A, E any] struct {
	// Config returns the configuration of a, and its indentation.
	Config func(a *A) (c *plan.Config, prefix, indent string)
	// EncodeError returns an error for err, from encoding v under c, with the path to the fault.
	EncodeError func(c *plan.Config, v any, err error) *E
	// DecodeError returns an error for err, from decoding doc, which stands at p, into a t. f describes err.
	DecodeError func(c *plan.Config, t reflect.Type, doc []byte, p Place, f *fault.Fault, err error) *E
	// PlaceError returns an error for err at p. If t is not nil, the error's Go path leads from t along steps.
	PlaceError func(c *plan.Config, err error, p Place, t reflect.Type, steps []locate.Step) *E
	// PathOf returns the address of the part of e's Go path after the type. e is an error of encoding.
	PathOf func(e *E) *string
	// API returns the API with the configuration c.
	API func(c *plan.Config) *A
	// DecodeAll is the UnmarshalAll of a for data whose memory will be used again. Its errors keep their words.
	DecodeAll func(a *A, data []byte, v any, limit int) error
	// Form returns the JSON form of e.
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

// Open makes b, a pointer to a Bridge, the result of Get. The root package calls it.
func Open(b any) { bridge = b }

// Get returns the Bridge of type B.
func Get[B any]() *B { return bridge.(*B) }

var segments any

// OpenQueries makes f the result of [Queries]. Package doc calls it.
func OpenQueries(f any) { segments = f }

// Queries returns a function of package doc that returns the segments of a query of type Q, or an error about a
// selector that depends on more than the path to a value.
func Queries[Q any]() func(Q) ([]follow.Segment, error) {
	return segments.(func(Q) ([]follow.Segment, error))
}
