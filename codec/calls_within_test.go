package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// actor calls act where the module calls code of the caller's: as a method of a value, as a source, as an output.
type actor struct {
	act    func()
	text   string
	wrote  bytes.Buffer
	writes int
}

func (a *actor) UnmarshalJSON([]byte) error   { a.act(); return nil }
func (a *actor) MarshalJSON() ([]byte, error) { a.act(); return []byte(`"mine"`), nil }

func (a *actor) Read(b []byte) (int, error) {
	n := copy(b[:min(len(b), 48)], a.text)
	if a.text = a.text[n:]; len(a.text) < 400 && n > 0 {
		a.act()
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (a *actor) Write(b []byte) (int, error) {
	if a.writes++; a.writes == 2 {
		a.act()
	}
	return a.wrote.Write(b)
}

// strangers are readers and writers of the pool whose owners read and write something else meanwhile.
type strangers struct {
	readers []*codec.Reader
	writers []*codec.Writer
}

func (s *strangers) come() {
	for i := range 3 {
		text := fmt.Sprintf(`["alien %d", "alien again"]`, i)
		r := codec.NewBytesReader([]byte(text))
		if i == 1 {
			r.Reset(strings.NewReader(text))
		}
		r.BeginArray()
		r.NextElement()
		s.readers = append(s.readers, r)
		w := codec.NewBytesWriter([]byte("alien: "))
		w.BeginArray()
		w.Int(int64(i))
		s.writers = append(s.writers, w)
	}
}

// leave finds out whether anybody has touched the strangers' readers and writers.
func (s *strangers) leave(t *testing.T) {
	t.Helper()
	for i, r := range s.readers {
		first := r.String()
		r.NextElement()
		if again := r.String(); first != fmt.Sprint("alien ", i%3) || again != "alien again" || r.NextElement() || r.Close() != nil {
			t.Fatalf("a stranger reads %q, %q, %v", first, again, r.Err())
		}
		r.Release()
	}
	for i, w := range s.writers {
		w.EndArray()
		if got, want := string(w.Bytes()), fmt.Sprintf("alien: [%d]", i%3); got != want || w.Err() != nil {
			t.Fatalf("a stranger writes %q, %v", got, w.Err())
		}
		w.Release()
	}
}

// calm runs f, which must not panic.
func calm(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if v := recover(); v != nil {
			t.Fatalf("panic: %v", v)
		}
	}()
	f()
}

// readActs are what code can do with a Reader that is at work, and whether that ends the work.
var readActs = map[string]func(r *codec.Reader){
	"Release":         func(r *codec.Reader) { r.Release() },
	"Release twice":   func(r *codec.Reader) { r.Release(); r.Release() },
	"Reset":           func(r *codec.Reader) { r.Reset(strings.NewReader(`["new"]`)) },
	"ResetBytes":      func(r *codec.Reader) { r.ResetBytes([]byte(`["new"]`)) },
	"ResetBytes long": func(r *codec.Reader) { r.ResetBytes([]byte(strings.Repeat(`["new"]`, 20000))); r.Skip() },
	"Skip":            func(r *codec.Reader) { r.Skip() },
	"Raw":             func(r *codec.Reader) { r.Raw() },
	"NextElement":     func(r *codec.Reader) { r.NextElement(); r.Peek() },
	"Close":           func(r *codec.Reader) { r.Close() },
	"ReadValue":       func(r *codec.Reader) { zetes.ReadValue(r, new(any)) },
	"ReadElements": func(r *codec.Reader) {
		codec.ReadElements(r, func(r *codec.Reader, v *string) { *v = r.String() })
	},
	"Fail": func(r *codec.Reader) { r.Fail(errors.New("no")) },
}

// TestReaderUsedWithinCall uses Readers while they are at work: they refuse, and nobody sees anybody else's input.
func TestReaderUsedWithinCall(t *testing.T) {
	doc := `["mine", {"mine": 1}, ["mine"]` + strings.Repeat(`, "mine"`, 100) + `]`
	calls := map[string]func(r *codec.Reader, a *actor, act func(r *codec.Reader)){
		"ReadValue":   func(r *codec.Reader, a *actor, act func(r *codec.Reader)) { zetes.ReadValue(r, a) },
		"ReadDefault": func(r *codec.Reader, a *actor, act func(r *codec.Reader)) { zetes.ReadDefault(r, a) },
		"source":      func(r *codec.Reader, a *actor, act func(r *codec.Reader)) { r.Skip() },
	}
	for call, run := range calls {
		for name, act := range readActs {
			for _, how := range []string{"lent", "slice", "stream", "pooled slice", "pooled stream"} {
				if call == "source" && !strings.Contains(how, "stream") {
					continue
				}
				t.Run(call+"/"+name+"/"+how, func(t *testing.T) {
					var others strangers
					var r *codec.Reader
					a := &actor{text: doc}
					count := 0
					acting := func(r *codec.Reader) {
						if count++; count == 1 {
							calm(t, func() { act(r) })
							others.come()
						}
					}
					a.act = func() {
						if call == "source" || strings.HasPrefix(call, "Read") {
							acting(r)
						}
					}
					var seen []string
					work := func() {
						for i := range r.Array() {
							if i == 1 {
								run(r, a, acting)
								continue
							}
							if r.Peek() == codec.String {
								seen = append(seen, r.String())
							}
						}
						seen = append(seen, string(r.Buffered()), fmt.Sprint(r.Close()))
						if e, _ := r.Err().(*codec.Error); strings.HasPrefix(name, "Re") && (e == nil || e.Code != codec.Misuse) {
							t.Errorf("the misuse is no error: %v", r.Err())
						}
					}
					switch how {
					case "lent":
						api := zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(lent *codec.Reader, v *lamp) { r = lent; work() })}}.Freeze()
						var list []lamp
						calm(t, func() { seen = append(seen, fmt.Sprint(api.UnmarshalString("["+doc+","+doc+"]", &list))) })
					case "slice":
						r = codec.NewBytesReader([]byte(doc))
						calm(t, work)
					case "stream":
						r = codec.NewReader(a)
						calm(t, work)
					case "pooled slice":
						r = codec.NewBytesReader([]byte(doc))
						calm(t, work)
						calm(t, r.Release)
					case "pooled stream":
						r = codec.NewReader(a)
						calm(t, work)
						calm(t, r.Release)
					}
					if count == 0 {
						t.Fatal("nothing was done")
					}
					for _, s := range seen {
						if strings.Contains(s, "alien") {
							t.Errorf("what a stranger reads is in sight: %q", s)
						}
					}
					others.leave(t)
				})
			}
		}
	}
}

