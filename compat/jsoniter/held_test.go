package jsoniter

import (
	"strings"
	"testing"
	"unsafe"
)

// TestHeldText: decoders within decoders do not multiply the memory that a large value takes by its depth.
func TestHeldText(t *testing.T) {
	type link struct {
		Next *link
		Text string
	}
	api := Config{}.Froze()
	api.RegisterExtension(&renaming{})
	read := func(depth, length int) error {
		text := strings.Repeat(`{"Next":`, depth) + `{"Text":"` + strings.Repeat("x", length) + `"}` + strings.Repeat("}", depth)
		var v link
		return api.Unmarshal([]byte(text), &v)
	}
	for _, c := range []struct {
		depth, length int
		fits          bool
	}{{5, 1 << 20, true}, {300, 1 << 10, true}, {100, 1 << 20, false}} {
		if err := read(c.depth, c.length); (err == nil) != c.fits || err != nil && !strings.Contains(err.Error(), "hold too much text") {
			t.Errorf("%d levels around %d bytes: %v", c.depth, c.length, err)
		}
	}
}

// renaming has a decoder of its own for each struct, which reads it as usual.
type renaming struct{ DummyExtension }

func (*renaming) UpdateStructDescriptor(d *StructDescriptor) {
	for _, b := range d.Fields {
		b.Decoder = through{b.Decoder}
	}
}

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
