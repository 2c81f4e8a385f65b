package beamjson

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// event is the type of most tests.
type event struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

// snake is read and written by an API.
type snake struct{ UserID int }

type shape interface{ area() float64 }

type square struct{ Side float64 }

type circle struct{ Radius float64 }

func (s square) area() float64 { return s.Side * s.Side }
func (c circle) area() float64 { return 3 * c.Radius * c.Radius }

type named map[string]int

// unknown is not registered.
type unknown struct{ N int }

var (
	snakeAPI = zetes.Config{Naming: zetes.SnakeCase, RejectUnknown: true}.Freeze()
	shapeAPI = zetes.Config{Codecs: []codec.Codec{zetes.Union[shape]("kind", zetes.Case[square]("square"), zetes.Case[circle]("circle"))}}.Freeze()
)

func init() {
	Register[event](nil)
	Register[event](nil) // again, by another package
	Register[*event](nil)
	Register[snake](snakeAPI)
	Register[shape](shapeAPI)
	Register[named](nil)
	Register[[]event](nil)
	Register[string](nil)
	filesystem.Register("forward", func(context.Context) filesystem.Interface { return store{} })
	beam.RegisterType(reflect.TypeFor[collectFn[event]]())
	beam.RegisterType(reflect.TypeFor[collectFn[string]]())
	beam.RegisterType(reflect.TypeFor[collectFn[Bad]]())
	register.Function1x2(failing)
	register.Function1x1(process)
	register.Function1x1(toShape)
	register.Function1x1(toNamed)
	register.Function1x2(spread)
	register.Function1x1(toNaN)
}

// TestMain is also the program of a worker, which Beam's environment PROCESS starts.
func TestMain(m *testing.M) {
	if os.Getenv("BEAMJSON_WORKER") != "" {
		os.Args = workerArgs(os.Args)
	}
	flag.Parse()
	beam.Init()
	os.Exit(m.Run())
}

// workerArgs turns the arguments of a program that starts a worker into those of the worker.
func workerArgs(args []string) []string {
	worker := []string{args[0], "--worker=true"}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		value = strings.Trim(value, "'")
		switch name {
		case "--id":
			worker = append(worker, "--id="+value)
		case "--provision_endpoint": // all endpoints are one
			worker = append(worker, "--logging_endpoint="+value, "--control_endpoint="+value)
		}
	}
	return worker
}

// store is a file system as object stores are, without io.ReaderAt and renaming: forward:///folder/name.
type store struct{}

func (store) path(name string) string { return strings.TrimPrefix(name, "forward://") }

func (store) Close() error { return nil }

func (s store) List(_ context.Context, glob string) ([]string, error) {
	names, err := filepath.Glob(s.path(glob))
	for i := range names {
		names[i] = "forward://" + names[i]
	}
	return names, err
}

func (s store) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	f, err := os.Open(s.path(name))
	return struct {
		io.Reader
		io.Closer
	}{f, f}, err
}

func (s store) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o777); err != nil {
		return nil, err
	}
	return os.Create(s.path(name))
}

func (s store) Size(_ context.Context, name string) (int64, error) {
	info, err := os.Stat(s.path(name))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (s store) Remove(_ context.Context, name string) error { return os.Remove(s.path(name)) }

// collected has the values that pipelines of this process have collected.
var collected struct {
	sync.Mutex
	values []any
}

// collectFn collects values.
type collectFn[T any] struct{}

func (*collectFn[T]) ProcessElement(v T) {
	collected.Lock()
	defer collected.Unlock()
	collected.values = append(collected.values, v)
}

// run runs a pipeline on Prism and returns the values that it has collected.
func run(t testing.TB, p *beam.Pipeline) ([]any, error) {
	t.Helper()
	collected.values = nil
	_, err := beam.Run(t.Context(), "prism", p)
	collected.Lock()
	defer collected.Unlock()
	return collected.values, err
}

// writeText writes text to a file, compressed as the name says.
func writeText(t testing.TB, name, text string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z, err := formOf(name).pack(f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// readText returns the text of a file.
func readText(t testing.TB, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := formOf(name).unpack(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// visible returns the names of the files below a folder, but for those in folders whose names start with a dot.
func visible(t testing.TB, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			names = append(names, d.Name())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