// writeActs are what code can do with a Writer that is at work.
var writeActs = map[string]func(w *codec.Writer){
	"Release":       func(w *codec.Writer) { w.Release() },
	"Release twice": func(w *codec.Writer) { w.Release(); w.Release() },
	"Reset":         func(w *codec.Writer) { w.Reset(io.Discard) },
	"ResetBytes":    func(w *codec.Writer) { w.ResetBytes([]byte("new")); w.Int(1) },
	"Int":           func(w *codec.Writer) { w.Int(1) },
	"String":        func(w *codec.Writer) { w.String(strings.Repeat("new", 9000)) },
	"EndArray":      func(w *codec.Writer) { w.EndArray() },
	"BeginObject":   func(w *codec.Writer) { w.BeginObject(); w.Name("new") },
	"Raw":           func(w *codec.Writer) { w.Raw([]byte("{}")) },
	"Bytes":         func(w *codec.Writer) { w.Bytes() },
	"Flush":         func(w *codec.Writer) { w.Flush() },
	"Close":         func(w *codec.Writer) { w.Close() },
	"WriteValue":    func(w *codec.Writer) { zetes.WriteValue(w, []int{1}) },
	"WriteMembers": func(w *codec.Writer) {
		codec.WriteMembers(w, map[string]int{"a": 1}, func(w *codec.Writer, v int) { w.Int(1) })
	},
	"Fail": func(w *codec.Writer) { w.Fail(errors.New("no")) },
}

// TestWriterUsedWithinCall uses Writers while they are at work: they refuse, and nobody gets anybody else's output.
func TestWriterUsedWithinCall(t *testing.T) {
	calls := map[string]func(w *codec.Writer, a *actor){
		"WriteValue":   func(w *codec.Writer, a *actor) { zetes.WriteValue(w, a) },
		"WriteDefault": func(w *codec.Writer, a *actor) { zetes.WriteDefault(w, a) },
		"Flush":        func(w *codec.Writer, a *actor) { w.Flush(); w.Int(2); w.Flush() },
		"much":         func(w *codec.Writer, a *actor) { w.String(strings.Repeat("mine", 9000)) },
	}
	for call, run := range calls {
		for name, act := range writeActs {
			for _, how := range []string{"lent", "slice", "stream", "pooled slice", "pooled stream"} {
				if !strings.HasPrefix(call, "Write") && !strings.Contains(how, "stream") {
					continue
				}
				t.Run(call+"/"+name+"/"+how, func(t *testing.T) {
					var others strangers
					var w *codec.Writer
					count := 0
					a := &actor{}
					a.act = func() {
						if count++; count == 1 {
							calm(t, func() { act(w) })
							others.come()
						}
					}
					var got []string
					work := func() {
						w.BeginArray()
						w.String("mine")
						run(w, a)
						for range 5000 {
							w.String("mine")
						}
						w.EndArray()
						got = append(got, fmt.Sprint(w.Close()), string(w.Bytes()))
						if e, _ := w.Err().(*codec.Error); strings.HasPrefix(name, "Re") && (e == nil || e.Code != codec.Misuse) {
							t.Errorf("the misuse is no error: %v", w.Err())
						}
					}
					switch how {
					case "lent":
						api := zetes.Config{Codecs: []codec.Codec{codec.For(func(lent *codec.Writer, v *lamp) { w = lent; work() }, nil)}}.Freeze()
						calm(t, func() {
							b, err := api.Marshal([]lamp{{}, {}})
							got = append(got, string(b), fmt.Sprint(err))
						})
					case "slice":
						w = codec.NewBytesWriter(nil)
						calm(t, work)
					case "stream":
						w = codec.NewWriter(a)
						calm(t, work)
					case "pooled slice":
						w = codec.NewBytesWriter([]byte("mine: "))
						calm(t, work)
						calm(t, w.Release)
					case "pooled stream":
						w = codec.NewWriter(a)
						calm(t, work)
						calm(t, w.Release)
					}
					if count == 0 {
						t.Fatal("nothing was done")
					}
					for _, s := range append(got, a.wrote.String()) {
						if strings.Contains(s, "alien") {
							t.Errorf("what a stranger writes is in sight: %.100q", s)
						}
					}
					others.leave(t)
				})
			}
		}
	}
}
