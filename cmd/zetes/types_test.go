package main

import (
	stdjson "encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// shop writes the module of testdata into a folder.
func shop(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "types.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// texts returns all files below a folder.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[name] = read(t, filepath.Join(dir, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A module of all kinds of types, three of which treat zetes otherwise than encoding/json.
func TestTypes(t *testing.T) {
	dir := shop(t)
	before := texts(t, dir)
	if long.On() {
		allTypes(t, dir)
	}
	got := invoke(t, dir, "", "check", "types", "-lost=warn", "-run", `/price\.Money$|\.Colour$`, "-time", "50ms", "-v", "./...")
	if got.status != 0 || !strings.HasPrefix(got.out, "LOST shop.go:78:2: field RGB of type example.com/shop.Colour: unknown tag option") || !strings.Contains(got.out, "\n2 types of 2 packages, ") || !strings.HasSuffix(got.out, "\nlost without a word: 2 things, named above\nnothing differs\n") ||
		!strings.Contains(got.err, "example.com/shop.Colour: ") {
		t.Errorf("%v", got)
	}
	if after := texts(t, dir); !maps.Equal(before, after) {
		t.Errorf("files have changed: %q", slices.Sorted(maps.Keys(after)))
	}
}

// allTypes looks at all types of the module, and takes seconds.
func allTypes(t *testing.T, dir string) {
	t.Helper()
	got := invoke(t, dir, "", "check", "types", "-all", "-tags", "special", "-json", "-time", "10s", "./...")
	if got.status != 1 {
		t.Fatalf("%v", got)
	}
	var r typesReport
	if err := stdjson.Unmarshal([]byte(got.out), &r); err != nil {
		t.Fatalf("%v\n%v", err, got)
	}
	of := map[string]typeReport{}
	for _, typ := range r.Types {
		of[strings.TrimPrefix(typ.Name, "example.com/shop")] = typ
	}
	want := []string{
		".Colour", ".Either", ".Fatal", ".Flag", ".Item", ".Order", ".Prices", ".Set[int, int]", ".Set[string, int]", ".Strict", ".Sum[float64]", ".Sum[int]",
		".Ticket", ".Vague", ".basket", "/cmd/shop.Config", "/deep.Shallow", "/deep/internal/core.Core", "/internal/price.Money", "/tagged.Special",
	}
	if names := slices.Sorted(maps.Keys(of)); !slices.Equal(names, want) {
		t.Errorf("got types %q", names)
	}
	var left []string
	for _, l := range r.LeftOut {
		left = append(left, strings.TrimPrefix(l.Name, "example.com/shop")+": "+l.Why)
	}
	if want := []string{
		".Callback: it is a function", ".Describer: it is an interface", ".Money: it is an alias of example.com/shop/internal/price.Money",
		".Never: it is generic, and nothing plain fits its constraints", ".Number: it is an interface",
	}; !slices.Equal(left, want) {
		t.Errorf("left out: %q", left)
	}
	if of[".Either"].Unsteady == 0 || of[".Ticket"].Unsteady == 0 || of[".Strict"].Panics == 0 || of[".basket"].Cases == 0 {
		t.Errorf("%+v", of)
	}
	differences(t, r.Differences)
	if want := []lostReport{
		{"shop.go", 78, 2, "example.com/shop.Colour", "RGB", `unknown tag option "omitemty": did you mean "omitempty"?`},
		{"shop.go", 81, 15, "example.com/shop.Colour", "", "its method MarshalEasyJSON, of easyjson, is not called: write a codec for the type, or a method of encoding/json"},
	}; !slices.Equal(r.Lost, want) {
		t.Errorf("lost: %+v", r.Lost)
	}
	if r.Differing == 0 || r.Packages != 6 || !strings.Contains(r.Zetes, "(devel)") || !strings.HasPrefix(r.Go, "go1.") {
		t.Errorf("%+v", r)
	}
}

// differences are the ones that the types were made for, each by its smallest example.
func differences(t *testing.T, list []difference) {
	t.Helper()
	found := map[string]difference{}
	for _, d := range list {
		if _, again := found[d.Type]; !again && (!strings.Contains(d.Value, "shop.Vague{") || strings.HasSuffix(d.Type, ".Vague")) {
			found[d.Type] = d
		}
	}
	for _, want := range []difference{
		{Type: "Flag", What: "crash", Call: "json.Unmarshal(doc, new(T))", Text: "true", Std: "false, no error", Zetes: "exit status 7"},
		{Type: "Fatal", What: "crash", Call: "json.Unmarshal(doc, new(T))", Text: `{"Flag":true}`, Std: "shop.Fatal{}, no error", Zetes: "exit status 7"},
		{Type: "Vague", What: "output", Call: "json.Marshal(v)", Value: "shop.Vague{}", Std: `"encoding/json"`, Zetes: `"zetes"`},
	} {
		want.Type = "example.com/shop." + want.Type
		got := found[want.Type]
		got.Doc = nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		delete(found, want.Type)
		if s := want.String(); !strings.HasPrefix(s, "DIFFERENT "+want.What+": "+want.Type+"\n") || !strings.Contains(s, "zetes          "+want.Zetes+"\n") {
			t.Errorf("shown as %s", s)
		}
	}
	if len(found) > 0 {
		t.Errorf("nobody asked for %+v", found)
	}
}

// Whoever asks for nothing hears so in one line, and nothing is compiled.
func TestTypesMisuse(t *testing.T) {
	dir := folder(t, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "m.go": "package m\n\ntype t struct{}\n"})
	for _, c := range []struct{ name, dir, pattern, want string }{
		{"unexported", dir, "./...", "zetes: the package: no type is exported; -all looks at the others too\n"},
		{"no-package", folder(t, map[string]string{"go.mod": "module m\n"}), "./...", "zetes: no package matches ./...\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := invoke(t, c.dir, "", "check", "types", c.pattern); got != (ran{"", "looking for types\n" + c.want, 2}) {
				t.Errorf("%v", got)
			}
		})
	}
	t.Run("no-go-command", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		want := ran{"", "zetes: there is no go command, which the types are compiled by\n", 2}
		if got := invoke(t, dir, "", "check", "types", "./..."); got != want {
			t.Errorf("%v", got)
		}
	})
}

