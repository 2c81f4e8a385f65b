package generated

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// Structs that embed types which are not exported, under names of their own: reflection lets encoding/json call no
// method of those. It can't be asked about such a struct either, for it would call the generated methods that ask.

type sealedText struct{ A int }

func (sealedText) MarshalText() ([]byte, error)  { return []byte("t"), nil }
func (*sealedText) UnmarshalText(b []byte) error { return nil }

type sealedMore struct {
	A           int
	*sealedMore `json:"more"`
}

func (*sealedMore) MarshalText() ([]byte, error) { return []byte("m"), nil }
func (*sealedMore) UnmarshalText(b []byte) error { return nil }

//zetes:json
type sealed struct {
	sealedText  `json:"t"`
	*sealedMore `json:"m"`
	E           int
}

type plainSealed struct {
	sealedText  `json:"t"`
	*sealedMore `json:"m"`
	E           int
}

// sealedRing has a method for one way, and generated code for the other.
//
//zetes:json
type sealedRing struct {
	*sealedRing `json:"in"`
	E           int
}

func (r *sealedRing) UnmarshalJSON([]byte) error { return nil }

type plainRing struct {
	*plainRing `json:"in"`
	E          int
}

func (r *plainRing) UnmarshalJSON([]byte) error { return nil }

// TestSealed: generated code does with them what encoding/json does without it, and has an error where that panics.
func TestSealed(t *testing.T) {
	outcome := func(do func() (any, error)) (text string, panics bool) {
		defer func() {
			if recover() != nil {
				text, panics = "", true
			}
		}()
		v, err := do()
		return fmt.Sprintf("%s, %v", v, err), false
	}
	same := func(what string, got, want func() (any, error)) {
		t.Helper()
		g, _ := outcome(got)
		w, panics := outcome(want)
		switch w = strings.NewReplacer("plainSealed", "sealed", "plainRing", "sealedRing").Replace(w); {
		case panics && !strings.Contains(g, "unexported struct") && !strings.Contains(g, "unsupported type"):
			t.Errorf("%s: %s, want an error", what, g)
		case !panics && g != w:
			t.Errorf("%s: %s, want %s", what, g, w)
		}
	}
	for _, row := range []struct{ v, plain any }{
		{sealed{E: 1}, plainSealed{E: 1}}, {&sealed{E: 1}, &plainSealed{E: 1}},
		{sealedRing{E: 1}, plainRing{E: 1}}, {&sealedRing{&sealedRing{E: 2}, 1}, &plainRing{&plainRing{E: 2}, 1}},
	} {
		for _, marshal := range []func(any) ([]byte, error){stdjson.Marshal, json.Marshal} {
			same(fmt.Sprintf("%T", row.v), func() (any, error) { return marshal(row.v) }, func() (any, error) { return stdjson.Marshal(row.plain) })
		}
	}
	for _, doc := range []string{
		`{"E":3,"t":"u"}`, `{"E":3,"t":{"A":1,"x":2}}`, `{"t":{"A":"x"},"E":3}`, `{"t":[1],"E":3}`,
		`{"m":{"A":1},"E":3}`, `{"m":null,"E":3}`, `{"m":"u","E":3}`, `{"m":{"A":1,"more":{"A":2}},"E":3}`, `{"m":{"A":1,"more":"u"},"E":3}`,
	} {
		for _, held := range []*sealedMore{nil, {}, {A: 1, sealedMore: &sealedMore{}}} {
			copied := func() *sealedMore {
				if held == nil {
					return nil
				}
				c := *held
				if c.sealedMore != nil {
					c.sealedMore = new(sealedMore)
				}
				return &c
			}
			show := func(more *sealedMore, text sealedText, e int, err error) (any, error) {
				s := fmt.Sprint(text, e)
				for ; more != nil; more = more.sealedMore {
					s += fmt.Sprint(" ", more.A)
				}
				return s, err
			}
			for _, unmarshal := range []func([]byte, any) error{stdjson.Unmarshal, json.Unmarshal} {
				same(doc, func() (any, error) {
					v := sealed{sealedMore: copied()}
					err := unmarshal([]byte(doc), &v)
					return show(v.sealedMore, v.sealedText, v.E, err)
				}, func() (any, error) {
					v := plainSealed{sealedMore: copied()}
					err := stdjson.Unmarshal([]byte(doc), &v)
					return show(v.sealedMore, v.sealedText, v.E, err)
				})
			}
		}
	}
	for _, v := range []any{sealed{}, sealedRing{}} {
		if _, ok := v.(json.Marshaler); !ok {
			t.Errorf("no code was generated for %T", v)
		}
	}
}
