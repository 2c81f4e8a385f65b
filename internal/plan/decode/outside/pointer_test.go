package outside

import (
	stdjson "encoding/json"
	"fmt"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestPointers decodes every text into pointers that are nil or not, and into interfaces that hold something: what is
// there is decoded into, and null takes it away.
func TestPointers(t *testing.T) {
	type in struct{ A *int }
	seven := func() *int { n := 7; return &n }
	for _, text := range []string{`null`, `1`, `"x"`, `[]`, `{}`, `{"A":1}`, `{"A":null}`, `{"A":"x"}`, `[1,2]`, `{"A":`, `[`} {
		same(t, text, func() any { return new(*int) })
		same(t, text, func() any { p := seven(); return &p })
		same(t, text, func() any { p := seven(); q := &p; return &q })
		same(t, text, func() any { return new(***in) })
		same(t, text, func() any { return &in{A: seven()} })
		same(t, text, func() any { p := &in{A: seven()}; return &p })
		same(t, text, func() any { return new(any) })
		same(t, text, func() any { var v any = 7; return &v })
		same(t, text, func() any { var v any = seven(); return &v })
		same(t, text, func() any { p := seven(); var v any = &p; return &v })
		same(t, text, func() any { var v any = &in{A: seven()}; return &v })
		same(t, text, func() any { var w any = 5; var v any = &w; return &v })
		same(t, text, func() any { var v any = (*int)(nil); return &v })
		same(t, text, func() any { return new(fmt.Stringer) })
		same(t, text, func() any { return &struct{ V any }{seven()} })
		same(t, `{"V":`+text+`}`, func() any { return &struct{ V any }{seven()} })
		same(t, `{"V":`+text+`}`, func() any { return &struct{ V *in }{&in{seven()}} })
	}
}

// usurper is a value whose method puts something else into the interface that leads to it.
type usurper struct{ replace func() }

func (u *usurper) UnmarshalJSON([]byte) error {
	u.replace()
	return nil
}

func (*usurper) String() string { return "usurper" }

// TestInterfacesStay: what a method puts into the interface that its value was reached by stays there, or goes, by the
// release.
func TestInterfacesStay(t *testing.T) {
	type target struct {
		V any
		S fmt.Stringer
	}
	text := []byte(`{"V":[1],"S":{}}`)
	// decoded returns whether V and S hold what the methods have put there, behind run.
	decoded := func(run func(v any) error) [2]bool {
		v, other := new(target), new(usurper)
		v.V, v.S = &usurper{func() { v.V = other }}, &usurper{func() { v.S = other }}
		if err := run(v); err != nil {
			t.Fatal(err)
		}
		return [2]bool{v.V == other, v.S == other}
	}
	for release, want := range map[option.Release]bool{option.Classic: true, option.OverV2: false} {
		c := &decode.Call{Config: released(release)}
		if got := decoded(func(v any) error { return errorOf(c.Unmarshal(text, v)) }); got != [2]bool{want, want} {
			t.Errorf("%x: %v, want %v", uint64(release), got, want)
		}
		if release == option.Toolchain {
			if got := decoded(func(v any) error { return stdjson.Unmarshal(text, v) }); got != [2]bool{want, want} {
				t.Errorf("encoding/json says %v", got)
			}
		}
	}
}
