package hostile

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
	"unsafe"
)

// Slices of a program's world are cut from arenas: islands of a length and a capacity of their own, between gaps
// that nobody may write to.

type arena struct {
	memory, gaps reflect.Value // what it is, and what it was
}

const arenaSize = 64

// islands are where slices may lie: from, and how many elements have room.
var islands = [][2]int{{3, 4}, {9, 1}, {12, 16}, {30, 7}, {40, 2}, {45, 0}, {48, 12}}

// marked returns a value of t that zero memory does not look like.
func marked(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	mark(v)
	return v
}

func mark(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(0x5a)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(0x5a)
	case reflect.Float64:
		v.SetFloat(1.25)
	case reflect.String:
		v.SetString("a gap")
	case reflect.Array:
		for i := range v.Len() {
			mark(v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Interface:
		if v.NumMethod() == 0 {
			v.Set(reflect.ValueOf("a gap"))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				mark(v.Field(i))
			}
		}
	}
}

// island returns a slice of type t in one of the islands.
func (p *program) island(t reflect.Type) reflect.Value {
	a, ok := p.arenas[t]
	if !ok {
		gap := marked(t.Elem())
		a.memory, a.gaps = reflect.MakeSlice(t, arenaSize, arenaSize), reflect.MakeSlice(t, arenaSize, arenaSize)
		for i := range arenaSize {
			a.memory.Index(i).Set(gap)
			a.gaps.Index(i).Set(gap)
		}
		for _, l := range islands {
			for i := range l[1] {
				a.memory.Index(l[0] + i).SetZero()
			}
		}
		p.arenas[t] = a
	}
	l := islands[p.IntN(len(islands))]
	return a.memory.Slice3(l[0], l[0]+p.IntN(l[1]+1), l[0]+l[1])
}

// checkGaps fails if something has been written between islands, or between fields.
func (p *program) checkGaps(t *testing.T) {
	for typ, a := range p.arenas {
		size := int(typ.Elem().Size())
		is, was := raw(a.memory, size), raw(a.gaps, size)
		from := 0
		for _, l := range append(islands, [2]int{arenaSize, 0}) {
			if !bytes.Equal(is[from*size:l[0]*size], was[from*size:l[0]*size]) {
				t.Fatalf("%v: an arena of %v has been written to between %d and %d", p, typ, from, l[0])
			}
			from = l[0] + l[1]
		}
	}
	for _, w := range p.worlds {
		for i, g := range []guard{w.G0, w.G1, w.G2, w.G3, w.G4, w.G5} {
			if g != intact {
				t.Fatalf("%v: guard %d of the world has been written to", p, i)
			}
		}
	}
}

// raw returns the memory of a slice of an arena's length.
func raw(v reflect.Value, size int) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), arenaSize*size)
}

// newWorld returns a world with some of its slices in islands.
func (p *program) newWorld() *world {
	w := &world{G0: intact, G1: intact, G2: intact, G3: intact, G4: intact, G5: intact}
	p.worlds = append(p.worlds, w)
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && p.IntN(3) > 0 {
			f.Set(p.island(f.Type()))
		}
	}
	if p.IntN(2) == 0 {
		w.Embedded = &Embedded{EValues: p.island(reflect.TypeFor[[]value]()).Interface().([]value)}
		w.Any = &w.Values
	}
	if p.IntN(3) == 0 {
		w.Iface = &value{1, "stringer"}
		w.ToAny = map[string]any{"v": &value{}, "p": &w.One, "m": map[string]any{"a": 1.5}, "l": []any{&w.Array, value{2, ""}}}
	}
	return w
}

// change makes some part of w another one.
func (p *program) change(w *world) {
	for range 1 + p.IntN(3) {
		v := reflect.ValueOf(w).Elem()
		for range 4 {
			next := p.inside(v)
			if !next.IsValid() {
				break
			}
			if v = next; p.IntN(3) > 0 {
				break
			}
		}
		if v.CanSet() && v.Type() != reflect.TypeFor[guard]() && v.Type() != reflect.TypeFor[world]() {
			p.alter(w, v)
		}
	}
	if p.IntN(30) == 0 {
		*w = world{G0: intact, G1: intact, G2: intact, G3: intact, G4: intact, G5: intact}
	}
}

// inside returns some part of v, or no value.
func (p *program) inside(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Struct:
		if n := v.NumField(); n > 0 {
			return v.Field(p.IntN(n))
		}
	case reflect.Slice, reflect.Array:
		if n := v.Len(); n > 0 {
			return v.Index(p.IntN(n))
		}
	case reflect.Pointer, reflect.Interface:
		return v.Elem()
	}
	return reflect.Value{}
}

func (p *program) alter(w *world, v reflect.Value) {
	t := v.Type()
	switch v.Kind() {
	case reflect.Slice:
		n := v.Len()
		switch p.IntN(10) {
		case 0:
			v.SetZero()
		case 1:
			v.Set(reflect.MakeSlice(t, 0, 0))
		case 2:
			v.Set(v.Slice(0, p.IntN(n+1)))
		case 3:
			k := p.IntN(n + 1)
			v.Set(v.Slice3(0, k, k))
		case 4:
			k := p.IntN(n + 1)
			v.Set(v.Slice(k, n))
		case 5:
			v.Set(reflect.AppendSlice(v, reflect.MakeSlice(t, 1+p.IntN(20), 20)))
		case 6:
			v.Set(reflect.MakeSlice(t, p.IntN(9), 9))
		case 7:
			v.Set(v.Slice(0, v.Cap()))
		default:
			v.Set(p.island(t))
		}
	case reflect.Map:
		switch p.IntN(6) {
		case 0:
			v.SetZero()
		case 1:
			v.Set(reflect.MakeMap(t))
		case 2:
			v.Clear()
		case 3:
			for _, k := range v.MapKeys() {
				if p.IntN(2) == 0 {
					v.SetMapIndex(k, reflect.Value{})
				}
			}
		default:
			if v.IsNil() {
				v.Set(reflect.MakeMap(t))
			}
			for i := range p.IntN(40) {
				k := reflect.New(t.Key()).Elem()
				switch k.Kind() {
				case reflect.String:
					k.SetString(fmt.Sprint("key", i))
				case reflect.Int8:
					k.SetInt(int64(i))
				}
				v.SetMapIndex(k, reflect.Zero(t.Elem()))
			}
		}
	case reflect.Pointer:
		switch {
		case p.IntN(2) == 0:
			v.SetZero()
		case t == reflect.TypeFor[*world]():
			v.Set(reflect.ValueOf(p.newWorld()))
		case t == reflect.TypeFor[*value]():
			v.Set(reflect.ValueOf(&w.Array[p.IntN(3)]))
		default:
			v.Set(reflect.New(t.Elem()))
		}
	case reflect.Interface:
		switch {
		case t.NumMethod() > 0 && p.IntN(2) == 0:
			v.Set(reflect.ValueOf(&w.One))
		case t.NumMethod() > 0 || p.IntN(4) == 0:
			v.SetZero()
		default:
			v.Set(reflect.ValueOf([]any{"text", 1.5, &w.Values, w.Values, &w.One, w.Array, map[string]any{"a": &w.Map}, []any{&w.Texts, w.Ptr}}[p.IntN(8)]))
		}
	case reflect.String:
		if t != reflect.TypeFor[[0]byte]() {
			v.SetString([]string{"", "own", "a longer text than there was", "12"}[p.IntN(4)])
		}
	case reflect.Int:
		v.SetInt(int64(p.IntN(1000)))
	case reflect.Struct, reflect.Array:
		v.SetZero()
	}
}
