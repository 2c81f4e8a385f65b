//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"encoding/json/jsontext"
	"testing"
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
		if b, err := Marshal(&in); string(b) != `{"A":1,"S":2}` || err != nil || !plainMarshaling.noPlan(&in) {
			t.Errorf("%s, %v", b, err)
		}
		if b, err := Marshal(in); string(b) != `{"A":1,"S":2}` || err != nil || !plainMarshaling.noPlan(in) {
			t.Errorf("%s, %v", b, err)
		}
		var out holder
		if err := Unmarshal([]byte(`{"A":1,"S":2}`), &out); out != in || err != nil || !plainUnmarshaling.noPlan(&out) {
			t.Errorf("%v, %v", out, err)
		}
	}
	if plainMarshaling.noPlan(nil) || plainUnmarshaling.noPlan(nil) || plainUnmarshaling.noPlan(&in.A) {
		t.Error("a plan is missing")
	}
}
