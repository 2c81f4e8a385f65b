package zetes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/httpjson"
	zetesjson "github.com/zetes-json/zetes/json"
)

type base struct{ ID int }

type item struct {
	Price float64 `json:"price"`
	Extra any     `json:"extra,omitempty"`
}

type order struct {
	base
	Items  []item           `json:"items"`
	ByName map[string]*item `json:"by_name"`
	Nested nested           `json:"nested"`
	Next   *order           `json:"next"`
	Codes  map[int]bool     `json:"codes"`
}

// nested decodes itself by this package.
type nested struct{ Inner struct{ List []int8 } }

func (n *nested) UnmarshalJSON(b []byte) error {
	type plain nested
	return zetes.Unmarshal(b, (*plain)(n))
}

var places = []struct {
	name, in        string
	offset          int64
	line, column    int
	pointer, goPath string
}{
	{"type/element", `{"items":[{"price":1},{"price":"x"}]}`, 31, 1, 32, "/items/1/price", "order.Items[1].Price"},
	{"type/folded name", `{"ITEMS":{}}`, 9, 1, 10, "/ITEMS", "order.Items"},
	{"type/embedded", "{\n \"id\": true}", 9, 2, 8, "/id", "order.base.ID"},
	{"type/map", `{"by_name":{"a/b~\u00e9":{"price":[]}}}`, 34, 1, 35, "/by_name/a~1b~0é/price", `order.ByName["a/b~é"].Price`},
	{"type/map key", `{"codes":{"1":true, "x":true}}`, 20, 1, 21, "/codes/x", "order.Codes[x]"},
	{"type/map value", `{"codes":{"1":3}}`, 14, 1, 15, "/codes/1", "order.Codes[1]"},
	{"type/pointer", `{"next":{"next":{"items":3}}}`, 25, 1, 26, "/next/next/items", "order.Next.Next.Items"},
	{"type/root", ` 7`, 1, 1, 2, "", "order"},
	{"type/characters", "{\"é€𝄞\":1,\r\n\"é€𝄞\":2,\"items\":3}", 39, 2, 17, "/items", "order.Items"},
	{"method", `{"nested":  {"Inner":{"List":[1,2,300]}}}`, 34, 1, 35, "/nested/Inner/List/2", "order.Nested.Inner.List[2]"},
	{"syntax/start", `x`, 0, 1, 1, "", "order"},
	{"syntax/empty", ``, 0, 1, 1, "", "order"},
	{"syntax/cut", `{"items":[{"price":`, 19, 1, 20, "/items/0/price", "order.Items[0].Price"},
	{"syntax/cut string", "{\"items\":[{\"extra\":\n\"ab", 23, 2, 4, "/items/0/extra", "order.Items[0].Extra"},
	{"syntax/cut name", `{"items":[{"ext`, 15, 1, 16, "/items/0", "order.Items[0]"},
	{"syntax/literal", `{"items": nul }`, 13, 1, 14, "/items", "order.Items"},
	{"syntax/number", `{"items":[{"price":1.x}]}`, 21, 1, 22, "/items/0/price", "order.Items[0].Price"},
	{"syntax/comma", `{"items":[{} {}]}`, 13, 1, 14, "/items", "order.Items"},
	{"syntax/element", `{"items":[{},]}`, 13, 1, 14, "/items/1", "order.Items[1]"},
	{"syntax/colon", `{"items" [1]}`, 9, 1, 10, "/items", "order.Items"},
	{"syntax/behind", `{} 1`, 3, 1, 4, "", "order"},
	{"syntax/within any", `{"items":[{"extra":[{"a":?`, 25, 1, 26, "/items/0/extra/0/a", "order.Items[0].Extra"},
}

// TestSimilar: an unknown member is told with the one that may have been meant.
func TestSimilar(t *testing.T) {
	type order struct {
		CustomerName string
		Items        []struct{ Price float64 }
		ID           int
	}
	api := zetes.Config{RejectUnknown: true, Naming: zetes.SnakeCase, ExactCase: true}.Freeze()
	for doc, want := range map[string]string{
		`{"custommer_name":""}`: "customer_name", `{"CustomerName":""}`: "customer_name", `{"items":[{"pirce":1}]}`: "price", `{"Id":1}`: "id",
		`{"total":1}`: "", `{"i":1}`: "", `{"":1}`: "", `{"` + strings.Repeat("id", 100) + `":1}`: "",
	} {
		var rule *zetes.RuleError
		if err := api.UnmarshalString(doc, new(order)); !errors.As(err, &rule) || rule.Similar() != want {
			t.Errorf("%s: %v, %q", doc, err, rule.Similar())
		}
	}
	if (&zetes.RuleError{Rule: zetes.KnownMember, Name: "x"}).Similar() != "" {
		t.Error("a type is made up")
	}
}

