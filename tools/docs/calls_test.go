package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scope is what the calls in tables may take for granted: the names that the tables use, as parameters and types.
const scope = `package calls

import (
	"context"
	"io"
	"iter"
	"net/http"
	"reflect"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/jsondoc/partial"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

type T struct{}

func (T) String() string { return "" }

type Payload = T

var (
	_ json.Number
	_ opt.Int
	_ buffer.Buffer
	_ codec.Codec
	_ jsondoc.Value
	_ jsonedit.Edit
	_ jsonpath.Query
	_ partial.Cut
	_ stream.Option
	_ httpjson.Result
	_ reflect.Type
	_ = ready.Named
)

func calls(ctx context.Context, v T, data, dst, buf []byte, s string, w http.ResponseWriter, r io.Reader, err error, res httpjson.Result,
	enc *zetes.TypedEncoder[T], ch chan T, seq iter.Seq2[T, error], n int, do func(context.Context, T) error,
	api *zetes.API, cw *codec.Writer, cr *codec.Reader, set *zetes.FieldSet, req *http.Request) {
`

// The right-hand side of the tables about other libraries, and of the one about configurations, compiles.
func TestCalls(t *testing.T) {
	dir := module(t)
	for path, text := range documents(t) {
		name := filepath.Base(path)
		if !strings.HasPrefix(name, "migrate-") && name != "config.md" {
			continue
		}
		statements := calls(name, text)
		if len(statements) < 5 && strings.Contains(text, "| old |") {
			t.Errorf("%s: only %d calls", name, len(statements))
		}
		source := scope + strings.Join(statements, "") + "}\n"
		pkg := filepath.Join(dir, strings.TrimSuffix(name, ".md"))
		if err := os.Mkdir(pkg, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(pkg, "calls.go"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// Not vet, which knows that nobody uses what these calls return.
	run(t, dir, "build", "-gcflags=-e", "./...")
}

var code = regexp.MustCompile("`([^`]+)`")

// calls returns a block for each piece of code in the last cells of the tables of a document. Errors of the
// compiler in it name the line of the document.
func calls(name, text string) []string {
	text = block.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) })
	var blocks []string
	header := ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case !strings.HasPrefix(line, "|"):
			header = ""
			continue
		case header == "":
			header = line
			continue
		}
		fields := name == "config.md" || strings.Contains(header, "zetes.Config")
		cells := strings.Split(line, " | ")
		for _, m := range code.FindAllStringSubmatch(cells[len(cells)-1], -1) {
			if s := statement(m[1], fields); s != "" {
				blocks = append(blocks, fmt.Sprintf("//line %s:%d\n{ %s }\n", name, i+1, s))
			}
		}
	}
	return blocks
}

var (
	entry    = regexp.MustCompile(`^(?:Config\.)?([A-Z]\w*: .*)$`)
	field    = regexp.MustCompile(`^Config\.([A-Z]\w*)$`)
	exported = regexp.MustCompile(`^[A-Z]\w*$`)
	here     = regexp.MustCompile(`\b(?:jsondoc|jsonedit|jsonpath|partial|json|zetes|opt|buffer|httpjson|codec|buf|enc)\.[A-Z]`)
)

// statement makes a statement of a piece of code, or returns "" for what is none: names alone, which TestNames
// looks up unless they are fields of a configuration, methods without their value, and struct tags.
func statement(s string, fields bool) string {
	s = strings.ReplaceAll(s, "…", "")
	if m := entry.FindStringSubmatch(s); m != nil {
		return "_ = zetes.Config{" + m[1] + "}"
	}
	if m := field.FindStringSubmatch(s); m != nil {
		return "_ = zetes.Config{}." + m[1]
	}
	if fields && exported.MatchString(s) {
		return "_ = zetes.Config{}." + s
	}
	if !here.MatchString(s) {
		return ""
	}
	if loop, ok := strings.CutPrefix(s, "for v, err := range "); ok {
		return "for v, err := range " + loop + " { _, _ = v, err }"
	}
	if name, ok := strings.CutPrefix(s, "var "); ok {
		return s + "; _ = " + name[:strings.IndexByte(name, ' ')]
	}
	if names, _, ok := strings.Cut(s, " := "); ok {
		return s + "; " + strings.Repeat("_, ", strings.Count(names, ",")) + "_ = " + names
	}
	switch x, err := parser.ParseExpr(s); x.(type) {
	case *ast.CallExpr:
		return s
	case *ast.SelectorExpr, *ast.StarExpr:
		return ""
	default:
		if err == nil {
			return "_ = " + s
		}
	}
	return s
}
