package beyond

import (
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestProofs does the work of each entry on small documents once: ours must give what is wanted, and nobody may fail.
func TestProofs(t *testing.T) {
	large := map[string]bool{"golang_source": true, "twitter": true, "citm": true, "canada": true, "synthea": true}
	n := 0
	for _, r := range rows() {
		for _, doc := range r.Docs {
			if large[doc] || !long.On() && r.peak > 0 {
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
			for _, c := range e.entries {
				n++
				got, err := c.Result()
				if err != nil {
					t.Errorf("%s, %s, %s: %v", r.Name, doc, c.Name, err)
				} else if c.Name == r.Ours && !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: another result than is wanted", r.Name, doc)
				}
				if err := c.Run(1); err != nil {
					t.Errorf("%s, %s, %s: %v", r.Name, doc, c.Name, err)
				}
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d entries were looked at", n)
	}
}
