package codec_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// chain is an array of at most one chain, read and written by a codec that calls itself.
type chain struct{ Next *chain }

func chains() codec.Codec {
	return codec.For(
		func(w *codec.Writer, v *chain) {
			w.BeginArray()
			if v.Next != nil {
				zetes.WriteValue(w, v.Next)
			}
			w.EndArray()
		},
		func(r *codec.Reader, v *chain) {
			for range r.Array() {
				v.Next = new(chain)
				zetes.ReadValue(r, v.Next)
			}
		})
}

// nestedArrays returns n arrays within one another, with pad bytes of white space behind the first bracket.
func nestedArrays(n, pad int) string {
	return "[" + strings.Repeat(" ", pad) + strings.Repeat("[", n-1) + strings.Repeat("]", n)
}

// TestCodecDepth: codecs read within one another as deep as the documentation says, in memory that does not grow
// with depth times size, and beyond it is an error.
func TestCodecDepth(t *testing.T) {
	config := zetes.Config{Codecs: []codec.Codec{chains()}}
	strict := zetes.Strict()
	strict.Codecs = config.Codecs
	for _, c := range []struct {
		config zetes.Config
		depth  int
		fits   bool
	}{{config, 900, true}, {config, 4990, true}, {config, 5010, false}, {config, 10_000, false}, {config, 10_001, false}, {strict, 1000, true}, {strict, 1001, false}} {
		api := c.config.Freeze()
		const pad = 200_000
		in := nestedArrays(c.depth, pad)
		for name, read := range map[string]func(v *chain) error{
			"unmarshal": func(v *chain) error { return api.UnmarshalString(in, v) },
			"decoder":   func(v *chain) error { return stream.NewDecoder(strings.NewReader(in), stream.Using(api)).Decode(v) },
			"reader": func(v *chain) error {
				r := codec.NewReader(strings.NewReader(in))
				api.ReadValue(r, v)
				return r.Err()
			},
		} {
			var v chain
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := read(&v)
			runtime.ReadMemStats(&after)
			n := 0
			for p := &v; p != nil; p = p.Next {
				n++
			}
			if (err == nil) != c.fits || c.fits && n != c.depth {
				t.Errorf("%s of %d: %d levels, %.200v", name, c.depth, n, err)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
				t.Errorf("%s of %d: took %d MB", name, c.depth, took>>20)
			}
		}
	}
	v := new(chain)
	for range 600 {
		v = &chain{v}
	}
	api := config.Freeze()
	if text, err := api.MarshalString(v); err != nil || text != nestedArrays(601, 0) {
		t.Errorf("%.200v", err)
	}
	for range 5000 {
		v = &chain{v}
	}
	if _, err := api.MarshalString(v); err == nil {
		t.Error("5,000 codecs write within one another")
	}
}

// TestCodecDepthByHand: arrays that codecs open themselves count too, and so do codecs that hand their value on
// without opening any.
func TestCodecDepthByHand(t *testing.T) {
	type tower struct{ N int }
	type again struct{ N int }
	var down func(r *codec.Reader, v *tower, left int)
	down = func(r *codec.Reader, v *tower, left int) {
		if r.Peek() != codec.Array {
			v.N += int(r.Int())
			return
		}
		for range r.Array() {
			v.N++
			if left > 0 {
				down(r, v, left-1)
				continue
			}
			var more tower
			zetes.ReadValue(r, &more)
			v.N += more.N
		}
	}
	api := zetes.Config{Codecs: []codec.Codec{
		codec.For(nil, func(r *codec.Reader, v *tower) { down(r, v, 99) }),
		codec.For(nil, func(r *codec.Reader, v *again) { zetes.ReadValue(r, v) }),
	}}.Freeze()
	for depth, fits := range map[int]bool{9000: true, 10_000: false, 100_000: false} {
		var v tower
		err := api.UnmarshalString(strings.Repeat("[", depth)+"0"+strings.Repeat("]", depth), &v)
		if (err == nil) != fits || fits && v.N != depth {
			t.Errorf("%d levels: %d, %.200v", depth, v.N, err)
		}
	}
	var rule *zetes.RuleError
	if err := api.UnmarshalString(`1`, new(again)); !errors.As(err, &rule) || rule.Rule != zetes.MaxDepth {
		t.Errorf("without end: %.200v", err)
	}
}

// guestRow has all that reads by other means than a plan's own: methods, text, interfaces, and another codec.
type guestRow struct {
	Name  string
	Any   any
	Label lamp
	Self  selfRead
	At    *int8
	Maybe opt.Value[[]int8]
}

