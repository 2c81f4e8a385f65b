package outside

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/shape"
)

// lamp is read by the codecs of these tests.
type lamp struct{ Text string }

// lender decodes with codecs, as the calls of an API do.
type lender struct{ call decode.Call }

// reading returns a lender with a codec that reads values of type T by read.
func reading[T any](read func(r *codec.Reader, v *T)) lender {
	cd := codec.For(nil, read)
	parts := codec.Inside(loan.Within()).Codec(&cd)
	return lender{decode.Call{Config: plan.New(plan.Meaning{
		Options: option.V1, Shape: shape.Options{Meaning: option.V1}, Own: true, Codecs: map[reflect.Type]*plan.Codec{parts.Type: parts},
	})}}
}

func (l lender) decode(text string, v any) error {
	_, err := engine.Unmarshal(&l.call, []byte(text), v)
	return err
}

// TestCodecSight reads by way of what a reader shows besides values: that is the codec's own value and no more,
// wherever it stands.
func TestCodecSight(t *testing.T) {
	for _, doc := range []string{`{"A":%s,"B":[%[1]s , %[1]s]}`, ` { "A" : %s , "B" : [ %[1]s,%[1]s ] } `} {
		for _, value := range []string{`1`, `-1.5e3`, `null`, `"a\nb"`, `{"x":[1,{}]}`, `[]`, `[1,2]`} {
			for name, read := range map[string]func(r *codec.Reader, v *lamp){
				"Buffered": func(r *codec.Reader, v *lamp) {
					v.Text = string(r.Buffered())
					r.Skip()
				},
				"room": func(r *codec.Reader, v *lamp) {
					b := r.Buffered()
					if cap(b) > len(b) {
						r.Fail(errors.New("there is room to append to"))
					}
					v.Text = string(b)
					r.Skip()
				},
				"Raw": func(r *codec.Reader, v *lamp) {
					v.Text = string(r.Raw())
					if r.More() || r.Peek() != codec.End || len(r.Buffered()) != 0 {
						r.Fail(errors.New("there is more"))
					}
				},
			} {
				text := fmt.Sprintf(doc, value)
				type T struct {
					A lamp
					B []lamp
				}
				var got T
				err := reading(read).decode(text, &got)
				if want := (T{lamp{value}, []lamp{{value}, {value}}}); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %s: %+v, %v", name, text, got, err)
				}
			}
		}
	}
}

// TestCodecBadInput: codecs read what has not been checked. That it is no JSON is the error then, whatever they
// make of it, and the target is as it was.
func TestCodecBadInput(t *testing.T) {
	for name, read := range map[string]func(r *codec.Reader, v *lamp){
		"value": func(r *codec.Reader, v *lamp) {
			v.Text = "x"
			for range r.Object() {
				for range r.Array() {
					v.Text = r.String()
				}
			}
		},
		"panic":   func(r *codec.Reader, v *lamp) { v.Text = "x"; panic("codec") },
		"fail":    func(r *codec.Reader, v *lamp) { v.Text = "x"; r.Fail(errors.New("no")) },
		"nothing": func(r *codec.Reader, v *lamp) { v.Text = "x" },
		"skip":    func(r *codec.Reader, v *lamp) { v.Text = "x"; r.Skip() },
		"raw":     func(r *codec.Reader, v *lamp) { v.Text = "x"; v.Text = string(r.Raw()) },
		"shown":   func(r *codec.Reader, v *lamp) { v.Text = string(r.Buffered()); r.Skip() },
		"reset":   func(r *codec.Reader, v *lamp) { v.Text = "x"; r.ResetBytes([]byte("1")); r.Int() },
	} {
		api := reading(read)
		for _, bad := range []string{`{"a":["x",}]}`, `{"a":["x" "y"]}`, `{"a":["x"]`, `{"a":["x"`, `{"a":["x`, `{"a":["\x"]}`, `{`, ``, `{"a":01}`, `{"a":tru}`, `{"a"}`,
			`{"a":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`} {
			text := `{"L":` + bad + `}`
			var got struct{ L lamp }
			var syntax *json.SyntaxError
			want := json.Unmarshal([]byte(text), new(any))
			err := api.decode(text, &got)
			if !errors.As(err, &syntax) || syntax.Error() != want.Error() || got.L.Text != "" {
				t.Errorf("%s of %.40s: %v, want %v; %+v", name, text, err, want, got)
			}
		}
	}
}

