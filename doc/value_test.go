package doc

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
)

// TestPlacesOfValues: errors about a value, however it was got, tell its place in the text, those of a clone in that.
func TestPlacesOfValues(t *testing.T) {
	const text = "{\"é\":[0,\n {\"a~/\":{\"n\":\"x\", \"l\":[1,true]}}]}"
	const at, line, column, pointer = 23, 2, 14, "/é/1/a~0~1/n"
	if text[at:at+3] != `"x"` {
		t.Fatalf("the test is about %q", text[at:])
	}
	parsed, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	defer parsed.Release()
	must := func(v Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	outer := must(Get([]byte(text), "é"))
	var member Value
	for _, e := range outer.Elements() {
		member = e
	}
	for _, v := range member.Members() {
		member = v
	}
	selected, err := MustCompile("$..['a~/']").Select([]byte(text))
	if err != nil || len(selected) != 1 {
		t.Fatal(selected, err)
	}
	within, err := outer.Select(MustCompile("$[1].*"))
	if err != nil || len(within) != 1 {
		t.Fatal(within, err)
	}
	clone := must(outer.Get(1, "a~/")).Clone()
	for name, v := range map[string]Value{
		"get": must(Get([]byte(text), "é", 1, "a~/")), "get-within": must(outer.Get(1, "a~/")), "members": member, "select": selected[0], "select-within": within[0],
		"paths": must(parsed.Root().Get("é", 1, "a~/")), "document-within": must(must(parsed.Root().Get("é")).Get(1, "a~/")), "clone": clone,
		"clone-within": must(must(Get([]byte(text))).Clone().Get("é", 1, "a~/")),
	} {
		if want := strings.Index(text, `{"n"`); v.Offset() != want || v.String() != `{"n":"x", "l":[1,true]}` {
			t.Errorf("%s: %s at %d, not at %d", name, v, v.Offset(), want)
		}
		wantAt, wantLine, wantColumn, wantPointer := at, line, column, pointer
		switch name {
		case "clone":
			wantAt, wantLine, wantColumn, wantPointer = 5, 1, 6, "/n"
		case "clone-within":
			// a part of a clone knows no more than itself
			wantAt, wantLine, wantColumn, wantPointer = 5, 1, 6, "/n"
		}
		check := func(what string, err error, at int) {
			var e *zetes.Error
			if !errors.As(err, &e) || int(e.Offset) != at || e.Line != wantLine || e.Pointer != wantPointer || what == "into" && e.Column != wantColumn {
				t.Errorf("%s: %s: %+v, want offset %d, %d:%d, %s", name, what, err, at, wantLine, wantColumn, wantPointer)
			}
		}
		var into struct{ N int }
		err := v.Into(&into)
		check("into", err, wantAt)
		if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); !ok || int(typed.Offset) != wantAt+3 {
			t.Errorf("%s: %v", name, err)
		}
		_, err = v.Get("n", "deeper")
		check("get", err, wantAt)
		wantPointer = strings.TrimSuffix(wantPointer, "/n")
		_, err = v.Get("none")
		check("missing", err, wantAt-5)
	}
}
