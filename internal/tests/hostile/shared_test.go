package hostile

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/opt"
)

// Goroutines that decode the same bytes: a message that many get, a file in the program. Nobody writes to them, so
// nothing may be shared by their results, and nothing by their decodes that one of them writes to.

// sharedTree's method decodes its argument as most do.
type sharedTree struct {
	Name string
	Tags []string
	Kids []*sharedTree
	By   map[string]sharedTree
	Any  any
	More opt.Value[*sharedTree]
}

func (t *sharedTree) UnmarshalJSON(b []byte) error {
	type plain sharedTree
	return json.Unmarshal(b, (*plain)(t))
}

// auxTree's method decodes its argument into a value of its own, which holds the tree.
type auxTree struct {
	Name string
	Tags []string
	Kids []*auxTree
	By   map[string]auxTree
	Any  any
	More opt.Value[*auxTree]
}

func (t *auxTree) UnmarshalJSON(b []byte) error {
	type plain auxTree
	aux := struct {
		*plain
		Name []byte
	}{plain: (*plain)(t)}
	var name struct{ Name string }
	if err := json.Unmarshal(b, &name); err != nil {
		return err
	}
	t.Name = name.Name
	return json.NewDecoder(bytes.NewReader(b)).Decode(&struct{ *plain }{aux.plain})
}

// copyTree's method decodes into a copy, in another goroutine.
type copyTree struct {
	Name string
	Tags []string
	Kids []*copyTree
	By   map[string]copyTree
	Any  any
	More opt.Value[*copyTree]
}

func (t *copyTree) UnmarshalJSON(b []byte) (err error) {
	type plain copyTree
	var p plain
	done := make(chan error)
	go func() { done <- json.Unmarshal(b, &p) }()
	err = <-done
	*t = copyTree(p)
	return err
}

// readTree reads itself from a codec.Reader.
type readTree struct {
	Name string
	Tags []string
	Kids []*readTree
	By   map[string]readTree
	Any  any
	More opt.Value[*readTree]
}

func (t *readTree) UnmarshalZetes(r *codec.Reader) {
	type plain readTree
	zetes.ReadValue(r, (*plain)(t))
}

// named's keys and texts are made by methods.
type namedKey struct{ name string }

func (k *namedKey) UnmarshalText(b []byte) error { k.name = string(b); return nil }

type jsonKey string

func (k *jsonKey) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, (*string)(k)) }
func (k *jsonKey) UnmarshalText(b []byte) error { *k = jsonKey(b); return nil }

func sharedTreeText(levels int) string {
	if levels == 0 {
		return `{"Name":"a leaf with a name that is long enough","Tags":["a","b"]}`
	}
	kid := sharedTreeText(levels - 1)
	return fmt.Sprintf(`{"Name":"level %d","Tags":["x","y","tag %d"],"Kids":[%s,%s],"By":{"k":%s},"Any":[1,"two",{"three":4.5}],"More":%s}`,
		levels, levels, kid, kid, kid, kid)
}

// sharing decodes text from eight goroutines into values of T, and looks whether each is what it would be alone and
// none has memory of another.
func sharing[T any](t *testing.T, decode func(data []byte, v any) error, text string) {
	t.Helper()
	data := []byte(text)
	want := new(T)
	if err := decode(bytes.Clone(data), want); err != nil {
		t.Fatalf("%T: %v", want, err)
	}
	var wait sync.WaitGroup
	values := make([]*T, 8)
	for g := range values {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range long.Rounds(5, 100) {
				v := new(T)
				if err := decode(data, v); err != nil || !reflect.DeepEqual(v, want) {
					t.Errorf("%T: %v, or another value", v, err)
					return
				}
				values[g] = v
			}
		}()
	}
	wait.Wait()
}

