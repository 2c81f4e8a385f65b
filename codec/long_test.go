package codec

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// inTwo gives text in two pieces.
func inTwo(text string, at int) io.Reader {
	return io.MultiReader(strings.NewReader(text[:at]), strings.NewReader(text[at:]))
}

// longTexts are strings as JSON writes them, with all that can be cut.
var longTexts = []string{
	`""`, `"a"`, `"plain text"`, `"\n\\\"\/\u00e9é"`, `"\\\\\\"`, `"€\u20ac𝄞\ud834\udd1e"`,
	`"\ud834"`, `"\ud834x"`, `"\ud834\n"`, `"\ud834\u0041"`, `"\ud834\ud834\udd1e"`, `"\udd1e\ud834"`, `"\\ud834\udd1e"`, `"\\\ud834\\udd1e"`,
	"\"\xff\"", "\"a\xe2\x82\"", "\"\xe2\x82\xe2\x82\xac\"", "\"\xf0\x9d\x84\"", "\"\xc3\\u00e9\xc3\"", "\"\\ud834\xf0\x9d\x84\x9e\"", "\"\x80\x80\x80\x80\"",
	`"\x"`, `"\u12"`, "\"\n\"", `"cut`, `"\`, `"\u1`, `1`, `null`, `[]`,
}

// TestCopyString reads each text cut at each place, at each place of a window, and compares with encoding/json.
func TestCopyString(t *testing.T) {
	for _, text := range longTexts {
		var want string
		wantErr := json.Unmarshal([]byte(text), &want)
		if text == "null" {
			wantErr = errors.New("null is no string")
		}
		for _, before := range []int{0, 4090, pieceSize - 5} {
			long := strings.Repeat("x", before)
			doc := "[" + strings.Replace(text, `"`, `"`+long, 1) + ",1]"
			for at := range len(text) + 1 {
				readers := []*Reader{NewReader(inTwo(doc, min(1+before+at, len(doc))))}
				if at == 0 {
					readers = append(readers, NewBytesReader([]byte(doc)))
				}
				if at+before == 0 {
					readers = append(readers, NewReader(iotest.OneByteReader(strings.NewReader(doc))))
				}
				for _, r := range readers {
					var got strings.Builder
					r.BeginArray()
					r.NextElement()
					n := r.CopyString(&got, nil)
					if (r.Err() != nil) != (wantErr != nil) {
						t.Fatalf("%s behind %d, cut at %d: %v, want %v", text, before, at, r.Err(), wantErr)
					}
					if wantErr != nil {
						continue
					}
					if got.String() != long+want || n != int64(got.Len()) {
						t.Fatalf("%s behind %d, cut at %d: %q (%d), want %q", text, before, at, strings.TrimLeft(got.String(), "x"), n, want)
					}
					if !r.NextElement() || r.Int() != 1 || r.NextElement() || r.Close() != nil {
						t.Fatalf("%s behind %d, cut at %d: the reader does not go on: %v", text, before, at, r.Err())
					}
				}
			}
		}
	}
}

// TestCopyStringErrors: wrong input has the error that Reader.String returns.
func TestCopyStringErrors(t *testing.T) {
	for _, text := range longTexts {
		for _, doc := range []string{`{"a":[` + text + `]}`, `{"a":[` + text} {
			read := func(f func(r *Reader)) error {
				r := NewReader(strings.NewReader(doc))
				for range r.Object() {
					for range r.Array() {
						f(r)
					}
				}
				return r.Err()
			}
			want := read(func(r *Reader) { _ = r.String() })
			got := read(func(r *Reader) { r.CopyString(nil, nil) })
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %v, want %v", doc, got, want)
			}
		}
	}
}

