package conform

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Diff says where got differs from want, or is empty. It tells nil from empty, looks into unexported fields, takes
// NaNs for equal, follows cycles, and holds that two references of got meet in one place exactly if those of want
// do.
func Diff(got, want any) string {
	c := newComparer()
	c.compare("", reflect.ValueOf(got), reflect.ValueOf(want))
	return c.diff
}

// ref is a place in memory, seen as one type.
type ref struct {
	addr uintptr
	typ  reflect.Type
}

// place is a slice: others may begin where it does.
type place struct {
	ref
	n int
}

type comparer struct {
	diff      string
	fwd, back map[ref]ref
	seen      map[place]bool
}

func newComparer() *comparer {
	return &comparer{fwd: map[ref]ref{}, back: map[ref]ref{}, seen: map[place]bool{}}
}

func (c *comparer) fail(path, format string, args ...any) {
	if c.diff == "" {
		c.diff = "v" + path + ": " + fmt.Sprintf(format, args...)
	}
}

var rtype = reflect.TypeOf(reflect.TypeFor[int]())

// meet notes that two references stand for each other. It reports whether they did already.
func (c *comparer) meet(path string, a, b ref) (known bool) {
	x, ok := c.fwd[a]
	y, ok2 := c.back[b]
	if ok != ok2 || ok && (x != b || y != a) {
		c.fail(path, "the places that references share differ")
		return true
	}
	c.fwd[a], c.back[b] = b, a
	return ok
}

func (c *comparer) compare(path string, a, b reflect.Value) {
	if c.diff != "" {
		return
	}
	if a.IsValid() != b.IsValid() {
		c.fail(path, "got %v, want %v", a, b)
		return
	}
	if !a.IsValid() {
		return
	}
	if a.Type() != b.Type() {
		c.fail(path, "got a %v, want a %v", a.Type(), b.Type())
		return
	}
	// An UnsupportedValueError holds a reflect.Value: what it shows counts, not by which way it was reached.
	if v, ok := held(a); ok {
		if w, ok := held(b); ok {
			c.compare(path, v, w)
			return
		}
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if a.IsNil() != b.IsNil() {
			c.fail(path, "got nil: %v, want nil: %v (%v)", a.IsNil(), b.IsNil(), a.Type())
			return
		}
		if a.IsNil() {
			return
		}
	}
	if !c.scalar(path, a, b) {
		c.compound(path, a, b)
	}
}

// held returns the value that the reflect.Value v stands for.
func held(v reflect.Value) (reflect.Value, bool) {
	if v.Type() != reflect.TypeFor[reflect.Value]() || !v.CanInterface() {
		return v, false
	}
	in := v.Interface().(reflect.Value)
	return in, in.IsValid()
}

// scalar compares values without parts, and reports whether these are.
func (c *comparer) scalar(path string, a, b reflect.Value) bool {
	same := true
	switch a.Kind() {
	case reflect.Bool:
		same = a.Bool() == b.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		same = a.Int() == b.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		same = a.Uint() == b.Uint()
	case reflect.Float32, reflect.Float64:
		same = math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Complex64, reflect.Complex128:
		same = a.Complex() == b.Complex()
	case reflect.String:
		same = a.String() == b.String()
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		return false
	}
	if !same {
		c.fail(path, "got %s, want %s", show(a), show(b))
	}
	return true
}

func show(v reflect.Value) string {
	s := fmt.Sprintf("%#v", v)
	if len(s) > 200 {
		s = s[:100] + "…" + s[len(s)-100:]
	}
	return s
}

