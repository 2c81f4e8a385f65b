package matrix

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/lib"
)

// TestProofs runs every cell of the small documents once: all libraries must be measurable, and zetes exact.
func TestProofs(t *testing.T) {
	for _, name := range []string{"point", "session", "invoice", "feed"} {
		s := Select{Data: []string{name}, Procs: []int{1, 2}}
		keys, libs, err := s.Groups()
		if err != nil {
			t.Fatal(err)
		}
		for _, procs := range s.Procs {
			var some []Key
			for _, k := range keys {
				if k.Procs == procs {
					some = append(some, k)
				}
			}
			var out bytes.Buffer
			if err := Work(&out, some, libs, Options{Rounds: 1, Batch: 50 * time.Microsecond, Memory: false}, time.Time{}); err != nil {
				t.Fatal(err)
			}
			ends := 0
			for line := range strings.Lines(out.String()) {
				var m Message
				if err := stdjson.Unmarshal([]byte(line), &m); err != nil {
					t.Fatal(err)
				}
				if m.End != "" {
					ends++
				}
				if c := m.Cell; c != nil {
					if c.Err != "" {
						t.Logf("%s: %s", c.Name(), c.Err)
					}
					exact := c.Lib == "std" || c.Lib == "zetes" || c.Lib == "zetes-typed" || c.Lib == "zetes-codec"
					if c.Lib == "std" || strings.HasPrefix(c.Lib, "zetes") {
						if c.Err != "" || c.Same == Other || exact && c.Same != SameBytes || len(c.CPU) != 1 {
							t.Errorf("%s: %s, %s %s", c.Name(), c.Same, c.Differs, c.Err)
						}
					}
				}
			}
			if ends != len(some) {
				t.Errorf("%s: %d of %d groups ended", name, ends, len(some))
			}
		}
	}
}

// A library that answers differently is shown as such and not timed.
func TestWrongResultIsNotTimed(t *testing.T) {
	wrong := &lib.Lib{Name: "wrong", Marshal: func(any) ([]byte, error) { return []byte(`{"id":1}`), nil }}
	panics := &lib.Lib{Name: "panics", Marshal: func(any) ([]byte, error) { panic("oh") }}
	var out bytes.Buffer
	if err := Work(&out, []Key{{"marshal", "point", "struct", 1}}, []*lib.Lib{wrong, panics}, Options{Rounds: 1, Batch: time.Microsecond}, time.Time{}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(out.String()) {
		var m Message
		if stdjson.Unmarshal([]byte(line), &m) == nil && m.Cell != nil {
			n++
			if c := m.Cell; c.Err == "" || c.Same != Other || len(c.CPU) != 0 {
				t.Errorf("%s is timed: %+v", c.Lib, c)
			}
		}
	}
	if n != 2 {
		t.Errorf("%d cells, not 2", n)
	}
}

func TestKeys(t *testing.T) {
	k := Key{"marshal", "twitter", "struct", 2}
	if got, err := ParseKey(k.String()); err != nil || got != k {
		t.Errorf("%v, %v", got, err)
	}
	for _, s := range []Select{{Run: "("}, {Data: []string{"nothing"}}, {Libs: []string{"nothing"}}, {Run: "no such group"}, {Procs: []int{0}}} {
		if _, _, err := s.Groups(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
