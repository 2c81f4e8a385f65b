package decode

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

type counter int

// Two members of one name at the same depth are none.
type (
	twinA struct{ Twin int }
	twinB struct{ Twin int }
)

type namedBase struct {
	BaseN int
	baseN int
}

type namedHop struct {
	HopN    int
	HopM    int
	hopN    int
	HopList []int
}

// partly has members of all kinds, each of another name, and parts that no member has.
type partly struct {
	namedBase
	counter
	*namedHop
	mutex  sync.Mutex
	N      int
	S      string
	F      float32
	hidden int
	In     struct {
		InN   int
		inner int
		InL   []int
		InIn  struct{ InInN, InInM int }
	}
	Z  [3]struct{ ZN, zM, ZO int }
	L  []struct{ LN, lM, LO int }
	P  *struct{ PN, pM, PO int }
	PP **struct{ PPN, ppM int }
	Q  *int `json:",string"`
	A  any
	AA any
	M  map[string]int
	twinA
	twinB
	Not  int `json:"-"`
	Last int
}

// leaves finds the numbers in v, with the names that lead to them: those of members that are looked for, else "".
func leaves(v reflect.Value, name string, found map[*int]string) {
	switch v.Kind() {
	case reflect.Int:
		found[(*int)(v.Addr().UnsafePointer())] = name
	case reflect.Pointer:
		if !v.IsNil() {
			leaves(v.Elem(), name, found)
		}
	case reflect.Interface:
		if v.Elem().Kind() == reflect.Pointer {
			leaves(v.Elem(), name, found)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			leaves(v.Index(i), name+fmt.Sprint(i), found)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[sync.Mutex]() {
			return
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			switch {
			case f.Anonymous && f.Type.Kind() != reflect.Int:
				leaves(v.Field(i), name, found)
			case !f.IsExported() || f.Name == "Twin" || f.Tag != "" && !strings.Contains(string(f.Tag), "string"):
				leaves(v.Field(i), name+".-", found)
			default:
				leaves(v.Field(i), name+"."+strings.ToLower(f.Name), found)
			}
		}
	}
}

// namedIn returns the names that text leads to, as leaves has them, whose values have begun. What stands behind the
// last element of a whole array is named too: "z2" of {"z":[1,2]}.
func namedIn(text string) map[string]bool {
	found := map[string]bool{}
	d := json.NewDecoder(strings.NewReader(text))
	var value func(name, before string) bool
	value = func(name, before string) bool {
		from := d.InputOffset()
		tok, err := d.Token()
		if err != nil {
			// The value may have been read up to where it is cut off.
			rest, ok := strings.CutPrefix(strings.TrimSpace(text[from:]), before)
			found[name] = found[name] || ok && strings.TrimSpace(rest) != ""
			return false
		}
		found[name] = true
		switch tok {
		case json.Delim('{'):
			for d.More() {
				key, err := d.Token()
				if _, ok := key.(string); err != nil || !ok || !value(name+"."+strings.ToLower(key.(string)), ":") {
					return false
				}
			}
			_, err = d.Token()
		case json.Delim('['):
			n := 0
			for d.More() {
				before := ""
				if n > 0 {
					before = ","
				}
				if !value(name+fmt.Sprint(n), before) {
					return false
				}
				n++
			}
			if _, err = d.Token(); err == nil {
				found[name+fmt.Sprint(n)+"]"], found[name+fmt.Sprint(n+1)+"]"] = true, true
			}
		}
		return err == nil
	}
	value("", "")
	return found
}

var partlyDocs = []string{
	`{"N":1,"S":"x","F":1.5,"Last":2}`,
	`{"BaseN":5,"HopN":6,"HopList":[1,2,3],"n":7}`,
	` { "In" : { "InN" : 1 , "InL" : [ 1 , 2 ] , "unknown" : [ { "InN" : 2 } ] , "InIn" : { "InInM" : 3 } } , "Last" : 4 } `,
	`{"Z":[{"ZN":1},{"ZO":2}],"N":1}`, `{"Z":[{"ZN":1},{"ZO":2},{},{"ZN":5}],"N":1}`,
	`{"L":[{"LN":1},{"LO":2},{"LN":3},{"LO":4}],"N":1}`, `{"L":null,"N":2}`, `{"L":[{"LN":1},null,{"LO":3}]}`,
	`{"P":{"PN":1},"PP":{"PPN":2},"Q":"3","A":{"PN":4},"Last":5}`, `{"P":null,"PP":null,"Q":null,"A":null,"Last":5}`,
	`{"Twin":1,"Not":2,"counter":3,"hidden":4,"M":{"a":1},"Last":6}`,
	`{"In":1,"N":"x","L":{},"Z":3,"P":[],"Last":7}`, `{"In":null,"N":null,"P":{"PO":1},"P":{"PN":2},"P":null,"P":{"PN":3}}`,
	`{"\u004e":1,"in":{"INN":2},"L":[]}`, `{"AA":{"PN":1,"unknown":{"P":{}}},"Last":1}`,
}

func partlyTargets() map[string]*partly {
	held := &partly{N: 101, hidden: 102, Not: 103, twinA: twinA{104}, counter: 105, Last: 106, S: "old", M: map[string]int{"a": 9}}
	held.namedHop = &namedHop{HopN: 107, HopM: 108, hopN: 109, HopList: []int{110, 111}}
	held.L = make([]struct{ LN, lM, LO int }, 3)
	held.P = &struct{ PN, pM, PO int }{112, 113, 114}
	deep := &struct{ PPN, ppM int }{115, 116}
	held.PP = &deep
	held.Q = new(int)
	held.A = &struct{ PN, pM, PO int }{117, 118, 119}
	other := any(&struct{ PN, pM, PO int }{122, 123, 124})
	held.AA = &other
	held.Z[1].zM, held.In.inner, held.In.InL = 120, 121, make([]int, 2, 4)
	bare := &partly{N: 1}
	hop := &partly{namedHop: &namedHop{HopM: 1}}
	return map[string]*partly{"zero": {}, "held": held, "bare": bare, "hop": hop}
}

// TestOthersWrite: what the input does not name is not written to, and what others write there while the decoder runs
// stays. What it does name is as it was if the input turns out not to be JSON.
func TestOthersWrite(t *testing.T) {
	x := nodeFor(plan.V1, reflect.TypeFor[partly]())
	for _, doc := range partlyDocs {
		for cut := range doc {
			for _, end := range []string{"", "x", "\x01"} {
				text := doc[:cut] + end
				if json.Valid([]byte(text)) {
					continue
				}
				named := namedIn(text)
				for name, target := range partlyTargets() {
					was := map[*int]string{}
					leaves(reflect.ValueOf(target).Elem(), "", was)
					old := map[*int]int{}
					for at := range was {
						old[at] = *at
					}
					dst := unsafe.Pointer(target)
					s := acquire(plan.V1, []byte(text), false)
					p, zero := s.walk(x, dst, false)
					if p < 0 && s.undo.checked {
						s.release()
						continue
					}
					for at := range was {
						*at = 7777
					}
					if _, f := s.conclude(x, p, dst, zero); f == nil || f.Code != fault.Syntax {
						t.Fatalf("%s: %q: %v", name, text, f)
					}
					for at, path := range was {
						reached := named[path] || strings.HasPrefix(path, ".z") && named[path[:3]+"]"]
						want := 7777
						if reached {
							want = old[at]
						}
						if *at != want {
							t.Fatalf("%s: %q: %q is %d, want %d", name, text, path, *at, want)
						}
					}
				}
			}
		}
	}
}

// TestMutexWithin decodes broken documents into a struct whose mutex is in use meanwhile.
func TestMutexWithin(t *testing.T) {
	v := &struct {
		sync.Mutex
		counter atomic.Int64
		Other   int64
		L       []int
	}{}
	doc := []byte(`{"L":[` + strings.Repeat("1,", 5000) + "x")
	good := []byte(`{"L":[1]}`)
	done := make(chan bool)
	n := int64(0)
	go func() {
		for {
			select {
			case <-done:
				done <- true
				return
			default:
			}
			v.Lock()
			v.counter.Add(1)
			atomic.AddInt64(&v.Other, 1)
			n++
			v.Unlock()
		}
	}()
	for i := range 50 {
		if i%2 == 0 {
			v.L = nil
		}
		f := errorOf((&Call{Config: plan.V1}).Unmarshal(doc, v))
		if f == nil {
			t.Fatal("no fault")
		}
		_ = errorOf((&Call{Config: plan.V1}).Unmarshal(good, v)) // the next broken one would be looked at first
	}
	done <- true
	<-done
	if v.counter.Load() != n || v.Other != n {
		t.Errorf("%d and %d, want %d", v.counter.Load(), v.Other, n)
	}
}

// TestRestoreIsLinear: to put back what a deep value held takes a walk over the input, and not one for each level.
func TestRestoreIsLinear(t *testing.T) {
	guard.Path(t, fast.Undo)
	type node struct {
		V     int
		Next  *node
		List  []node
		Any   any
		Raw   json.RawMessage
		Quote *int `json:",string"`
	}
	const depth = 500
	for name, c := range map[string]struct {
		open string
		more func(n *node) *node
	}{
		"pointer":   {`{"V":1,"Next":`, func(n *node) *node { n.Next = &node{V: 2}; return n.Next }},
		"list":      {`{"V":1,"List":[{},`, func(n *node) *node { n.List = make([]node, 2, 3); return &n.List[1] }},
		"interface": {`{"V":1,"Any":`, func(n *node) *node { m := &node{V: 2}; n.Any = m; return m }},
		"raw": {`{"V":1,"Raw":[1,2,3],"Quote":"5","Next":`, func(n *node) *node {
			n.Raw, n.Quote, n.Next = json.RawMessage("[4,5]"), new(int), &node{V: 2}
			return n.Next
		}},
	} {
		var root node
		n := &root
		for range depth {
			n = c.more(n)
		}
		doc := strings.Repeat(c.open, depth) + `{"V":7,` + strings.Repeat(" ", 40*depth)
		x := nodeFor(plan.V1, reflect.TypeFor[node]())
		s := acquire(plan.V1, []byte(doc), false)
		p, zero := s.walk(x, unsafe.Pointer(&root), false)
		if zero || s.undo.checked {
			t.Fatal("not put by")
		}
		if len(s.undo.kept) < depth {
			t.Fatalf("%s: %d places, want %d", name, len(s.undo.kept), depth)
		}
		looked := 0
		meter.Count = func(n int) { looked += n }
		_, f := s.conclude(x, p, unsafe.Pointer(&root), false)
		meter.Count = nil
		if f == nil || f.Code != fault.Syntax {
			t.Fatalf("%s: %v", name, f)
		}
		if looked > 2*len(doc) {
			t.Errorf("%s: looked at %d bytes of %d", name, looked, len(doc))
		}
		if root.V != 0 || n.V == 7 {
			t.Errorf("%s: %d and %d are there", name, root.V, n.V)
		}
	}
}

// TestAllocRestore: to put back what broken input names takes memory in proportion to the input, however long the Go
// arrays are that it names. They become what they were, their ends too.
func TestAllocRestore(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates")
	}
	type wide struct {
		A [1000]int8
		B [30]*int
		C [60]string
	}
	seven := 7
	for _, held := range []bool{false, true} {
		for _, member := range []string{`"A":[],`, `"A":[1,2],"B":[3],`, `"B":[null],"C":[],`, `"C":["x"],`} {
			text := []byte("{" + strings.Repeat(member, 1000) + `"A":[4],"B":[5],"C":["y"],`)
			var v wide
			if held {
				v.A[0], v.A[999], v.B[0], v.B[29], v.C[0], v.C[59] = 1, 2, &seven, &seven, "c", "d"
			}
			was := v
			took := guard.Allocated(func() {
				if f := (&Call{Config: plan.V1}).Unmarshal(text, &v); f == nil || f.Code != fault.Syntax {
					t.Fatal(f)
				}
			})
			if most := 200*len(text) + 100_000; took > most {
				t.Errorf("%s, held %v: %d bytes for %d of input, more than %d", member, held, took, len(text), most)
			}
			if v != was || seven != 7 {
				t.Errorf("%s, held %v: changed", member, held)
			}
			// The next broken document would be looked at first.
			_ = (&Call{Config: plan.V1}).Unmarshal([]byte("{}"), new(wide))
		}
	}
}

