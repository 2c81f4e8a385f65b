package stream_test

import (
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

// TestQueryBudgetOfStream: the elements of a stream, each of which a query may search for some milliseconds, share one
// budget. Elements for which a query takes little work are all found, however many there are.
func TestQueryBudgetOfStream(t *testing.T) {
	hostile := `{"t":"` + strings.Repeat("a", 600) + `","p":"` + strings.Repeat("(a?){9}", 60) + `z"}`
	for _, c := range []struct {
		element string
		n       int
		found   bool
	}{{hostile, 500, false}, {`{"t":"abc","p":"b"}`, 20_000, true}, {`{"t":"abc","p":"\\p{L}{50}"}`, 500, false}} {
		lines := strings.Repeat(c.element+"\n", c.n)
		array := "[" + strings.Repeat(c.element+",", c.n) + "0]"
		for name, values := range map[string]iter.Seq2[any, error]{
			"At":    stream.At[any](strings.NewReader(array), jsonpath.MustCompile("$[?search(@.t, @.p)]")),
			"Lines": stream.Lines[any](strings.NewReader(lines), stream.Selecting(jsonpath.MustCompile("$[?search($.t, $.p)]"))),
		} {
			var failed error
			for _, err := range values {
				if failed = err; err != nil {
					break
				}
			}
			if found := failed == nil; found != c.found || !found && !errors.Is(failed, jsondoc.ErrBudget) {
				t.Errorf("%s of %.20q: %v", name, c.element, failed)
			}
		}
	}
}
