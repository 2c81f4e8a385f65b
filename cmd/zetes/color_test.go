package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/jsondoc"
)

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestPainter colors documents in pieces of all sizes: without the colors they are what they were.
func TestPainter(t *testing.T) {
	texts := []string{`{"a\"\\":[1,-2.5e3,true,null,"x\"y"],"b":{}}` + "\n1 [] \"s\"\n", `not json "a" {]`, `{"a":"`, ``}
	for _, d := range corpus.Builtin() {
		texts = append(texts, string(d.JSON[:min(len(d.JSON), 20_000)]))
	}
	for _, text := range texts {
		whole := ""
		for _, size := range []int{len(text) + 1, 1, 7} {
			var b bytes.Buffer
			p := jsondoc.Paint(&b)
			for at := 0; at < len(text); at += size {
				if _, err := p.Write([]byte(text[at:min(at+size, len(text))])); err != nil {
					t.Fatal(err)
				}
			}
			if got := sgr.ReplaceAllString(b.String(), ""); got != text {
				t.Fatalf("%.60q has become %.60q", text, got)
			}
			if whole == "" {
				whole = b.String()
			}
			if b.String() != whole {
				t.Fatalf("%.60q in pieces of %d has other colors", text, size)
			}
		}
	}
	var b bytes.Buffer
	_, _ = jsondoc.Paint(&b).Write([]byte(`{"a":["b",1,null]}`))
	if want := "{\x1b[1;34m\"a\"\x1b[0m:[\x1b[32m\"b\"\x1b[0m,\x1b[36m1\x1b[0m,\x1b[33mnull\x1b[0m]}"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

// TestColor has the commands print with colors and without, and never into files.
func TestColor(t *testing.T) {
	dir := folder(t, map[string]string{"a.json": `{"a": [1]}`, "b.json": `{"a": [2]}`, "p.json": `[]`})
	for _, args := range []string{"fmt a.json", "get /a a.json", "set /a 1 a.json", "patch p.json a.json", "diff a.json b.json", "fmt -d a.json"} {
		plain := invoke(t, dir, "", strings.Fields(args)...)
		never := invoke(t, dir, "", strings.Fields(args+" -color never")...)
		always := invoke(t, dir, "", strings.Fields(args+" -color=always")...)
		if strings.Contains(plain.out, "\x1b") || plain != never || !strings.Contains(always.out, "\x1b") {
			t.Errorf("%s: %q, never %q, always %q", args, plain.out, never.out, always.out)
		}
		if sgr.ReplaceAllString(always.out, "") != plain.out || always.status != plain.status {
			t.Errorf("%s: %v, without colors %v", args, always, plain)
		}
	}
	invoke(t, dir, "", "fmt", "-w", "-color", "always", "a.json")
	if got := texts(t, dir)["a.json"]; strings.Contains(got, "\x1b") {
		t.Errorf("the file holds %q", got)
	}
	if got := invoke(t, dir, "", "get", "-text", "-color", "always", "", "p.json"); got.status != 0 {
		t.Errorf("%v", got)
	}
	if got := invoke(t, dir, "", "fmt", "-color", "red", "a.json"); got.status != 2 || got.err != "zetes: bad -color \"red\": it is auto, always or never\n" {
		t.Errorf("%v", got)
	}
}
