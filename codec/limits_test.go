package codec

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLimitsAfterReset sets a limit on a reader that knows the names from an earlier document.
func TestLimitsAfterReset(t *testing.T) {
	const doc = `[{"abcdef":1},{"abcdef":1}]`
	read := func(r *Reader) error {
		for range r.Array() {
			for range r.Object() {
				r.Int()
			}
		}
		return r.Err()
	}
	r := NewBytesReader([]byte(doc))
	if err := read(r); err != nil {
		t.Fatal(err)
	}
	r.ResetBytes([]byte(doc))
	r.SetLimits(Limits{String: 3})
	var e *Error
	if err := read(r); !errors.As(err, &e) || e.Code != Limit || e.Offset != 2 {
		t.Fatalf("got %v, want a limit at offset 2", err)
	}
}

// TestDigits reads numbers for package big that are longer than the limits.
func TestDigits(t *testing.T) {
	read := map[string]func(*Reader){
		"BigInt":   func(r *Reader) { r.BigInt() },
		"BigFloat": func(r *Reader) { r.BigFloat(0) },
	}
	for name, f := range read {
		for _, c := range []struct{ limit, digits, offset int }{{0, 10_000, -1}, {0, 10_001, 1}, {3, 3, -1}, {3, 4, 1}, {20_000, 20_000, -1}} {
			r := NewBytesReader([]byte("[" + strings.Repeat("7", c.digits) + "]"))
			r.SetLimits(Limits{Digits: c.limit})
			r.BeginArray()
			r.NextElement()
			f(r)
			var e *Error
			if err := r.Err(); c.offset < 0 && err != nil || c.offset >= 0 && (!errors.As(err, &e) || e.Code != Limit || e.Offset != int64(c.offset)) {
				t.Errorf("%s, limit %d, %d digits: %v", name, c.limit, c.digits, err)
			}
		}
	}
}

// TestNumberLimit reads numbers of as many bytes as are allowed, and of one more, by all methods that read numbers.
func TestNumberLimit(t *testing.T) {
	for name, read := range map[string]func(*Reader){
		"Int": func(r *Reader) { r.Int() }, "IntBits": func(r *Reader) { r.IntBits(32) }, "Uint": func(r *Reader) { r.Uint() },
		"UintBits": func(r *Reader) { r.UintBits(32) }, "Float64": func(r *Reader) { r.Float64() }, "Float32": func(r *Reader) { r.Float32() },
		"Number": func(r *Reader) { r.Number() }, "BigInt": func(r *Reader) { r.BigInt() }, "BigFloat": func(r *Reader) { r.BigFloat(0) },
	} {
		for n := 1; n < 9; n++ {
			for _, end := range []string{"]", ",1]", " ]"} {
				text := "[" + strings.Repeat("7", n) + end
				for form, r := range map[string]*Reader{"slice": NewBytesReader([]byte(text)), "stream": NewReader(iotest.OneByteReader(strings.NewReader(text)))} {
					r.SetLimits(Limits{Number: 5, String: 1})
					r.BeginArray()
					r.NextElement()
					read(r)
					var e *Error
					if err := r.Err(); n <= 5 && err != nil || n > 5 && (!errors.As(err, &e) || e.Code != Limit || e.Offset != 1) {
						t.Errorf("%s, %s of a %s: %v", name, text, form, err)
					}
				}
			}
		}
	}
}

// TestMemoryLimit makes as many values as are allowed, and one more. A Reset starts anew.
func TestMemoryLimit(t *testing.T) {
	number := func(r *Reader, v *int64) { *v = r.Int() }
	for name, row := range map[string]struct {
		text string // with a place for more elements or members
		each string
		size int
		read func(r *Reader) int
	}{
		"ReadElements": {"[1%s]", ",1", 8, func(r *Reader) int { return cap(ReadElements(r, number)) }},
	} {
		r := new(Reader)
		for _, n := range []int{1, 2, 3, 10, 100, 1000} {
			for more := range 3 {
				r.ResetBytes([]byte(strings.Replace(row.text, "%s", strings.Repeat(row.each, n-1+more), 1)))
				r.SetLimits(Limits{Memory: n*row.size + row.size - 1})
				for range 2 {
					room := row.read(r)
					var e *Error
					if err := r.Err(); more == 0 && err != nil || more > 0 && (!errors.As(err, &e) || e.Code != Limit) {
						t.Errorf("%s, %d of %d: %v", name, n+more, n, err)
					}
					if room > 4*n+100 {
						t.Errorf("%s, %d of %d: memory for %d", name, n+more, n, room)
					}
					r.ResetBytes([]byte(strings.Replace(row.text, "%s", strings.Repeat(row.each, n-1+more), 1)))
				}
			}
		}
	}
}

