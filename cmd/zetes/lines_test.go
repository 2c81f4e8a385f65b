package main

import (
	"strings"
	"testing"
)

// TestLines has commands that change documents work on each line of a file.
func TestLines(t *testing.T) {
	const in = "{\"b\": 1, \"a\": [ 2 ]}\n\n [3, {\"a\": 4}] \r\n{\"a\":5}"
	for _, c := range []struct{ args, want string }{
		{"fmt -lines", "{\"b\":1,\"a\":[2]}\n[3,{\"a\":4}]\r\n{\"a\":5}\r\n"},
		{"fmt -lines -sort", "{\"a\":[2],\"b\":1}\n[3,{\"a\":4}]\r\n{\"a\":5}\r\n"},
		{"fmt -n -canonical", "{\"a\":[2],\"b\":1}\n[3,{\"a\":4}]\r\n{\"a\":5}\r\n"},
		{"set -lines /a 0", "{\"b\": 1, \"a\": 0}\n{\"a\":0}\r\n"},
		{"set -lines -delete /a", "{\"b\": 1}\n{}\r\n"},
		{"patch -lines -merge p.json", "{\"b\": 1, \"a\": \"x\"}\n{\"a\":\"x\"}\r\n{\"a\":\"x\"}\r\n"},
	} {
		dir := folder(t, map[string]string{"in": in, "p.json": `{"a":"x"}`})
		got := invoke(t, dir, "", append(strings.Fields(c.args), "in")...)
		bad := strings.HasPrefix(c.args, "set") // an array has no member
		if got.out != c.want || bad != (got.status == 1) || bad != strings.HasPrefix(got.err, "zetes: in:3: ") {
			t.Errorf("%s: %v", c.args, got)
		}
		if again := invoke(t, dir, in, append(strings.Fields(c.args), "-")...); again.out != c.want {
			t.Errorf("%s of standard input: %v", c.args, again)
		}
		back := invoke(t, dir, "", append(strings.Fields(c.args), "-w", "in")...)
		if want := map[bool]string{true: in, false: c.want}[bad]; back.out != "" || texts(t, dir)["in"] != want {
			t.Errorf("%s -w: %v, %q", c.args, back, texts(t, dir)["in"])
		}
	}
	dir := folder(t, map[string]string{"in": "1\n{]\n2"})
	for name, display := range map[string]string{"in": "in", "-": "<stdin>"} {
		got := invoke(t, dir, "1\n{]\n2", "fmt", "-lines", name)
		want := ran{"1\n2\n", display + ":2:2: invalid character ']' looking for beginning of object key string (offset 3)\n\t{]\n\t ^\n", 1}
		if got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	for _, args := range []string{"fmt -lines -indent=\t in", "fmt -indent=\t in x.jsonl", "fmt -lines -w -", "set -lines -w /a 1 -"} {
		if got := invoke(t, dir, "1", strings.Fields(args)...); got.status != 2 || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %v", args, got)
		}
	}
}

// TestLinesNamed: the error of a file with a document in each line names the flag -lines, other errors do not.
func TestLinesNamed(t *testing.T) {
	const hint = "with -lines each line is a document"
	dir := folder(t, map[string]string{"two": "{\"a\":1}\r\n {\"a\":2}\n", "one": "{\"a\":1} {\"a\":2}\n", "bad": "{\"a\":1\n {\"a\":2}\n", "p": "[]"})
	for _, args := range []string{"get /a", "get $..a", "set /a 1", "patch p", "fmt", "check"} {
		for name, want := range map[string]bool{"two": true, "one": false, "bad": false} {
			got := invoke(t, dir, "", append(strings.Fields(args), name)...)
			if got.status != 1 || strings.Contains(got.err, hint) != want {
				t.Errorf("%s %s: %v", args, name, got)
			}
		}
	}
	if got := invoke(t, dir, "", "diff", "two", "p"); got.status != 2 || !strings.Contains(got.err, hint) {
		t.Errorf("diff: %v", got)
	}
	if got := invoke(t, dir, "", "bench", "two"); got.status != 1 || strings.Contains(got.err, hint) || !strings.Contains(got.err, "two:2:2: ") || !strings.Contains(got.err, "; bench measures each file as one document: ") {
		t.Errorf("bench: %v", got)
	}
}

