package httpjson

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestManyErrorsAllocate: a further error in an answer takes at most three allocations, one or two of them for
// encoding/json's error.
func TestManyErrorsAllocate(t *testing.T) {
	count := func(wrong int) float64 {
		text := `{"tags":["a"` + strings.Repeat(",1", wrong) + strings.Repeat(`,"a"`, 20-wrong) + `]}`
		return testing.AllocsPerRun(100, func() {
			var v struct {
				Tags []string `json:"tags"`
			}
			w := httptest.NewRecorder()
			if err := Read(request(strings.NewReader(text)), &v); err == nil || WriteError(w, err) != nil || w.Code != 422 {
				t.Fatalf("%v, status %d", err, w.Code)
			}
		})
	}
	if one, many := count(1), count(17); many-one > 3*16 && !guard.Race {
		t.Errorf("%v allocations for one error, %v for 17", one, many)
	}
}

// TestProblemsAreEmpty: the problem of an answer is used again for others, and holds nothing of it.
func TestProblemsAreEmpty(t *testing.T) {
	for n := range 60 {
		text := `[` + strings.Repeat(`1,`, n) + `1]`
		w := httptest.NewRecorder()
		err := Read(request(strings.NewReader(text)), new([]string))
		if WriteError(w, err) != nil || strings.Count(w.Body.String(), `"pointer":`) != n+1 {
			t.Errorf("%d errors: %s", n+1, w.Body)
		}
		p := problems.Get().(*problem)
		all := p.Errors[:cap(p.Errors)]
		if len(p.Errors) > 0 || len(all) > 40 {
			t.Errorf("%d errors, memory for %d", len(p.Errors), len(all))
		}
		for _, e := range all {
			if !reflect.DeepEqual(e, report.ErrorForm{}) {
				t.Fatalf("kept: %+v", e)
			}
		}
		problems.Put(p)
	}
}