// TestIntegerWords: people are told a range where it says something.
func TestIntegerWords(t *testing.T) {
	for doc, want := range map[string]string{`"x"`: "got a string, want an integer", `1e30`: "got 1e30, want an integer from -9223372036854775808 to 9223372036854775807"} {
		var e *zetes.Error
		if err := zetes.UnmarshalString(doc, new(int64)); !errors.As(err, &e) || e.Detail() != want {
			t.Errorf("%s: %s, want %s", doc, e.Detail(), want)
		}
	}
}

// TestByteOrderMark: people are told what stands before their text.
func TestByteOrderMark(t *testing.T) {
	var e *zetes.Error
	if err := zetes.UnmarshalString("\ufeff{}", new(any)); !errors.As(err, &e) || e.Reason() != zetes.ReasonSyntax || e.Detail() != "the text starts with a byte order mark (U+FEFF), which is not part of JSON" {
		t.Errorf("%v: %s", err, e.Detail())
	}
}

func TestErrorPlaces(t *testing.T) {
	for _, c := range places {
		t.Run(c.name, func(t *testing.T) {
			var v, std order
			err := zetes.UnmarshalString(c.in, &v)
			want := json.Unmarshal([]byte(c.in), &std)
			var e *zetes.Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v", err)
			}
			if got := fmt.Sprint(e.Offset, e.Line, e.Column, e.Pointer, e.GoPath()); got != fmt.Sprint(c.offset, c.line, c.column, c.pointer, c.goPath) {
				t.Errorf("got %s", got)
			}
			// std's own method calls zetes too, so its error has a place.
			if inner, ok := errors.AsType[*zetes.Error](want); ok {
				want = inner.Err
			}
			if reflect.TypeOf(e.Err) != reflect.TypeOf(want) || c.name != "method" && !reflect.DeepEqual(e.Err, want) {
				t.Errorf("got %#v, want %#v", e.Err, want)
			}
			if !reflect.DeepEqual(v, std) {
				t.Errorf("got %+v, want %+v", v, std)
			}
		})
	}
}

func TestErrorPrinted(t *testing.T) {
	var v []map[string]int
	err := zetes.UnmarshalString("[{\"a\": 1},\n\t{\"é\": \"x\"}]", &v)
	text := fmt.Sprintf("%+v", err)
	lines := strings.Split(text, "\n")
	if len(lines) != 3 || lines[0] != err.Error() || !strings.HasSuffix(lines[0], " (line 2, column 8, at /1/é)") ||
		lines[1] != "\t {\"é\": \"x\"}]" || lines[2] != "\t       ^" {
		t.Errorf("got %s", text)
	}
	if got := fmt.Sprintf("%v|%s|%q", err, err, err); got != fmt.Sprintf("%v|%[1]s|%[1]q", err.Error()) {
		t.Errorf("got %s", got)
	}
	long := strings.Repeat("é", 1<<20)
	err = zetes.UnmarshalString(`["`+long+`",{"a":`+"\"\x00"+`"},"`+long+`"]`, &v)
	e := err.(*zetes.Error)
	if e.Column != 1<<20+11 || len([]rune(e.Excerpt)) > 80 || !strings.HasPrefix(e.Excerpt, "…") || !strings.HasSuffix(e.Excerpt, "…") {
		t.Errorf("got %d, %s", e.Column, e.Excerpt)
	}
	for _, line := range strings.Split(fmt.Sprintf("%+v", err), "\n") {
		if len([]rune(line)) > 130 {
			t.Errorf("long: %s", line)
		}
	}
}

// elsewhere's method looks at other bytes than its own.
type elsewhere struct{}

func (*elsewhere) UnmarshalJSON([]byte) error {
	var v struct{ A []int }
	return fmt.Errorf("elsewhere: %w", zetes.UnmarshalString(`{"A":["x"]}`, &v))
}

