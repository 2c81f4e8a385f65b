package beamjson

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/zetes-json/zetes"
)

// TestCoders sends values through Beam's coder of their types.
func TestCoders(t *testing.T) {
	for _, row := range []struct {
		typ   reflect.Type
		value any
		text  string // or "" if Beam has a form of its own
	}{
		{reflect.TypeFor[event](), event{7, "é<"}, `{"n":7,"text":"é\u003c"}`},
		{reflect.TypeFor[*event](), &event{N: 7}, `{"n":7}`},
		{reflect.TypeFor[*event](), (*event)(nil), `null`},
		{reflect.TypeFor[snake](), snake{7}, `{"user_id":7}`},
		{reflect.TypeFor[shape](), square{2}, `{"kind":"square","Side":2}`},
		{reflect.TypeFor[shape](), circle{3}, `{"kind":"circle","Radius":3}`},
		{reflect.TypeFor[named](), named{"b": 1, "a": 2}, `{"a":2,"b":1}`},
		{reflect.TypeFor[[]event](), []event{{N: 1}, {N: 2}}, ""},
		{reflect.TypeFor[Bad](), Bad{File: "f", Line: 1}, `{"File":"f","Line":1,"Column":0,"Offset":0,"Pointer":"","Excerpt":"","Error":""}`},
		{reflect.TypeFor[part](), part{1, 2, true}, `{"Start":1,"End":2,"Whole":true}`},
	} {
		var b bytes.Buffer
		if err := beam.NewElementEncoder(row.typ).Encode(row.value, &b); err != nil {
			t.Errorf("%v: %v", row.typ, err)
			continue
		}
		if want := string(rune(len(row.text))) + row.text; row.text != "" && b.String() != want {
			t.Errorf("%v: %q, want %q", row.typ, b.String(), want)
		}
		v, err := beam.NewElementDecoder(row.typ).Decode(&b)
		if err != nil || !reflect.DeepEqual(v, row.value) {
			t.Errorf("%v: %#v, %v, want %#v", row.typ, v, err, row.value)
		}
	}
}

// TestCoderErrors: a value without JSON, and JSON that does not fit, are errors.
func TestCoderErrors(t *testing.T) {
	if _, err := encode(reflect.TypeFor[named](), func() {}); err == nil {
		t.Error("a function has JSON")
	}
	if v, err := decode(reflect.TypeFor[snake](), []byte(`{"UserID":1}`)); err == nil || !strings.Contains(err.Error(), "unknown field") {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := encode(reflect.TypeFor[unknown](), unknown{}); err == nil || !strings.Contains(err.Error(), "beamjson.unknown is not registered") {
		t.Error(err)
	}
	if _, err := decode(reflect.TypeFor[unknown](), []byte(`{}`)); err == nil || !strings.Contains(err.Error(), "beamjson.unknown is not registered") {
		t.Error(err)
	}
}

// panics returns what f panics with.
func panics(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return "no panic"
}

// TestPanics holds that mistakes are told when a pipeline is built.
func TestPanics(t *testing.T) {
	_, s := beam.NewPipelineWithRoot()
	col := beam.Create(s, event{N: 1})
	for i, row := range []struct {
		f    func()
		want string
	}{
		{func() { Register[unknown](nil) }, "init"},
		{func() { Register[snake](nil) }, "beamjson.snake is registered with another API"},
		{func() { ReadLines[unknown](s, "x") }, "call beamjson.Register[beamjson.unknown] before beam.Init"},
		{func() { ReadArrays[unknown](s, "x") }, "call beamjson.Register[beamjson.unknown] before beam.Init"},
		{func() { WriteLines[unknown](s, "x", col) }, "call beamjson.Register[beamjson.unknown] before beam.Init"},
		{func() { ReadLines[event](s, "") }, "empty file glob"},
		{func() { ReadLines[event](s, "nosuch://x") }, "nosuch"},
		{func() { WriteLines[event](s, "nosuch://x", col) }, "nosuch"},
		{func() { WriteLines[event](s, "", col) }, "empty file glob"},
		{func() { WriteLines[event](s, "dir/", col) }, `"dir/"`},
		{func() { WriteLines[event](s, "x.ndjson", col, Shards(2)) }, `2 files can't be named by "x.ndjson"`},
		{func() { WriteLines[event](s, "a-*-*", col) }, `"a-*-*"`},
		{func() { WriteLines[event](s, "*/a-*", col) }, `"*/a-*"`},
		{func() { WriteLines[snake](s, "x", col) }, "event"},
	} {
		if got := panics(row.f); !strings.Contains(got, row.want) {
			t.Errorf("%d: %s, want %s", i, got, row.want)
		}
	}
	if api, err := kindOf(reflect.TypeFor[snake]()); err != nil || api.api != snakeAPI || zetes.Standard() == snakeAPI {
		t.Error(api, err)
	}
}
