package decode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Form describes how the value at a place is decoded, for the words of an error and for unions: the compiled plan knows
// how a type is read.
type Form struct {
	Type    reflect.Type  // the type behind pointers and opt.Values; nil if a codec reads the value, or the place is not known
	Special shape.Special // how Type is read, if that is neither by its kind nor by a method
	Text    bool          // Type is read from a string by its UnmarshalText method
	Quoted  bool          // the value stands in a string, by the tag option "string"
	Hides   bool          // the decoder of Type passes over the member of Call.Hidden, unless a field has its name
}

// FormAt returns the form of the value at the end of path in a t under c: at once if met, the Value of a fault, is the
// node that has met it.
func FormAt(c *plan.Dialect, t reflect.Type, path locate.Route, met any) Form {
	if n, _ := met.(*node); n != nil {
		return n.held().form()
	}
	n := nodeFor(c, reflect.PointerTo(t)).elem
	f := Form{Hides: c.Own && n.behind().hides}
	n = n.held()
	for path != "" {
		var s locate.Step
		s, path = path.Next()
		switch k := n.Type.Kind(); {
		case n.custom != nil:
			return Form{}
		case n.fields != nil && s.Index < 0:
			f := n.fields.find(s.Name)
			if f == nil {
				return Form{}
			}
			n = f.node
		case n.elem != nil && (s.Index < 0) == (k == reflect.Map):
			n = n.elem
		default:
			return Form{}
		}
		n = n.held()
	}
	hides := f.Hides
	f = n.form()
	f.Hides = hides
	return f
}

// form returns the form of values that t decodes, which neither a pointer nor an opt.Value leads to.
func (t *node) form() (f Form) {
	f.Quoted = t.quoted
	if t.quoted && t.elem != nil {
		t = t.elem.held()
	}
	if t.custom == nil {
		f.Type, f.Special, f.Text = t.Type, t.special, t.text
	}
	return f
}

// held returns the node that pointers and opt.Values lead to.
func (t *node) held() *node {
	for range maxPointers {
		if t.custom != nil || t.quoted || t.elem == nil || t.optional == nil && t.Type.Kind() != pointerKind {
			break
		}
		t = t.elem
	}
	return t
}