func TestErrorOfMethod(t *testing.T) {
	for _, in := range []string{`[0, {"a": "b"}]`, `[0, {"A":["b"]}]`} {
		var v struct{ Next [2]any }
		v.Next[1] = new(elsewhere)
		err := zetes.UnmarshalString(`{"Next":`+in+`}`, &v)
		e, ok := err.(*zetes.Error)
		if !ok || !strings.Contains(err.Error(), "elsewhere: ") {
			t.Fatalf("got %v", err)
		}
		if inside := strings.Contains(in, "A"); (e.Pointer == "/Next/1/A/0") != inside || (e.Pointer == "/Next/1") == inside {
			t.Errorf("got %s", e.Pointer)
		}
	}
}

// standard decodes itself by encoding/json.
type standard struct{ List []any }

func (s *standard) UnmarshalJSON(b []byte) error {
	var v struct {
		List []struct{ N int8 }
		Map  map[string][]bool
	}
	return json.Unmarshal(b, &v)
}

func TestErrorOfStandardMethod(t *testing.T) {
	for in, want := range map[string]string{
		`{"list":[{"n":1}, {"n": 300}]}`: "/S/0/list/1/n",
		`{"List":[{"N":1},{"N":"xyz"}]}`: "/S/0/List/1/N",
		`{"List": {"x":1}}`:              "/S/0/List",
		`{"Map":{"a": [true,false,7 ]}}`: "/S/0/Map/a/2",
		`[1]`:                            "/S/0",
	} {
		var v struct{ S []standard }
		doc := `{ "S":[` + in + `]}`
		err := zetes.UnmarshalString(doc, &v)
		e, ok := err.(*zetes.Error)
		if !ok || e.Pointer != want {
			t.Errorf("%s: got %v, want %s", in, err, want)
			continue
		}
		if c := doc[e.Offset]; !strings.ContainsRune(`3"{7[`, rune(c)) || e.Pointer == "/S/0" && e.Offset != 7 {
			t.Errorf("%s: %d, %c", in, e.Offset, c)
		}
	}
}

func TestErrorKept(t *testing.T) {
	var bad *json.InvalidUnmarshalError
	if err := zetes.Unmarshal([]byte(`1`), (*int)(nil)); !errors.As(err, &bad) {
		t.Errorf("got %v", err)
	}
	broken := errors.New("broken")
	if err := zetes.UnmarshalFrom(io.MultiReader(strings.NewReader("[1"), errorReader{broken}), new(any)); err != broken {
		t.Errorf("got %v", err)
	}
}

// TestUnmarshalAllFits: what fits takes UnmarshalAll no more memory than Unmarshal, and what does not fit leaves the
// same in the target, whether or not that was zero.
func TestUnmarshalAllFits(t *testing.T) {
	type part struct {
		A, B int
		Next *part
	}
	type whole struct {
		List []part
		Map  map[string]part
		Two  [2]part
		Any  any
	}
	sound := []byte(`{"List":[{"A":1,"Next":{"B":2}}],"Map":{"x":{"A":3}},"Two":[{},{"B":4}],"Any":[5]}`)
	one := func() { _ = zetes.Unmarshal(sound, new(whole)) }
	all := func() { _ = zetes.UnmarshalAll(sound, new(whole), 0) }
	if got, want := testing.AllocsPerRun(100, all), testing.AllocsPerRun(100, one); got > want && !raceEnabled {
		t.Errorf("%v allocations, Unmarshal has %v", got, want)
	}
	for _, in := range []string{
		`{"List":[{"A":1,"B":2},{"A":"x","B":3}],"List":[{"B":"y"},{"Next":{"A":[]}},{"A":6}],"Map":{"k":{"A":1,"B":2}},"Map":{"k":{"A":"x"}}}`,
		`{"Two":[{"A":1},{"B":2},{"A":"x"}],"Two":[{"B":"x"}],"Any":{"a":1},"Any":[1],"List":[{"Next":{"A":1}}],"List":null,"List":[{"Next":7}]}`,
		`{"List":[{"A":1.5,"B":1}],"Any":{"a":1},"Map":null,"Two":true}`,
		`{"List":[{"A":1}],"Any":[1,2`,
	} {
		for name, start := range map[string]string{"zero": `{}`, "filled": string(sound)} {
			var got, want whole
			_, _ = json.Unmarshal([]byte(start), &got), json.Unmarshal([]byte(start), &want)
			err, stdErr := zetes.UnmarshalAll([]byte(in), &got, 0), json.Unmarshal([]byte(in), &want)
			if err == nil || stdErr == nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %+v, %v, want %+v, %v", name, in, got, err, want, stdErr)
			}
		}
	}
}