// TestTypesVersions compares the versions of the standard library, and json/v2 with the later one, where there is one.
func TestTypesVersions(t *testing.T) {
	dir := folder(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "m.go": "package m\n\ntype T struct {\n\tList []int\n\tOn bool `json:\"on,omitempty\"`\n\tID int `json:\",case:ignore\"`\n}\n"})
	for _, c := range []struct{ args, want string }{
		{"-from v1", "zetes: bad -from or -to: -from v1 -to v2 is what can be compared\n"},
		{"-from v2 -to v1", "zetes: bad -from or -to: -from v1 -to v2 is what can be compared\n"},
		{"-from v1 -to v2 -v2", "zetes: -v2 compares zetes, and -from v1 -to v2 does not: use one of them\n"},
	} {
		if got := invoke(t, dir, "", slices.Concat([]string{"check", "types"}, strings.Fields(c.args), []string{"./..."})...); got != (ran{"", c.want, 2}) {
			t.Errorf("%s: %v", c.args, got)
		}
		if got := invoke(t, dir, "", append([]string{"check", "types"}, strings.Fields(c.args)...)...); got != (ran{"", c.want, 2}) {
			t.Errorf("%s without a package: %v", c.args, got)
		}
	}
	versions := invoke(t, dir, "", "check", "types", "-from", "v1", "-to", "v2", "-time", "200ms", "./...")
	ours := invoke(t, dir, "", "check", "types", "-v2", "-time", "50ms", "./...")
	if strings.HasPrefix(runtime.Version(), "go1.26.") {
		for _, got := range []ran{versions, ours} {
			if want := "zetes: encoding/json/v2 is in Go 1.27 and newer, without GOEXPERIMENT=nojsonv2: the go command here is " + runtime.Version() + "\n"; got != (ran{"", want, 2}) {
				t.Errorf("%v", got)
			}
		}
		return
	}
	if versions.status != 1 {
		t.Errorf("%v", versions)
	}
	for _, want := range []string{
		"DIFFERENT v2 writes a nil slice as [] or \"\", v1 as null\n\toption           json.FormatNilSliceAsNull(true)\n\tfor example      example.com/m.T\n\tjson.Marshal(v)\n\tv                m.T{}\n",
		"\n\t\texample.com/m.T.On: v1's answer under both with `json:\"on,omitzero\"`\n",
	} {
		if !strings.Contains(versions.out, want) {
			t.Errorf("no %s in %s", want, versions.out)
		}
	}
	if ours.status != 0 || !strings.HasSuffix(ours.out, "nothing differs\n") {
		t.Errorf("%v", ours)
	}
}

// What is shown of a document is one line, whatever is in it.
func TestPrintable(t *testing.T) {
	for doc, want := range map[string]string{
		`{"a":1}`: `{"a":1}`, "": `""`, "{\n}": `"{\n}"`, "\"\xff\"": `"\"\xff\""`,
		strings.Repeat("1", 2000): strings.Repeat("1", 1000) + "… (2000 bytes, -json has all)",
	} {
		if got := printable([]byte(doc)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
