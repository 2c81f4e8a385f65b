package httpjson

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHandler(t *testing.T) {
	type none = struct{}
	var seen error
	log := OnError(func(r *http.Request, err error) { seen = err })
	double := func(ctx context.Context, in person) (person, error) {
		if Request(ctx).URL.Path != "/p" {
			return in, errors.New("the request is another one")
		}
		switch in.Name {
		case "known":
			return in, Errorf(409, "%s is taken", in.Name)
		case "secret":
			return in, errBroken
		}
		in.Age *= 2
		return in, nil
	}
	mux := http.NewServeMux()
	mux.Handle("POST /p", Handler(double, log))
	mux.Handle("PUT /p", Handler(double, log, Status(201), rejectsUnknown))
	mux.Handle("GET /n", Handler(func(context.Context, none) ([]int, error) { return nil, nil }, log))
	mux.Handle("DELETE /n", Handler(func(context.Context, none) (none, error) { return none{}, nil }, log))
	mux.Handle("GET /nan", Handler(func(context.Context, none) (any, error) { return late(1, 0), nil }, log))

	for name, c := range map[string]struct {
		method, path, body string
		status             int
		want               string
		logged             bool
	}{
		"value":   {"POST", "/p", `{"name":"a","age":4}`, 200, `{"name":"a","age":8}`, false},
		"status":  {"PUT", "/p", `{"name":"a","age":4}`, 201, `{"name":"a","age":8}`, false},
		"known":   {"POST", "/p", `{"name":"known"}`, 409, `known is taken`, true},
		"secret":  {"POST", "/p", `{"name":"secret"}`, 500, `{"title":"Internal Server Error","status":500}`, true},
		"syntax":  {"POST", "/p", `{"name":}`, 400, `"line":1,"column":9`, true},
		"empty":   {"POST", "/p", ``, 400, `empty`, true},
		"unknown": {"PUT", "/p", `{"x":1}`, 422, `"pointer":"#/x"`, true},
		"no-in":   {"GET", "/n", ``, 200, `null`, false},
		"no-out":  {"DELETE", "/n", ``, 204, ``, false},
		"nan":     {"GET", "/nan", ``, 500, `{"title":"Internal Server Error","status":500}`, true},
		"head":    {"HEAD", "/n", ``, 200, ``, false},
	} {
		t.Run(name, func(t *testing.T) {
			seen = nil
			r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) || c.want == "" && w.Body.Len() > 0 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			if (seen != nil) != c.logged {
				t.Errorf("logged: %v", seen)
			}
		})
	}
	if Request(context.Background()) != nil {
		t.Error("a request out of nothing")
	}
}

// TestHandlerAborts shows that a client can tell an answer that breaks off.
func TestHandlerAborts(t *testing.T) {
	h := Handler(func(context.Context, struct{}) ([]any, error) { return late(100_000, 99_999), nil }, StreamAbove(1000))
	s := httptest.NewServer(h)
	defer s.Close()
	resp, err := s.Client().Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.ReadAll(resp.Body); resp.StatusCode != 200 || err == nil {
		t.Fatalf("%d, %v", resp.StatusCode, err)
	}
}

func TestClient(t *testing.T) {
	echo := Handler(func(_ context.Context, p person) (person, error) {
		switch p.Name {
		case "refused":
			return p, Errorf(403, "not you")
		case "odd":
			return person{}, nil
		}
		return p, nil
	})
	mux := http.NewServeMux()
	mux.Handle("/echo", echo)
	mux.HandleFunc("/text", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello") })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, r *http.Request) { Write(w, 200, json.RawMessage(`{"name":{}}`)) })
	mux.HandleFunc("/none", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/echo", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("/plain", func(w http.ResponseWriter, r *http.Request) { http.Error(w, "gone", http.StatusGone) })
	s := httptest.NewServer(mux)
	defer s.Close()

	call := func(path string, v any) (person, error) {
		r, err := NewRequest(t.Context(), "POST", s.URL+path, v)
		if err != nil {
			t.Fatal(err)
		}
		return Do[person](s.Client(), r)
	}
	ada := person{"Ada", 36}
	for _, path := range []string{"/echo", "/away"} {
		if got, err := call(path, ada); err != nil || got != ada {
			t.Errorf("%s: %v, %v", path, got, err)
		}
	}
	if got, err := call("/none", nil); err != nil || got != (person{}) {
		t.Errorf("no content: %v, %v", got, err)
	}

	var e *ResponseError
	if _, err := call("/echo", person{Name: "refused"}); !errors.As(err, &e) || e.Status != 403 || e.Detail != "not you" || e.Title != "Forbidden" {
		t.Errorf("refused: %v", err)
	}
	if _, err := call("/plain", ada); !errors.As(err, &e) || e.Status != 410 || e.Detail != "" || string(e.Body) != "gone\n" || e.Title != "Gone" {
		t.Errorf("plain text: %v", err)
	}
	if _, err := call("/text", ada); !errors.As(err, &e) || e.Status != 200 || !strings.Contains(e.Detail, "text/plain") {
		t.Errorf("not JSON: %v", err)
	}
	_, err := call("/cut", ada)
	var ours *Error
	var typ *json.UnmarshalTypeError
	if !errors.As(err, &e) || len(e.Errors) != 1 || e.Errors[0].Pointer != "/name" || e.Errors[0].Line != 1 || !errors.As(err, &typ) || errors.As(err, &ours) {
		t.Errorf("mismatch: %v", err)
	}
	if _, err := NewRequest(t.Context(), "POST", s.URL, late(1, 0)); err == nil {
		t.Error("a value that can't be encoded makes a request")
	}
	r, err := NewRequest(t.Context(), "POST", s.URL+"/echo", ada)
	if err != nil || r.ContentLength != int64(len(`{"name":"Ada","age":36}`)) || r.GetBody == nil {
		t.Errorf("request: %v, %+v", err, r)
	}
	if _, err := Do[struct{}](s.Client(), r); err != nil {
		t.Error(err)
	}
}