// TestLateLimit sets a limit on bytes that have been read already.
func TestLateLimit(t *testing.T) {
	text := "[" + strings.Repeat("123,", 3000) + "1]"
	const firstWindow = 4 << 10
	for _, most := range []int{1, firstWindow - 1, firstWindow, firstWindow + 1, len(text) - 1, len(text)} {
		r := NewReader(strings.NewReader(text))
		for i := range r.Array() {
			if r.Int(); i == 2 {
				r.SetLimits(Limits{Bytes: most})
			}
		}
		err := r.Close()
		if e, ok := err.(*Error); ok != (most < len(text)) || ok && e.Code != Limit {
			t.Errorf("%d of %d bytes: %v", most, len(text), err)
		}
	}
}

// TestLimitOnValues reads arrays and objects in all ways up to a limit on values: exactly so many elements and
// members come as it allows, however they are spread over containers.
func TestLimitOnValues(t *testing.T) {
	docs := map[string]int{ // and how many elements and members each has
		`[]`: 0, `[1]`: 1, `[1,2,3]`: 3, `[[],[1],[2,3]]`: 6, `[[[[1]]],2]`: 5, `{}`: 0, `{"a":1,"b":2}`: 2,
		`{"a":{"b":[1,2,{"c":3}]},"d":[]}`: 7, `[{"a":1},{"a":2},{"b":3}]`: 6, ` [ 1 , [ 2 ] ] [3] {"a":4}`: 5,
	}
	known := NewNames("a", "b")
	var walk func(r *Reader, way int)
	walk = func(r *Reader, way int) {
		switch r.Peek() {
		case Array:
			switch way {
			case 0:
				for range r.Array() {
					walk(r, way)
				}
			case 1:
				ReadElements(r, func(r *Reader, _ *int) { walk(r, way) })
			default:
				for r.BeginArray(); r.NextElement(); {
					walk(r, way)
				}
			}
		case Object:
			switch way {
			case 0:
				for range r.Object() {
					walk(r, way)
				}
			case 1:
				for range r.ObjectOf(known) {
					walk(r, way)
				}
			default:
				r.BeginObject()
				for _, ok := r.NextMember(); ok; _, ok = r.NextMember() {
					walk(r, way)
				}
			}
		default:
			r.Skip()
		}
	}
	for doc, has := range docs {
		for limit := range has + 3 {
			for way := range 3 {
				for step := range 6 {
					var r *Reader
					if step == 0 {
						r = NewBytesReader([]byte(doc))
					} else {
						r = NewReader(&pieces{doc, 4 * step})
					}
					for again := range 3 {
						switch {
						case again == 0:
							r.SetLimits(Limits{Values: limit, Elements: way * 1000})
						case step == 0:
							r.ResetBytes([]byte(doc))
						default:
							r.Reset(&pieces{doc, 4 * step})
						}
						for r.More() {
							walk(r, way)
						}
						e, _ := r.Err().(*Error)
						if over := limit > 0 && has > limit; over != (e != nil) || over && e.Code != Limit {
							t.Fatalf("%s has %d values, limit %d: %v", doc, has, limit, r.Err())
						}
					}
				}
			}
		}
	}
	// A limit that is set later is one on what comes then.
	r := NewBytesReader([]byte(`[[1,2],3,4]`))
	r.BeginArray()
	r.NextElement()
	for range r.Array() {
		r.Skip()
	}
	r.NextElement()
	r.SetLimits(Limits{Values: 1})
	if r.Skip(); r.Err() != nil || !r.NextElement() || r.Err() != nil {
		t.Errorf("the first value: %v", r.Err())
	}
	if r.Skip(); r.NextElement() || r.Err() != nil {
		t.Errorf("the end: %v", r.Err())
	}
}

// TestBound: a bound on the next value holds far into an input, and does not touch the values after it.
func TestBound(t *testing.T) {
	for _, base := range []int64{0, 1<<31 - 500, 1 << 40} {
		for most, ok := range map[int]bool{100: false, 1000: true, math.MaxInt: true} {
			r := NewReader(iotest.OneByteReader(strings.NewReader(`"` + strings.Repeat("a", 930) + `" 2` + strings.Repeat(" ", 9000) + "3")))
			r.win.Base = base
			inside{}.Bound(r, most)
			r.Skip()
			if err, _ := r.Err().(*Error); (err == nil) != ok || err != nil && !(inside{}).TooLong(err) {
				t.Errorf("at most %d bytes at %d: %v", most, base, err)
			}
			inside{}.Bound(r, 0)
			if ok && (r.Int() != 2 || r.Int() != 3 || r.Close() != nil) {
				t.Errorf("at most %d bytes at %d: then %v", most, base, r.Err())
			}
			r.Release()
		}
	}
}
