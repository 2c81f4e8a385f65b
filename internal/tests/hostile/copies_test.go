package hostile

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/partial"
	"github.com/zetes-json/zetes/stream"
)

// tenant is a value that takes memory from a pool: how it is made for a text, which nothing else has, what it is used
// for, which returns all that it shows, and how it ends. use and end are told the value's address.
type tenant struct {
	begin func(text string) any
	use   func(v any) string
	end   func(v any) // or nil
}

// slow gives a few bytes at a time.
type slow struct{ io.Reader }

func (r slow) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), 40)]) }

// list is an array of n strings.
func list(text string, n int) string { return `["` + strings.Repeat(text+`","`, n) + `"]` }

func endReader(v any) { v.(*codec.Reader).Release() }
func endWriter(v any) { v.(*codec.Writer).Release() }

func nextString(v any) string {
	r := v.(*codec.Reader)
	s := ""
	if r.NextElement() {
		s = r.String()
	}
	return fmt.Sprint(s, string(r.Buffered()), r.Err())
}

var tenants = map[string][]tenant{
	"codec.Reader": {
		{func(text string) any {
			r := codec.NewReader(slow{strings.NewReader(list(text, 20))})
			r.BeginArray()
			return r
		}, nextString, endReader},
		{func(text string) any {
			r := codec.NewBytesReader([]byte(list(text, 20)))
			r.BeginArray()
			return r
		}, nextString, endReader},
		{func(text string) any {
			r := codec.NewReader(slow{strings.NewReader(list(text, 20))})
			r.BeginArray()
			return r
		}, nextString, endReader},
		{func(text string) any {
			return codec.NewReader(slow{strings.NewReader(strings.Repeat(`{"`+text+`":[1,true,"`+text+`"]}`, 10))})
		}, func(v any) string {
			r := v.(*codec.Reader)
			var all []any
			for name := range r.Object() {
				all = append(all, name)
				for range r.Array() {
					all = append(all, string(r.MemberName()), string(r.Raw()))
				}
			}
			return fmt.Sprint(all, r.Err())
		}, endReader},
	},
	"codec.Writer": {
		{func(text string) any {
			w := codec.NewBytesWriter(nil)
			w.BeginArray()
			w.String(text)
			return w
		}, func(v any) string {
			w := v.(*codec.Writer)
			w.Int(7)
			return fmt.Sprint(string(w.Bytes()), w.Err())
		}, endWriter},
		{func(text string) any {
			w := codec.NewWriter(io.Discard)
			w.BeginArray()
			w.String(text)
			return w
		}, func(v any) string {
			w := v.(*codec.Writer)
			w.BeginObject()
			w.Name("n")
			w.Float64(0.5)
			w.EndObject()
			return fmt.Sprint(string(w.Bytes()), w.Err())
		}, endWriter},
	},
	"jsondoc.Document": {{func(text string) any { return parsed(`{"a":"` + text + `","b":[1]}`) }, func(v any) string {
		d := v.(*jsondoc.Document)
		got, err := d.Get("a")
		return fmt.Sprint(string(d.Raw()), got, got.Offset(), err, d.Size() > 0)
	}, func(v any) { v.(*jsondoc.Document).Release() }}},
	"jsonedit.Edit": {{func(text string) any {
		e, err := jsonedit.New([]byte(`{"a":"` + text + `","b":[1],"c":` + list(text, 100) + `}`))
		if err != nil {
			panic(err)
		}
		return e
	}, func(v any) string {
		e := v.(*jsonedit.Edit)
		err := e.Insert(jsondoc.NewPath("b", 0), 2)
		err2 := e.Copy(jsondoc.NewPath("b"), jsondoc.NewPath("d"))
		err3 := e.Patch([]byte(`[{"op":"add","path":"/d/0","value":[{}]},{"op":"add","path":"/d/0/0/x","value":1}]`))
		b, err4 := e.Bytes()
		return fmt.Sprint(string(b), err, err2, err3, err4)
	}, func(v any) { v.(*jsonedit.Edit).Release() }}},
	"partial.Decoder": {{func(text string) any {
		d := partial.NewDecoder[map[string]string](nil)
		d.Push([]byte(`{"a":"` + text))
		return d
	}, func(v any) string {
		d := v.(*partial.Decoder[map[string]string])
		err := d.Push([]byte(`more `))
		return fmt.Sprint(*d.Value(), err, d.Finished("a"))
	}, func(v any) { d := v.(*partial.Decoder[map[string]string]); d.Push([]byte(`"}`)); d.Close() }}},
	"buffer.Buffer": {{func(text string) any {
		b := buffer.New()
		b.WriteString(text)
		return b
	}, func(v any) string {
		b := v.(*buffer.Buffer)
		b.WriteString("more")
		b.WriteByte('.')
		b.Write([]byte(strings.Repeat("x", 100)))
		return b.String()
	}, func(v any) { v.(*buffer.Buffer).Release() }}},
	"buffer.Reader": {{func(text string) any {
		b := buffer.New()
		b.WriteString(strings.Repeat(text, 20))
		return b.ReadCloser()
	}, func(v any) string {
		var p [30]byte
		n, err := v.(*buffer.Reader).Read(p[:])
		return fmt.Sprint(string(p[:n]), err)
	}, func(v any) { v.(*buffer.Reader).Close() }}},
	"json.Decoder": {{func(text string) any {
		return json.NewDecoder(slow{strings.NewReader(strings.Repeat(list(text, 3), 9))})
	}, func(v any) string {
		var x []string
		err := v.(*json.Decoder).Decode(&x)
		return fmt.Sprint(x, err)
	}, nil}},
	"stream.Decoder": {{func(text string) any {
		return stream.NewDecoder(slow{strings.NewReader(strings.Repeat(list(text, 3), 9))})
	}, func(v any) string {
		var x []string
		err := v.(*stream.Decoder).Decode(&x)
		return fmt.Sprint(x, err)
	}, nil}},
}

