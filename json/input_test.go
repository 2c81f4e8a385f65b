package json

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"weak"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/window"
)

// again is what values of a stream are decoded into, one over the other.
type again struct {
	A int
	S []int
	E []again
	M map[string]*again
	P **again
	I any
	R RawMessage
	T time.Time
	F [2]float32
	K map[int]string
}

// againTexts are values for an again: some don't fit, and some are longer than the windows of a Decoder are at first.
var againTexts = []string{
	`{}`, `[]`, `[1]`, `null`, `7`, `{"A":1}`, `{"A":-2,"S":[1,2,3]}`, `{"S":[4]}`, `{"S":[4,"x",5],"A":3}`, `{"S":null,"P":{"A":1}}`, `{"P":{"P":{"A":2}}}`, `{"P":null}`, `{"P":[]}`,
	`{"E":[{"A":1},{"S":[1]},{"A":true,"S":[7]}]}`, `{"E":[{},{"A":4}],"A":5}`, `{"M":{"a":{"A":1},"b":null}}`, `{"M":{"a":{"S":[2]},"b":{"A":"x"},"c":{"A":3}}}`, `{"M":{"b":[]}}`, `{"I":{"a":[1,{"b":null}]}}`,
	`{"I":[],"R":[1, 2 ,{}]}`, `{"I":3}`, `{"R":{"a" : 1}}`, `{"T":"2020-01-02T03:04:05Z"}`, `{"T":"x","A":9}`, `{"F":[1.5,2,3]}`, `{"F":[1e99]}`, `{"F":[0.5]}`, `{"K":{"1":"a","2":"b"}}`,
	`{"K":{"x":"a","3":"c"}}`, ` { "A" : 12 , "S" : [ 1 ] } `, `{"a":1,"A":2,"s":[1,2],"zz":[{}]}`, `{"A":1.5}`, `{"A":99999999999999999999}`, `{"I":"` + strings.Repeat("long ", 200) + `","S":[1]}`,
	`{"S":[` + strings.Repeat("12,", 900) + `13]}`, `{"E":[` + strings.Repeat(`{"A":1,"S":[1,2]},`, 100) + `{"A":"x"},{"A":2}]}`, `{"A":"` + strings.Repeat("x", 600) + `","S":[8]}`,
}

// TestStreamAgain decodes random streams into targets that hold values already, and fresh ones: each leaves what the
// toolchain leaves. Some streams are broken at a random place.
func TestStreamAgain(t *testing.T) {
	for seed := range uint64(400) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		var text strings.Builder
		for range 1 + rnd.IntN(12) {
			text.WriteString(againTexts[rnd.IntN(len(againTexts))])
			text.WriteString([]string{"", " ", "\n", "\r\n", "     \n"}[rnd.IntN(5)])
		}
		doc := text.String()
		if rnd.IntN(3) == 0 {
			at := rnd.IntN(len(doc))
			doc = doc[:at] + []string{"", "}", "\x00", ",", `"`}[rnd.IntN(5)] + doc[at+rnd.IntN(2):]
		}
		most := []int{1, 3, 40, 5000}[rnd.IntN(4)]
		source := func() io.Reader {
			return &pieces{strings.NewReader(doc), rand.New(rand.NewPCG(seed, 3)), most}
		}
		got, want := NewDecoder(source()), stdjson.NewDecoder(source())
		if seed%2 == 1 {
			got.r.given = mostGiven // its windows are kept
		}
		var a, b again
		for i := range 16 {
			if rnd.IntN(4) == 0 {
				a, b = again{}, again{}
			}
			gotErr, wantErr := got.Decode(&a), want.Decode(&b)
			if !sameError(gotErr, wantErr) || !reflect.DeepEqual(a, b) || got.InputOffset() != want.InputOffset() {
				t.Fatalf("%.200q, seed %d, value %d at %d:\ngot  %+v, %v\nwant %+v, %v", doc, seed, i, want.InputOffset(), a, gotErr, b, wantErr)
			}
			left, _ := io.ReadAll(got.Buffered())
			wantLeft, _ := io.ReadAll(want.Buffered())
			if rnd.IntN(8) > 0 {
				if got.r.b != nil {
					got.r.b.kept = false // what a look at the buffer does to it is not what is tested here
				}
			}
			if string(left) != string(wantLeft) {
				t.Fatalf("%.200q, seed %d, value %d: %q is left, want %q", doc, seed, i, left, wantLeft)
			}
		}
	}
}

func sameError(a, b error) bool {
	return fmt.Sprint(a) == fmt.Sprint(b) && reflect.TypeOf(a) == reflect.TypeOf(b)
}

// keeper keeps what its method gets.
type keeper struct{ text []byte }

func (k *keeper) UnmarshalJSON(b []byte) error { k.text = b; return nil }