// TestRawOver decodes whole and broken texts over old json.RawMessages, which share memory, as encoding/json does.
func TestRawOver(t *testing.T) {
	type member struct {
		Raw  json.RawMessage
		List []json.RawMessage
		N    int
	}
	r := rand.New(rand.NewPCG(5, 6))
	raws := func() (list []json.RawMessage) {
		memory := []byte(strings.Repeat("old", 9))
		for range r.IntN(5) {
			at := r.IntN(len(memory))
			list = append(list, memory[at:at+r.IntN(len(memory)-at)])
		}
		return list
	}
	words := []string{"[", "]", "{", "}", `{"List":[`, `"Raw":`, `"N":1`, `"a":`, ",", ", ", `[1,[2]]`, `{"a":[ {} ]}`, "true", `"text"`, " 7"}
	var value func(depth int) string
	value = func(depth int) string {
		switch kind := r.IntN(4); {
		case kind == 0 || depth == 0:
			return words[len(words)-1-r.IntN(5)]
		case kind == 1:
			return `{"Raw":` + value(depth-1) + ` ,"List":[` + value(depth-1) + `,` + value(0) + `],"N":2}`
		}
		return "[ " + value(depth-1) + ", " + value(0) + "," + value(depth-1) + "]"
	}
	for range 4000 {
		text := value(3)
		for range r.IntN(3) {
			if at := r.IntN(len(text)); r.IntN(2) == 0 {
				text = text[:at] + words[r.IntN(len(words))] + text[at:]
			}
		}
		seed := r.Uint64()
		for _, fresh := range []func() any{
			func() any { v := raws(); return &v },
			func() any { return &[][]json.RawMessage{raws(), raws(), raws()} },
			func() any { return &[]member{{append(raws(), nil)[0], raws(), 1}, {nil, raws(), 2}} },
			func() any { return &member{nil, raws(), 3} },
			func() any { return &map[string]json.RawMessage{"Raw": {'1'}, "N": {'2'}} },
		} {
			r = rand.New(rand.NewPCG(seed, 1))
			got := fresh()
			r = rand.New(rand.NewPCG(seed, 1))
			want := fresh()
			err, wrong := errorOf((&Call{Config: plan.V1}).Unmarshal([]byte(text), got)), json.Unmarshal([]byte(text), want)
			if (err == nil) != (wrong == nil) || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s\n got %s (%v)\nwant %s (%v)", text, got, err, want, wrong)
			}
		}
	}
}
