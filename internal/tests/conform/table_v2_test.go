//go:build goexperiment.jsonv2 && go1.27

package conform

import (
	"bytes"
	stdjson "encoding/json/v2"
	"fmt"
	"regexp"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// judgeV2 returns how the door of got differs from that of the standard library for the row under a set of options, or
// "". Maps are sorted: else equal values have different output.
func judgeV2(c *cases.Case, d *doors.DoorV2, got *doors.APIV2, set stdjson.Options) string {
	return judgeBy(&doors.StdV2, c, d, got, set)
}

// judgeBy is judgeV2 by another door of the standard library.
func judgeBy(std *doors.APIV2, c *cases.Case, d *doors.DoorV2, got *doors.APIV2, set stdjson.Options) string {
	run := func(a *doors.APIV2) (o outcome) {
		defer o.close()
		if d.Marshal != nil {
			if o.out, o.err = d.Marshal(a, c.Value(), stdjson.JoinOptions(set, stdjson.Deterministic(true))); o.err != nil {
				o.out = nil // how much there is of it depends on the order of maps
			}
			return o
		}
		data := []byte(c.Text)
		o.value = c.Target()
		o.trace, o.err = d.Unmarshal(a, data, o.value, set)
		if string(data) != c.Text {
			o.trace += " and the input was written to"
		}
		copy(data, bytes.Repeat([]byte{'#'}, len(data)))
		return o
	}
	look := func(a *doors.APIV2) outcome {
		o := run(a)
		if std != &doors.StdV2 && o.err != nil {
			o.notes = "" // what was called before an error is not promised
		}
		return o
	}
	want := look(std)
	text := diff(look(got), want)
	for n := 0; n < 40 && text != ""; n++ { // errors may be about any entry of a map
		if diff(look(std), want) != "" {
			return ""
		}
	}
	return text
}

// TestTableV2 is the judgement of json/v2: rows times doors times options, of which each run takes some. Long documents
// go through few of them, and through no door that reads in pieces: the standard library's buffers, from a pool, decide
// which names are in the pointer of an error about a document that is too deep.
func TestTableV2(t *testing.T) {
	sets, rows, failed, n := cases.SetsV2(), cases.All(), 0, 0
	every := 37
	if !long.On() || slow {
		every = 997
	}
	for i, c := range rows {
		for j := range doors.AllV2 {
			d := &doors.AllV2[j]
			if (d.Marshal != nil) != (c.Value != nil) {
				continue
			}
			for k, set := range sets {
				if len(c.Text) > 10_000 && (k > 1 || d.Stream) {
					continue
				}
				if (i*len(sets)*3+j*len(sets)+k)%every != 0 {
					continue
				}
				n++
				if diff := judgeV2(c, d, &doors.ZetesV2, set.Options); diff != "" {
					if failed++; failed <= 20 {
						input := ""
						if c.Value == nil {
							input = fmt.Sprintf(" of %q into %T", cut(c.Text), c.Target())
						}
						t.Errorf("%s (%s) through %q under %s%s:\n\t%s", c.Name, c.Where, d.Name, set.Name, input, diff)
					}
				}
			}
		}
	}
	t.Logf("%d rows, %d sets: %d runs, %d failed", len(rows), len(sets), n, failed)
	if n < 1000 {
		t.Errorf("only %d runs", n)
	}
}

// TestTableOfConfigV2 is the judgement of zetes.V2. Rows of other meaning are those of this module's types, of values
// with more than some thousand levels, and of a channel for a target.
func TestTableOfConfigV2(t *testing.T) {
	other := regexp.MustCompile("^(optional|self|depth)/|^held/named/target-chan/")
	n, failed, step := 0, 0, 1
	if !long.On() || slow {
		step = 7
	}
	for i := 0; i < len(cases.All()); i += step {
		c := cases.All()[i]
		d := &doors.AllV2[0]
		if c.Value == nil {
			d = &doors.AllV2[3]
		}
		if other.MatchString(c.Name) {
			continue
		}
		for _, set := range []stdjson.Options{doors.SetV2(0), doors.SetV2(i % 64)} {
			n++
			if diff := judgeBy(&doors.StdLikeV2, c, d, &doors.ConfigV2, set); diff != "" {
				if failed++; failed <= 20 {
					input := ""
					if c.Value == nil {
						input = fmt.Sprintf(" of %q into %T", cut(c.Text), c.Target())
					}
					t.Errorf("%s (%s) through %q%s:\n\t%s", c.Name, c.Where, d.Name, input, diff)
				}
			}
		}
	}
	t.Logf("%d runs, %d failed", n, failed)
	if n < 1000 {
		t.Errorf("only %d runs", n)
	}
}

// TestJudgeV2 runs encoding/json/v2 with one fault in each direction: each must be caught, and none without it.
func TestJudgeV2(t *testing.T) {
	wrong := doors.StdV2
	wrong.Marshal = func(v any, opts ...stdjson.Options) ([]byte, error) {
		b, err := doors.StdV2.Marshal(v, opts...)
		return bytes.ReplaceAll(b, []byte("null"), []byte("[]")), err
	}
	wrong.Unmarshal = func(b []byte, v any, opts ...stdjson.Options) error {
		err := doors.StdV2.Unmarshal(b, v, opts...)
		if e, ok := err.(*stdjson.SemanticError); ok {
			e.ByteOffset++
		}
		return err
	}
	caught := map[bool]bool{}
	for i := 0; i < len(cases.All()); i += 97 {
		c := cases.All()[i]
		d := &doors.AllV2[0]
		if c.Value == nil {
			d = &doors.AllV2[3]
		}
		set := cases.SetsV2()[0].Options
		if diff := judgeV2(c, d, &doors.StdV2, set); diff != "" {
			t.Errorf("%s: encoding/json/v2 differs from itself: %s", c.Name, diff)
		}
		if judgeV2(c, d, &wrong, set) != "" {
			caught[c.Value != nil] = true
		}
	}
	if !caught[true] || !caught[false] {
		t.Errorf("caught: %v", caught)
	}
}
