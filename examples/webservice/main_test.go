package main

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestRoutes(t *testing.T) {
	for _, c := range []struct {
		name, path, contentType, body string
		status                        int
		want                          string
	}{
		{"sum", "/sum", "application/json", `{"numbers": [1, 2.5]}`, 200, `{"sum":3.5}`},
		{"none", "/sum", "application/json", `{}`, 422, "no numbers"},
		{"syntax", "/sum", "application/json", `{"numbers": [1,]}`, 400, "invalid character"},
		{"type", "/sum", "application/json", `{"numbers": ["1"]}`, 422, "string"},
		{"unknown-member", "/sum", "application/json", `{"digits": [1]}`, 422, "digits"},
		{"content-type", "/sum", "text/plain", `{}`, 415, ""},
		{"invoice", "/invoice", "application/json", `{"items": [{"quantity": 2, "price": 30}]}`, 200, `"total":60}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest("POST", c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", c.contentType)
			w := httptest.NewRecorder()
			routes().ServeHTTP(w, r)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) {
				t.Errorf("status %d, want %d\n%s", w.Code, c.status, w.Body)
			}
		})
	}
}
