package matrix

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/zetes-json/zetes/bench/lib"
	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/progress"
)

// firstUseTypes is how many types the first use is measured with.
const firstUseTypes = 60

// extras measures first use and binary size, each library in a process of its own.
func (j *Job) extras(ctx context.Context, s *store, libs []*lib.Lib, done map[string]bool, until time.Time) error {
	p := &tracker{line: progress.New(j.Log), start: time.Now(), groups: 3, done: -1}
	defer p.line.Clear()
	for _, op := range []string{"marshal", "unmarshal"} {
		k := Key{"first-use", op, "struct", 1}
		p.done++
		if done[k.String()] {
			continue
		}
		if over(until) {
			return &SliceError{Dir: j.Dir, Done: p.done, Of: p.groups}
		}
		var cells []*Cell
		for _, l := range libs {
			if l.Missing != "" || l.Marshal == nil {
				continue
			}
			p.at("first use, " + l.Name)
			cells = append(cells, j.firstUse(ctx, k, l))
		}
		if ctx.Err() != nil {
			return errors.New("interrupted; nothing measured is lost, go on with: bench matrix --resume " + j.Dir)
		}
		if err := s.group(cells); err != nil {
			return err
		}
	}
	k := Key{"binary", "hello", "text", 1}
	if p.done++; !done[k.String()] {
		if over(until) {
			return &SliceError{Dir: j.Dir, Done: p.done, Of: p.groups}
		}
		if err := s.group(binarySizes(ctx, k, libs, p)); err != nil {
			return err
		}
	}
	return nil
}

func (j *Job) firstUse(ctx context.Context, k Key, l *lib.Lib) *Cell {
	out, err := j.Child(ctx, []Key{k}, []*lib.Lib{l}, j.Options, time.Time{}).Output()
	c := &Cell{Key: k, Lib: l.Name}
	if err != nil {
		c.Err = err.Error()
		return c
	}
	for line := range strings.Lines(string(out)) {
		var m Message
		if stdjson.Unmarshal([]byte(line), &m) == nil && m.Cell != nil {
			return m.Cell
		}
	}
	c.Err = "no result"
	return c
}

// FirstUse measures what a library needs for types it has not met.
func FirstUse(k Key, l *lib.Lib) *Cell {
	c := &Cell{Key: k, Lib: l.Name, N: 1, Same: SameBytes}
	for i := range firstUseTypes + 5 {
		p := reflect.New(StructType(0, i)).Interface()
		text := []byte(fmt.Sprintf(`{"f0_%d_0":1}`, i))
		var err error
		run := func() { _, err = l.Marshal(p) }
		if k.Data == "unmarshal" {
			run = func() { err = l.Unmarshal(text, p) }
		}
		first, again := measure.Once(run), measure.Once(run)
		if err != nil {
			c.Err = err.Error()
			break
		}
		if i >= 5 { // what the library sets up once per process is not the type's
			c.CPU = append(c.CPU, max(0, first-again))
			c.Wall = append(c.Wall, max(0, first-again))
		}
	}
	return c
}

var structKinds = []reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[bool](), reflect.TypeFor[float64](),
	reflect.TypeFor[[]string](), reflect.TypeFor[*int](), reflect.TypeFor[uint32](), reflect.TypeFor[map[string]int](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[any](),
}

// StructType returns a struct type of 20 fields that no other pair of arguments gives.
func StructType(a, b int) reflect.Type {
	fields := make([]reflect.StructField, 20)
	for i := range fields {
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d_%d_%d", a, b, i),
			Type: structKinds[i%len(structKinds)],
			Tag:  reflect.StructTag(fmt.Sprintf(`json:"f%d_%d_%d"`, a, b, i)),
		}
	}
	return reflect.StructOf(fields)
}

