package encode

import (
	"errors"
	"math"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// genValue has methods like those that zetes gen writes, but its MarshalJSON returns another text than the program of
// the type, so that a test sees whether the method was called. If F is NaN, both fail.
type genValue struct {
	N int
	S []string
	M map[string]float64
	F float64
}

var genPlan = plan.Generated(shape.Flags{PlainTags: true})

var errGenerated = errors.New("given up")

func (v *genValue) ZetesType() shape.Generation {
	return shape.Generation{Of: v, Flags: shape.Flags{PlainTags: true}, Encodes: true, Standard: true}
}

func (v genValue) MarshalJSON() ([]byte, error) {
	if math.IsNaN(v.F) {
		return nil, errGenerated
	}
	return []byte(`"by the method"`), nil
}

// TestGenerated holds that a value with generated methods is written by the program of its type, under the
// configuration of the generated file, and that its MarshalJSON is called only if the program fails.
func TestGenerated(t *testing.T) {
	type record struct {
		A genValue
		B *genValue
		M map[string]genValue
	}
	v := genValue{N: 1, S: []string{"<"}}
	code := `{"N":1,"S":["\u003c"],"M":null,"F":0}`
	for name, row := range map[string]struct {
		cfg  *plan.Dialect
		want string
	}{
		"same choices":  {plan.V1, code},
		"no HTML":       {plan.V1Plain(), code}, // the file has its own configuration
		"other choices": {plan.New(plan.Meaning{Options: option.V1 &^ option.SortMapKeys, Shape: shape.Options{Meaning: option.V1}}), code},
	} {
		got, err := (&Call{Config: row.cfg}).Marshal(&record{v, &v, map[string]genValue{"k": v}})
		want := `{"A":` + row.want + `,"B":` + row.want + `,"M":{"k":` + row.want + "}}"
		if string(got) != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
	c := &Call{Config: plan.V1}
	m := get(c)
	m.use(m.own)
	typ := reflect.TypeFor[genValue]()
	p := ProgramOf(plan.V1, typ)
	m.optional.within++ // inside an opt.Value the method is called, to count the escapes in its result
	if n := m.encode(p, nil, unsafe.Pointer(&v), 0); string(m.bytes(max(n, 0))) != `"by the method"` {
		t.Errorf("within an opt.Value: %s", m.bytes(max(n, 0)))
	}
	m.optional.within--
	v.M, v.F = map[string]float64{"a": math.Inf(1), "b": 2}, math.NaN() // the error leaves entries of the map
	m.maps.names = append(m.maps.names, "key"...)
	if n := m.encode(p, nil, unsafe.Pointer(&v), 0); n >= 0 || m.err == nil || m.err.Err != errGenerated {
		t.Errorf("a program that fails: %d, %v", n, m.err)
	}
	if string(m.maps.names) != "key" || m.maps.lengths() != [7]int{6: 3} || m.cfg != plan.V1 || m.depth != 1 {
		t.Errorf("a program that fails leaves names %q, entries %v, depth %d", m.maps.names, m.maps.lengths(), m.depth)
	}
	m.abandon()
}

// local has values of many kinds, so that the stack can move while any of them is being encoded.
type local struct {
	A [3]int
	B []string
	C [2]struct {
		X string
		Y *int
	}
	M map[string][2]int
	D *local2
	E local2
	F float64
}

type local2 struct {
	X [2]string
	Y map[int]string
}

// grow makes the stack larger by n nested calls.
//
//go:noinline
func grow(n int) byte {
	var b [1024]byte
	b[n%len(b)] = byte(n)
	if n > 0 {
		return grow(n-1) + b[n%7]
	}
	return b[0]
}

// TestMarshalLocal holds that a value on the stack stays there, and that its JSON is right wherever the stack moves
// during the encoding. After an error there is a copy of the value on the heap.
func TestMarshalLocal(t *testing.T) {
	c := &Call{Config: genPlan}
	x := 7
	value := func() local {
		v := local{A: [3]int{1, 2, 3}, B: []string{"b", "<"}, M: map[string][2]int{"m": {4, 5}, "n": {}}, E: local2{[2]string{"x", "y"}, map[int]string{1: "z"}}, F: 1.5}
		v.C[1].X, v.C[1].Y, v.D = "c", &x, &local2{}
		return v
	}
	want, err := c.Marshal(new(value()))
	if err != nil {
		t.Fatal(err)
	}
	// The compiler may put a map on the stack too, if no call keeps it.
	<-apart(func() {
		v := local{M: map[string][2]int{"a": {1}, "b": {2}, "c": {3}}}
		b, _, err := c.MarshalLocal(&v)
		if w, _ := c.Marshal(new(v)); string(b) != string(w) || err != nil {
			t.Errorf("got %s, %v, want %s", b, err, w)
		}
	})
	for depth := range 200 {
		done := apart(func() {
			grow(depth % 7)
			v := value()
			b, failed, err := c.MarshalLocal(&v)
			if string(b) != string(want) || failed != nil || err != nil {
				t.Errorf("got %s, %v, want %s", b, err, want)
			}
			grow(depth)
			v.F = math.Inf(1)
			if _, failed, err = c.MarshalLocal(&v); err == nil || failed == any(&v) || !reflect.DeepEqual(*failed.(*local), v) {
				t.Errorf("got %v, %v", failed, err)
			}
			if depth%50 == 0 {
				runtime.GC()
			}
		})
		<-done
	}
	list := []string{"b"}
	if n := testing.AllocsPerRun(100, func() {
		v := local{B: list}
		if _, _, err := c.MarshalLocal(&v); err != nil {
			t.Error(err)
		}
	}); n > 1 && !guard.Race {
		t.Errorf("%v allocations, want that of the result", n)
	}
}

// TestMarshalLocalFirst holds that a value on the stack is encoded correctly even if the stack moves while the type is
// compiled at its first use. Other goroutines then write to the memory where the value was.
func TestMarshalLocalFirst(t *testing.T) {
	type point struct{ A, B, C, D int }
	moves := 0
	for range 20 {
		moved := make(chan bool)
		go func() {
			v := point{1, 2, 3, 4}
			before := uintptr(unsafe.Pointer(&v))
			naming := func(name string) string {
				grow(100)
				for range 50 {
					<-apart(func() { grow(1) })
				}
				return name
			}
			c := &Call{Config: plan.New(plan.Meaning{Options: option.V1, Shape: shape.Options{Naming: naming}})}
			b, _, err := c.MarshalLocal(&v)
			if string(b) != `{"A":1,"B":2,"C":3,"D":4}` || err != nil {
				t.Errorf("got %s, %v", b, err)
			}
			moved <- uintptr(unsafe.Pointer(&v)) != before
		}()
		if <-moved {
			moves++
		}
	}
	if moves == 0 {
		t.Error("no stack moved")
	}
}

// apart runs f in a goroutine of its own, which has a small stack.
func apart(f func()) chan bool {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	return done
}
