package encode

import (
	"bytes"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// waiting is a value whose method returns only when the methods of all values in the group have been called, so that
// all encodings go on at the same time.
type waiting struct{ all *sync.WaitGroup }

func (w waiting) MarshalJSON() ([]byte, error) {
	w.all.Done()
	w.all.Wait()
	return []byte("1"), nil
}

// encoders are the calls that return a result in new memory.
var encoders = map[string]func(c *plan.Dialect, v any) ([]byte, error){
	"Marshal": func(c *plan.Dialect, v any) ([]byte, error) { return (&Call{Config: c}).Marshal(v) },
	"Append":  func(c *plan.Dialect, v any) ([]byte, error) { return (&Call{Config: c}).Append(nil, v) },
}

// TestSmallBehindLarge limits the memory that many small results take at the same time, after no, one or two large
// results of the same type. If small and large results take turns, it limits the memory of both.
func TestSmallBehindLarge(t *testing.T) {
	const many = 50
	const size = 8 << 20
	large := []any{strings.Repeat("x", size)}
	for name, encode := range encoders {
		for times, most := range []int{many * 64 << 10, many * 64 << 10, many * (mostGuess + 1<<20)} {
			c := plan.Of(option.V1)
			for range times {
				if _, err := encode(c, large); err != nil {
					t.Fatal(err)
				}
			}
			n := guard.Allocated(func() {
				var all, done sync.WaitGroup
				all.Add(many)
				for range many {
					done.Go(func() {
						if b, err := encode(c, []any{waiting{&all}}); string(b) != "[1]" || cap(b) > 64 {
							t.Errorf("%s: %s of %d bytes, %v", name, b, cap(b), err)
						}
					})
				}
				done.Wait()
			})
			if n > most {
				t.Errorf("%s: %d small results at the same time behind %d large ones take %d bytes, at most %d are wanted", name, many, times, n, most)
			}
		}
		c := plan.Of(option.V1)
		encode(c, large)
		n := guard.Allocated(func() {
			for range 10 {
				encode(c, []any{1})
				encode(c, large)
			}
		})
		// For a large result a buffer grows to its size, and the result is copied, for which three times its size is
		// enough.
		if most := 10 * (3*size + 64<<10); n > most {
			t.Errorf("%s: results by turns small and large take %d bytes, at most %d are wanted", name, n, most)
		}
	}
}

// TestLargeInPlace holds that results that all have about the same large size are written to the memory that is
// returned, and not copied.
func TestLargeInPlace(t *testing.T) {
	for name, encode := range encoders {
		for _, size := range []int{20 << 10, 100 << 10, 1 << 20, 3 << 20, 6 << 20} {
			c := plan.Of(option.V1)
			v := []string{strings.Repeat("x", size)}
			for range 3 {
				encode(c, v)
			}
			n := guard.Allocated(func() {
				for range 10 {
					encode(c, v)
				}
			})
			most := 10 * (size + size/16 + 8<<10)
			if size > mostGuess {
				most += 10 * (mostGuess + mostGuess/16)
			}
			if n > most && !guard.Race { // which makes pools forget at random
				t.Errorf("%s: ten results of %d bytes take %d, at most %d are wanted", name, size, n, most)
			}
		}
	}
}

// TestBehindResults holds that the bytes between the length and the capacity of a result do not show earlier contents
// of that memory.
func TestBehindResults(t *testing.T) {
	secret := []byte("SECRET42")
	results := long.Rounds(12, 60)
	for name, encode := range encoders {
		c := plan.Of(option.V1)
		for i := range results {
			// Allocate memory of the size of a result, fill it with the secret, and free it.
			for range 20 {
				runtime.KeepAlive(bytes.Repeat(secret, 2800))
			}
			runtime.GC()
			b, err := encode(c, []string{strings.Repeat("x", 20_000)})
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.Trim(b[len(b):cap(b)], "\x00")) > 0 {
				t.Errorf("%s: what stands behind result %d, of %d bytes, is not zero", name, i, len(b))
				break
			}
			if name == "Marshal" && i > 3 && cap(b) != len(b) {
				t.Errorf("%s: %d bytes have room for %d", name, len(b), cap(b))
				break
			}
		}
	}
}