// TestSharedInput: see sharing. It is for the race detector, too.
func TestSharedInput(t *testing.T) {
	text := sharedTreeText(2)
	for name, decode := range map[string]func(data []byte, v any) error{
		"json":   json.Unmarshal,
		"zetes":  func(data []byte, v any) error { return zetes.Standard().Unmarshal(data, v) },
		"strict": zetes.Strict().Freeze().Unmarshal,
		"reader": func(data []byte, v any) error { return json.NewDecoder(bytes.NewReader(data)).Decode(v) },
		"codec": func(data []byte, v any) error {
			r := codec.NewBytesReader(data)
			zetes.ReadValue(r, v)
			return r.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			sharing[sharedTree](t, decode, text)
			sharing[auxTree](t, decode, text)
			sharing[copyTree](t, decode, text)
			sharing[[]*sharedTree](t, decode, "["+text+","+text+"]")
			sharing[map[string]auxTree](t, decode, `{"a":`+text+`,"b":`+text+`}`)
			if name != "reader" {
				sharing[readTree](t, decode, text)
			}
			sharing[opt.Value[*sharedTree]](t, decode, text)
			long := strings.Repeat("a name that is long ", 4)
			sharing[map[namedKey]*sharedTree](t, decode, `{"`+long+`":`+text+`,"b":`+text+`}`)
			sharing[map[jsonKey]jsonKey](t, decode, `{"`+long+`":"`+long+`","b":"`+long+`"}`)
			sharing[struct{ Tree jsondoc.Object[sharedTree] }](t, decode, `{"Tree":{"a":`+text+`,"b":`+text+`}}`)
			sharing[[]stdjson.RawMessage](t, decode, "["+text+","+text+"]")
		})
	}
}

// gated waits in its method until the test lets it go on.
type gated struct {
	Parts []*part
	Name  string
}

type part struct {
	Name string
	Next *part
}

type plainGated gated

var gate struct {
	entered chan chan struct{} // the method sends what it waits for
	alias   bool
}

func (g *gated) UnmarshalJSON(b []byte) error {
	wait := make(chan struct{})
	gate.entered <- wait
	<-wait
	if gate.alias {
		return json.Unmarshal(b, (*plainGated)(g))
	}
	var p plainGated
	err := json.Unmarshal(b, &p)
	*g = gated(p)
	return err
}

// TestSharedInputKeeps: a value that is kept of one decode keeps nothing of another decode of the same bytes. Of two
// methods that are called at the same time either goes on first, or the second decode calls no method.
func TestSharedInputKeeps(t *testing.T) {
	text := []byte(`{"Parts":[{"Name":"one","Next":{"Name":"two"}},{"Name":"three"},{"Name":"four"}],"Name":"a name that makes the text long"}`)
	gate.entered = make(chan chan struct{})
	start := func(v any) (done chan error) {
		done = make(chan error)
		go func() { done <- json.Unmarshal(text, v) }()
		return done
	}
	end := func(wait chan struct{}, done chan error) {
		close(wait)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	orders := map[string]func(a, b *gated){
		"first": func(a, b *gated) {
			doneA := start(a)
			waitA := <-gate.entered
			doneB := start(b)
			waitB := <-gate.entered
			end(waitA, doneA)
			end(waitB, doneB)
		},
		"second": func(a, b *gated) {
			doneA := start(a)
			waitA := <-gate.entered
			doneB := start(b)
			waitB := <-gate.entered
			end(waitB, doneB)
			end(waitA, doneA)
		},
		"without a method": func(a, b *gated) {
			doneA := start(a)
			waitA := <-gate.entered
			if err := json.Unmarshal(text, (*plainGated)(b)); err != nil {
				t.Error(err)
			}
			end(waitA, doneA)
		},
	}
	for _, gate.alias = range []bool{true, false} {
		for name, decode := range orders {
			for round := range 6 {
				var values [2]*gated
				for i := range values {
					values[i] = new(gated)
				}
				decode(values[0], values[1])
				kept, other := values[round%2].Parts[1], values[1-round%2].Parts
				var gone []weak.Pointer[part]
				for _, p := range other {
					gone = append(gone, weak.Make(p))
				}
				values, other = [2]*gated{}, nil
				for range 3 {
					runtime.GC()
				}
				for i := range gone {
					if gone[i].Value() != nil {
						t.Errorf("%s, alias %v: part %d of another decode lives on", name, gate.alias, i)
					}
				}
				runtime.KeepAlive(kept)
			}
		}
	}
}
