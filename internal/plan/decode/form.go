package decode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// Form describes how the value at a path in a document is decoded, for error texts and decoders of unions.
type Form struct {
	Type    reflect.Type  // the type, without pointers and opt.Values; nil for a codec or a path that leads to no known type
	Special shape.Special // the special type that Type is, or Ordinary
	Text    bool          // Type is read from a string by its UnmarshalText method
	Quoted  bool          // the value is read from inside a string, because of the tag option "string"

	// Hides says that the document is decoded into a struct or map whose decoder can ignore the member at Call.Hidden.
	// A struct ignores it only if no field has its name.
	Hides bool
}

// FormAt returns the form of the value at the end of path, in a document that is decoded into a t under the
// configuration c. If met, the field Value of a fault, is the node of that value, path is not needed.
func FormAt(c *plan.Dialect, t reflect.Type, path locate.Route, met any) Form {
	if n, _ := met.(*node); n != nil {
		return n.withoutPointers().form(c)
	}
	n := nodeFor(c, reflect.PointerTo(t)).elem
	hides := c.Own && n.pastPointers().hides
	n = n.withoutPointers()
	for path != "" {
		var s locate.Step
		s, path = path.Next()
		switch k := n.Type.Kind(); {
		case n.custom != nil:
			return Form{}
		case n.fields != nil && s.Index < 0:
			switch f := n.fields.find(s.Name); {
			case f != nil:
				n = f.node
			case n.fields.rest != nil && n.fields.rest.node.elem != nil:
				n = n.fields.rest.node.elem
			default:
				return Form{}
			}
		case n.elem != nil && (s.Index < 0) == (k == reflect.Map):
			n = n.elem
		default:
			return Form{}
		}
		n = n.withoutPointers()
	}
	f := n.form(c)
	f.Hides = hides
	return f
}

// form returns the form of the values of t under c. t must not be the node of a pointer or an opt.Value.
func (t *node) form(c *plan.Dialect) (f Form) {
	if t.quoted && t.elem != nil {
		t = t.elem.withoutPointers()
		// In version 2 the tag option has no effect on values that are not numbers, bools or strings (quotedMethod).
		f.Quoted = t.isScalar() || t.isText() || !c.Release.Has(option.QuotedLoosely)
	}
	if t.custom == nil {
		f.Type, f.Special, f.Text = t.Type, t.special, t.text
	}
	return f
}

func (t *node) withoutPointers() *node {
	for range maxPointers {
		if t.custom != nil || t.quoted || t.elem == nil || t.optional == nil && t.Type.Kind() != pointerKind {
			break
		}
		t = t.elem
	}
	return t
}
