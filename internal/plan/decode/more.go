package decode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tag"
)

// Fields with tag options that encoding/json does not have: raw, which keeps a value's JSON, and intern and nocopy,
// which are about the memory of strings. Package shape has already tested whether the options suit the field's type.

// byOption returns the node of a field with a tag option that needs another decoder, or nil. The tag option "string"
// takes precedence over intern and nocopy.
func (c *compiler) byOption(f *shape.Field) *node {
	switch {
	case f.More.Has(tag.Raw) && f.Type.Kind() == reflect.String:
		return runNode(f.Type, decodeRawText)
	case f.More.Has(tag.Raw):
		return runNode(f.Type, decodeRaw)
	case f.Quoted:
	case f.More.Has(tag.Intern):
		return c.textsOf(f.Type, sharing((*state).name), 0)
	case f.More.Has(tag.NoCopy):
		return c.textsOf(f.Type, sharing((*state).aliased), 0)
	}
	return nil
}

// textsOf returns a node of rt in which run decodes strings, if rt is a string, or a pointer, slice or array of
// strings. For other types it returns the usual node.
func (c *compiler) textsOf(rt reflect.Type, run decoder, depth int) *node {
	k := rt.Kind()
	if c.rowOf(rt).run != nil || c.cfg.CodecOf(rt) != nil || plan.SelfReader(rt) != nil || shape.MethodsOf(rt).Pointer&shape.Unmarshals != 0 || depth > maxPointers {
		return c.nodeOf(rt)
	}
	if k == reflect.String {
		t := runNode(rt, run)
		t.nullKeeps = true
		return t
	}
	if k != reflect.Pointer && k != reflect.Array && (k != reflect.Slice || rt.Elem().Kind() == reflect.Uint8) {
		return c.nodeOf(rt)
	}
	t := newNode(rt)
	c.compileKind(t)
	t.elem = c.textsOf(rt.Elem(), run, depth+1)
	return t
}

// decodeRawText stores the JSON of any value in a string, as it is in the input. For {"A": [1, 2] } it is "[1, 2]".
func decodeRawText(s *state, _ *node, p int, dst unsafe.Pointer) int {
	e := s.unknown(p)
	if e >= 0 {
		*(*string)(dst) = s.copyString(p, e)
	}
	return e
}
