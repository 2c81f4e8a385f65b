package agree

import (
	"fmt"
	"math"
	"reflect"
)

// differ returns the place at which two values of one type differ, as Go text that follows the value's name, and
// whether they do. NaNs are equal, nil and empty differ, functions and channels are equal if both are there.
func differ(a, b reflect.Value) (place string, differs bool) {
	c := comparer{met: map[[2]uintptr]bool{}}
	return c.differ(a, b)
}

type comparer struct {
	met   map[[2]uintptr]bool // pairs of references that are being compared, or are equal
	field *field              // the innermost struct field in which the values differ; the zero field within an interface
}

// field is a field of a struct type.
type field struct {
	in    reflect.Type
	index int
}

func (c *comparer) differ(a, b reflect.Value) (string, bool) {
	if a.IsValid() != b.IsValid() {
		return "", true
	}
	if !a.IsValid() {
		return "", false
	}
	if a.Type() != b.Type() {
		return "", true
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if a.IsNil() || b.IsNil() {
			return "", a.IsNil() != b.IsNil()
		}
	}
	switch a.Kind() {
	case reflect.Bool:
		return "", a.Bool() != b.Bool()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "", a.Int() != b.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "", a.Uint() != b.Uint()
	case reflect.Float32, reflect.Float64:
		x, y := a.Float(), b.Float()
		return "", math.Float64bits(x) != math.Float64bits(y) && (x == x || y == y)
	case reflect.Complex64, reflect.Complex128:
		return "", a.Complex() != b.Complex()
	case reflect.String:
		return "", a.String() != b.String()
	}
	return c.parts(a, b)
}

func (c *comparer) parts(a, b reflect.Value) (string, bool) {
	switch a.Kind() {
	case reflect.Interface:
		place, yes := c.differ(a.Elem(), b.Elem())
		if yes && c.field == nil {
			c.field = &field{}
		}
		return place, yes
	case reflect.Pointer:
		if pair := [2]uintptr{a.Pointer(), b.Pointer()}; a.Pointer() != b.Pointer() && !c.met[pair] {
			c.met[pair] = true
			return c.differ(a.Elem(), b.Elem())
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if place, yes := c.differ(a.Field(i), b.Field(i)); yes {
				if c.field == nil {
					c.field = &field{a.Type(), i}
				}
				return "." + a.Type().Field(i).Name + place, true
			}
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return "", true
		}
		for i := range a.Len() {
			if place, yes := c.differ(a.Index(i), b.Index(i)); yes {
				return fmt.Sprintf("[%d]%s", i, place), true
			}
		}
	case reflect.Map:
		return c.maps(a, b)
	}
	return "", false
}

// maps looks keys up. A key that is not found, as one that is a pointer, may be in the other map as an equal value.
func (c *comparer) maps(a, b reflect.Value) (string, bool) {
	if a.Len() != b.Len() {
		return "", true
	}
	pair := [2]uintptr{a.Pointer(), b.Pointer()}
	if c.met[pair] {
		return "", false
	}
	c.met[pair] = true
	for it := a.MapRange(); it.Next(); {
		in := b.MapIndex(it.Key())
		if !in.IsValid() {
			in = c.alike(it.Key(), b)
		}
		if place, yes := c.differ(it.Value(), in); yes {
			return fmt.Sprintf("[%s]%s", show(it.Key()), place), true
		}
	}
	return "", false
}

// alike returns the element of m whose key equals key part by part.
func (c *comparer) alike(key, m reflect.Value) reflect.Value {
	for it := m.MapRange(); it.Next(); {
		if _, yes := differ(key, it.Key()); !yes {
			return it.Value()
		}
	}
	return reflect.Value{}
}
