package httpjson

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

type (
	openCase struct {
		X int `json:",required"`
		Y int `json:",required"`
	}
	secretCase struct {
		X int `json:",required"`
		Z int `json:",required"`
	}
)

// TestUnionProblem: clients learn why a value fits no case of a union, and no names of Go or numbers of faults.
func TestUnionProblem(t *testing.T) {
	config := zetes.Strict()
	config.Codecs = []codec.Codec{zetes.UntaggedUnion[any](zetes.Case[openCase]("a"), zetes.Case[secretCase]("b"))}
	api := config.Freeze()
	for body, want := range map[string]string{
		`{"V":{"X":1}}`:   `as \"a\": member \"Y\" is missing; as \"b\": member \"Z\" is missing`,
		`{"V":{"X":"q"}}`: `as \"a\", at /X: got a string, want an integer; as \"b\", at /X: got a string, want an integer`,
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if err := WriteError(w, Read(r, new(struct{ V any }), WithAPI(api))); err != nil {
			t.Fatal(err)
		}
		text := w.Body.String()
		if !strings.Contains(text, want) || strings.Contains(text, "secretCase") || strings.Contains(text, "fault ") {
			t.Errorf("%s: %s", body, text)
		}
	}
}
