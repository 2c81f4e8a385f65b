package docs

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// hello is a program in package main that prints hello.
type hello struct{ name, path, body string }

const (
	encodes = "b, err := json.Marshal(\"hello\"); fmt.Println(string(b), err)"
	decodes = encodes + "; var s string; fmt.Println(json.Unmarshal(b, &s), s)"
)

// hellos are in the order of the figures in docs/differences.md.
var hellos = []hello{
	{"fmt", "", "b, err := []byte(\"hello\"), error(nil); fmt.Println(string(b), err)"},
	{"std", "encoding/json", encodes},
	{"std-both", "encoding/json", decodes},
	{"zetes", library + "/json", encodes},
	{"zetes-both", library + "/json", decodes},
	{"codec", library + "/codec", "w := json.NewWriter(nil); w.String(\"hello\"); r := json.NewBytesReader([]byte(`\"hello\"`)); fmt.Println(r.String(), w.Flush())"},
	{"root", library, decodes},
	{"stream", library + "/stream", "for v, err := range json.Values[string](strings.NewReader(`\"hello\"`)) { fmt.Println(v, err) }"},
	{"jsondoc", library + "/jsondoc", "fmt.Println(json.Get([]byte(`{\"a\":\"hello\"}`), \"a\"))"},
}

// build builds the program in dir and returns the path of the binary.
func (h *hello) build(t *testing.T, dir string) string {
	imports := "\"fmt\"\n\"strings\"\n"
	if h.path != "" {
		imports += "json " + strconv.Quote(h.path)
	}
	source := "package main\n\nimport (\n" + imports + "\n)\n\nvar _ strings.Builder\n\nfunc main() { " + h.body + " }\n"
	pkg := filepath.Join(dir, h.name)
	if err := os.Mkdir(pkg, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(pkg, "main.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, h.name+".out")
	run(t, dir, "build", "-ldflags=-w", "-o", out, "./"+h.name)
	return out
}

// docs/differences.md says how large programs are that say hello by each package: the figures are a twentieth off at most.
func TestSize(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" || !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip("the figures are those of linux/amd64 and Go 1.26")
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "differences.md"))
	if err != nil {
		t.Fatal(err)
	}
	const figure = "([0-9]+[.][0-9])"
	said := regexp.MustCompile("only `fmt` has " + figure + " MB .*With `encoding/json` it has " + figure + " MB if it encodes, and " + figure + " if it decodes too;\\s+" +
		"with package `json` " + figure + " and " + figure + ". With `codec` alone it has " + figure + " MB, with the root package " + figure + ", with `stream` " + figure + ", with `jsondoc` " + figure).
		FindSubmatch(text)
	if said == nil {
		t.Fatal("docs/differences.md says nothing of the size")
	}
	dir := module(t)
	for i := range hellos {
		h := &hellos[i]
		info, err := os.Stat(h.build(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.2f MB", h.name, float64(info.Size())/1e6) // go run ./bench targets reads it
		want, err := strconv.ParseFloat(string(said[i+1]), 64)
		if got := float64(info.Size()) / 1e6; err != nil || math.Abs(got-want) > want/20 {
			t.Errorf("%s: %.2f MB, docs/differences.md says %s", h.name, got, said[i+1])
		}
	}
}

// symbols builds the program in dir and returns the names of what is linked into it.
func (h *hello) symbols(t *testing.T, dir string) string {
	symbols, err := exec.Command("go", "tool", "nm", h.build(t, dir)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(symbols)
}

// TestLinked: a program does not link what it does not use, but for what encoding/json links by itself: Go 1.27's has
// methods of time.Time in each program.
func TestLinked(t *testing.T) {
	dir := module(t)
	for i, h := range hellos[3:5] {
		symbols, std := h.symbols(t, dir), hellos[1+i].symbols(t, dir)
		// A symbol of each that cannot be missing where its package is at work.
		unused := []string{"zetes/codec.(*Reader)", "zetes/codec.(*Writer)", "plan/decode.(*validator)", "plan/decode.decodeByRules", "plan/decode.decodeOptional", "plan/encode.runStringer", "plan/encode.runGenerated", "math/big.(*Int)", "math/big.nat", "net/netip.", "time.loadLocation", "time.parseStrictRFC3339",
			"encoding/json.(*Decoder)", "sort.SliceStable", "strings.Replace"}
		if h.body == encodes {
			unused = append(unused, "internal/plan/decode.(*Call)")
		}
		for _, symbol := range unused {
			if strings.Contains(symbols, symbol) && !strings.Contains(std, symbol) {
				t.Errorf("%s has %s", h.name, symbol)
			}
		}
		if !strings.Contains(symbols, "internal/plan/encode.(*Call)") {
			t.Errorf("%s has no encoder", h.name)
		}
	}
}

// TestOptionsLinked: a program that imports package json alone gets encoding/json's errors under a Decoder's options.
// The code that finds these errors is linked only by the methods that set the options.
func TestOptionsLinked(t *testing.T) {
	dir, said := module(t), map[string]string{}
	for name, method := range map[string]string{"unknown": "DisallowUnknownFields", "number": "UseNumber"} {
		for _, path := range []string{"encoding/json", library + "/json"} {
			h := hello{name + filepath.Base(filepath.Dir(path)), path, "d := json.NewDecoder(strings.NewReader(`{\"A\":\"x\"}`)); d." + method + "(); var v struct{ A int \"json:\\\",string\\\"\" }; fmt.Println(d.Decode(&v))"}
			out, err := exec.Command(h.build(t, dir)).CombinedOutput()
			if want, second := said[name]; err != nil || second && string(out) != want {
				t.Errorf("%s by %s: %v, %q, want %q", method, path, err, out, want)
			}
			said[name] = string(out)
		}
	}
}