// TestCopyBase64 compares with package base64 over the whole text, for texts that are cut at each place.
func TestCopyBase64(t *testing.T) {
	odd := base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").WithPadding('!').Strict()
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, odd} {
		texts := []string{"", "A", "=", "====", "QQ==QQ==", "QQ==\n", "QQ=\n=", "QQ==\n\nx", "QUJDQQ", "Q\nQ", "QQ=x", "QUJD!!!!", "QUJD\r\nQUJD\nQQ==", "\n\n", "QR==", "é", "QUJD\nQ\n=", "QQ!!", "QQ!!QQ", "-_==", "+/=="}
		for n := range 14 {
			text := enc.EncodeToString([]byte("any bytes here")[:n])
			texts = append(texts, text, text+"=", text+"\n", "\n"+text, text+text, strings.TrimRight(text, "=!"))
			for i := range text {
				texts = append(texts, text[:i]+"\n"+text[i:], text[:i]+"*"+text[i:], text[:i])
			}
		}
		for _, text := range texts {
			want, wantErr := enc.DecodeString(text)
			raw, _ := json.Marshal(text)
			for _, before := range []int{0, pieceSize - 4} {
				long := strings.Repeat("A", before)
				doc := `"` + long + string(raw[1:])
				at := base64.CorruptInputError(before)
				for cut := 0; cut <= len(raw); cut += 1 + before/4096 {
					r := NewReader(inTwo(doc, min(before+cut, len(doc))))
					var got bytes.Buffer
					n := r.CopyString(&got, enc)
					var gotErr error
					if e, ok := errors.AsType[*Error](r.Err()); ok {
						gotErr = e.Err
					}
					if corrupt, ok := wantErr.(base64.CorruptInputError); ok && gotErr != corrupt+at || !ok && gotErr != nil {
						t.Fatalf("%q behind %d, cut at %d: %v, want %v", text, before, cut, gotErr, wantErr)
					}
					if n != int64(got.Len()) || wantErr == nil && string(got.Bytes()[before/4*3:]) != string(want) {
						t.Fatalf("%q behind %d, cut at %d: %q, want %q", text, before, cut, got.Bytes()[before/4*3:], want)
					}
				}
			}
		}
	}
}

// TestCopyStringWritten compares what is written from a source with what Writer.String and Writer.Base64 write.
func TestCopyStringWritten(t *testing.T) {
	for _, size := range []int{0, 500, firstPiece - 2, firstPiece + pieceSize - 7, 3 * flushAt} {
		for _, tail := range []string{"", "a", "é", "€uro", "\xe2\x82", "\xff", "<\u2028>", "𝄞\xf0\x9d\x84", "\x80\x80"} {
			text := strings.Repeat("\nx\"", size/3) + tail
			for i := range 12 {
				enc := []*base64.Encoding{nil, base64.StdEncoding, base64.RawURLEncoding}[i%3]
				write := func(out io.Writer, copied bool) ([]byte, error) {
					w := NewBytesWriter([]byte("before "))
					if out != nil {
						w = NewWriter(out)
					}
					w.SetEscapeHTML(i&1 == 0)
					if i&2 != 0 {
						w.SetIndent(">", "  ")
					}
					w.BeginObject()
					for _, name := range []string{"a", "b"} {
						w.Name(name)
						w.BeginArray()
						w.Null()
						switch {
						case copied:
							w.CopyString(inTwo(text, max(0, len(text)-1-i/4)), enc)
						case enc == nil:
							w.String(text)
						default:
							w.Base64([]byte(text), enc)
						}
						w.Int(1)
						w.EndArray()
					}
					w.EndObject()
					w.Bool(true)
					return w.Bytes(), w.Close()
				}
				for _, inMemory := range []bool{true, false} {
					var want, got bytes.Buffer
					if inMemory {
						b, err := write(nil, false)
						want.Write(b)
						if b, err2 := write(nil, true); err != nil || err2 != nil {
							t.Fatal(err, err2)
						} else {
							got.Write(b)
						}
					} else if _, err := write(&want, false); err != nil {
						t.Fatal(err)
					} else if _, err := write(&got, true); err != nil {
						t.Fatal(err)
					}
					if got.String() != want.String() {
						t.Fatalf("%d, %q, way %d, in memory %v: differs from what String writes at %d:\n%.300q", size, tail, i, inMemory, diffAt(got.Bytes(), want.Bytes()), got.String())
					}
				}
			}
		}
	}
}

