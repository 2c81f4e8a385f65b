package mem

import (
	"reflect"
	"testing"
)

func TestMapsWalk(t *testing.T) {
	if !MapsWalk() {
		t.Fatal("maps of this release of Go can't be walked through")
	}
	type wide struct {
		A string
		B [60]int
		C *int
	}
	for _, m := range []any{
		map[string]wide{"a": {A: "x"}, "b": {C: new(int)}}, map[wide]string{{A: "k"}: "v"}, map[bool]any{true: 1, false: "x"},
		map[int32]int8{1: 2, -3: 4, 5: 6}, map[any]struct{}{1: {}, "x": {}}, map[uint16][]byte{}, map[string]int(nil),
	} {
		got := reflect.MakeMap(reflect.TypeOf(m))
		var w MapWalk
		w.Begin(TypeWord(m), DataWord(m))
		n := 0
		for key, elem := w.Next(); key != nil; key, elem = w.Next() {
			typ := reflect.TypeOf(m)
			got.SetMapIndex(reflect.NewAt(typ.Key(), key).Elem(), reflect.NewAt(typ.Elem(), elem).Elem())
			n++
		}
		if n != reflect.ValueOf(m).Len() || n > 0 && !reflect.DeepEqual(got.Interface(), m) {
			t.Errorf("%T: %d entries, %v, want %v", m, n, got, m)
		}
	}
	for _, size := range []int{0, 1, 7, 8, 9, 100, 3000} {
		if !walks(mapOf(size, shortKey, shortKey)) || !walks(mapOf(size, longKey, shortKey)) || !walks(mapOf(size, shortKey, longKey)) {
			t.Errorf("not all of %d entries were found", size)
		}
	}
}
