package decode

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"unsafe"
	"weak"

	"github.com/zetes-json/zetes/internal/plan"
)

// TestKeptIsAlive holds that what is put by is alive while it may be put back, and not longer.
func TestKeptIsAlive(t *testing.T) {
	type value struct {
		N int
		P *[4]int
		S []string
		A any
		M map[string]int
		Z [2]struct{ P *[4]int }
	}
	var marks []weak.Pointer[[4]int]
	fresh := func() *[4]int {
		p := &[4]int{len(marks)}
		marks = append(marks, weak.Make(p))
		return p
	}
	made := func() (v [3]value) {
		for i := range v {
			v[i] = value{N: i, P: fresh(), S: []string{"a"}, A: fresh(), M: map[string]int{"a": 1}}
			v[i].Z[1].P = fresh()
		}
		return v
	}
	alive := func() (n int) {
		runtime.GC()
		runtime.GC()
		for _, m := range marks {
			if m.Value() != nil {
				n++
			}
		}
		return n
	}
	v := new([3]value)
	*v = made()
	s := acquire(plan.V1, nil, false)
	s.undo.room, s.undo.saving = 1<<20, true
	if !s.save(nodeFor(plan.V1, reflect.TypeFor[value]()), unsafe.Pointer(v), len(v), ^0) {
		t.Fatal("not put by")
	}
	*v = [3]value{}
	if n := alive(); n != len(marks) {
		t.Fatalf("%d of %d are alive while they may be put back", n, len(marks))
	}
	s.restore(nil, nil, false)
	if v[2].N != 2 || v[2].P[0] != 6 || v[2].Z[1].P[0] != 8 || v[1].S[0] != "a" || v[1].M["a"] != 1 {
		t.Fatalf("put back: %+v", *v)
	}
	*v = [3]value{}
	s.undo.dropSaved()
	if n := alive(); n != 0 {
		t.Errorf("%d are alive behind that", n)
	}
	s.release()
}

// TestKeptTogether holds that all pointers of a slice are one place, and what they lead to is alive as long.
func TestKeptTogether(t *testing.T) {
	v := make([]**[4]int, 100)
	var first weak.Pointer[*[4]int]
	for i := range v {
		old := &[4]int{i}
		v[i] = &old
		first = weak.Make(v[i])
	}
	s := acquire(plan.V1, nil, false)
	s.undo.room, s.undo.saving = 1<<20, true
	if !s.save(nodeFor(plan.V1, reflect.TypeFor[**[4]int]()), unsafe.Pointer(&v[0]), 100, 1) {
		t.Fatal("not saved")
	}
	if len(s.undo.kept) != 1 {
		t.Fatalf("%d places, want 1", len(s.undo.kept))
	}
	clear(v)
	runtime.GC()
	runtime.GC()
	if first.Value() == nil {
		t.Error("what was saved is not alive")
	}
	s.release()
	runtime.GC()
	runtime.GC()
	if first.Value() != nil {
		t.Error("what was saved is alive after the run")
	}
}

// TestKeptLayouts holds that arrays of random structs are put back as they were, pointers and all else, and that
// memory beside them is not touched.
func TestKeptLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds := []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[[3]uint8](), reflect.TypeFor[[9]int64](), reflect.TypeFor[string](), reflect.TypeFor[*int](),
		reflect.TypeFor[any](), reflect.TypeFor[[]byte](), reflect.TypeFor[[2]string](), reflect.TypeFor[struct{}](),
	}
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Bool:
			v.SetBool(r.IntN(2) > 0)
		case reflect.String:
			v.SetString(strconv.Itoa(r.Int()))
		case reflect.Pointer:
			v.Set(reflect.ValueOf(&[]int{r.Int()}[0]))
		case reflect.Interface:
			v.Set(reflect.ValueOf(r.Int()))
		case reflect.Slice:
			v.Set(reflect.ValueOf([]byte(strconv.Itoa(r.Int()))))
		case reflect.Array:
			for i := range v.Len() {
				fill(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				fill(v.Field(i))
			}
		case reflect.Uint8:
			v.SetUint(uint64(r.IntN(256)))
		default:
			v.SetInt(r.Int64())
		}
	}
	s := acquire(plan.V1, nil, false)
	for range 300 {
		fields := make([]reflect.StructField, 1+r.IntN(6))
		for i := range fields {
			fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: kinds[r.IntN(len(kinds))]}
		}
		typ := reflect.StructOf(fields)
		if len(fields) == 1 {
			typ = fields[0].Type // a string, a slice, a pointer
		}
		n := 1 + r.IntN(8)
		all := reflect.New(reflect.ArrayOf(n+2, typ)).Elem()
		fill(all)
		want := reflect.New(all.Type()).Elem()
		want.Set(all)
		s.undo.room, s.undo.saving = 1<<20, true
		if !s.save(nodeFor(plan.V1, typ), all.Index(1).Addr().UnsafePointer(), n, -1) {
			t.Fatal("not put by")
		}
		runtime.GC()
		for i := 1; i <= n; i++ {
			all.Index(i).SetZero()
		}
		fill(all.Index(0)) // others may write beside it
		want.Index(0).Set(all.Index(0))
		s.restore(nil, nil, false)
		s.undo.dropSaved()
		if !reflect.DeepEqual(all.Interface(), want.Interface()) {
			t.Fatalf("%d of %v\n put back: %+v\n     want: %+v", n, typ, all, want)
		}
	}
	s.release()
}

// TestSavedIsLimited holds that a large document that is decoded over old values allocates memory for its own strings,
// and not for the old values, and that the old values come back if the document is not JSON.
func TestSavedIsLimited(t *testing.T) {
	want := make([][]string, 2000)
	for i := range want {
		for k := range 50 {
			want[i] = append(want[i], strconv.Itoa(1e6+i*50+k))
		}
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	least := uint64(math.MaxUint64)
	var got [][]string
	decode := func(text []byte) error { return errorOf((&Call{Config: plan.V1}).Unmarshal(text, &got)) }
	for range 8 { // the collector may empty the pool
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := decode(text); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	if most := uint64(2 * len(text)); least > most {
		t.Errorf("%d bytes are allocated for a text of %d", least, len(text))
	}
	for i := range want {
		got[i][i%50] = "old"
		want[i][i%50] = "old"
	}
	if err := decode(text[:len(text)-1000]); err == nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("a text without its end: %v, or other values than before", err)
	}
}
