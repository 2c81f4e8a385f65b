package codec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// cross panics when it is decoded.
type cross struct{}

func (*cross) UnmarshalJSON([]byte) error { panic("cross") }

// lamp is written by the codecs of these tests.
type lamp struct{ Text string }

// reading returns an API in which read reads lamps.
func reading(read func(r *codec.Reader, v *lamp)) *zetes.API {
	return zetes.Config{Codecs: []codec.Codec{codec.For(nil, read)}}.Freeze()
}

// writing returns an API in which write writes lamps.
func writing(write func(w *codec.Writer, v *lamp)) *zetes.API {
	return zetes.Config{Codecs: []codec.Codec{codec.For(write, nil)}}.Freeze()
}

// sound borrows as many readers and writers as the pools may hold, and fails if one of them is somebody else's or
// was lent twice.
func sound(t *testing.T, writers []*codec.Writer, readers []*codec.Reader) {
	t.Helper()
	owned := map[any]bool{}
	for _, w := range writers {
		owned[w] = true
	}
	for _, r := range readers {
		owned[r] = true
	}
	for i := range 50 {
		w, r := codec.NewBytesWriter(nil), codec.NewBytesReader([]byte("7"))
		if owned[w] || owned[r] {
			t.Fatalf("%d: a writer or a reader has two owners", i)
		}
		owned[w], owned[r] = true, true
		defer w.Release()
		defer r.Release()
		if w.Int(7); string(w.Bytes()) != "7" || w.Err() != nil {
			t.Fatalf("%d: a borrowed writer wrote %q, %v", i, w.Bytes(), w.Err())
		}
		if v := r.Int(); v != 7 || r.Close() != nil {
			t.Fatalf("%d: a borrowed reader read %d, %v", i, v, r.Err())
		}
	}
}

// drained empties the pools as far as that can be seen to: what one goroutine puts there, it gets back.
func drained() {
	for range 50 {
		codec.NewBytesWriter(nil)
		codec.NewBytesReader(nil)
	}
}

// TestCodecGivesAwayWriter lets codecs release their writer, or have it write elsewhere. Both are the lender's to do.
func TestCodecGivesAwayWriter(t *testing.T) {
	var out bytes.Buffer
	for name, give := range map[string]func(w *codec.Writer){
		"Release":       func(w *codec.Writer) { w.Release() },
		"Release twice": func(w *codec.Writer) { w.Release(); w.Release() },
		"Release and borrow": func(w *codec.Writer) {
			w.Release()
			codec.NewBytesWriter(nil).Int(5)
		},
		"Reset":               func(w *codec.Writer) { w.Reset(&out) },
		"Reset and Release":   func(w *codec.Writer) { w.Reset(nil); w.Release() },
		"ResetBytes":          func(w *codec.Writer) { w.ResetBytes(nil) },
		"ResetBytes, Release": func(w *codec.Writer) { w.ResetBytes(make([]byte, 0, 1000)); w.Release() },
	} {
		for _, write := range []func(w *codec.Writer){
			func(w *codec.Writer) { give(w); w.Null() },
			func(w *codec.Writer) { w.Null(); give(w) },
			func(w *codec.Writer) { w.BeginArray(); give(w); w.EndArray() },
			func(w *codec.Writer) { give(w) },
		} {
			drained()
			var kept []*codec.Writer
			api := writing(func(w *codec.Writer, v *lamp) {
				if v.Text == "good" {
					w.String(v.Text)
					return
				}
				kept = append(kept, w)
				write(w)
			})
			for _, dst := range []string{"", "prefix", strings.Repeat("x", 20_000)} {
				b, err := api.Append([]byte(dst), map[string]lamp{"a": {"good"}, "b": {}})
				var f *codec.Failure
				var e *codec.Error
				if string(b) != dst || !errors.As(err, &f) || !errors.As(err, &e) || e.Code != codec.Misuse {
					t.Errorf("%s: %.100q, %v", name, b, err)
				}
			}
			sound(t, kept, nil)
			if b, err := api.Marshal([]lamp{{"good"}, {"good"}}); string(b) != `["good","good"]` || err != nil {
				t.Errorf("after %s: %s, %v", name, b, err)
			}
		}
	}
	if out.Len() > 0 {
		t.Errorf("%q was written elsewhere", out.Bytes())
	}
}