// ofValue is what the value shows that is copied; of a stranger the letters are others.
const ofValue = "QQQQQQQQQQQ"

func isStrange(shown string) bool {
	return strings.Contains(shown, "ZZ") || strings.Contains(shown, "XX")
}

// refusing runs f, which may refuse by a panic.
func refusing(f func() string) (shown string) {
	defer func() {
		if v := recover(); v != nil {
			shown = fmt.Sprint("panic: ", v)
		}
	}()
	return f()
}

// life returns all that a tenant shows in an undisturbed life.
func (x *tenant) life(v any) string {
	var all []string
	for range 3 {
		all = append(all, x.use(v))
	}
	return strings.Join(all, "\n")
}

// TestCopies copies each exported value that takes memory from a pool, uses, releases and puts back value and copy in
// any order, and has others take memory meanwhile. A copy may work or refuse to; but what others show is theirs, and
// nothing of it shows in the value or its copies.
func TestCopies(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools
	r := rand.New(rand.NewPCG(7, 8))
	for name, list := range tenants {
		for i := range list {
			x := &list[i]
			alone := x.begin(ofValue)
			want := x.life(alone)
			if x.end != nil {
				x.end(alone)
			}
			if !strings.Contains(want, ofValue) {
				t.Fatalf("%s, row %d: shows %s", name, i, want)
			}
			for range long.Rounds(200, 3000) {
				x.disturb(t, r, fmt.Sprint(name, ", row ", i), want)
			}
		}
	}
}

// disturb is one life of a value, a copy and strangers.
func (x *tenant) disturb(t *testing.T, r *rand.Rand, name, want string) {
	value := x.begin(ofValue)
	if r.IntN(2) == 0 {
		x.use(value)
	}
	at := reflect.ValueOf(value)
	copied := reflect.New(at.Type().Elem())
	copied.Elem().Set(at.Elem())
	saved := reflect.New(at.Type().Elem())
	saved.Elem().Set(at.Elem())
	both := []any{value, copied.Interface()}
	lent := false // the pool may have lent the value's address to a stranger
	released := false
	var done []string
	for range 2 + r.IntN(6) {
		k := r.IntN(2)
		switch what := r.IntN(5); {
		case (what == 0 || what == 1) && !(lent && k == 0): // calls of what was released, and lent again, are its new owner's
			shown := refusing(func() string { return x.use(both[k]) })
			done = append(done, fmt.Sprintf("use %d: %s", k, shown))
			if isStrange(shown) {
				t.Fatalf("%s: a stranger's text shows: %q", name, done)
			}
		case what == 2 && x.end != nil && !(lent && k == 0):
			done = append(done, fmt.Sprintf("release %d: %s", k, refusing(func() string { x.end(both[k]); return "" })))
			released = released || k == 0
		case what == 3 && !lent:
			at.Elem().Set(saved.Elem())
			done = append(done, "put back")
		default:
			lent = lent || released
			a, b := x.begin(strings.ReplaceAll(ofValue, "Q", "Z")), x.begin(strings.ReplaceAll(ofValue, "Q", "X"))
			done = append(done, "strangers")
			var all [2][]string
			for range 3 {
				all[0], all[1] = append(all[0], x.use(a)), append(all[1], x.use(b))
				shown := refusing(func() string { return x.use(both[1]) })
				if isStrange(shown) {
					t.Fatalf("%s: a stranger's text shows in a copy: %q, %q", name, done, shown)
				}
			}
			for i, letter := range []string{"Z", "X"} {
				if got, want := strings.Join(all[i], "\n"), strings.ReplaceAll(want, "Q", letter); got != want {
					t.Fatalf("%s: %q\na stranger shows %q\nwant             %q", name, done, got, want)
				}
			}
			if x.end != nil {
				x.end(a)
				x.end(b)
			}
		}
	}
}

