package untyped

import (
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestProofs does the work of each entry on the smaller documents once: all must give what is wanted.
func TestProofs(t *testing.T) {
	n := 0
	for _, r := range rows() {
		for _, doc := range r.Docs {
			if doc == "citm" || doc == "canada" || doc == "golang_source" || !long.On() && strings.HasPrefix(r.Name, "lines/") {
				continue
			}
			e, err := r.enter(doc)
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.want()
			if err != nil {
				t.Fatal(err)
			}
			if e.entries[0].Name != r.Ours {
				t.Errorf("%s: %s is judged, %s comes first", r.Name, r.Ours, e.entries[0].Name)
			}
			for _, c := range e.entries {
				n++
				got, err := c.Result()
				switch {
				case err == errProcessor:
				case err != nil:
					t.Errorf("%s, %s, %s: %v", r.Name, doc, c.Name, err)
				case !reflect.DeepEqual(got, want):
					t.Errorf("%s, %s, %s: another result than is wanted", r.Name, doc, c.Name)
				default:
					err = c.Run(1)
				}
				if err != nil && err != errProcessor {
					t.Errorf("%s, %s, %s: %v", r.Name, doc, c.Name, err)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d entries were looked at", n)
	}
}
