package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocumentCommands runs the commands that read and change documents.
func TestDocumentCommands(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	a := file("a.json", "{\n  \"name\": \"é\",\n  \"list\": [1.0, {\n  \"x\": 2}]\n}\n")
	b := file("b.json", `{"list":[1,{"x":3}],"name":"é","new":true}`)
	patch := file("patch.json", `[{"op":"replace","path":"/name","value":"n"}]`)
	merge := file("merge.json", `{"name":null,"list":[]}`)
	lines := file("lines.ndjson", "{\"id\":1}\n\n{\"id\":\"two\"}\n{\"id\":")
	broken := file("broken.json", `{"a":1,}`)
	for _, row := range []struct {
		args   []string
		in     string
		status int
		out    string
		err    string
	}{
		{args: []string{"get", "/name", a}, out: "\"é\"\n"},
		{args: []string{"get", "-text", "/name", a}, out: "é\n"},
		{args: []string{"get", "/list", a}, out: "[1.0,{\"x\":2}]\n"},
		{args: []string{"get", "$.list[*]", a, b}, out: "1.0\n{\"x\":2}\n1\n{\"x\":3}\n"},
		{args: []string{"get", "/0", "-"}, in: "[7]", out: "7\n"},
		{args: []string{"get", "/none", a}, status: 1, err: "no such value"},
		{args: []string{"get", "/name", broken, a}, status: 1, out: "\"é\"\n", err: "broken.json:1:8: "},
		{args: []string{"get", "$.name", broken}, status: 1, err: "(offset 7)\n\t{\"a\":1,}\n\t       ^\n"},
		{args: []string{"get", "$[", a}, status: 2, err: "jsonpath"},
		{args: []string{"get", "name", a}, status: 2, err: "JSON Pointer"},
		{args: []string{"get", "-lines", "-text", "/id", lines}, status: 1, out: "1\ntwo\n", err: "lines.ndjson:4:7: "},
		{args: []string{"set", "/list/0", "[true]", a}, out: "{\n  \"name\": \"é\",\n  \"list\": [[true], {\n  \"x\": 2}]\n}\n"},
		{args: []string{"set", "-text", "/list/1/y", "5", b}, out: `{"list":[1,{"x":3,"y":"5"}],"name":"é","new":true}`},
		{args: []string{"set", "-delete", "/list", b}, out: `{"name":"é","new":true}`},
		{args: []string{"set", "/a", "1", broken}, status: 1, err: "broken.json"},
		{args: []string{"set", "/a", "{", a}, status: 2, err: `the value "{" is not JSON`},
		{args: []string{"patch", broken, a}, status: 1, err: "broken.json:1:"},
		{args: []string{"set", "/a", a}, status: 2, err: "a value and a file"},
		{args: []string{"patch", patch, b}, out: `{"list":[1,{"x":3}],"name":"n","new":true}`},
		{args: []string{"patch", "-merge", merge, b}, out: `{"list":[],"new":true}`},
		{args: []string{"patch", merge, b}, status: 1, err: "merge.json: a JSON Patch is an array"},
		{args: []string{"diff", a, b}, status: 1, out: "[\n  {\"op\":\"replace\",\"path\":\"/list/1/x\",\"value\":3},\n  {\"op\":\"add\",\"path\":\"/new\",\"value\":true}\n]\n"},
		{args: []string{"diff", a, a}},
		{args: []string{"diff", a, broken}, status: 2, err: "broken.json:1:8: "},
		{args: []string{"diff", "-", a}, in: "{", status: 2, err: "<stdin>:1:2: "},
		{args: []string{"diff", "-lines", "-", "-"}, in: "1\n", status: 2, err: "only one of the files"},
		{args: []string{"diff", a, filepath.Join(dir, "none.json")}, status: 2, err: "none.json"},
		{args: []string{"diff", dir, a}, status: 2, err: "zetes: "},
		{args: []string{"diff", "-color=green", a, a}, status: 2, err: "color"},
		{args: []string{"diff", a}, status: 2, err: "two files"},
		{args: []string{"get", "-text", "/id", lines}, status: 1, out: "1\ntwo\n", err: "lines.ndjson:4:7: "},
		{args: []string{"get", "/id", lines, a}, status: 1, out: "1\n\"two\"\n", err: "no such value"},
		{args: []string{"get", "-lines=false", "/id", lines}, status: 1, err: "lines.ndjson:3:1: "},
		{args: []string{"fmt", "-canonical", a}, out: `{"list":[1,{"x":2}],"name":"é"}`},
		{args: []string{"fmt", "-sort", "-compact", a}, out: "{\"list\":[1.0,{\"x\":2}],\"name\":\"é\"}\n"},
		{args: []string{"fmt", "-canonical", "-compact", a}, status: 2, err: "canonical"},
	} {
		var out, said bytes.Buffer
		status := run(row.args, streams{strings.NewReader(row.in), &out, &said})
		if status != row.status || out.String() != row.out || !strings.Contains(said.String(), row.err) {
			t.Errorf("%v: status %d, %q, %q, want %d, %q, %q", row.args, status, &out, &said, row.status, row.out, row.err)
		}
	}
	if status := run([]string{"set", "-w", "/new", "false", b}, streams{nil, new(bytes.Buffer), new(bytes.Buffer)}); status != 0 {
		t.Errorf("set -w ends with %d", status)
	}
	if got, _ := os.ReadFile(b); string(got) != `{"list":[1,{"x":3}],"name":"é","new":false}` {
		t.Errorf("set -w writes %s", got)
	}
}
