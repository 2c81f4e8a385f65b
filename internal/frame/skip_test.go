package frame

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestSkip passes over some values of each stream of values and reads the others, with the input in pieces of every
// length: what is read, where the stream ends and what its error says is as if all were read.
func TestSkip(t *testing.T) {
	long := `{"a":[` + strings.Repeat(`1.5e3,"text\n",`, 3000) + `null]}`
	for _, text := range []string{
		``, ` `, `1`, `1 2 3`, `{"a":[]}[1]"x"true null`, ` [1] {"b":{}} `, `12`, long + long, `"` + strings.Repeat("x", 20_000) + `" 5`,
		`1 -`, `{"a":1`, `1 ]`, `{"a" 1}`, `[1,]`, `[1,2 3]`, `"\x"`, `tru`, `trux`, `[nul`, `01`, `[[{"a":tru,`, long + `{"a":[` + strings.Repeat("1,", 5000) + `x]}`,
		long[:len(long)-1], strings.Repeat("[", 10_001), "[" + strings.Repeat(" ", 10_000) + "}",
	} {
		want, wantErr := drain(NewStream(strings.NewReader(text), Values, 1<<20))
		for _, size := range []int{1, 2, 3, 7, 100, 4096, 1 << 20} {
			if size < 100 && len(text) > 1000 {
				continue
			}
			for skipped := range 4 { // which of each two values
				s := NewStream(&pieces{strings.NewReader(text), size}, Values, 1<<20)
				var err error
				for i := 0; err == nil; i++ {
					var b []byte
					if skipped>>(i&1)&1 != 0 {
						err = s.Skip()
					} else if b, err = s.Next(); err == nil && (i >= len(want) || string(bytes.TrimSpace(b)) != want[i]) {
						t.Fatalf("%.60s in pieces of %d: value %d is %.60s", text, size, i, b)
					}
				}
				if s.Given() != len(want) || !sameEnd(err, wantErr) {
					t.Errorf("%.60s in pieces of %d: %d values and %v, want %d and %v", text, size, s.Given(), err, len(want), wantErr)
				}
				if again := s.Skip(); again != err {
					t.Errorf("%.60s in pieces of %d: %v, and then %v", text, size, err, again)
				}
			}
		}
	}
}

// sameEnd compares the ends of two streams, of which that of drain is nil for io.EOF.
func sameEnd(err, want error) bool {
	if want == nil || want == io.EOF {
		return err == io.EOF
	}
	return err != nil && err.Error() == want.Error()
}

// pieces gives at most size bytes at a time.
type pieces struct {
	r    io.Reader
	size int
}

func (p *pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.size)]) }

// TestSkipLarge: a value that is passed over may be larger than the limit and takes no memory in proportion, but
// each number of it stays below the limit.
func TestSkipLarge(t *testing.T) {
	text := "[" + strings.Repeat(`"some text", `, 20_000) + `1] 2`
	s := NewStream(&pieces{strings.NewReader(text), 1000}, Values, 5000)
	if err := s.Skip(); err != nil {
		t.Fatal(err)
	}
	if n := cap(s.r.Buffered()); n > 64<<10 {
		t.Errorf("%d bytes are kept of a value of %d", n, len(text))
	}
	if b, err := s.Next(); string(b) != " 2" && string(b) != "2" || err != nil {
		t.Errorf("behind it: %s, %v", b, err)
	}
	s = NewStream(&pieces{strings.NewReader("[" + strings.Repeat("1", 9000) + "]"), 1000}, Values, 5000)
	if err := s.Skip(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a number that is too long: %v", err)
	}
}

// TestSkipSourceFails: the error of the source ends the stream, within a value and before one.
func TestSkipSourceFails(t *testing.T) {
	for _, text := range []string{"", "1 ", "[1,", `{"a`} {
		broken := fmt.Errorf("broken behind %q", text)
		s := NewStream(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), Values, 100)
		err := s.Skip()
		for err == nil {
			err = s.Skip()
		}
		if err != broken {
			t.Errorf("%s: %v", text, err)
		}
	}
}
