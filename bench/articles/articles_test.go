package articles

import (
	"bytes"
	"context"
	stdjson "encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestDocument: the document of (e) is the article's, whichever variant writes it.
func TestDocument(t *testing.T) {
	const want = `{"Id":123,"Stuff":["fee","fi","fo","fum"],"Desc":"Something with \"quotes\" to untangle.","Time":"1970-01-01T01:16:40+01:00",` +
		`"Insiders":{"One":{"Id":321,"Name":"Eenie"},"Two":{"Id":421,"Name":"Meenie"}}}`
	all, err := variants(stdjson.Marshal)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range all {
		got, err := stdjson.Marshal(v.v)
		if err != nil || i < 4 && string(got) != want || strings.Count(string(got), want) != 1 {
			t.Errorf("%s: %s, %v", v.name, got, err)
		}
	}
	if got, err := stdjson.Marshal(newNullable()); err != nil || string(got) != `{"A":42,"B":"2026-01-02T15:04:05.123456789Z","C":"2026-01-02T14:04:05.123456789Z","D":"hello"}` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestTables runs the tables that need no other programs: all libraries prove their results, and the published figures
// stand beside those that are measured.
func TestTables(t *testing.T) {
	for name, published := range map[string][]string{
		"null": {"342 ns", "343 ns", "252 ns", "160 ns", "506 ns", "472 ns", "172 ns"},
		"documents": {
			"9.7, 720, 14", "22, 10229, 218", "55, 19299, 434", "263, 742, 8", "152–153", "134, 818k, 7317", "56, 48, 1", "2134, 4957, 25", "752, 77574, 451",
			"unmarshal, small, 94 B", "unmarshal, regular, 13990 B", "marshal, regular, 9465 B", "unmarshal, large, 455267 B",
		},
		"payloads": {"1008, 160, 1", "605, 512, 1", "825, 168, 2", "9748, 0, 0", "16884, 18308, 5", "2606, 744, 5"},
		"services": {"request, 0 MB", "read, 100 chunks by one Decoder, 64 MB", "chat, 0 MB", "chunk, 64 MB", "issues, 64 MB", "graph, 0 MB"},
		"custom":   {"4299 ns", "4293 ns", "6490 ns", "4149 ns", "2299 ns", "115 ns"},
	} {
		for _, a := range All {
			if a.Name != name || !long.On() && name == "documents" {
				continue
			}
			var b bytes.Buffer
			if err := a.Run(t.Context(), &b, Options{Rounds: 1, Batch: time.Microsecond, Line: progress.New(os.Stderr)}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out := b.String()
			if strings.Contains(out, "another ") || strings.Contains(out, "panic") {
				t.Errorf("%s", out)
			}
			for _, figure := range published {
				if !strings.Contains(out, figure) {
					t.Errorf("%s: nobody quotes %s", name, figure)
				}
			}
		}
	}
}

// TestInterrupted: a run that is interrupted prints what it has, and says that it is not all.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := 0
	work := once(func() error {
		if calls++; calls == 1000 {
			cancel()
		}
		return nil
	})
	entries := []entry{{name: "first", start: work}, {name: "second", start: work, published: "7 ns"}}
	var b bytes.Buffer
	o := Options{Rounds: 1 << 30, Batch: time.Nanosecond, Line: progress.New(nil)}
	if err := versus(ctx, &b, o, "a table", 1, entries); err == nil || err.Error() != "interrupted" {
		t.Errorf("error %v", err)
	}
	out := b.String()
	for _, want := range []string{"a table\n", "  first ", "  second ", "7 ns\n", "  interrupted: "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if strings.Contains(out, " - ") || strings.Contains(out, "interrupted: 0 of") {
		t.Errorf("what was measured is not shown:\n%s", out)
	}
	b.Reset()
	if err := versus(ctx, &b, o, "the next", 1, entries); err == nil || !strings.Contains(err.Error(), "interrupted before") || b.Len() != 0 {
		t.Errorf("after it: %v, %s", err, b.String())
	}
}