// selfRead keeps what its method was given.
type selfRead struct{ text []byte }

func (s *selfRead) UnmarshalJSON(b []byte) error {
	if strings.Contains(string(b), "bad") {
		return fmt.Errorf("it is bad")
	}
	s.text = b
	return nil
}

// TestReadWithinCodec: what ReadValue makes within a codec, and its errors, are what Unmarshal has for the value
// alone, at the place where it stands.
func TestReadWithinCodec(t *testing.T) {
	type box struct{ Row guestRow }
	codecs := []codec.Codec{
		codec.For(nil, func(r *codec.Reader, v *lamp) { v.Text = r.String() + "!" }),
		codec.For(nil, func(r *codec.Reader, v *box) {
			v.Row.Name = "before"
			for range r.Array() {
				zetes.ReadValue(r, &v.Row)
			}
		}),
	}
	strict := zetes.Strict()
	for name, c := range map[string]zetes.Config{"plain": {}, "alias": {Alias: true}, "strict": strict, "fuzzy": {Fuzzy: true}, "number": {UseNumber: true}} {
		c.Codecs = codecs
		api := c.Freeze()
		for _, row := range []string{
			`{"Name":"a\u0041","Any":[1,{"x":"y"}],"Label":"l","Self":[ 1 ],"At":7}`, `{}`, `null`, ` {"Self": "x" } `,
			`{"Maybe":[1]}`, `{"Maybe":[1,300]}`, `{"At":300}`, `{"At":"x"}`, `{"Any":[1,2],"Label":7}`, `{"Self":"bad"}`, `7`, `{"Name":1e400,"Any":1e400}`, `{"Nam`, `{"Name":"a" "b"}`,
			`{"name":1}`, `{"Name":"a","Name":"b"}`, "{\"Any\":\"\xff\"}", `{"Label":{}}`,
		} {
			want := guestRow{Name: "before"}
			wantErr := api.UnmarshalString(row, &want)
			in := `{"a":[ ],"b":[` + strings.Repeat(" ", 70) + row + ` ]}`
			var got map[string]box
			err := api.UnmarshalString(in, &got)
			if (err == nil) != (wantErr == nil) {
				t.Errorf("%s: %s: got %v, want %v", name, row, err, wantErr)
				continue
			}
			if err == nil {
				if fmt.Sprintf("%+v", got["b"].Row) != fmt.Sprintf("%+v", want) && want.At == nil {
					t.Errorf("%s: %s: got %+v, want %+v", name, row, got["b"].Row, want)
				}
				if want.At != nil && *got["b"].Row.At != *want.At || string(got["b"].Row.Self.text) != string(want.Self.text) {
					t.Errorf("%s: %s: got %+v, want %+v", name, row, got["b"].Row, want)
				}
				continue
			}
			e, ok := err.(*zetes.Error)
			w := wantErr.(*zetes.Error)
			te, _ := errors.AsType[*json.UnmarshalTypeError](err)
			if wantTE, _ := errors.AsType[*json.UnmarshalTypeError](wantErr); te != nil && te.Offset != wantTE.Offset {
				t.Errorf("%s: %s: got %+v, want %+v", name, row, te, wantTE)
			}
			at := int64(strings.LastIndex(in, row))
			if cut := strings.HasSuffix(row, `"Nam`); !ok || !cut && (e.Offset != at+w.Offset || e.Pointer != "/b/0"+w.Pointer) {
				t.Errorf("%s: %s: got %v at %d %s, want %v at %d %s", name, row, err, e.Offset, e.Pointer, wantErr, at+w.Offset, w.Pointer)
			}
		}
	}
}

// textTaker keeps the text that its method gets.
type textTaker string

func (v *textTaker) UnmarshalJSON(text []byte) error {
	*v = textTaker(text)
	return nil
}

// TestReadValueDepth: outside of codecs ReadValue reads values as deep as Unmarshal decodes them, also those that
// have to be made whole.
func TestReadValueDepth(t *testing.T) {
	api := zetes.Config{ExactCase: true}.Freeze()
	for _, depth := range []int{1, 9999, 10_000, 10_001} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		var want, got textTaker
		err := api.Unmarshal([]byte(text), &want)
		r := codec.NewReader(strings.NewReader(text))
		api.ReadValue(r, &got)
		if (r.Err() == nil) != (err == nil) || (err == nil) != (depth <= 10_000) || got != want {
			t.Errorf("%d levels: %.200v, Unmarshal has %.200v", depth, r.Err(), err)
		}
	}
}