// binaryPrograms are the bodies of the smallest programs that use each library both ways.
var binaryPrograms = map[string]struct{ imports, body string }{
	"std":           {`json "encoding/json"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"zetes":         {`json "github.com/zetes-json/zetes/json"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"goccy":         {`json "github.com/goccy/go-json"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"sonic-std":     {`json "github.com/bytedance/sonic"`, "b, _ := json.ConfigStd.Marshal(v); _ = json.ConfigStd.Unmarshal(b, &v)"},
	"jsoniter-std":  {`json "github.com/json-iterator/go"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"segmentio":     {`json "github.com/segmentio/encoding/json"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"ugorji":        {`json "github.com/ugorji/go/codec"`, "var b []byte; h := new(json.JsonHandle); _ = json.NewEncoderBytes(&b, h).Encode(v); _ = json.NewDecoderBytes(b, h).Decode(&v)"},
	"v2-experiment": {`json "github.com/go-json-experiment/json"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"easyjson": {"\"github.com/mailru/easyjson/jlexer\"\n\t\"github.com/mailru/easyjson/jwriter\"",
		"var w jwriter.Writer; w.String(v.A); b, _ := w.BuildBytes(); l := jlexer.Lexer{Data: b}; v.A = l.String()"},
	"ffjson":      {`json "github.com/pquerna/ffjson/ffjson"`, "b, _ := json.Marshal(v); _ = json.Unmarshal(b, &v)"},
	"gojay":       {`json "github.com/francoispqt/gojay"`, "b, _ := json.Marshal(v.A); _ = json.Unmarshal(b, &v.A)"},
	"fastjson":    {`json "github.com/valyala/fastjson"`, "x, _ := json.Parse(v.A); v.A = string(x.MarshalTo(nil))"},
	"simdjson-go": {`json "github.com/minio/simdjson-go"`, "x, err := json.Parse([]byte(v.A), nil); if err == nil { it := x.Iter(); b, _ := it.MarshalJSON(); v.A = string(b) }"},
	"jx":          {`json "github.com/go-faster/jx"`, "s, _ := json.DecodeStr(v.A).Str(); var e json.Encoder; e.Str(s); v.A = e.String()"},
}

// binarySizes builds a small program with each library and with none.
func binarySizes(ctx context.Context, k Key, libs []*lib.Lib, p *tracker) []*Cell {
	dir, err := os.MkdirTemp("", "bench-binary-")
	if err != nil {
		return []*Cell{{Key: k, Lib: "std", Err: err.Error()}}
	}
	defer os.RemoveAll(dir)
	none, err := buildSize(ctx, dir, "", `_ "os"`, "_ = v", nil)
	var cells []*Cell
	for _, l := range libs {
		prog, ok := binaryPrograms[l.Name]
		if !ok || l.Missing != "" {
			continue
		}
		p.at("binary size, " + l.Name)
		c := &Cell{Key: k, Lib: l.Name, N: 1}
		size, e := buildSize(ctx, dir, l.Name, prog.imports, prog.body, l)
		if e = errors.Join(err, e); e != nil {
			c.Err = e.Error()
		} else {
			c.Binary = size - none
		}
		cells = append(cells, c)
	}
	return cells
}

// buildSize builds a program in a module of its own, with the versions of this program, and returns the binary's size.
func buildSize(ctx context.Context, root, name, imports, body string, l *lib.Lib) (float64, error) {
	dir := filepath.Join(root, "p"+name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	src := "package main\n\nimport (\n\t\"os\"\n\t" + imports + "\n)\n\nfunc main() {\n\tvar v struct{ A string }\n\tv.A = os.Args[0]\n\t" +
		body + "\n\tos.Stdout.WriteString(v.A)\n}\n"
	mod := "module size\n\ngo 1.26.0\n"
	if l != nil && l.Module != "" {
		version := l.Version()
		if strings.HasPrefix(version, "v") {
			mod += "\nrequire " + l.Module + " " + version + "\n"
		} else if at, err := moduleDir(l.Module); err == nil {
			mod += "\nrequire " + l.Module + " v0.0.0\nreplace " + l.Module + " => " + strconv.Quote(at) + "\n"
		}
	}
	for file, text := range map[string]string{"main.go": src, "go.mod": mod} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			return 0, err
		}
	}
	exe := filepath.Join(dir, "size.exe")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", exe, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return 0, fmt.Errorf("go build: %s", lines[len(lines)-1])
	}
	st, err := os.Stat(exe)
	if err != nil {
		return 0, err
	}
	return float64(st.Size()), nil
}

// moduleDir finds the module in the workspace this runs in.
func moduleDir(path string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path).Output()
	if dir := strings.TrimSpace(string(out)); err == nil && dir != "" {
		return dir, nil
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path != "" {
		return "", fmt.Errorf("%s is not in the workspace of %s", path, info.Main.Path)
	}
	return "", fmt.Errorf("%s is not in this workspace", path)
}

// WideStruct returns a maker of structs with n integer fields named field_0 and so on.
func WideStruct(n int) func() any {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("Field%d", i),
			Type: reflect.TypeFor[int](),
			Tag:  reflect.StructTag(fmt.Sprintf(`json:"field_%d"`, i)),
		}
	}
	t := reflect.StructOf(fields)
	return func() any { return reflect.New(t).Interface() }
}