// TestErrorOutlives keeps the errors about all kinds of bad input while the memory of the input is overwritten, and
// while bodies are read into the same pooled memory, and asks them for all they know, from several goroutines at once.
func TestErrorOutlives(t *testing.T) {
	type target struct {
		order
		When  time.Time         `json:"when"`
		Level int8              `json:"level"`
		Keyed map[int8][]string `json:"keyed"`
		Text  string            `json:"text,string"`
	}
	inputs := []string{
		`{"when":"22.11.2026","level":300,"items":[{"price":"a\u00e9"}],"by_name":{"a/b":{"price":[]}}}`,
		`{"unknown":1,"lêvel":2,"level":"two","keyed":{"900":["x"],"x":[]," 1":[1,2,{}]},"text":"x"}`,
		`{"items":[{"extra":[{"some \"name\"":tru }`, `{"items":{"a":"A\da"}}`, "\xff", `[1,2`, strings.Repeat("[", 10_001),
	}
	for _, c := range places {
		inputs = append(inputs, c.in)
	}
	strict := zetes.Config{RejectUnknown: true, RejectDuplicates: true, Alias: true, RequireAll: true}.Freeze()
	decode := map[string]func(b []byte) error{
		"Unmarshal":     func(b []byte) error { return zetes.Unmarshal(b, new(target)) },
		"UnmarshalAll":  func(b []byte) error { return zetes.UnmarshalAll(b, new(target), 0) },
		"API":           func(b []byte) error { return strict.Unmarshal(b, new(target)) },
		"API/All":       func(b []byte) error { return strict.UnmarshalAll(b, new(target), 0) },
		"UnmarshalFrom": func(b []byte) error { return zetes.UnmarshalFrom(bytes.NewReader(b), new(target)) },
		"httpjson": func(b []byte) error {
			r := httptest.NewRequest("POST", "/", bytes.NewReader(b))
			r.Header.Set("Content-Type", "application/json")
			return httpjson.Read(r, new(target))
		},
	}
	for name, decode := range decode {
		for _, in := range inputs {
			b := []byte(in)
			err := decode(b)
			if err == nil {
				t.Errorf("%s of %.50q: no error", name, in)
				continue
			}
			now := allOf(err)
			for i := range b {
				b[i] = 'X'
			}
			_ = decode([]byte(strings.Repeat("Y", len(in))))
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if then := allOf(err); then != now {
						t.Errorf("%s of %.50q: %s\nhas become %s", name, in, now, then)
					}
				})
			}
			all.Wait()
			if again := allOf(decode([]byte(in))); again != now {
				t.Errorf("%s of %.50q: %s\nthe second time %s", name, in, now, again)
			}
		}
	}
}

