package proportion

import (
	stdjson "encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// TestErrorsCost: an input with a fault takes no more memory than twice what encoding/json's Decoder takes for its
// error, with the answer of a handler than twice that of one over it, besides 2 KB and a JSON Pointer for each further
// fault of the text. Each byte is looked at a few times.
func TestErrorsCost(t *testing.T) {
	type user struct {
		Name  string
		Level int8
		Since time.Time
		Tags  []string
		Count map[string][]int
	}
	const sound = `{"Name":"Ada","Level":3,"Since":"2026-11-22T10:00:00Z","Tags":["gift","fragile"]}`
	for _, row := range []struct{ old, new string }{
		{`"Ada"`, `5`}, {`3`, `"3"`}, {`["gift","fragile"]`, `{}`}, {`3`, `300`}, {`3`, `1.5`}, {`2026-11-22T`, `yesterday`},
		{`gile"]}`, ``}, {`Ada`, `A\da`}, {`Ada`, "A\nda"}, {`3`, `tru`}, {`,"Level"`, `"Level"`}, {sound, `<html>`},
		{sound, strings.Repeat("[", 100_000)}, {sound, strings.Repeat(`{"a":`, 10_001)}, {sound, `"` + strings.Repeat("x", 100_000)},
		{sound, `{"Level":"3","Name":5,"Tags":[1,{},"gift",3]}`},
		{sound, `{"Count":{"` + strings.Repeat("x", 30_000) + `":["x"` + strings.Repeat(",{}", 7) + `]}}`},
		{sound, `{"Count":{"` + "x" + `":[{}` + strings.Repeat(",{}", 99) + `]}}`},
		{sound, `{"Count":{"` + strings.Repeat("x", 900) + `":[{}` + strings.Repeat(",{}", 99) + `]}}`},
		{sound, `{"Count":{"` + strings.Repeat("x", 100) + `":[{}` + strings.Repeat(",{}", 99) + `]}}`},
		{sound, `{"Count":{"` + strings.Repeat("x", 4000) + `":[{}` + strings.Repeat(",{}", 99) + `]}}`},
		{sound, `{"Name":"` + strings.Repeat("x", 50_000) + `","Tags":[1,2` + strings.Repeat(",3", 98) + `]}`},
	} {
		text := strings.Replace(sound, row.old, row.new, 1)
		data := []byte(text)
		least := func(f func()) (n uint64) {
			f()                 // compiles, and fills pools
			for i := range 10 { // some of which pay for pools that were emptied
				if took := uint64(guard.Allocated(f)); i == 0 || took < n {
					n = took
				}
			}
			return n
		}
		looked := 0
		meter.Count = func(n int) { looked += n }
		err := zetes.Unmarshal(data, new(user))
		meter.Count = nil
		if err == nil {
			t.Fatalf("%.50s is accepted", text)
		}
		if most := 8*len(data) + 1000; looked > most {
			t.Errorf("%.50s: %d bytes are looked at, want %d at most", text, looked, most)
		}
		ours := least(func() { _ = zetes.Unmarshal(data, new(user)) })
		theirs := least(func() { _ = stdjson.NewDecoder(strings.NewReader(text)).Decode(new(user)) })
		if ours > 2*theirs {
			t.Errorf("%.50s: %d bytes, encoding/json's Decoder %d", text, ours, theirs)
		}
		ask := func(h http.HandlerFunc) func() {
			return func() {
				r := httptest.NewRequest("POST", "/", strings.NewReader(text))
				r.Header.Set("Content-Type", "application/json")
				h(httptest.NewRecorder(), r)
			}
		}
		ours = least(ask(func(w http.ResponseWriter, r *http.Request) { _ = httpjson.WriteError(w, httpjson.Read(r, new(user))) }))
		theirs = least(ask(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, stdjson.NewDecoder(r.Body).Decode(new(user)).Error(), 400)
		}))
		further := uint64(0)
		if e, ok := err.(*zetes.Error); ok {
			further = uint64(strings.Count(text, ",{}") * (2000 + len(e.Pointer)))
		}
		if ours > 2*theirs+further {
			t.Errorf("%.50s: %d bytes by httpjson, by a handler over encoding/json %d", text, ours, theirs)
		}
	}
}
