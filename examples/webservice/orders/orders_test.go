package orders

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const order = `{"id":7,"placed":"2026-11-22T10:00:00Z","customer":{"name":"Ada","email":"ada@example.com","country":"BE"},` +
	`"items":[{"sku":"K-1","name":"Kettle","quantity":2,"price":3000,"weight":1.25,"gift":true,"tags":["kitchen"]}]}`

const invoice = `{"order":7,"placed":"2026-11-22T10:00:00Z","customer":{"name":"Ada","email":"ada@example.com","country":"BE"},` +
	`"lines":[{"sku":"K-1","name":"Kettle","quantity":2,"total":6000,"tax":1000,"weight":2.5,"tags":["kitchen"]}],"weight":2.5,"total":6000}`

func TestHandlers(t *testing.T) {
	for _, c := range []struct {
		name, contentType, body string
		status                  int
		want                    string // the whole of a good answer, a part of a bad one
	}{
		{"order", "application/json", order, 200, invoice},
		{"parameter", "application/json; charset=utf-8", order, 200, invoice},
		{"no-items", "application/json", `{}`, 422, "at least one item"},
		{"cut", "application/json", order[:40], 400, "unexpected end of JSON input"},
		{"kind", "application/json", `{"items":[{"quantity":"2"}]}`, 422, "string"},
		{"nul", "application/json", "\x00", 400, `invalid character '\\x00'`},
		{"deep", "application/json", strings.Repeat("[", 100_000), 400, ""},
		{"empty", "application/json", "", 400, ""},
		{"long", "application/json", strings.Repeat(" ", maxBody) + order, 413, ""},
		{"media", "text/plain", order, 415, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, h := range map[string]http.Handler{"httpjson": Handler(), "std": StdHandler()} {
				r := httptest.NewRequest("POST", "/", strings.NewReader(c.body))
				r.Header.Set("Content-Type", c.contentType)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				got := w.Body.String()
				if w.Code != c.status || c.status == 200 && got != c.want || !strings.Contains(got, c.want) {
					t.Errorf("%s: status %d, want %d\n%.500s", name, w.Code, c.status, got)
				}
			}
		})
	}
}