// allOf returns all that err tells: its words, and those of all that it wraps.
func allOf(err error) string {
	var b strings.Builder
	switch e := err.(type) {
	case nil:
	case *zetes.Error:
		text, _ := json.Marshal(e)
		fmt.Fprintf(&b, "%+v %s %v %s %s", e, e.Detail(), e.Reason(), e.GoPath(), text)
	case *httpjson.Error:
		w := httptest.NewRecorder()
		_ = httpjson.WriteError(w, e)
		fmt.Fprintf(&b, "%+v %v %s", e, w.Result().Header, w.Body)
	}
	fmt.Fprintf(&b, "%T %v;", err, err)
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		b.WriteString(allOf(e.Unwrap()))
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			b.WriteString(allOf(err))
		}
	}
	return b.String()
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func TestUnmarshalAll(t *testing.T) {
	const in = `{"id":"x","items":[{"price":"y"},{"price":2},7],"nested":{"Inner":{"List":[1,999]}},"next":{"items":{}},"codes":{"q":true,"3":true}}`
	var v order
	err := zetes.UnmarshalAll([]byte(in), &v, 0)
	var all zetes.Errors
	if !errors.As(err, &all) {
		t.Fatalf("got %v", err)
	}
	var got []string
	for _, e := range all {
		got = append(got, e.Pointer)
	}
	want := []string{"/id", "/items/0/price", "/items/2", "/nested/Inner/List/1", "/next/items", "/codes/q"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q\n%v", got, err)
	}
	if len(v.Items) != 3 || v.Items[1].Price != 2 || !v.Codes[3] {
		t.Errorf("got %+v", v)
	}
	var typ *json.UnmarshalTypeError
	if !errors.As(err, &typ) || typ.Field == "" {
		t.Errorf("got %v", typ)
	}
	if zetes.UnmarshalAll([]byte(in), new(order), 2).Error() != (all[:2]).Error() {
		t.Error("the limit is not kept")
	}
	// The first is what Unmarshal says, and a syntax error stands alone.
	for _, c := range places {
		first := zetes.Unmarshal([]byte(c.in), new(order)).(*zetes.Error)
		all := zetes.UnmarshalAll([]byte(c.in), new(order), 0).(zetes.Errors)
		if !reflect.DeepEqual(all[0], first) {
			t.Errorf("%s: got %+v %#v\nwant %+v %#v", c.name, all[0], all[0].Err, first, first.Err)
		}
	}
	if err := zetes.UnmarshalAll([]byte(`{"id":3}`), &v, 0); err != nil {
		t.Error(err)
	}
	// A name that does not fit and its value are two errors, each with words and a place of its own, where
	// encoding/json looks at the value of such a name.
	const both = `{"codes": {"1":true, "q" : 0}}`
	first := zetes.Unmarshal([]byte(both), new(order)).(*zetes.Error)
	err = zetes.UnmarshalAll([]byte(both), &v, 0)
	errors.As(err, &all)
	if want := json.Unmarshal([]byte(`{"codes": {"1":true, "q" :null}}`), new(order)); all[0].Offset != 21 || !reflect.DeepEqual(all[0].Err, want) {
		t.Errorf("got %#v, want %#v", all[0].Err, want)
	}
	if last := all[len(all)-1]; last.Offset != first.Offset || last.Error() != first.Error() {
		t.Errorf("got %v, want %v at last", err, first)
	}
}

type failing struct{ fail bool }

func (f failing) MarshalJSON() ([]byte, error) {
	if f.fail {
		return nil, io.ErrClosedPipe
	}
	return []byte("1"), nil
}

func TestEncodeErrorPlaces(t *testing.T) {
	type deep struct {
		Skip  []float64 `json:"-"`
		Empty []float64 `json:",omitempty"`
		M     map[string][]any
		F     *failing `json:"f"`
		C     any
	}
	nan := math.NaN()
	for _, c := range []struct {
		v             any
		path, pointer string
	}{
		{deep{Skip: []float64{nan}, M: map[string][]any{"a": {1.0}, "b": {0, &nan}}}, `deep.M["b"][1]`, "/M/b/1"},
		{&deep{M: map[string][]any{"a": {deep{C: make(chan int)}}}}, `deep.M["a"][0].C`, "/M/a/0/C"},
		{[]deep{{}, {F: &failing{true}}}, "([]zetes_test.deep)[1].F", "/1/f"},
		{[]any{1, map[string]any{"x": []failing{{}, {true}}}}, `([]interface {})[1]["x"]`, "/1/x"},
		{math.Inf(1), "(float64)", ""},
	} {
		_, err := zetes.Append(nil, c.v)
		_, std := json.Marshal(c.v)
		e, ok := err.(*zetes.Error)
		if !ok || e.GoPath() != c.path || e.Pointer != c.pointer || reflect.TypeOf(e.Err) != reflect.TypeOf(std) || e.Err.Error() != std.Error() {
			t.Errorf("got %+v, want %s %v", err, c.path, std)
		}
	}
}

// parcel and tree write themselves by this package, crate in a form of its own.
type (
	parcel struct {
		Weight float64 `json:"weight"`
		Inside []any   `json:"inside,omitempty"`
	}
	tree struct {
		Value any     `json:"value"`
		Kids  []*tree `json:"kids,omitempty"`
	}
	crate struct{ Weights []float64 }
	mass  float64
	// early fails as under Go 1.27.0 and 1.27.1, where encoding/json's error does not hold the value.
	early struct {
		Weight float64 `json:"weight"`
	}
)