// TestLinesByName: files of lines are known by their names, by all commands, and -lines=false takes them for others.
func TestLinesByName(t *testing.T) {
	const in = "{\"b\": 1}\n[2]\n"
	for _, name := range []string{"a.ndjson", "a.jsonl", "a.ldjson", "A.NDJSON"} {
		for _, c := range []struct {
			args, out string
			status    int
		}{
			{"check", name + ": valid, 2 values\n", 0},
			{"fmt", "{\"b\":1}\n[2]\n", 0},
			{"fmt -compact", "{\"b\":1}\n[2]\n", 0},
			{"fmt -l", name + "\n", 1},
			{"fmt -d", "--- " + name + "\n+++ " + name + " (formatted)\n@@ -1,2 +1,2 @@\n-{\"b\": 1}\n+{\"b\":1}\n [2]\n", 1},
			{"get ", "{\"b\": 1}\n[2]\n", 0},
			{"get $.*", "1\n2\n", 0},
			{"set -- /0 -1", "{\"b\": 1,\"0\": -1}\n[-1]\n", 0},
			{"patch -merge p.json", "3\n3\n", 0},
		} {
			dir := folder(t, map[string]string{name: in, "p.json": "3", "neat.jsonl": "1\n[2]\n"})
			args := strings.Split(c.args, " ")
			got := invoke(t, dir, "", append(args, name)...)
			if got != (ran{c.out, "", c.status}) {
				t.Errorf("%s %s: %v", c.args, name, got)
			}
			if got := invoke(t, dir, "", append([]string{args[0], "-lines=false"}, append(args[1:], name)...)...); got.status != 1 || !strings.HasPrefix(got.err, name+":2:1: ") {
				t.Errorf("%s -lines=false %s: %v", c.args, name, got)
			}
			if got := invoke(t, dir, in, append(args, "-")...); got.status != 1 || !strings.HasPrefix(got.err, "<stdin>:2:1: ") {
				t.Errorf("%s of standard input: %v", c.args, got)
			}
		}
		dir := folder(t, map[string]string{name: in, "neat.jsonl": "1\n[2]\n", "b.json": "[]\n"})
		if got := invoke(t, dir, "", "fmt", "-l", "-w", name, "neat.jsonl", "b.json"); got != (ran{name + "\n", "", 0}) || read(t, dir+"/"+name) != "{\"b\":1}\n[2]\n" {
			t.Errorf("%v", got)
		}
	}
}

// TestLinesDiffer compares the documents of two files line by line, with the numbers of the lines.
func TestLinesDiffer(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.ndjson": "{\"x\":1,\"y\":[2]}\n\n[3]\r\n4\n", "spelled.jsonl": "{ \"y\":[2.0], \"x\":1 }\n[ 3 ]\n4", "b.ndjson": "{\"x\":1}\n[3]\n4\n\n{\"z\": 5}\n",
		"bad.ndjson": "1\n{]\n2\n[", "a.txt": "1\n2\n", "b.txt": "1\n3\n", "whole.ndjson": "[1,\n2]\n",
	})
	const more = "{\"line\":1,\"patch\":[{\"op\":\"remove\",\"path\":\"/y\"}]}\n"
	const three = "{\"line\":2,\"patch\":[{\"op\":\"replace\",\"path\":\"\",\"value\":3}]}\n"
	for args, want := range map[string]ran{
		"a.ndjson a.ndjson":                      {},
		"a.ndjson spelled.jsonl":                 {},
		"a.ndjson b.ndjson":                      {more + "{\"line\":5,\"patch\":[{\"op\":\"add\",\"path\":\"\",\"value\":{\"z\": 5}}]}\n", "", 1},
		"a.ndjson -":                             {more + "{\"line\":3,\"patch\":[{\"op\":\"remove\",\"path\":\"\"}]}\n{\"line\":4,\"patch\":[{\"op\":\"remove\",\"path\":\"\"}]}\n", "", 1},
		"-lines a.txt b.txt":                     {three, "", 1},
		"-lines=false whole.ndjson whole.ndjson": {},
		"a.ndjson bad.ndjson":                    {"", "bad.ndjson:2:2: invalid character ']' looking for beginning of object key string (offset 3)\n\t{]\n\t ^\nbad.ndjson:4:2: unexpected end of JSON input (offset 8)\n\t[\n\t ^\n", 2},
		"-comments a.ndjson b.ndjson":            {"", "zetes: the lines of a file of lines are JSON without additions: leave -comments and -json5 out\n", 2},
	} {
		if got := invoke(t, dir, "{\"x\":1}\n", append([]string{"diff"}, strings.Fields(args)...)...); got != want {
			t.Errorf("diff %s: %v, want %v", args, got, want)
		}
	}
	if got := invoke(t, dir, "", "diff", "a.ndjson", "none.ndjson"); got.status != 2 || !strings.Contains(got.err, "none.ndjson") {
		t.Errorf("a missing file: %v", got)
	}
}
