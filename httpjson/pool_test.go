package httpjson

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/json"
)

// TestManyErrorsAllocate: an answer allocates for each further error at most the words of encoding/json, and those only
// by Go 1.27. All else about an error has a part of some blocks.
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
	if one, many := count(1), count(17); many-one > 24 && !guard.Race {
		t.Errorf("%v allocations for one error, %v for 17", one, many)
	}
}

// TestProblemsAreEmpty: the problem of an answer is used again for others, and holds nothing of it.
func TestProblemsAreEmpty(t *testing.T) {
	for n := range 160 {
		text := `[` + strings.Repeat(`1,`, n) + `1]`
		w := httptest.NewRecorder()
		err := Read(request(strings.NewReader(text)), new([]string), MaxErrors(200))
		if WriteError(w, err) != nil || strings.Count(w.Body.String(), `"pointer":`) != n+1 {
			t.Errorf("%d errors: %s", n+1, w.Body)
		}
		p := problems.Get().(*problem)
		all := p.Errors[:cap(p.Errors)]
		if len(p.Errors) > 0 || len(all) > 128 {
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

// TestAnswersAgree: an answer about several faults says of each what the errors of UnmarshalAll say, whatever the
// answers before it and beside it were about.
func TestAnswersAgree(t *testing.T) {
	type inner struct {
		Tags []string
		Size int8
	}
	type record struct {
		N     int16
		Level int16 `json:",string"`
		Name  string
		Inner []inner
		Any   map[string]float32
	}
	wrong := []string{`true`, `1.0`, `-1e2`, `300`, `70000`, `"x"`, `[]`, `{}`, `1e999`}
	var docs []string
	for i := range 60 {
		v := func(n int) string { return wrong[(i*7+n*n)%len(wrong)] }
		docs = append(docs, `{"N":`+v(0)+`,"Level":`+v(1)+`,"Inner":[{"Tags":[`+strings.Repeat(v(2)+`,`, i%5)+v(2)+`,`+v(3)+`]},{"Size":`+v(4)+`},{"Size":`+v(9)+`},{"Size":`+v(1)+`}],`+
			`"Any":{"a":`+v(5)+`,"0":`+v(6)+`,"~":`+v(7)+`},"Name":`+v(8)+`}`)
	}
	check := func(doc string) {
		var v record
		all, _ := zetes.UnmarshalAll([]byte(doc), &v, 0).(zetes.Errors)
		want, err := json.Marshal(all)
		if err != nil || len(all) < 2 {
			t.Errorf("%s: %d errors, %v", doc, len(all), err)
		}
		r := httptest.NewRequest("POST", "/", strings.NewReader(doc))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		_ = WriteError(w, Read(r, new(record)))
		if got := w.Body.String(); !strings.Contains(got, `"errors":`+string(want)+`}`) {
			t.Errorf("%s:\n%s\nwant\n%s", doc, got, want)
		}
	}
	for _, doc := range docs {
		check(doc)
	}
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			for i := range docs {
				check(docs[(i*(2*n+1)+n)%len(docs)])
			}
		})
	}
	wg.Wait()
}
