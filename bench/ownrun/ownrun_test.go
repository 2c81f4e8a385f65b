package ownrun

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// point can be read, and written only where it says so.
type point struct {
	X    int
	Fail string
}

func (p point) MarshalJSON() ([]byte, error) {
	switch p.Fail {
	case "error":
		return nil, errors.New("first line\nsecond line")
	case "panic":
		panic("no way")
	case "text":
		return []byte("{nope"), nil
	}
	return []byte("{}"), nil
}

// What can't be measured is an error of one line that says which sample it is, and where.
func TestBadSamples(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.json")
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "holds no sample"},
		{"blank", " \n", "holds no sample"},
		{"syntax", "{}\n\n{\"X\":\n1,}", "s.json:4: sample 2: invalid character '}'"},
		{"cut", "{}\n{\"X\":\n", "s.json:3: sample 2: unexpected EOF"},
		{"type", "{}\n{\n\"X\":\"1\"}\n{}", "s.json:3: sample 2: json: cannot unmarshal string"},
		{"marshal-error", `{"Fail":"error"}`, "marshal: encoding/json has no result to compare with: sample 1: json: error calling MarshalJSON for type *ownrun.point: first line second line"},
		{"marshal-panic", `{} {"Fail":"panic"}`, "sample 2: panics: no way"},
		{"marshal-not-json", `{"Fail":"text"}`, "sample 1: json: error calling MarshalJSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			err := run("point", func() any { return new(point) }, []string{"-rounds", "1", "-batch", "1us", "-lib", "std", file}, io.Discard)
			if err == nil || !strings.Contains(oneLine(err), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
