package publish

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

const library = "github.com/zetes-json/zetes"

// released are the folders of the modules that are released, the library first.
var released = []string{".", "adapters", "adapters/beam", "cmd/zetes", "compat", "bench"}

// stranger is a machine of somebody who has nothing but Go and the module proxies.
type stranger struct {
	t       *testing.T
	dir     string // of the project
	bin     string // where go install puts commands
	version string // of everything that we release
	env     []string
}

// newStranger releases the tree into a file-system proxy.
func newStranger(t *testing.T) *stranger {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	tmp := t.TempDir()
	s := &stranger{t: t, dir: filepath.Join(tmp, "project"), bin: filepath.Join(tmp, "bin"), version: versionInUse(t, root)}
	proxy := filepath.Join(tmp, "proxy")
	for _, name := range released {
		dir := filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			t.Fatal(err)
		}
		path, err := Module(proxy, dir, s.version)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := strings.TrimSuffix(library+"/"+name, "/."); path != want {
			t.Fatalf("module in %s is %s, want %s", name, path, want)
		}
	}
	if err := os.Mkdir(s.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	// What this machine has downloaded and verified before is taken from its cache: a second test run needs no network.
	downloaded := filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download")
	s.env = append(os.Environ(),
		"GOPROXY="+fileURL(proxy)+","+fileURL(downloaded)+","+goEnv(t, "GOPROXY"),
		"GOMODCACHE="+filepath.Join(tmp, "modules"), // Writable, so that it can be removed; without paths in what is built, so that the build cache helps the next time.
		"GOFLAGS=-modcacherw -trimpath",
		"GOBIN="+s.bin, "GOWORK=off", "GOSUMDB=off", "GOPRIVATE=", "GONOPROXY=", "GOTOOLCHAIN=local",
	)
	return s
}

// versionInUse is the version of the library that the nested modules require: the one to be released with them.
func versionInUse(t *testing.T, root string) string {
	t.Helper()
	version := ""
	for _, name := range released[1:] {
		path := filepath.Join(root, filepath.FromSlash(name), "go.mod")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := modfile.Parse(path, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range f.Require {
			if r.Mod.Path != library {
				continue
			}
			if version != "" && version != r.Mod.Version {
				t.Errorf("nested modules require %s and %s", version, r.Mod.Version)
			}
			version = r.Mod.Version
		}
	}
	if version == "" {
		t.Fatal("no nested module requires the library")
	}
	return version
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return "file://" + path
}

// run runs a command in the stranger's project and returns what it printed on standard output.
func (s *stranger) run(name string, args ...string) string {
	s.t.Helper()
	c := exec.Command(name, args...)
	var errOut strings.Builder
	c.Dir, c.Env, c.Stderr = s.dir, s.env, &errOut
	out, err := c.Output()
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out, errOut.String())
	}
	return string(out)
}

func (s *stranger) write(name, text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

const program = `package main

import (
	"fmt"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

func main() {
	var v struct{ Name string }
	if err := json.Unmarshal([]byte("{\"name\":\"zetes\"}"), &v); err != nil {
		panic(err)
	}
	out, err := zetes.Append(nil, v)
	fmt.Println(string(out), err)
}
`

func TestLibrary(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", library+"/json@"+s.version)
	s.write("main.go", program)
	s.run("go", "mod", "tidy")
	if got, want := s.run("go", "run", "."), "{\"Name\":\"zetes\"} <nil>\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.run("go", "list", "-m", "all"), "example.com/user\n"+library+" "+s.version+"\n"; got != want {
		t.Errorf("the library brings other modules along:\n%s", got)
	}
}

func TestCommand(t *testing.T) {
	s := newStranger(t)
	s.run("go", "install", library+"/cmd/zetes@"+s.version)
	command := filepath.Join(s.bin, "zetes")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	if got, want := s.run(command, "version"), "zetes "+s.version+" (library "+s.version+","; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q…", got, want)
	}
	s.write("a.json", `{"a": 1}`)
	if got, want := s.run(command, "check", "a.json"), "a.json: valid\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := s.run(command, "bench", "-time", "100ms", "-builtin"); !strings.Contains(got, "geometric mean") {
		t.Errorf("no table:\n%s", got)
	}
	s.run("go", "mod", "init", "example.com/user")
	s.write("user.go", "package user\n\ntype User struct{ Name string }\n")
	if got, want := s.run(command, "check", "types", "-time", "100ms", "./..."), "zetes "+s.version+","; !strings.Contains(got, want) || !strings.Contains(got, "nothing differs") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTool has the command as a tool of the user's module, as go:generate lines call it.
func TestTool(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", "-tool", library+"/cmd/zetes@"+s.version)
	s.write("user.go", "package user\n\n//go:generate go tool zetes gen -q -all user.go\n\ntype User struct{ Name string }\n")
	s.run("go", "generate", ".")
	s.run("go", "mod", "tidy")
	s.run("go", "build", ".")
	if got, want := s.run("go", "tool", "zetes", "version"), "zetes "+s.version+" (library "+s.version+","; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q…", got, want)
	}
}

const adapted = `package main

import (
	"fmt"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/adapters/echojson"
	"github.com/zetes-json/zetes/adapters/ginjson"
	"github.com/zetes-json/zetes/adapters/zapjson"
)

func main() {
	api := zetes.Standard()
	ginjson.Use(api)
	var b strings.Builder
	err := zapjson.Encoder(api)(&b).Encode("zap")
	fmt.Print(b.String(), err, echojson.Serializer{API: api}.API == api, "\n")
}
`

const moved = `package main

import (
	"fmt"

	"github.com/zetes-json/zetes/compat/jsoniter"
)

func main() {
	out, err := jsoniter.ConfigFastest.MarshalToString([]int{1, 2})
	fmt.Println(out, err, jsoniter.Get([]byte(out), 1).ToInt())
}
`

// TestCompat gets the packages under the names of other libraries, which import internal packages of the library.
func TestCompat(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", library+"/compat@"+s.version)
	s.write("main.go", moved)
	s.run("go", "mod", "tidy")
	if got, want := s.run("go", "run", "."), "[1,2] <nil> 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAdapters gets the adapters, which bring the library of the same version along.
func TestAdapters(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", library+"/adapters@"+s.version)
	s.write("main.go", adapted)
	s.run("go", "mod", "tidy")
	if got, want := s.run("go", "run", "."), "\"zap\"\n<nil> true\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.run("go", "list", "-m", library), library+" "+s.version+"\n"; got != want {
		t.Errorf("the adapters use %q, want %q", got, want)
	}
}

// TestBeam gets the module for Apache Beam. What it requires takes minutes to compile: that all is found is enough.
func TestBeam(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", library+"/adapters/beam@"+s.version)
	if got := s.run("go", "list", "-deps", library+"/adapters/beam"); !strings.Contains(got, library+"/stream\n") {
		t.Errorf("the module does without the library:\n%s", got)
	}
}

// The benchmarks against other libraries are many modules: that all is found is enough, the workspace's tests build it.
func TestBench(t *testing.T) {
	s := newStranger(t)
	s.run("go", "mod", "init", "example.com/user")
	s.run("go", "get", "-tool", library+"/bench@"+s.version)
	if got := s.run("go", "list", "-deps", library+"/bench"); !strings.Contains(got, library+"/json\n") {
		t.Errorf("the benchmarks do without the library:\n%s", got)
	}
}
