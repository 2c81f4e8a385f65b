package json

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// stranger decodes a part of another stream, so that it has a window of the pool in hand, and holds that the rest of
// the stream is its own. Its values are as long as those of the others here: places don't tell them apart.
type stranger struct {
	d *Decoder
	n int
}

func (s *stranger) decode(t *testing.T) {
	if s.d == nil || s.n == 3 {
		*s = stranger{d: NewDecoder(strings.NewReader(`{"hers":1}{"hers":2}{"hers":3}    `))}
	}
	s.n++
	var v any
	if err := s.d.Decode(&v); err != nil || fmt.Sprint(v) != fmt.Sprintf("map[hers:%d]", s.n) {
		t.Fatalf("a stranger's value %d is %v, %v", s.n, v, err)
	}
}

// TestCopies decodes a stream of values by copies of a Decoder, which are made and overwritten at random, among
// strangers: a copy gets the value that it stands before, the end, or errCopied, and never anything else.
func TestCopies(t *testing.T) {
	passed, failed := 0, 0
	for seed := range uint64(600) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		var text strings.Builder
		count := 2 + rnd.IntN(30)
		for i := range count {
			fmt.Fprintf(&text, `{"mine":%d}%s`, i, strings.Repeat(" ", rnd.IntN(3)))
		}
		c := meaning([]option.Release{option.Classic, option.SmallReads | option.WholeTokens}[seed%2])
		type copied struct {
			d  Decoder
			at int // which value comes next
		}
		first := copied{d: *newDecoder(&pieces{strings.NewReader(text.String()), rnd, 1 + rnd.IntN(200)}, c)}
		if seed%4 > 1 {
			first.d.r.given = mostGiven // its windows are kept
		}
		for first.d.r.b == nil && first.at < count {
			if err := first.d.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			first.at++
		}
		list := [4]copied{first, first, first, first}
		var others [2]stranger
		for range 60 {
			if rnd.IntN(2) == 0 {
				others[rnd.IntN(2)].decode(t)
			}
			a := &list[rnd.IntN(len(list))]
			if b := &list[rnd.IntN(len(list))]; rnd.IntN(4) == 0 && b.d.r.b != nil {
				*a = *b
			}
			var v any
			more, at := a.d.More(), a.d.InputOffset()
			switch err := a.d.Decode(&v); {
			case err == nil:
				if a.at >= count || fmt.Sprint(v) != fmt.Sprintf("map[mine:%d]", a.at) || !more || at > a.d.InputOffset() {
					t.Fatalf("seed %d: value %d is %v", seed, a.at, v)
				}
				a.at++
				passed++
			case err == errCopied && v == nil:
				failed++
			case err == io.EOF && a.at == count && v == nil:
			default:
				t.Fatalf("seed %d: value %d of %d is %v, %v", seed, a.at, count, v, err)
			}
		}
	}
	if passed < 5000 || failed < 500 {
		t.Errorf("%d values, %d refusals", passed, failed)
	}
}

// TestCopyAfterWindow: a copy whose window was given back by another one is told so, whoever has the window now.
func TestCopyAfterWindow(t *testing.T) {
	guard.Path(t, fast.Windows)
	for name, use := range map[string]func(d *Decoder) error{
		"Decode": func(d *Decoder) error { var v any; return errors.Join(d.Decode(&v), nothingBut(v, nil)) },
		"Token":  func(d *Decoder) error { v, err := d.Token(); return errors.Join(err, nothingBut(v, nil)) },
		"More":   func(d *Decoder) error { return errors.Join(nothingBut(d.More(), false), d.Decode(new(any))) },
		"Buffered": func(d *Decoder) error {
			b, _ := io.ReadAll(d.Buffered())
			return errors.Join(nothingBut(string(b), ""), d.Decode(new(any)))
		},
		"offset": func(d *Decoder) error { return errors.Join(nothingBut(d.InputOffset(), int64(10)), d.Decode(new(any))) },
	} {
		for range 20 {
			m := NewDecoder(strings.NewReader(`{"mine":1}{"mine":2}`))
			if err := m.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			s, again := *m, *m
			if err := m.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			var other, third stranger
			other.decode(t)
			if name == "More" && s.whole {
				continue // there it says that the stream goes on, for the error to come
			}
			if err := use(&s); err == nil || err.Error() != errCopied.Error() {
				t.Fatalf("%s: %v", name, err)
			}
			*m = again
			if err := m.Decode(new(any)); err != errCopied {
				t.Fatalf("%s, restored: %v", name, err)
			}
			third.decode(t)
			other.decode(t)
			third.decode(t)
		}
	}
}

// nothingBut returns an error where got is something else.
func nothingBut(got, want any) error {
	if got != want {
		return fmt.Errorf("it shows %v", got)
	}
	return nil
}

// TestMoved: a Decoder may be moved in the middle of its stream, and its old memory become another Decoder's.
func TestMoved(t *testing.T) {
	text := strings.Repeat(`{"mine":12}`, 400)
	m := NewDecoder(strings.NewReader(text))
	if _, err := m.Token(); err != nil {
		t.Fatal(err)
	}
	moved := *m
	*m = *NewDecoder(strings.NewReader(strings.Repeat(`{"hers":12}`, 400)))
	runtime.GC()
	for range 400*4 - 1 {
		v, err := moved.Token()
		if _, theirErr := m.Token(); err != nil || theirErr != nil || v == "hers" {
			t.Fatal(v, err, theirErr)
		}
	}
	if v, err := moved.Token(); err != io.EOF || moved.InputOffset() != int64(len(text)) {
		t.Error(v, err, moved.InputOffset())
	}
}