// TestCodecKeepsReader uses readers behind their time.
func TestCodecKeepsReader(t *testing.T) {
	var kept []*codec.Reader
	what := func(r *codec.Reader, v *lamp) { v.Text = string(r.Raw()) }
	api := reading(func(r *codec.Reader, v *lamp) {
		kept = append(kept, r)
		what(r, v)
	})
	look := func(text string) {
		t.Helper()
		var got lamp
		err := api.decode(text, &got)
		for _, r := range kept {
			if b := r.Buffered(); len(b) > 0 {
				t.Errorf("after %v: %q is in sight", err, b)
			}
			if r.More() || r.Raw() != nil || r.Int() != 0 || r.String() != "" || r.Err() == nil {
				t.Errorf("after %v: a reader goes on reading", err)
			}
		}
	}
	look(`["first"]`)
	what = func(r *codec.Reader, v *lamp) { r.BeginArray() }
	look(`["second"]`)
	what = func(r *codec.Reader, v *lamp) { r.BeginArray(); panic("codec") }
	look(`["third"]`)
	what = func(r *codec.Reader, v *lamp) {}
	look(`["fourth"]`)
	what = func(r *codec.Reader, v *lamp) { v.Text = string(r.Raw()) }
	look(`["` + strings.Repeat("fifth", 10_000) + `"]`)
}

// TestCodecSettings: what one codec asks of the reader is not for the next one.
func TestCodecSettings(t *testing.T) {
	n := 0
	api := reading(func(r *codec.Reader, v *lamp) {
		if n++; n%2 == 1 {
			r.SetLimits(codec.Limits{String: 3, Depth: 1})
			v.Text = r.String()
			return
		}
		for range r.Array() {
			for range r.Array() {
				v.Text = r.String()
			}
		}
	})
	var got []lamp
	want := []lamp{{"abc"}, {"abcdef"}, {"abc"}, {"ghijkl"}}
	if err := api.decode(`["abc",[["abcdef"]],"abc",[["ghijkl"]]]`, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	n = 0
	var e *codec.Error
	if err := api.decode(`["abcd"]`, &got); !errors.As(err, &e) || e.Code != codec.Limit {
		t.Errorf("%v", err)
	}
}

// cross panics when it is decoded.
type cross struct{}

func (*cross) UnmarshalJSON([]byte) error { panic("cross") }

// TestPanicsWhileReading: a codec's panic is an error that names it, a method's is the caller's, and what comes
// after is not harmed.
func TestPanicsWhileReading(t *testing.T) {
	type mixed struct {
		M     map[string]lamp
		Any   any
		Cross *cross
	}
	api := reading(func(r *codec.Reader, v *lamp) {
		if v.Text = r.String(); v.Text == "panic" {
			panic("codec")
		}
	})
	for range 3 {
		var v mixed
		var p *codec.Panic
		var f *codec.Failure
		err := api.decode(`{"Any":[{"a":[1,2]}],"M":{"a":"b","c":"panic","d":"e"}}`, &v)
		if !errors.As(err, &p) || !errors.As(err, &f) || p.Value != "codec" || f.Type != reflect.TypeFor[lamp]() || f.Offset != 38 {
			t.Errorf("%v", err)
		}
		func() {
			defer func() {
				if v := recover(); v != "cross" {
					t.Errorf("recovered %v", v)
				}
			}()
			err := api.decode(`{"M":{"a":"b"},"Cross":1}`, new(mixed))
			t.Errorf("no panic, %v", err)
		}()
		if err := api.decode(`{"M":{"a":"b"},"Any":[[1]]}`, &v); err != nil || v.M["a"].Text != "b" || !reflect.DeepEqual(v.Any, []any{[]any{1.0}}) {
			t.Errorf("%+v, %v", v, err)
		}
		all := []lamp{}
		engine.UnmarshalAll(&api.call, []byte(`["a","panic",1,"b"]`), &all, 10, false, func(found []fault.Fault, _ *mem.Arena) {
			if len(found) != 2 || len(all) != 4 || all[3].Text != "b" {
				t.Errorf("%+v, %v", all, found)
			}
		})
	}
}

// TestCodecSlicesAlone keeps a slice that a codec has read. It must not keep those of other inputs, for which the
// same reader was lent.
func TestCodecSlicesAlone(t *testing.T) {
	type list struct{ L []*int }
	api := reading(func(r *codec.Reader, v *list) {
		v.L = codec.ReadElements(r, func(r *codec.Reader, v **int) { n := int(r.Int()); *v = &n })
	})
	read := func(text string) list {
		var v list
		if err := api.decode(text, &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	read(`[1,2,3,4,5,6,7,8,9]`) // tells the size of blocks
	kept := read(`[1,2,3]`)
	var gone []weak.Pointer[*int]
	for range 10 {
		gone = append(gone, weak.Make(&read(`[4,5,6]`).L[0]))
	}
	runtime.GC()
	runtime.GC()
	for i, p := range gone {
		if p.Value() != nil {
			t.Errorf("%d: the slice of another input is kept", i)
		}
	}
	runtime.KeepAlive(kept)
}