// TestWindowsAreTheirOwn: a window goes to the next Decoder when its value has been read, but not where somebody has a
// part of it, or may still write to it.
func TestWindowsAreTheirOwn(t *testing.T) {
	text := `{"secret":"0123456789"}`
	other := strings.Repeat("[1]", 40)
	var seen []byte
	use := func() (*Decoder, error) {
		d := NewDecoder(readerFunc(func(p []byte) (int, error) {
			seen = append(seen, p...)
			return copy(p, other), io.EOF
		}))
		return d, d.Decode(new([]int))
	}
	ways := map[string]func() (held func() string, d *Decoder){
		"a buffer that somebody looks at": func() (func() string, *Decoder) {
			d := NewDecoder(strings.NewReader(text + `{"A":12}`))
			if err := d.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			rest := d.Buffered()
			var v again
			if err := d.Decode(&v); err != nil || v.A != 12 {
				t.Fatal(v, err)
			}
			return func() string { b, _ := io.ReadAll(rest); return string(b) }, d
		},
		"a method that keeps its text": func() (func() string, *Decoder) {
			d := NewDecoder(strings.NewReader(text))
			var k keeper
			if err := d.Decode(&k); err != nil {
				t.Fatal(err)
			}
			return func() string { return string(k.text) }, d
		},
		"a source that gives up, and writes later": func() (func() string, *Decoder) {
			broken := errors.New("broken")
			var p []byte
			calls := 0
			d := NewDecoder(readerFunc(func(b []byte) (int, error) {
				if calls++; calls == 1 {
					p = b
					return copy(b, text), broken
				}
				return 0, io.EOF
			}))
			if err := d.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			return func() string { copy(p, "other"); return string(p[:5]) }, d
		},
	}
	for name, way := range ways {
		held, d := way()
		if d.r.b == nil || !d.r.b.kept {
			t.Errorf("%s: the window has gone", name)
		}
		before := held()
		if _, err := use(); err != nil {
			t.Error(err)
		}
		if after := held(); name != "a buffer that somebody looks at" && after != before {
			t.Errorf("%s: %q has become %q", name, before, after)
		}
	}
	// In turn: a window that was given back shows nothing of the text.
	for range 20 {
		d := NewDecoder(strings.NewReader(text + "\n"))
		if err := d.Decode(new(any)); err != nil || d.r.b != nil {
			t.Fatal("the window is kept:", err)
		}
		if left, _ := io.ReadAll(d.Buffered()); string(left) != "\n" || d.InputOffset() != int64(len(text)) {
			t.Errorf("%q is left, at %d", left, d.InputOffset())
		}
		if _, err := use(); err != nil {
			t.Error(err)
		}
	}
	if bytes.Contains(seen, []byte("secret")) {
		t.Error("a source has seen what another one has read")
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestSourceUsesDecoder: a source that reads from the Decoder that reads from it gets errors, and does no harm to the
// Decoders behind it.
func TestSourceUsesDecoder(t *testing.T) {
	for range 50 {
		var d *Decoder
		calls := 0
		d = NewDecoder(readerFunc(func(p []byte) (int, error) {
			if calls++; calls > 3 {
				return 0, io.EOF
			}
			n := copy(p, `{"A":1}{"A":`)
			_ = d.Decode(new(again))
			_, _ = d.Token()
			return n, nil
		}))
		for range 4 {
			_ = d.Decode(new(again))
		}
		var v again
		if err := NewDecoder(iotest.OneByteReader(strings.NewReader(`{"A":5,"S":[1,2]}`))).Decode(&v); err != nil || v.A != 5 || len(v.S) != 2 {
			t.Fatal(v, err)
		}
	}
}

// TestOneValue: a Decoder for one value allocates itself, besides what Unmarshal does.
func TestOneValue(t *testing.T) {
	text := []byte(`{"A":1,"F":[1,2]}` + "\n")
	var v again
	r := bytes.NewReader(nil)
	decode := testing.AllocsPerRun(200, func() {
		r.Reset(text)
		if err := NewDecoder(r).Decode(&v); err != nil {
			t.Fatal(err)
		}
	})
	unmarshal := testing.AllocsPerRun(200, func() {
		if err := Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
	})
	if decode > unmarshal+1 && !raceEnabled {
		t.Errorf("%v allocations, Unmarshal has %v", decode, unmarshal)
	}
}

// TestKeptWindow: a Decoder that gets a value with each read keeps its window after a while, but not a large one, nor
// what decodes its values.
func TestKeptWindow(t *testing.T) {
	guard.Path(t, fast.Windows)
	text, large := `{"A":1}`+"\n", `{"A":1,"S":[`+strings.Repeat("12,", smallRoom)+"13]}\n"
	next := text
	d := NewDecoder(readerFunc(func(p []byte) (int, error) {
		n := copy(p, next)
		if next = next[n:]; next == "" {
			next = text
		}
		return n, nil
	}))
	var v again
	decode := func() {
		t.Helper()
		if v = (again{}); d.Decode(&v) != nil || v.A != 1 {
			t.Fatal(v)
		}
	}
	for i := range 2 * mostGiven {
		if decode(); (d.r.b != nil) != (i >= mostGiven) {
			t.Fatalf("after %d values the window is kept: %v", i+1, d.r.b != nil)
		}
	}
	decode()
	next = large
	for decode(); len(v.S) == 0; {
		decode()
	}
	if d.r.b != nil {
		t.Errorf("a window of %d bytes is kept", d.r.b.Room())
	}
	for i := range d.r.room { // behind it follow small values, and at some time its window goes
		if decode(); i > 0 && d.r.b == nil {
			return
		}
	}
	t.Errorf("a window of %d bytes is kept behind a large value", d.r.room)
}

// TestSourceUsesItsText: a source that has written a part of what it was asked for, and then uses the Decoder, finds it
// there afterwards: the Decoder makes nothing of its text meanwhile, nor does a copy of it.
func TestSourceUsesItsText(t *testing.T) {
	for _, copied := range []bool{false, true} {
		var d *Decoder
		var saved Decoder
		calls := 0
		d = NewDecoder(readerFunc(func(p []byte) (int, error) {
			switch calls++; calls {
			case 1:
				return copy(p, `{"A":1}{"A":2}{"A":3,"S":[4,5,6`), nil
			case 2:
				n := copy(p, `7]}`)
				if copied {
					if err := saved.Decode(new(again)); err != errCopied {
						t.Error(err)
					}
				} else if err := d.Decode(new(again)); err == nil {
					t.Error("a value that is not there")
				}
				return n, nil
			}
			return 0, io.EOF
		}))
		var v again
		for i := range 3 {
			if i == 1 {
				saved = *d
			}
			v = again{}
			if err := d.Decode(&v); err != nil || v.A != i+1 {
				t.Fatalf("copied %v, value %d: %+v, %v", copied, i, v, err)
			}
		}
		if fmt.Sprint(v.S) != "[4 5 67]" {
			t.Errorf("copied %v: %v", copied, v.S)
		}
	}
}

// TestPooledMemory: a window that has become large for a value leaves its memory when it goes to the pool.
func TestPooledMemory(t *testing.T) {
	guard.Path(t, fast.Windows)
	for _, size := range []int{1000, mostPooled / 4, 4 * mostPooled} {
		var d *Decoder
		var b *body
		var memory weak.Pointer[byte]
		r := strings.NewReader(`["` + strings.Repeat("x", size) + `"]`)
		d = NewDecoder(readerFunc(func(p []byte) (int, error) {
			b, memory = d.r.b, weak.Make(&p[0])
			return r.Read(p)
		}))
		if err := d.Decode(new([]string)); err != nil || d.r.b != nil {
			t.Fatal(err, d.r.b)
		}
		runtime.GC()
		if kept := memory.Value() != nil; kept != (size < mostPooled) {
			t.Errorf("%d bytes: memory is kept: %v", size, kept)
		}
		runtime.KeepAlive(b)
	}
}

// TestSmallBehindLarge: small values that come one by one behind a large one leave a large window where it is, until
// they are as much as a quarter of it. A window that went back with each of them would be emptied, or made, each time.
func TestSmallBehindLarge(t *testing.T) {
	guard.Path(t, fast.Windows)
	const small = `{"A":1}` + "\n"
	for _, size := range []int{100, 100_000, mostPooled} {
		text := `["` + strings.Repeat("x", size) + `"]` + "\n"
		r := &onePiece{list: []string{text}}
		d := NewDecoder(r)
		if err := d.Decode(new([]string)); err != nil || d.r.b != nil {
			t.Fatal(err, d.r.b)
		}
		room := d.r.room
		count := 2*room/len(small) + 1
		if size == mostPooled {
			count = 1000
		}
		taken := 0
		for range count {
			before := d.r.b
			r.list = append(r.list[:0], small)
			var v again
			if err := d.Decode(&v); err != nil || v.A != 1 {
				t.Fatal(v, err)
			}
			if before == nil {
				taken++
			}
		}
		if read := count * len(small); room > smallRoom && taken > 1+4*read/room {
			t.Errorf("%d bytes: a window of %d bytes was taken %d times for %d bytes", size, room, taken, read)
		} else if room <= smallRoom && taken != mostGiven {
			t.Errorf("%d bytes: a window of %d bytes was taken %d times for %d values", size, room, taken, count)
		}
	}
}

// onePiece gives the texts of its list, one a call.
type onePiece struct{ list []string }

func (o *onePiece) Read(p []byte) (int, error) {
	if len(o.list) == 0 {
		return 0, io.EOF
	}
	n := copy(p, o.list[0])
	if o.list[0] = o.list[0][n:]; o.list[0] == "" {
		o.list = o.list[1:]
	}
	return n, nil
}

// TestSourceTakesText: where a source takes a part of the value from the Decoder that reads it, the value is an error.
func TestSourceTakesText(t *testing.T) {
	var d *Decoder
	calls := 0
	d = NewDecoder(readerFunc(func(p []byte) (int, error) {
		if calls++; calls == 1 {
			return copy(p, `[[1],`), nil
		}
		if token, err := d.Token(); token != Delim('[') || err != nil {
			t.Error(token, err)
		}
		return copy(p, `[2]]`), nil
	}))
	var v any
	if err := d.Decode(&v); err != window.ErrReentered || v != nil {
		t.Error(v, err)
	}
}
