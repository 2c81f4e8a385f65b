package engine

import (
	stdjson "encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// TestDraft: a Draft has encoding/json's bytes or error, whatever sizes of one type follow each other, and bytes that
// are appended to it stay with it.
func TestDraft(t *testing.T) {
	var deep any = 1
	for range 5000 {
		deep = []any{deep}
	}
	values := []any{nil, 1, true, "<", struct{}{}, &struct{}{}, (*int)(nil), map[string]any{"b": 1, "a": nil}, deep, math.NaN(),
		make(chan int), []any{math.Inf(1)}, stdjson.RawMessage("{"), stdjson.Number("x")}
	for _, n := range []int{0, 7 << 10, 8 << 10, 9 << 10, 100 << 10, 100 << 10, 100 << 10, 1, 1, 1, 100 << 10} {
		values = append(values, []string{strings.Repeat("x", n)})
	}
	for _, v := range values {
		want, wantErr := stdjson.Marshal(v)
		var d, other Draft
		err := d.Append(&encode.Call{Config: plan.V1}, v)
		if !alike(err, wantErr) {
			t.Errorf("%T: %v, want %v", v, err, wantErr)
		}
		if err != nil {
			continue
		}
		d.Bytes = append(d.Bytes, " behind"...)
		// While one Draft is under way another one is written, as by a writer that encodes.
		if err := other.Append(&encode.Call{Config: plan.V1}, []string{"another"}); err != nil {
			t.Fatal(err)
		}
		other.Release()
		if string(d.Bytes) != string(want)+" behind" {
			t.Errorf("%T: %.50s, want %.50s", v, d.Bytes, want)
		}
		d.Release()
	}
}

// TestDraftFinish: what makes another text of the whole result is asked for a Draft too.
func TestDraftFinish(t *testing.T) {
	finish := func(b []byte, from int) ([]byte, error) { return append(b, '!'), nil }
	var d Draft
	err := d.Append(&encode.Call{Config: plan.New(plan.Meaning{Options: option.V1, Own: true, Finish: finish})}, 1)
	if string(d.Bytes) != "1!" || err != nil {
		t.Errorf("%s, %v", d.Bytes, err)
	}
	d.Release()
}

// TestDraftIndent: a Draft is indented as a whole, or encoding/json says why not.
func TestDraftIndent(t *testing.T) {
	for _, n := range []int{1, 100 << 10} {
		v := []string{strings.Repeat("x", n)}
		want, _ := stdjson.MarshalIndent(v, ">", "  ")
		for range 3 {
			var d Draft
			if err := d.Append(&encode.Call{Config: plan.V1}, v); err != nil {
				t.Fatal(err)
			}
			if err := d.Indent(">", "  "); string(d.Bytes) != string(want) || err != nil {
				t.Errorf("%.50s, %v", d.Bytes, err)
			}
			d.Release()
		}
	}
	var deep any = 1
	for range 10001 {
		deep = []any{deep}
	}
	text, _ := stdjson.Marshal(deep)
	d := Draft{Bytes: text, buffer: new(Scratch)}
	if err := d.Indent("", " "); err == nil {
		t.Error("too deep, and indented")
	}
}
