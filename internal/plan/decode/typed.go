package decode

import (
	"bytes"
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/plan"
)

// Type is what a Go type is decoded by, for callers that hold it instead of looking it up.
type Type = typ

// TypeOf returns the Type of what pointers to t lead to.
func TypeOf(c *plan.Config, t reflect.Type) *Type { return typeFor(c, reflect.PointerTo(t)).elem }

// PointeeOf returns the Type of what v, a pointer, leads to.
func PointeeOf(c *plan.Config, v any) *Type {
	if p := c.Decoders.Get(mem.TypeWord(v)); p != nil {
		return (*typ)(unsafe.Pointer(p)).elem
	}
	return typeFor(c, reflect.TypeOf(v)).elem
}

// DecodeNested decodes data, which a reader has, at a depth of its own. data will be overwritten.
func DecodeNested(c *plan.Config, t *Type, data []byte, dst mem.Ptr, depth int) error {
	if depth >= maxDepth {
		return &fault.Fault{Code: fault.TooDeep}
	}
	if t.callsMethods() {
		data = bytes.Clone(data)
	}
	return runAt(c, t, data, dst, nil, depth+1, 0)
}

// Decode decodes data into the t at dst, which is not nil, as Unmarshal does.
func Decode(c *plan.Config, t *Type, data []byte, dst mem.Ptr) error {
	return decodeFound(c, t, data, dst)
}

// DecodeBorrowed is Decode for data that is a string's, or will be overwritten.
func DecodeBorrowed(c *plan.Config, t *Type, data []byte, dst mem.Ptr) error {
	if t.callsMethods() {
		data = bytes.Clone(data)
	}
	return run(c, t, data, dst)
}
