package outside

import (
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// changer is an element whose method changes the slice that it is part of.
type changer struct{ N int }

var (
	changed struct{ List []changer }
	change  func()
)

func (c *changer) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(string(b))
	c.N = n
	change()
	return err
}

// TestChangedSlice decodes over memory for two elements, of which a method makes the slice another one, or none.
// What lies behind that memory, and behind that of the other slice, is nobody's to write to.
func TestChangedSlice(t *testing.T) {
	const room, other, end = 2, 8, 32
	var memory [end]changer
	for name, f := range map[string]func(){
		"shorter":   func() { changed.List = memory[other : other : other+1] },
		"full":      func() { changed.List = memory[other : other+1 : other+1] },
		"empty":     func() { changed.List = memory[other:other:other] },
		"longer":    func() { changed.List = memory[other : other+4] },
		"no length": func() { changed.List = changed.List[:0] },
		"no room":   func() { changed.List = changed.List[:0:0] },
		"cut":       func() { changed.List = changed.List[:min(1, len(changed.List)):1] },
		"nil":       func() { changed.List = nil },
		"again": func() {
			was := change
			change = func() {}
			if err := json.Unmarshal([]byte(`{"List":[]}`), &changed); err != nil {
				t.Error(err)
			}
			change = was
		},
	} {
		for at := range 5 {
			for i := range memory {
				memory[i].N = -i
			}
			changed.List = memory[:0:room]
			calls := 0
			change = func() {
				if calls++; calls == at+1 {
					f()
				}
			}
			if err := json.Unmarshal([]byte(`{"List":[101,102,103,104,105,106]}`), &changed); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for i := room; i < end; i++ {
				if memory[i].N != -i {
					t.Fatalf("%s by element %d: element %d of the memory is %d", name, at, i, memory[i].N)
				}
			}
			if len(changed.List) != 6 || changed.List[0].N != 101 || changed.List[5].N != 106 {
				t.Errorf("%s by element %d: %v", name, at, changed.List)
			}
		}
	}
}

// TestShortIntegers decodes arrays of integers of one and two bytes, sound and odd, fresh and over others, as
// encoding/json does.
func TestShortIntegers(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	usual := []string{"0", "1", "-7", "12", "100", "127", "-128", "99"}
	odd := []string{"-0", "128", "255", "256", "-129", "65535", "65536", "1e1", "1.0", "null", `"1"`, "01", "-", " 3", "4 ", "\n5\n", "[]", "", "true"}
	for range 4000 {
		var parts []string
		for range r.IntN(40) {
			if part := usual[r.IntN(len(usual))]; r.IntN(25) > 0 {
				parts = append(parts, part)
			} else {
				parts = append(parts, odd[r.IntN(len(odd))])
			}
		}
		doc := []byte("[" + strings.Join(parts, ",") + "]}"[:1+r.IntN(40)/39])
		agree(t, doc, []int8{1, 2, 3, 4, 5}[:r.IntN(6)])
		agree(t, doc, []int16(nil))
		agree(t, doc, []uint16{1, 2, 3}[:r.IntN(4)])
		agree(t, doc, [17]uint8{3: 5})
		agree(t, doc, []level8{5})
	}
}

type level8 int8

// agree decodes doc over v by both libraries.
func agree[T any](t *testing.T, doc []byte, v T) {
	t.Helper()
	got, want := reflect.New(reflect.TypeFor[T]()), reflect.New(reflect.TypeFor[T]())
	for _, to := range []reflect.Value{got, want} {
		if to.Elem().Set(reflect.ValueOf(v)); to.Elem().Kind() == reflect.Slice && to.Elem().Cap() > 0 {
			to.Elem().Set(reflect.AppendSlice(reflect.MakeSlice(to.Elem().Type(), 0, 8), to.Elem()))
		}
	}
	err, wantErr := json.Unmarshal(doc, got.Interface()), stdjson.Unmarshal(doc, want.Interface())
	if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got.Interface(), want.Interface()) {
		t.Fatalf("%s over %v:\n%v %v, want\n%v %v", doc, v, got.Elem(), err, want.Elem(), wantErr)
	}
}
