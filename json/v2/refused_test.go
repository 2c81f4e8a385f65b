//go:build goexperiment.jsonv2 && go1.27

package json

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	"testing"
	"time"
)

type streaming struct{ N int64 }

func (s streaming) MarshalJSONTo(e *jsontext.Encoder) error { return e.WriteToken(jsontext.Int(s.N)) }

func (s *streaming) UnmarshalJSONFrom(d *jsontext.Decoder) error { return UnmarshalDecode(d, &s.N) }

// TestRefused: after the first call for a type that has no plan no call looks for one.
func TestRefused(t *testing.T) {
	type holder struct {
		A int
		S streaming
	}
	in := holder{1, streaming{2}}
	for range 2 {
		if b, err := Marshal(&in); string(b) != `{"A":1,"S":2}` || err != nil || serves(plainMarshaling, &in) {
			t.Errorf("%s, %v", b, err)
		}
		if b, err := Marshal(in); string(b) != `{"A":1,"S":2}` || err != nil || serves(plainMarshaling, in) {
			t.Errorf("%s, %v", b, err)
		}
		var out holder
		if err := Unmarshal([]byte(`{"A":1,"S":2}`), &out); out != in || err != nil || serves(plainUnmarshaling, &out) {
			t.Errorf("%v, %v", out, err)
		}
	}
	if !serves(plainMarshaling, nil) || !serves(plainUnmarshaling, nil) || !serves(plainUnmarshaling, &in.A) {
		t.Error("a plan is missing")
	}
}

func serves(c *call, v any) bool {
	_, ok := c.trialOf(v)
	return ok
}

// TestSomeOptionsServe: a type that has no plan under some options has one under others, such as one with a duration,
// which has a plan as an integer.
func TestSomeOptionsServe(t *testing.T) {
	sometimes := &struct{ D time.Duration }{}
	if b, err := Marshal(sometimes); err == nil {
		t.Errorf("%s", b)
	}
	if b, err := Marshal(sometimes, v1.FormatDurationAsNano(true)); string(b) != `{"D":0}` || err != nil || !serves(callFor(key{defaultMarshaling, true, true, false, false, nil}), sometimes) {
		t.Errorf("%s, %v", b, err)
	}
}
