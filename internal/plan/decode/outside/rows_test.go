package outside

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
)

// A row is a text, the value that it is decoded over, and what becomes of that.
type row struct {
	text string
	over any // what the target holds before
	want any // what it holds behind; nil: what it held before
	code fault.Code
	at   int // where in the text the fault is
}

// own returns a configuration that differs from encoding/json's meaning by o.
func own(o option.Set) *plan.Dialect { return ownLimited(o, option.Limits{}) }

// ownLimited is own with limits.
func ownLimited(o option.Set, l option.Limits) *plan.Dialect {
	o |= option.V1
	whole := o&option.ValidateFirst != 0 || l != option.Limits{Digits: l.Digits, Bytes: l.Bytes, Memory: l.Memory}
	return plan.New(plan.Meaning{Options: o, Shape: shape.Options{Meaning: o}, Limits: l, ValidateFirst: whole, Own: true, BigInt: bigInt})
}

func bigInt(digits string) any {
	v, _ := new(big.Int).SetString(digits, 10)
	return v
}

// released returns encoding/json's meaning in the release whose differences are r, whichever release runs.
func released(r option.Release) *plan.Dialect { return plan.Under(r, option.V1) }

// surroundings are where a row's value stands: the text around it.
var surroundings = []struct{ name, before, behind string }{
	{"alone", "", ""},
	{"behind a block of white space", strings.Repeat(" ", 67), "\n"},
	{"member", `{"A":`, `}`},
	{"element", `[`, `]`},
	{"member of an element", `[{"Z":[1,{}],"A": `, ` ,"B":"x"} ]`},
}

// decodeRows decodes each row's text, standing alone and as a part of a struct and of a slice that hold its value
// already: what becomes of it does not depend on that.
func decodeRows(t *testing.T, c *plan.Dialect, rows []row) {
	t.Helper()
	for _, r := range rows {
		if r.want == nil {
			r.want = r.over
		}
		for _, around := range surroundings {
			v, part := surrounded(around.before, r.over)
			err := errorOf((&decode.Call{Config: c}).Unmarshal([]byte(around.before+r.text+around.behind), v))
			code, at := faultOf(err)
			wantAt := r.at + len(around.before)
			if code == fault.None || code == fault.Syntax {
				at, wantAt = 0, 0
			}
			if code != r.code || at != wantAt {
				t.Errorf("%s over %v, %s: fault %d at %d (%v), want %d at %d", r.text, r.over, around.name, code, at, err, r.code, wantAt)
			}
			if got := part().Interface(); !reflect.DeepEqual(got, r.want) {
				t.Errorf("%s over %v, %s: %s, want %s", r.text, r.over, around.name, printed(got), printed(r.want))
			}
		}
	}
}

// surrounded returns a pointer to a value for a text that begins with before, in which the part that the row is about
// is held, and that part as it is later.
func surrounded(before string, held any) (v any, part func() reflect.Value) {
	typ := reflect.TypeOf(held)
	in := reflect.New(typ).Elem()
	in.Set(copied(reflect.ValueOf(held)))
	depth := strings.Trim(before, " ")
	if strings.Contains(depth, "{") {
		st := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: typ}, {Name: "B", Type: reflect.TypeFor[string](), Tag: `json:",omitempty"`}})).Elem()
		st.Field(0).Set(in)
		in = st
	}
	if strings.HasPrefix(depth, "[") {
		list := reflect.MakeSlice(reflect.SliceOf(in.Type()), 1, 1)
		list.Index(0).Set(in)
		in = list
	}
	target := reflect.New(in.Type())
	target.Elem().Set(in)
	return target.Interface(), func() reflect.Value {
		part := target.Elem()
		if strings.HasPrefix(depth, "[") {
			part = part.Index(0)
		}
		if strings.Contains(depth, "{") {
			part = part.Field(0)
		}
		return part
	}
}

// copied returns v with a copy of what its pointer, slice or map leads to, for rows are decoded over several times.
func copied(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(copied(v.Elem()))
		return p.Convert(v.Type())
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		return reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Cap()), v)
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		m := reflect.MakeMap(v.Type())
		for i := v.MapRange(); i.Next(); {
			m.SetMapIndex(i.Key(), i.Value())
		}
		return m
	}
	return v
}

func faultOf(err error) (fault.Code, int) {
	if f, ok := err.(*fault.Fault); ok {
		return f.Code, int(f.Offset)
	}
	return fault.None, 0
}

// errorOf returns f as an error, which is nil if f is.
func errorOf(f *fault.Fault) error {
	if f == nil {
		return nil
	}
	return f
}

// printed returns v as the rows are written, what pointers lead to included.
func printed(v any) string {
	if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && !rv.IsNil() {
		return fmt.Sprintf("&%#v", rv.Elem())
	}
	return fmt.Sprintf("%#v", v)
}