func diffAt(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// TestCopyStringStrict: text that is not UTF-8 is an error of a strict writer, in the string and before and after it.
func TestCopyStringStrict(t *testing.T) {
	for _, size := range []int{0, 3 * flushAt} {
		for bad := range 4 {
			var out bytes.Buffer
			w := NewWriter(&out)
			w.SetStrictUTF8(true)
			w.BeginArray()
			texts := []string{"one", strings.Repeat("é", size/2), "three"}
			if bad < 3 {
				texts[bad] += "\xff"
			}
			w.String(texts[0])
			w.CopyString(strings.NewReader(texts[1]), nil)
			w.String(texts[2])
			w.EndArray()
			err := w.Close()
			if e, ok := errors.AsType[*Error](err); (bad < 3) != ok || ok && (e.Code != Unsupported || e.What != "text that is not UTF-8") {
				t.Errorf("%d, %d: %v", size, bad, err)
			}
			if bad == 3 && !json.Valid(out.Bytes()) || bytes.ContainsAny(out.Bytes(), "\xff\ufffd") {
				t.Errorf("%d, %d: %.100q", size, bad, out.Bytes())
			}
		}
	}
}

// counter counts what is written to it.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// TestCopyStringMemory: 64 MB take a few hundred KB, in both directions, and so do 8 MB of other texts.
func TestCopyStringMemory(t *testing.T) {
	const most = 400 << 10
	for name, enc := range map[string]*base64.Encoding{"text": nil, "base64": base64.StdEncoding} {
		size := 64 << 20
		for _, fill := range []string{"A", `\n`, `\u0041`} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var got counter
			count := size / len(fill) &^ 1023
			r := NewReader(io.MultiReader(strings.NewReader(`{"a":"`), &repeated{text: strings.Repeat(fill, 1024), n: count / 1024}, strings.NewReader(`","b":1}`)))
			for name := range r.Object() {
				if name == "a" {
					r.CopyString(&got, enc)
				} else {
					r.Skip()
				}
			}
			err := r.Close()
			runtime.ReadMemStats(&after)
			want := counter(count)
			if enc != nil {
				if want = want / 4 * 3; fill == `\n` {
					want = 0
				}
			}
			if taken := after.TotalAlloc - before.TotalAlloc; err != nil || got != want || taken > most {
				t.Errorf("reading %s of %q: %v, %d bytes, want %d, which take %d", name, fill, err, got, want, taken)
			}
			size = 8 << 20
		}
		size = 64 << 20
		for _, fill := range []string{"A", "\n", "\xff"} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			var got counter
			w := NewWriter(&got)
			w.SetIndent("", " ")
			w.BeginArray()
			w.CopyString(&repeated{text: strings.Repeat(fill, 1024), n: size / 1024}, enc)
			w.EndArray()
			err := w.Close()
			runtime.ReadMemStats(&after)
			if taken := after.TotalAlloc - before.TotalAlloc; err != nil || int(got) < size || taken > most {
				t.Errorf("writing %s of %q: %v, %d bytes, which take %d", name, fill, err, got, taken)
			}
			size = 8 << 20
		}
	}
}

// repeated gives text n times.
type repeated struct {
	text string
	n    int
	rest string
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			if r.n == 0 {
				if n == 0 {
					err = io.EOF
				}
				return n, err
			}
			r.n--
			r.rest = r.text
		}
		m := copy(p[n:], r.rest)
		r.rest = r.rest[m:]
		n += m
	}
	return n, nil
}

// TestCopyStringLineEnds: line ends within a group of base64 take no memory either.
func TestCopyStringLineEnds(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader(`"Q`), &repeated{text: `\n`, n: 1 << 24}, strings.NewReader(`Q=="`)))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.CopyString(nil, base64.StdEncoding)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; r.Err() == nil || taken > 400<<10 {
		t.Errorf("%v, %d bytes are taken", r.Err(), taken)
	}
}

// TestCopyStringLimits: a string beyond the limit is an error, wherever its end is.
func TestCopyStringLimits(t *testing.T) {
	for _, n := range []int{0, 10, 11, 5000, 100_000} {
		for _, most := range []int{1, 10, 4999, 5000, 70_000, 100_000} {
			for i, r := range []*Reader{NewReader(nil), NewBytesReader(nil)} {
				doc := `["` + strings.Repeat("x", n) + `"]`
				if i == 0 {
					r.Reset(strings.NewReader(doc))
				} else {
					r.ResetBytes([]byte(doc))
				}
				r.SetLimits(Limits{String: most})
				var got counter
				for range r.Array() {
					r.CopyString(&got, nil)
				}
				e, ok := errors.AsType[*Error](r.Close())
				if ok != (n > most) || ok && (e.Code != Limit || e.Offset != 1 || e.Pointer != "/0" || int(got) > most) {
					t.Errorf("%d bytes, at most %d: %+v, %d are written", n, most, e, got)
				}
			}
		}
	}
}

var errFull = errors.New("the disk is full")

// doing is a writer or reader that calls a function.
type doing func(p []byte) (int, error)

func (d doing) Write(p []byte) (int, error) { return d(p) }
func (d doing) Read(p []byte) (int, error)  { return d(p) }