// TestCodecKeepsWriter writes to writers whose time is over: that they tell, and nothing comes of it.
func TestCodecKeepsWriter(t *testing.T) {
	type writer = *codec.Writer
	calls := map[string]func(w writer){
		"Int": func(w writer) { w.Int(1234567) }, "String": func(w writer) { w.String("somebody else's") }, "BeginArray": func(w writer) { w.BeginArray() },
		"EndArray": func(w writer) { w.EndArray() }, "BeginObject": func(w writer) { w.BeginObject(); w.Name("x") }, "Raw": func(w writer) { w.Raw([]byte("[1]")) },
		"Number": func(w writer) { w.Number("x") }, "Fail": func(w writer) { w.Fail(errors.New("late")) }, "Flush": func(w writer) { w.Flush() },
		"Close": func(w writer) { w.Close() }, "Reset": func(w writer) { w.Reset(nil); w.Int(8) }, "ResetBytes": func(w writer) { w.ResetBytes(nil); w.Int(9) },
		"WriteValue": func(w writer) { zetes.WriteValue(w, []int{1, 2}) }, "SetEscapeHTML": func(w writer) { w.SetEscapeHTML(false); w.SetEscapeHTML(true) },
		"Release": func(w writer) { w.Release() }, "Member": func(w writer) { w.MemberInt(codec.NewName("x"), 1) },
	}
	ends := map[string]func(w writer){
		"well":    func(w writer) { w.String("<") },
		"open":    func(w writer) { w.BeginArray(); w.Int(1) },
		"nothing": func(w writer) {},
		"twice":   func(w writer) { w.Int(1); w.Int(2) },
		"error":   func(w writer) { w.Int(1); w.Fail(errors.New("no")) },
		"panic":   func(w writer) { w.BeginArray(); panic("codec") },
		"nested":  func(w writer) { zetes.WriteValue(w, []any{cross{}}) },
	}
	for end, write := range ends {
		for call, late := range calls {
			var kept []writer
			api := writing(func(w *codec.Writer, v *lamp) {
				if kept = append(kept, w); v.Text != "" {
					w.String(v.Text)
					return
				}
				write(w)
			})
			what := end + ", " + call
			func() {
				defer func() { recover() }()
				_, _ = api.Marshal(lamp{})
			}()
			good := []lamp{{"first \xff"}, {strings.Repeat("long", 5000)}, {"last"}}
			first, _ := json.Marshal(good[0].Text) // U+FFFD has two forms
			want := fmt.Sprintf(`[%s,%q,"last"]`, first, good[1].Text)
			for range 2 {
				late(kept[0])
				if kept[0].Err() == nil {
					t.Errorf("%s: there is no error", what)
				}
				if b := kept[0].Bytes(); len(b) > 0 {
					t.Errorf("%s: %q is in sight", what, b)
				}
				if b, err := api.Append(make([]byte, 0, 100), good); string(b) != want || err != nil {
					t.Errorf("%s: %.100s, %v", what, b, err)
				}
			}
			sound(t, kept, nil)
		}
	}
}

// TestCodecSeesOwnOutput: what a writer shows to a codec is what the codec has written, and a copy.
func TestCodecSeesOwnOutput(t *testing.T) {
	var kept [][]byte
	api := writing(func(w *codec.Writer, v *lamp) {
		w.BeginArray()
		w.String(v.Text)
		b := w.Bytes()
		kept = append(kept, b)
		if want := fmt.Sprintf("[%q", v.Text); string(b) != want {
			w.Fail(fmt.Errorf("%q is in sight", b))
		}
		w.EndArray()
	})
	want := `{"a":["first"],"b":["second"]}`
	for _, dst := range [][]byte{nil, []byte("prefix"), make([]byte, 0, 10_000)} {
		b, err := api.Append(dst, map[string]lamp{"a": {"first"}, "b": {"second"}})
		if string(b) != string(dst)+want || err != nil {
			t.Errorf("%s, %v", b, err)
		}
		for i, k := range kept {
			for j := range k[:cap(k)] {
				k[:cap(k)][j] = '#'
			}
			if kept[i] = k[:0]; string(b) != string(dst)+want {
				t.Fatalf("a result changed: %s", b)
			}
		}
	}
}

// TestCodecGivesAwayReader lets codecs release their reader, or have it read something else. Both are the lender's
// to do.
func TestCodecGivesAwayReader(t *testing.T) {
	for name, give := range map[string]func(r *codec.Reader){
		"Release":             func(r *codec.Reader) { r.Release() },
		"Release twice":       func(r *codec.Reader) { r.Release(); r.Release() },
		"Reset":               func(r *codec.Reader) { r.Reset(strings.NewReader("1")) },
		"Reset and Release":   func(r *codec.Reader) { r.Reset(nil); r.Release() },
		"ResetBytes":          func(r *codec.Reader) { r.ResetBytes([]byte("1")) },
		"ResetBytes, Release": func(r *codec.Reader) { r.ResetBytes(nil); r.Release() },
	} {
		for _, read := range []func(r *codec.Reader){
			func(r *codec.Reader) { give(r); r.Skip() },
			func(r *codec.Reader) { r.BeginArray(); give(r); r.Skip() },
		} {
			drained()
			var kept []*codec.Reader
			api := reading(func(r *codec.Reader, v *lamp) {
				if v.Text == "good" {
					v.Text = r.String()
					return
				}
				kept = append(kept, r)
				read(r)
			})
			var e *codec.Error
			if err := api.UnmarshalString(`[[[1]],2]`, new([]lamp)); !errors.As(err, &e) || e.Code != codec.Misuse {
				t.Errorf("%s: %v", name, err)
			}
			sound(t, nil, kept)
			for _, r := range kept {
				r.Release() // later
			}
			sound(t, nil, kept)
			got := []lamp{{"good"}, {"good"}}
			if err := api.UnmarshalString(`["a","b"]`, &got); err != nil || got[0].Text != "a" || got[1].Text != "b" {
				t.Errorf("after %s: %v, %v", name, got, err)
			}
		}
	}
}