// pooled are the types that lie in a pool, and where its pool is.
var pooled = map[string]string{
	"codec.Reader": "codec/pool.go", "codec.Writer": "codec/pool.go", "json.body": "json/input.go", "zetes.drafts": "errors.go", "httpjson.problem": "httpjson/error.go",
	"partial.partialText": "jsondoc/partial/decoder.go", "follow.Walk": "internal/follow/walk.go", "tree.Tape": "internal/tree/names.go", "index.Tape": "internal/index/finish.go", "buffer.vec": "buffer/send.go",
	"buffer.chunk": "buffer/pools.go", "engine.Scratch": "internal/engine/borrow.go", "decode.state": "internal/plan/decode/state.go", "decode.search": "internal/plan/decode/call.go",
	"encode.copies": "internal/plan/encode/mapping.go", "encode.machine": "internal/plan/encode/state.go", "wire.indenter": "internal/wire/indent.go",
	"fault.Fault": "internal/fault/fault.go", "json.playback": "json/v2/playback.go", "json.split": "json/v2/json.go",
}

// noTenants are types that lead to a pooled one, and why no copy of them can share it.
var noTenants = map[string]string{
	"jsondoc.Value":      "it leads to its Document, which is released for all of them",
	"zetes.TypedDecoder": "its Call keeps no state: Resident is nil",
	"stream.Pusher":      "its Call keeps no state: Resident is nil",
}

// TestTenants: each exported type that leads to memory of a pool has a row in tenants, and each pool is known.
func TestTenants(t *testing.T) {
	const root = "../../.."
	var places []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if base := d.Name(); rel != "." && (strings.HasPrefix(base, ".") || slices.Contains([]string{"adapters", "bench", "cmd", "compat", "examples", "testdata", "tools"}, base)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte("sync.Pool")) {
			places = append(places, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, place := range pooled {
		known = append(known, place)
	}
	slices.Sort(known)
	slices.Sort(places)
	if known = slices.Compact(known); !slices.Equal(places, known) {
		t.Errorf("there are pools in %q, and types of those in %q", places, known)
	}
	for name, list := range receivers {
		for _, make := range list {
			typ := reflect.TypeOf(make()).Elem()
			if way := leads(typ, nil); way != "" && tenants[name] == nil && noTenants[name] == "" {
				t.Errorf("%s leads to memory of a pool and has no row: %s", name, way)
			}
		}
	}
}

// TestVetSeesCopies: go vet reports copies of the values that have a place in a stream or in memory of a pool.
func TestVetSeesCopies(t *testing.T) {
	for _, name := range []string{"buffer.Buffer", "codec.Reader", "codec.Writer", "jsondoc.Document", "jsonedit.Edit", "partial.Decoder",
		"stream.Decoder", "stream.Encoder", "stream.Finder", "stream.Pusher", "zetes.Decoder", "zetes.Encoder"} {
		for _, make := range receivers[name] {
			if typ := reflect.TypeOf(make()).Elem(); !holdsNoCopy(typ) {
				t.Errorf("go vet does not see copies of %v", typ)
			}
		}
		if len(receivers[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
}

// holdsNoCopy reports whether a t contains a mem.NoCopy.
func holdsNoCopy(t reflect.Type) bool {
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if holdsNoCopy(t.Field(i).Type) {
				return true
			}
		}
	}
	return t == reflect.TypeFor[mem.NoCopy]()
}

// leads returns how the fields of a type lead to one that lies in a pool, or "".
func leads(t reflect.Type, seen []reflect.Type) string {
	if pooled[t.String()] != "" {
		return t.String()
	}
	if slices.Contains(seen, t) {
		return ""
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return leads(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if way := leads(t.Field(i).Type, seen); way != "" {
				return t.String() + "." + t.Field(i).Name + " " + way
			}
		}
	}
	return ""
}
