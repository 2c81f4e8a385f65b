package httpjson_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
)

// Clients choose what they get by ?fields=.
func ExampleFields() {
	show := func(w http.ResponseWriter, r *http.Request) {
		fields, err := httpjson.Fields(r, "fields")
		if err != nil {
			httpjson.WriteError(w, err)
			return
		}
		api := zetes.Standard().With(zetes.PerCall{Fields: fields})
		httpjson.Write(w, http.StatusOK, Order{ID: 7, Items: []string{"tea"}}, httpjson.WithAPI(api))
	}
	for _, target := range []string{"/orders/7", "/orders/7?fields=items"} {
		w := httptest.NewRecorder()
		show(w, httptest.NewRequest("GET", target, nil))
		fmt.Println(w.Body)
	}
	// Output:
	// {"id":7,"items":["tea"]}
	// {"items":["tea"]}
}

// TestFields: long lists, which are streamed, have chosen members too, and what is no set is the client's mistake.
func TestFields(t *testing.T) {
	fields, err := httpjson.Fields(httptest.NewRequest("GET", "/?fields=id&fields=items", nil), "fields")
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	err = httpjson.Write(w, http.StatusOK, make([]Order, 3), httpjson.StreamAbove(1), httpjson.WithAPI(zetes.Config{}.Freeze().With(zetes.PerCall{Fields: fields})))
	if got := w.Body.String(); err != nil || got != `[{"id":0},{"id":0},{"id":0}]` {
		t.Errorf("%s, %v", got, err)
	}
	if fields, err := httpjson.Fields(httptest.NewRequest("GET", "/?other=id", nil), "fields"); fields != nil || err != nil {
		t.Errorf("without the parameter there are %v, %v", fields, err)
	}
	for _, query := range []string{"fields=", "fields", "fields=a,", "fields=%5c", "fields=%zz", "fields=a;b", "%zz&fields=a", "fields=" + strings.Repeat("ab.", 2000) + "c"} {
		_, err := httpjson.Fields(httptest.NewRequest("GET", "/?"+query, nil), "fields")
		w := httptest.NewRecorder()
		httpjson.WriteError(w, err)
		if w.Code != 400 || !strings.Contains(w.Body.String(), "the parameter fields") {
			t.Errorf("%.20s: %v is answered by %d %s", query, err, w.Code, w.Body)
		}
	}
}