func (c *comparer) compound(path string, a, b reflect.Value) {
	switch a.Kind() {
	case reflect.Interface:
		c.compare(path, a.Elem(), b.Elem())
	case reflect.Pointer:
		if a.Type() == rtype {
			if a.Pointer() != b.Pointer() {
				c.fail(path, "another type")
			}
			return
		}
		if a.Type().Elem().Size() == 0 || !c.meet(path, ref{a.Pointer(), a.Type()}, ref{b.Pointer(), b.Type()}) {
			c.compare("(*"+clip(path)+")", a.Elem(), b.Elem())
		}
	case reflect.Slice:
		if a.Len() != b.Len() {
			c.fail(path, "got %d elements, want %d", a.Len(), b.Len())
			return
		}
		if a.Len() > 0 && a.Type().Elem().Size() > 0 {
			at := place{ref{a.Pointer(), a.Type()}, a.Len()}
			if c.meet(path, at.ref, ref{b.Pointer(), b.Type()}) && c.seen[at] {
				return
			}
			c.seen[at] = true
		}
		c.elements(path, a, b)
	case reflect.Array:
		c.elements(path, a, b)
	case reflect.Map:
		c.maps(path, a, b)
	case reflect.Struct:
		for i := range a.NumField() {
			c.compare(clip(path)+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
	}
}

func (c *comparer) elements(path string, a, b reflect.Value) {
	for i := range a.Len() {
		c.compare(fmt.Sprintf("%s[%d]", clip(path), i), a.Index(i), b.Index(i))
	}
}

func (c *comparer) maps(path string, a, b reflect.Value) {
	if c.meet(path, ref{a.Pointer(), a.Type()}, ref{b.Pointer(), b.Type()}) {
		return
	}
	if a.Len() != b.Len() {
		c.fail(path, "got %d entries, want %d", a.Len(), b.Len())
		return
	}
	if !plainKey(a.Type().Key()) {
		c.unordered(path, a, b)
		return
	}
	for it := a.MapRange(); it.Next(); {
		v := b.MapIndex(it.Key())
		if !v.IsValid() {
			c.fail(path, "unexpected key %s", show(it.Key()))
			return
		}
		c.compare(fmt.Sprintf("%s[%v]", clip(path), it.Key()), it.Value(), v)
	}
}

// plainKey reports whether equal keys of two maps are found by looking them up.
func plainKey(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.UnsafePointer:
		return false
	case reflect.Struct:
		for i := range t.NumField() {
			if !plainKey(t.Field(i).Type) {
				return false
			}
		}
	case reflect.Array:
		return plainKey(t.Elem())
	}
	return true
}

// unordered compares maps whose keys are references: each entry of a needs its own partner in b.
func (c *comparer) unordered(path string, a, b reflect.Value) {
	used := make([]bool, b.Len())
	keys := b.MapKeys()
	for it := a.MapRange(); it.Next(); {
		found := false
		for i, k := range keys {
			try := newComparer()
			if try.compare("", it.Key(), k); used[i] || try.diff != "" {
				continue
			}
			if try.compare("", it.Value(), b.MapIndex(k)); try.diff == "" {
				used[i], found = true, true
				break
			}
		}
		if !found {
			c.fail(path, "no partner for key %s", show(it.Key()))
			return
		}
	}
}

func clip(path string) string {
	if len(path) > 200 {
		return "…" + path[len(path)-100:]
	}
	return path
}

// DiffErrors says how got differs from want, or is empty: dynamic type, text, exported fields, and the same of
// every error that Unwrap leads to.
func DiffErrors(got, want error) string {
	if got == nil || want == nil {
		if got != nil || want != nil {
			return fmt.Sprintf("got error %s, want %s", sayError(got), sayError(want))
		}
		return ""
	}
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	if a.Type() != b.Type() || text(got) != text(want) {
		return fmt.Sprintf("got error %s, want %s", sayError(got), sayError(want))
	}
	for a.Kind() == reflect.Pointer && !a.IsNil() {
		a, b = a.Elem(), b.Elem()
	}
	if a.Kind() == reflect.Struct {
		for i := range a.NumField() {
			f := a.Type().Field(i)
			if !f.IsExported() || f.Type == reflect.TypeFor[error]() {
				continue
			}
			if d := Diff(a.Field(i).Interface(), b.Field(i).Interface()); d != "" {
				return fmt.Sprintf("field %s of error %s: %s", f.Name, sayError(want), d)
			}
		}
	}
	x, y := unwrap(got), unwrap(want)
	if len(x) != len(y) {
		return fmt.Sprintf("error %s wraps %d, want %d", sayError(got), len(x), len(y))
	}
	for i := range x {
		if d := DiffErrors(x[i], y[i]); d != "" {
			return d
		}
	}
	return ""
}

func text(err error) string {
	if v := reflect.ValueOf(err); v.Kind() == reflect.Pointer && v.IsNil() {
		return "typed nil"
	}
	return strings.Clone(err.Error())
}

func sayError(err error) string {
	if err == nil {
		return "<nil>"
	}
	s := fmt.Sprintf("%T(%s)", err, text(err))
	if v := reflect.ValueOf(err); v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.Struct {
		if f := v.Elem().FieldByName("Offset"); f.IsValid() {
			s += fmt.Sprintf("@%v", f)
		}
	}
	return s
}

func unwrap(err error) []error {
	switch u := err.(type) {
	case interface{ Unwrap() []error }:
		return u.Unwrap()
	case interface{ Unwrap() error }:
		if in := u.Unwrap(); in != nil {
			return []error{in}
		}
	}
	return nil
}