// TestCopyStringTargets brings writers that fail, use the reader, or panic.
func TestCopyStringTargets(t *testing.T) {
	for _, n := range []int{5, 200_000} {
		doc := "{\"a\":\n[1,\"" + strings.Repeat("x", n) + "\"]}"
		run := func(write func(r *Reader) doing) (e *Error) {
			r := NewReader(strings.NewReader(doc))
			for range r.Object() {
				for i := range r.Array() {
					if i == 1 {
						r.CopyString(write(r), nil)
					} else {
						r.Skip()
					}
				}
			}
			e, _ = errors.AsType[*Error](r.Err())
			return e
		}
		e := run(func(*Reader) doing { return func([]byte) (int, error) { return 0, errFull } })
		if e == nil || e.Code != IO || !errors.Is(e, errFull) || e.Offset != 9 || e.Pointer != "/a/1" || e.Line != 2 {
			t.Errorf("%d: %+v", n, e)
		}
		written := 0
		late := run(func(*Reader) doing {
			return func(p []byte) (int, error) {
				if written += len(p); written >= n {
					return 0, errFull
				}
				return len(p), nil
			}
		})
		if late == nil || late.Offset != 9 || late.Pointer != "/a/1" || (late.Line == 2) != (n < 4000) {
			t.Errorf("%d: %+v", n, late)
		}
		if e := run(func(*Reader) doing { return func(p []byte) (int, error) { return len(p) - 1, nil } }); !errors.Is(e, io.ErrShortWrite) {
			t.Errorf("%d: %v", n, e)
		}
		for name, call := range map[string]func(r *Reader){
			"Skip": (*Reader).Skip, "Raw": func(r *Reader) { r.Raw() }, "Reset": func(r *Reader) { r.Reset(nil) }, "Release": (*Reader).Release,
			"CopyString": func(r *Reader) { r.CopyString(nil, nil) },
		} {
			e := run(func(r *Reader) doing { return func(p []byte) (int, error) { call(r); return len(p), nil } })
			if e == nil || e.Code != Misuse {
				t.Errorf("%d, %s: %v", n, name, e)
			}
		}
		func() {
			var kept *Reader
			defer func() {
				if recover() == nil || kept.Err() != nil {
					t.Errorf("%d: no panic, or %v", n, kept.Err())
				}
			}()
			run(func(r *Reader) doing { kept = r; return func([]byte) (int, error) { panic("no") } })
		}()
	}
}

// TestCopyStringSources brings readers that fail, use the writer, keep their memory, or panic.
func TestCopyStringSources(t *testing.T) {
	for _, n := range []int{5, 200_000} {
		run := func(read func(w *Writer) io.Reader) (string, error) {
			var out bytes.Buffer
			w := NewWriter(&out)
			w.BeginObject()
			w.Name("a")
			w.CopyString(read(w), nil)
			w.EndObject()
			err := w.Close()
			return out.String(), err
		}
		_, err := run(func(*Writer) io.Reader { return io.MultiReader(&repeated{text: "x", n: n}, iotest.ErrReader(errFull)) })
		if e, ok := errors.AsType[*Error](err); !ok || e.Code != IO || !errors.Is(e, errFull) || e.Offset < int64(n) {
			t.Errorf("%d: %+v", n, err)
		}
		for name, call := range map[string]func(w *Writer){
			"Null": (*Writer).Null, "Flush": func(w *Writer) { w.Flush() }, "Reset": func(w *Writer) { w.Reset(nil) }, "Release": (*Writer).Release,
			"CopyString": func(w *Writer) { w.CopyString(nil, nil) }, "Bytes": func(w *Writer) { w.Bytes() },
		} {
			_, err := run(func(w *Writer) io.Reader {
				return io.MultiReader(&repeated{text: "x", n: n}, doing(func([]byte) (int, error) { call(w); return 0, io.EOF }))
			})
			if e, ok := errors.AsType[*Error](err); name != "Bytes" && name != "Flush" && (!ok || e.Code != Misuse) {
				t.Errorf("%d, %s: %v", n, name, err)
			}
		}
		var kept [][]byte
		got, err := run(func(*Writer) io.Reader {
			src := &repeated{text: "x", n: n}
			return doing(func(p []byte) (int, error) {
				for _, p := range kept {
					copy(p, strings.Repeat(`"`, len(p)))
				}
				kept = append(kept, p)
				return src.Read(p)
			})
		})
		if !json.Valid([]byte(got)) || err != nil {
			t.Errorf("%d: %v: %.200q", n, err, got)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d: no panic", n)
				}
			}()
			run(func(*Writer) io.Reader { return doing(func([]byte) (int, error) { panic("no") }) })
		}()
	}
	w := NewBytesWriter(nil)
	w.BeginObject()
	w.CopyString(strings.NewReader("x"), nil)
	if e, ok := errors.AsType[*Error](w.Err()); !ok || e.Code != Misuse {
		t.Error(w.Err())
	}
}
