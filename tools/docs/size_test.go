package docs

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// README.md says what package json adds to a program that says hello: the figures are a twentieth off at most.
func TestSize(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" || !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skip("the figures are those of linux/amd64 and Go 1.26")
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile("from ([0-9.]+) to ([0-9.]+) MB by package `json`, from ([0-9.]+) to ([0-9.]+) MB without").FindSubmatch(text)
	if said == nil {
		t.Fatal("README.md says nothing of the size")
	}
	dir := module(t)
	for i, c := range []struct{ name, path, flags string }{
		{"std", "encoding/json", ""},
		{"zetes", library + "/json", ""},
		{"std-stripped", "encoding/json", "-s -w"},
		{"zetes-stripped", library + "/json", "-s -w"},
	} {
		pkg := filepath.Join(dir, c.name)
		source := fmt.Sprintf("package main\n\nimport (\n\t\"fmt\"\n\n\t%q\n)\n\nfunc main() { b, err := json.Marshal(\"hello\"); fmt.Println(string(b), err) }\n", c.path)
		if err := os.Mkdir(pkg, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(pkg, "main.go"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, c.name+".out")
		run(t, dir, "build", "-ldflags="+c.flags, "-o", out, "./"+c.name)
		info, err := os.Stat(out)
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.ParseFloat(string(said[i+1]), 64)
		if got := float64(info.Size()) / 1e6; err != nil || math.Abs(got-want) > want/20 {
			t.Errorf("%s: %.2f MB, README.md says %s", c.name, got, said[i+1])
		}
	}
}
