package gen

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

func TestPlace(t *testing.T) {
	here, err := filepath.Abs("a.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		e    packages.Error
		want string
	}{
		{packages.Error{Pos: here + ":3:8", Msg: "# m\nbad\nworse"}, "a.go:3:8: bad"},
		{packages.Error{Pos: "/x/a.go:3", Msg: "bad"}, "/x/a.go:3: bad"},
		{packages.Error{Pos: "-", Msg: "bad"}, "bad"}, {packages.Error{Msg: "\n bad\n"}, "bad"},
	} {
		if got := place(row.e); got != row.want {
			t.Errorf("%q: got %q, want %q", row.e.Pos, got, row.want)
		}
	}
}

func TestOutputOf(t *testing.T) {
	for _, row := range []struct {
		o                Options
		path, name, want string
	}{
		{Options{}, "/m/a.go", "", "/m/a_zetes.go"}, {Options{}, "/m/a_test.go", "", "/m/a_zetes_test.go"}, {Options{}, "/m", "m_test", "/m/m_zetes.go"},
		{Options{Output: "/x.go"}, "/m/a.go", "", "/x.go"}, {Options{Dir: "/d", Output: "x.go"}, "/m/a.go", "", "/d/x.go"},
	} {
		if got := row.o.outputOf(row.path, row.name); got != row.want {
			t.Errorf("%s %s: got %s, want %s", row.path, row.name, got, row.want)
		}
	}
}
