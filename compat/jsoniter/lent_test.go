package jsoniter

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/modern-go/reflect2"
)

// deep has a codec at each level.
type deep struct {
	Next *deep
	Text string
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestDeepMemory: codecs within codecs do not multiply the memory that a large value takes by its depth.
func TestDeepMemory(t *testing.T) {
	api := Config{}.Froze()
	api.RegisterExtension(&renaming{})
	const depth, length = 150, 1 << 20
	text := []byte(strings.Repeat(`{"Next":`, depth) + `{"Next":null,"Text":"` + strings.Repeat("x", length) + `"}` + strings.Repeat(`,"Text":""}`, depth))
	const most = 16 * length
	var v deep
	if n := allocated(func() {
		if err := api.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
	}); n > most {
		t.Errorf("reading has allocated %d bytes", n)
	}
	var out []byte
	if n := allocated(func() {
		var err error
		if out, err = api.Marshal(&v); err != nil {
			t.Fatal(err)
		}
	}); n > most {
		t.Errorf("writing has allocated %d bytes", n)
	}
	if !bytes.Equal(out, text) {
		t.Errorf("%.100s, want %.100s", out, text)
	}
}

// TestDeepest: a value that is too deep for codecs is an error, whatever its text.
func TestDeepest(t *testing.T) {
	api := Config{}.Froze()
	api.RegisterExtension(&renaming{})
	var v deep
	if err := api.Unmarshal([]byte(strings.Repeat(`{"Next":`, 5000)+"null"+strings.Repeat("}", 5000)), &v); err == nil || !strings.Contains(err.Error(), "too deep") {
		t.Errorf("reading: %v", err)
	}
	for range 5000 {
		v = deep{Next: &deep{v.Next, v.Text}}
	}
	if _, err := api.Marshal(&v); err == nil {
		t.Error("writing: no error")
	}
}

// TestWholeValue: a decoder that reads less than its value, more, or other text, fails, and so does an encoder that
// writes no value, two, or something else. Values around it are not read or written by it.
func TestWholeValue(t *testing.T) {
	type one struct{ X any }
	type two struct{ A, B one }
	for name, read := range map[string]DecoderFunc{
		"nothing":      func(_ unsafe.Pointer, it *Iterator) {},
		"the start":    func(_ unsafe.Pointer, it *Iterator) { it.ReadArray() },
		"an element":   func(_ unsafe.Pointer, it *Iterator) { it.ReadArray(); it.ReadInt() },
		"a value more": func(_ unsafe.Pointer, it *Iterator) { it.Skip(); it.ReadObject(); it.Skip() },
		"a comma more": func(_ unsafe.Pointer, it *Iterator) { it.Skip(); it.ReadArray(); it.ReadString() },
		"other text":   func(_ unsafe.Pointer, it *Iterator) { it.ResetBytes([]byte("1")); it.ReadInt() },
		"a reader":     func(_ unsafe.Pointer, it *Iterator) { it.Reset(strings.NewReader("1")); it.ReadInt() },
	} {
		api := Config{}.Froze()
		api.RegisterExtension(DecoderExtension{reflect2.TypeOf(one{}): decoderFunc{read}})
		for _, text := range []string{`{"A":[1,2],"B":[3,4]}`, `[{"A":[1,2],"B":[3,4]}]`} {
			var v any = new(two)
			if text[0] == '[' {
				v = new([]two)
			}
			if err := api.Unmarshal([]byte(text), v); err == nil {
				t.Errorf("%s of %s: no error", name, text)
			}
		}
	}
	for name, write := range map[string]EncoderFunc{
		"nothing":     func(_ unsafe.Pointer, s *Stream) {},
		"two values":  func(_ unsafe.Pointer, s *Stream) { s.WriteInt(1); s.WriteMore(); s.WriteInt(2) },
		"no JSON":     func(_ unsafe.Pointer, s *Stream) { s.WriteRaw("{") },
		"a short one": func(_ unsafe.Pointer, s *Stream) { s.SetBuffer(nil) },
	} {
		api := Config{}.Froze()
		api.RegisterExtension(EncoderExtension{reflect2.TypeOf(one{}): encoderFunc{write, nil}})
		if out, err := api.Marshal([]two{{}}); err == nil {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// TestKept: an Iterator and a Stream that a codec keeps show and change nothing afterwards, also if the codec panics.
func TestKept(t *testing.T) {
	type one struct{ X int }
	for _, panics := range []bool{false, true} {
		var it *Iterator
		var s *Stream
		api := Config{}.Froze()
		api.RegisterExtension(DecoderExtension{reflect2.TypeOf(one{}): decoderFunc{func(_ unsafe.Pointer, i *Iterator) {
			if it = i; panics {
				panic("the decoder")
			}
			i.Skip()
		}}})
		api.RegisterExtension(EncoderExtension{reflect2.TypeOf(one{}): encoderFunc{func(_ unsafe.Pointer, stream *Stream) {
			if s = stream; panics {
				panic("the encoder")
			}
			stream.WriteInt(1)
		}, nil}})
		var v []one
		err := api.Unmarshal([]byte(`[{"X":1},{"X":2}]`), &v)
		if (err != nil) != panics {
			t.Fatal(err)
		}
		out, err := api.Marshal([]one{{1}, {2}})
		if (err != nil) != panics {
			t.Fatal(err)
		}
		if text := it.SkipAndReturnBytes(); text != nil {
			t.Errorf("the Iterator shows %q", text)
		}
		if s.WriteRaw("xyz"); !panics && string(out) != "[1,1]" || string(s.Buffer()) != "xyz" {
			t.Errorf("%s, %s", out, s.Buffer())
		}
	}
}

// TestCopies: strings that are read are copies, by each method and by codecs, so that the caller may change the input.
func TestCopies(t *testing.T) {
	const word = `"abcdefghijklmnopqrstuvwxyz"`
	type text string
	api := Config{}.Froze()
	api.RegisterExtension(DecoderExtension{reflect2.TypeOf(text("")): decoderFunc{func(p unsafe.Pointer, it *Iterator) { *(*text)(p) = text(it.ReadString()) }}})
	api.RegisterExtension(&renaming{})
	type value struct {
		A text
		B string
		C any
		D RawMessage
		E Number
		F *deep
	}
	read := map[string]func([]byte) any{
		"ReadString": func(b []byte) any { return ParseBytes(api, b).ReadString() },
		"ReadObject": func(b []byte) any { return ParseBytes(api, []byte("{"+string(b)+":1}")).ReadObject() },
		"Read":       func(b []byte) any { return ParseBytes(api, b).Read() },
		"ReadAny":    func(b []byte) any { return ParseBytes(api, b).ReadAny() },
		"ReadNumber": func(b []byte) any { return ParseBytes(api, append([]byte("123456"), b...)).ReadNumber() },
		"bytes":      func(b []byte) any { return ParseBytes(api, b).SkipAndReturnBytes() },
		"Unmarshal": func(b []byte) any {
			var v value
			doc := []byte(`{"A":` + word + `,"B":` + word + `,"C":[` + word + `],"D":` + word + `,"E":123456,"F":{"Text":` + word + `}}`)
			if err := api.Unmarshal(doc, &v); err != nil {
				t.Error(err)
			}
			clear(doc)
			return v
		},
	}
	for name, f := range read {
		b := []byte(word)
		v := f(b)
		before, err := api.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		copy(b, bytes.Repeat([]byte{'#'}, len(b)))
		// Another call takes the memory from the pools.
		var other value
		_ = api.Unmarshal([]byte(strings.ReplaceAll(`{"A":W,"B":W,"C":[W],"D":W,"F":{"Text":W}}`, "W", `"##########################"`)), &other)
		if after, err := api.Marshal(v); !bytes.Equal(before, after) || err != nil || bytes.IndexByte(after, '#') >= 0 {
			t.Errorf("%s: %s became %s, %v", name, before, after, err)
		}
	}
}

// TestPools: goroutines that share a configuration, its pools and its codecs do not see each other's values.
func TestPools(t *testing.T) {
	api := Config{}.Froze()
	api.RegisterExtension(&renaming{})
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			word := strings.Repeat(string(rune('a'+g)), 10+g)
			text := `{"Next":{"Next":null,"Text":"` + word + `"},"Text":"` + word + `"}`
			for range 200 {
				var v deep
				if err := api.UnmarshalFromString(text, &v); err != nil || v.Text != word || v.Next.Text != word {
					t.Errorf("%+v, %v", v, err)
					return
				}
				if out, err := api.MarshalToString(&v); out != text || err != nil {
					t.Errorf("%s, %v", out, err)
					return
				}
				it := api.BorrowIterator([]byte(text))
				for name := it.ReadObject(); name != ""; name = it.ReadObject() {
					it.Skip()
				}
				api.ReturnIterator(it)
				s := api.BorrowStream(nil)
				s.WriteVal(&v)
				if string(s.Buffer()) != text {
					t.Errorf("%s", s.Buffer())
				}
				api.ReturnStream(s)
			}
		})
	}
	all.Wait()
}

// renaming has a decoder and an encoder of its own for each field, which read and write it as usual.
type renaming struct{ DummyExtension }

func (*renaming) UpdateStructDescriptor(d *StructDescriptor) {
	for _, b := range d.Fields {
		b.Decoder = through{b.Decoder}
		b.Encoder = passing{b.Encoder}
	}
}

type passing struct{ ValEncoder }

type through struct{ dec ValDecoder }

func (d through) Decode(ptr unsafe.Pointer, iter *Iterator) { d.dec.Decode(ptr, iter) }

type grams float64

// TestRegisteredIsEmpty: the encoder that is registered for a type says which of its values omitempty leaves out, also in
// structs that no extension changes.
func TestRegisteredIsEmpty(t *testing.T) {
	RegisterTypeEncoderFunc("jsoniter.grams", func(ptr unsafe.Pointer, s *Stream) { s.WriteRaw("1") }, func(ptr unsafe.Pointer) bool { return *(*grams)(ptr) < 1 })
	type parcel struct {
		Net   grams `json:"net,omitempty"`
		Gross grams `json:"gross,omitempty"`
		Tare  grams `json:"tare"`
	}
	out, err := Config{}.Froze().MarshalToString(parcel{0.5, 2, 0.5})
	if out != `{"gross":1,"tare":1}` || err != nil {
		t.Errorf("got %s, %v", out, err)
	}
}

// TestReturned: an Iterator that was given back reads on until somebody borrows it, as in json-iterator.
func TestReturned(t *testing.T) {
	for _, api := range []API{ConfigDefault, ConfigFastest, ConfigCompatibleWithStandardLibrary} {
		it := api.BorrowIterator([]byte(`{"a":1} {"b":2}`))
		for name := it.ReadObject(); name != ""; name = it.ReadObject() {
			it.Skip()
		}
		api.ReturnIterator(it)
		if name := it.ReadObject(); name != "b" || it.Error != nil {
			t.Errorf("%q, %v", name, it.Error)
		}
		again := api.BorrowIterator([]byte(`3`))
		if n := again.ReadInt(); n != 3 || again.Error != io.EOF {
			t.Errorf("%d, %v", n, again.Error)
		}
	}
}
