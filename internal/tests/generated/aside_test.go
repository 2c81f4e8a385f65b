package generated

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/opt"
)

//go:generate go run ../../../cmd/zetes gen -q aside_test.go

type (
	asideAny   any
	asideIface interface{ M() }
)

// loop has interfaces that may lead back to it.
//
//zetes:json
type loop struct {
	A asideAny
	I asideIface
	N int
}

func (*loop) M() {}

type plainLoop loop

func (*plainLoop) M() {}

// swapper calls a function when it is read.
type swapper struct{ swap func() }

func (*swapper) M() {}
func (s *swapper) UnmarshalJSON([]byte) error {
	s.swap()
	return nil
}

// TestAsideLoop: what a value writes to the field that leads to it stays.
func TestAsideLoop(t *testing.T) {
	other := &swapper{func() {}}
	for _, row := range []struct {
		text string
		set  func(i *asideIface, self asideIface)
	}{
		{`{"I":{"I":null,"N":1},"N":2}`, func(i *asideIface, self asideIface) { *i = self }},
		{`{"I":{"I":null,"N":1}}`, func(i *asideIface, self asideIface) { *i = self }},
		{`{"I":1}`, func(i *asideIface, _ asideIface) { *i = &swapper{func() { *i = other }} }},
	} {
		var v loop
		var p plainLoop
		row.set(&v.I, &v)
		row.set(&p.I, &p)
		got, want := v.UnmarshalJSON([]byte(row.text)), json.Unmarshal([]byte(row.text), &p)
		is := func(a, i any, n int, err error) string {
			return fmt.Sprintf("%T %v %v %v %v", a, i == nil, i == any(other), n, err == nil)
		}
		if got, want := is(v.A, v.I, v.N, got), is(p.A, p.I, p.N, want); got != want {
			t.Errorf("%s: got %s, want %s", row.text, got, want)
		}
	}
}

// TestAsideItself has an interface that leads to itself, of which encoding/json is not asked: that of Go 1.27 follows
// it until the stack is full.
func TestAsideItself(t *testing.T) {
	var v loop
	v.A = &v.A
	switch err := v.UnmarshalJSON([]byte(`{"A":5}`)); {
	case err == nil && v.A == asideAny(5.0):
	case err != nil && strings.Contains(err.Error(), "leads to itself"): // as zetes has it on Go 1.27
	default:
		t.Errorf("%T, %v", v.A, err)
	}
}

// EmbeddedQuoted is embedded by a pointer.
type EmbeddedQuoted struct {
	EQ int `json:",string"`
}

// shared is used by others while it is decoded into.
//
//zetes:json
type shared struct {
	*EmbeddedQuoted
	Mu sync.Mutex `json:"-"`
	N  int        `json:"-"`
	MP *map[string]int
	M  map[string]int
	I  asideIface
	S  json.Number
	O  opt.Value[map[string]int]
}

// TestAsideShared: what the input does not name is not written, nor what leads to the value that it names. The race
// detector has more to say.
func TestAsideShared(t *testing.T) {
	v := &shared{EmbeddedQuoted: &EmbeddedQuoted{}, MP: &map[string]int{}, I: &swapper{func() {}}, M: map[string]int{}}
	for _, text := range []string{`{"EQ":"5"}`, `{"MP":{"a":1}}`, `{"M":{"a":1}}`, `{"I":1}`, `{"S":null}`} {
		done := make(chan bool)
		v.N = 0
		const rounds = 2000
		go func() {
			for range rounds {
				v.Mu.Lock()
				v.N++
				_, _, _, _ = v.MP == nil, v.I == nil, v.M == nil, v.S == ""
				v.Mu.Unlock()
			}
			close(done)
		}()
		for ended := false; !ended; {
			select {
			case <-done:
				ended = true
			default:
				_ = v.UnmarshalJSON([]byte(text))
			}
		}
		if v.N != rounds {
			t.Errorf("%s: %d of %d", text, v.N, rounds)
		}
	}
}

// placeKept notes where it was read.
type placeKept int

var places []*placeKept

func (k *placeKept) UnmarshalText(b []byte) error {
	places = append(places, k)
	*k = placeKept(len(b))
	return nil
}

// receiving has values whose methods are told their place.
//
//zetes:json
type receiving struct {
	O opt.Value[placeKept]
	L [2]placeKept
	K placeKept
	Q placeKept `json:",string"`
}

// TestAsideReceivers: methods are told the place in the target.
func TestAsideReceivers(t *testing.T) {
	v := new(receiving)
	places = nil
	if err := v.UnmarshalJSON([]byte(`{"O":"a","L":["bc","d"],"K":"efg","Q":"\"h\""}`)); err != nil || len(places) < 5 {
		t.Fatal(err, len(places))
	}
	in := 0
	for _, k := range places {
		if at := uintptr(unsafe.Pointer(k)) - uintptr(unsafe.Pointer(v)); at < unsafe.Sizeof(*v) {
			in++
		}
	}
	if in < 4 { // an opt.Value may decode a copy of its own
		t.Errorf("%d of %d places are in the target", in, len(places))
	}
}