func (e early) MarshalJSON() ([]byte, error) {
	if e.Weight == 1 {
		return []byte("{}"), nil
	}
	return nil, &zetes.Error{Pointer: "/weight", Err: &json.UnsupportedValueError{Str: fmt.Sprint(e.Weight)}}
}

func (p parcel) MarshalJSON() ([]byte, error) {
	type plain parcel
	return zetes.Marshal(plain(p))
}

func (n *tree) MarshalJSON() ([]byte, error) {
	type plain tree
	b, err := zetes.Marshal((*plain)(n))
	if err != nil {
		return nil, fmt.Errorf("a tree: %w", err)
	}
	return b, nil
}

func (c crate) MarshalJSON() ([]byte, error) { return zetes.Marshal(map[string]any{"w": c.Weights}) }
func (m mass) MarshalJSON() ([]byte, error)  { return zetes.Marshal(float64(m)) }

// TestEncodeErrorWithinMethods: the place within a method's value is found where what is wrong lies there too, and
// told once.
func TestEncodeErrorWithinMethods(t *testing.T) {
	nan := math.NaN()
	leaf := &tree{Value: nan}
	for _, c := range []struct {
		v             any
		path, pointer string
	}{
		{parcel{Weight: nan}, "parcel.Weight", "/weight"},
		{[]parcel{{}, {Inside: []any{1}}, {Inside: []any{1, nan}}, {}}, "([]zetes_test.parcel)[2].Inside[1]", "/2/inside/1"},
		{map[string]*parcel{"a": {Inside: []any{parcel{}, &parcel{Inside: []any{make(chan int)}}}}},
			`(map[string]*zetes_test.parcel)["a"].Inside[1].Inside[0]`, "/a/inside/1/inside/0"},
		{&tree{Kids: []*tree{{}, {Kids: []*tree{leaf}}}}, "tree.Kids[1].Kids[0].Value", "/kids/1/kids/0/value"},
		{&tree{Value: []any{leaf}}, "tree.Value[0].Value", "/value/0/value"},
		{[]mass{1, mass(nan)}, "([]zetes_test.mass)[1]", "/1"},
		{[]any{1, crate{[]float64{1, nan}}}, "([]interface {})[1]", "/1"},
		{[]early{{1}, {nan}}, "([]zetes_test.early)[1].Weight", "/1/weight"},
		{&early{math.Inf(1)}, "early.Weight", "/weight"},
		{early{math.Inf(-1)}, "early.Weight", "/weight"},
		{parcel{Inside: []any{failing{true}}}, "parcel.Inside[0]", "/inside/0"},
	} {
		_, err := zetes.Append(nil, c.v)
		e, ok := err.(*zetes.Error)
		if !ok || e.GoPath() != c.path || e.Pointer != c.pointer {
			t.Errorf("got %v at %q, want %s %s", err, e.Pointer, c.path, c.pointer)
			continue
		}
		want := 1
		if _, ok := errors.AsType[*json.MarshalerError](err); ok && e.GoPath() == "([]interface {})[1]" {
			want = 2 // a crate's form is its own: both places are told
		}
		if n := strings.Count(err.Error(), "(at "); n != want {
			t.Errorf("%d places in %v", n, err)
		}
	}
}

// TestMisfitMemory holds that an error about a value that does not fit, or about a text that is not JSON, takes memory
// for what the caller gets alone: the error of encoding/json, and the Error around it with its excerpt.
func TestMisfitMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector pools drop what they are given")
	}
	var v struct {
		A int
		B struct{ C bool }
	}
	for doc, limit := range map[string]float64{`{"A":"x"}`: 4, `{"A":1,"B":{"C":2}}`: 4, ``: 2, `{`: 2, `<html>`: 3} {
		data := []byte(doc)
		if n := testing.AllocsPerRun(100, func() { _ = zetesjson.Unmarshal(data, &v) }); n > 2 {
			t.Errorf("json.Unmarshal of %s: %v allocations", doc, n)
		}
		if n := testing.AllocsPerRun(100, func() { _ = zetes.Unmarshal(data, &v) }); n > limit {
			t.Errorf("zetes.Unmarshal of %s: %v allocations", doc, n)
		}
	}
}
