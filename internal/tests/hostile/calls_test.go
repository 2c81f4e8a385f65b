package hostile

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
)

// pieces is a reader of pieces, of which one is a panic.
type pieces struct {
	list  []string
	panic int // at which read, once
	reads int
}

func (s *pieces) Read(b []byte) (int, error) {
	if s.reads++; s.reads == s.panic {
		panic(thrown{})
	}
	if len(s.list) == 0 {
		return 0, io.EOF
	}
	n := copy(b, s.list[0])
	if s.list[0] = s.list[0][n:]; s.list[0] == "" {
		s.list = s.list[1:]
	}
	return n, nil
}

// cut cuts text into pieces of n bytes, and then into such as do not fit into a buffer that is made for these.
func cut(text string, n int) (list []string) {
	for i := 0; len(text) > 0; i++ {
		k := min(n, len(text))
		if i > 5 && i%3 == 0 {
			k = len(text) / 2
		}
		if k = max(k, 1); i == 40 {
			k = len(text)
		}
		list = append(list, text[:k])
		text = text[k:]
	}
	return list
}

// TestSourceThatPanics goes on with a decoder whose source has panicked, once, at any of its reads: nothing that
// was read is lost.
func TestSourceThatPanics(t *testing.T) {
	var values []string
	for i := range 30 {
		values = append(values, fmt.Sprintf(`{"A":%d,"B":"%s"}`, i*12345, strings.Repeat("text ", i*7)))
	}
	text := strings.Join(values, " \n")
	type target struct {
		A int
		B string
	}
	// tries calls f until it reports the end.
	tries := func(f func() error) (all []string) {
		for {
			var err error
			func() {
				defer func() {
					if v := recover(); v != nil {
						if _, ok := v.(thrown); !ok {
							t.Fatal(v)
						}
						all = append(all, "panic")
					}
				}()
				err = f()
			}()
			if err != nil {
				return append(all, err.Error())
			}
		}
	}
	for _, n := range []int{1, 7, 64, 511, 3000} {
		reads := len(cut(text, n)) + 1
		for at := 0; at <= reads; at += 1 + reads/50 {
			var want, got []string
			std := stdjson.NewDecoder(&pieces{list: cut(text, n), panic: at})
			tries(func() error {
				var v target
				err := std.Decode(&v)
				want = append(want, fmt.Sprint(v))
				return err
			})
			ours := json.NewDecoder(&pieces{list: cut(text, n), panic: at})
			tries(func() error {
				var v target
				err := ours.Decode(&v)
				got = append(got, fmt.Sprint(v))
				return err
			})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("json.Decoder, pieces of %d bytes, panic at %d: %d values %.300q, want %d %.300q", n, at, len(got), got, len(want), want)
			}
			for name, read := range map[string]func(r *codec.Reader) (target, error){
				"ReadValue": func(r *codec.Reader) (v target, err error) {
					zetes.ReadValue(r, &v)
					return v, r.Err()
				},
				"Raw": func(r *codec.Reader) (v target, err error) {
					if raw := r.Raw(); raw != nil {
						err = stdjson.Unmarshal(raw, &v)
					}
					return v, errors.Join(err, r.Err())
				},
			} {
				got = nil
				r := codec.NewReader(&pieces{list: cut(text, n), panic: at})
				tries(func() error {
					v, err := read(r)
					if err != nil {
						v = target{} // as at the end of the others
					}
					got = append(got, fmt.Sprint(v))
					return err
				})
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("Reader.%s, pieces of %d bytes, panic at %d: %d values %.300q, want %d %.300q", name, n, at, len(got), got, len(want), want)
				}
			}
		}
	}
}

// late is a writer that calls something, and tells whether what it was to write has changed by that.
type late struct {
	call    func()
	changed bool
}

func (w *late) Write(b []byte) (int, error) {
	was := bytes.Clone(b)
	w.call()
	w.changed = w.changed || !bytes.Equal(b, was)
	return len(b), nil
}

// TestWriterAfterItsCodec writes with a Writer whose codec has returned, panicked or ended its goroutine, while
// another call has the memory.
func TestWriterAfterItsCodec(t *testing.T) {
	type lamp struct{ Text string }
	for how, end := range map[string]func(){"return": func() {}, "panic": func() { panic(thrown{}) }, "end": runtime.Goexit} {
		var kept *codec.Writer
		api := zetes.Config{Codecs: []codec.Codec{codec.For(func(w *codec.Writer, v *lamp) {
			kept = w
			w.String("first")
			end()
		}, nil)}}.Freeze()
		for range 20 {
			done := make(chan bool)
			go func() {
				defer close(done)
				api.MarshalTo(io.Discard, []lamp{{"a"}})
			}()
			<-done
			w := &late{call: func() {
				for range 100 {
					kept.Int(1234567)
					kept.String("late")
				}
			}}
			if err := json.NewEncoder(w).Encode([]string{strings.Repeat("others ", 100)}); err != nil || w.changed {
				t.Fatalf("after a codec's %s its writer has written into another's memory, %v", how, err)
			}
		}
	}
}
