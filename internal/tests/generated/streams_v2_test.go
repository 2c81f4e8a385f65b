//go:build goexperiment.jsonv2 && go1.27

package generated

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	zetesv1 "github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/json/v2"
)

// spoken has a method of its own, which notes that it was called.
type spoken struct{ Text string }

var said int

func (s spoken) MarshalJSON() ([]byte, error) {
	if said++; s.Text == "fails" {
		return nil, errors.New("no words")
	}
	return v1.Marshal(s.Text)
}

func (s *spoken) UnmarshalJSON(b []byte) error {
	said++
	return v1.Unmarshal(b, &s.Text)
}

type (
	plainStreamBase struct{ Base, Also int }

	plainStreamLeaf struct {
		plainStreamBase
		Name  string         `json:"name"`
		N     int            `json:"n,omitzero"`
		Tags  []string       `json:"tags,omitempty"`
		Attrs map[string]int `json:"attrs"`
		Hash  [4]byte        `json:"hash"`
		Any   any            `json:"any"`
	}

	// plainStream and stream have the same fields.
	plainStream struct {
		ID     string                      `json:"id"`
		Leaf   plainStreamLeaf             `json:"leaf"`
		Leaves []plainStreamLeaf           `json:"leaves"`
		By     map[string]*plainStreamLeaf `json:"by"`
		Next   *plainStream                `json:"next"`
		Said   spoken                      `json:"said"`
		Raw    jsontext.Value              `json:"raw,omitzero"`
	}

	//zetes:json
	streamLeaf struct {
		plainStreamBase
		Name  string         `json:"name"`
		N     int            `json:"n,omitzero"`
		Tags  []string       `json:"tags,omitempty"`
		Attrs map[string]int `json:"attrs"`
		Hash  [4]byte        `json:"hash"`
		Any   any            `json:"any"`
	}

	//zetes:json
	stream struct {
		ID     string                 `json:"id"`
		Leaf   streamLeaf             `json:"leaf"`
		Leaves []streamLeaf           `json:"leaves"`
		By     map[string]*streamLeaf `json:"by"`
		Next   *stream                `json:"next"`
		Said   spoken                 `json:"said"`
		Raw    jsontext.Value         `json:"raw,omitzero"`
	}
)

// plainly returns the text of v with the names of the types without methods.
func plainly(v any) string {
	return strings.ReplaceAll(fmt.Sprintf("%+v", v), "plainStream", "stream")
}

// outcome is the text of an error, with its fields.
func outcome(err error) string {
	var s *stdjson.SemanticError
	if errors.As(err, &s) {
		return plainly(fmt.Sprintf("%T %v at %d %q %v %s %v: %v", err, err, s.ByteOffset, s.JSONPointer, s.JSONKind, s.JSONValue, s.GoType, s.Err))
	}
	return plainly(fmt.Sprintf("%T %v %+v", err, err, err))
}

var streamSets = map[string]stdjson.Options{
	"no options": stdjson.JoinOptions(), "v1": v1.DefaultOptionsV1(), "deterministic": stdjson.Deterministic(true), "nil as null": stdjson.JoinOptions(stdjson.FormatNilSliceAsNull(true), stdjson.FormatNilMapAsNull(true)),
	"lines": jsontext.Multiline(true), "HTML": jsontext.EscapeForHTML(true), "any text": jsontext.AllowInvalidUTF8(true), "repeated names": jsontext.AllowDuplicateNames(true),
	"known members": stdjson.RejectUnknownMembers(true), "any case": stdjson.MatchCaseInsensitiveNames(true), "raw order": jsontext.ReorderRawObjects(true), "strings": stdjson.StringifyNumbers(true),
	"functions": stdjson.JoinOptions(
		stdjson.WithMarshalers(stdjson.MarshalFunc(func(n int) ([]byte, error) { return []byte(`"int"`), nil })),
		stdjson.WithUnmarshalers(stdjson.UnmarshalFunc(func(b []byte, n *int) error { *n = len(b); return nil }))),
}

// leafText is a document for a streamLeaf with a member more.
func leafText(more string) string {
	return `{"Base":1,"name":"` + strings.Repeat("a name ", 20) + `","n":5,"tags":["x","y"],"attrs":{"a":1},"any":[1,{"b":null}]` + more + `}`
}

// TestStreamsRead reads documents, right and wrong ones, into types with and without the methods of zetes gen -v2, by
// encoding/json/v2 and encoding/json and by those of this module.
func TestStreamsRead(t *testing.T) {
	leaf := leafText("")
	whole := `{"id":"i","leaf":` + leaf + `,"leaves":[` + leaf + ` , ` + leaf + `],"by":{"k":` + leaf + `,"n":null},"next":{"id":"second","said":"a","leaf":` + leaf + `},"said":"words","raw":{"r":[1]}}`
	docs := []string{
		whole, " " + whole + "\n", leaf, "null", "[]", "{}", "", whole[:len(whole)-1], whole + " {", whole + whole,
		strings.Replace(whole, `"n":5`, `"n":"5"`, 1), strings.Replace(whole, `"n":5`, `"n":5,"n":6`, 1), strings.Replace(whole, `"id"`, `"ID"`, 1), strings.Replace(whole, `"y"]`, `"y",]`, 1),
		strings.Replace(whole, `"tags"`, `"hash":"AQIDBA==","tags"`, 1), strings.Replace(whole, `"tags"`, `"hash":"AQID","tags"`, 1), strings.Replace(whole, "a name", "\xff", 1), strings.Replace(whole, `"by"`, `"more":[{}],"by"`, 1), strings.Replace(whole, ` , {`, ` {`, 1),
		strings.Replace(whole, `"leaves":[`, `"leaves":[,`, 1), strings.Replace(whole, `"leaf":`, `"leaf"`, 1), strings.Replace(whole, `"said":"words"`, `"said":7`, 1), strings.Replace(whole, `"i"`, `7`, 1),
	}
	for name, set := range streamSets {
		for way, read := range map[string]func(doc string, v any, unmarshal func([]byte, any, ...stdjson.Options) error) error{
			"Unmarshal": func(doc string, v any, unmarshal func([]byte, any, ...stdjson.Options) error) error {
				return unmarshal([]byte(doc), v, set)
			},
			"UnmarshalRead": func(doc string, v any, _ func([]byte, any, ...stdjson.Options) error) error {
				return stdjson.UnmarshalRead(iotest.HalfReader(strings.NewReader(doc)), v, set)
			},
			"UnmarshalDecode": func(doc string, v any, _ func([]byte, any, ...stdjson.Options) error) error {
				d := jsontext.NewDecoder(bytes.NewBufferString(`[0,{"x":`+doc+`,"x":1},`+doc+`]`), set)
				for range 4 {
					if _, err := d.ReadToken(); err != nil {
						return err
					}
				}
				err := stdjson.UnmarshalDecode(d, v)
				for err == nil {
					_, err = d.ReadToken()
				}
				return fmt.Errorf("%w, at %d %s", err, d.InputOffset(), d.StackPointer())
			},
		} {
			for i, doc := range docs {
				var want plainStream
				wantErr := read(doc, &want, stdjson.Unmarshal)
				for by, unmarshal := range map[string]func([]byte, any, ...stdjson.Options) error{"encoding/json/v2": stdjson.Unmarshal, "json/v2": json.Unmarshal} {
					var got stream
					if err := read(doc, &got, unmarshal); outcome(err) != outcome(wantErr) {
						t.Errorf("%s by %s with %s, document %d:\ngot  %s\nwant %s", way, by, name, i, outcome(err), outcome(wantErr))
					}
					if got, want := plainly(held(t, got)), plainly(held(t, want)); got != want {
						t.Errorf("%s by %s with %s, document %d:\ngot  %s\nwant %s", way, by, name, i, got, want)
					}
				}
			}
		}
	}
	for by, unmarshal := range map[string]func([]byte, any) error{"encoding/json": v1.Unmarshal, "json": zetesv1.Unmarshal} {
		for i, doc := range docs {
			var want plainStream
			var got stream
			if err, wantErr := unmarshal([]byte(doc), &got), v1.Unmarshal([]byte(doc), &want); outcome(err) != outcome(wantErr) {
				t.Errorf("%s, document %d:\ngot  %s\nwant %s", by, i, outcome(err), outcome(wantErr))
			}
			if got, want := plainly(held(t, got)), plainly(held(t, want)); got != want {
				t.Errorf("%s, document %d:\ngot  %s\nwant %s", by, i, got, want)
			}
		}
	}
}

// held returns what v holds, as text.
func held(t *testing.T, v any) string {
	t.Helper()
	b, err := zetes.Append(nil, v)
	if err != nil {
		return fmt.Sprintf("%+v", v)
	}
	return string(b)
}

// TestStreamsWritten writes values by all of them.
func TestStreamsWritten(t *testing.T) {
	leaf := streamLeaf{plainStreamBase{1, 2}, strings.Repeat("<name>", 30), 3, []string{"x", ""}, map[string]int{"k": 1}, [4]byte{1}, []any{1.5, nil, "s"}}
	values := []stream{
		{}, {ID: "short"}, {Leaf: leaf}, {ID: "\xff", Leaf: leaf}, {Leaf: leaf, Said: spoken{"fails"}}, {Leaves: []streamLeaf{leaf, {}, leaf}, By: map[string]*streamLeaf{"a": &leaf, "b": nil}},
		{Leaf: leaf, Next: &stream{Leaf: leaf, Next: &stream{ID: strings.Repeat("x", 200)}}}, {Leaf: leaf, Raw: jsontext.Value(` { "b" : 1 , "a" : [ ] }`)}, {Leaf: leaf, Raw: jsontext.Value(`{`)}, {Leaf: leaf, Raw: jsontext.Value(`{"b":1,"b":2}`)},
		{Leaf: streamLeaf{Any: func() {}}, ID: strings.Repeat("x", 200)}, {Leaf: streamLeaf{Any: &leaf}}, {Leaf: streamLeaf{Any: leaf}}, {Leaf: streamLeaf{Any: spoken{"in an interface"}}, Said: spoken{"fails"}},
	}
	for name, set := range streamSets {
		set = stdjson.JoinOptions(set, stdjson.Deterministic(true))
		for way, write := range map[string]func(v any, marshal func(any, ...stdjson.Options) ([]byte, error)) ([]byte, error){
			"Marshal": func(v any, marshal func(any, ...stdjson.Options) ([]byte, error)) ([]byte, error) {
				return marshal(v, set)
			},
			"MarshalWrite": func(v any, _ func(any, ...stdjson.Options) ([]byte, error)) ([]byte, error) {
				var b bytes.Buffer
				if err := stdjson.MarshalWrite(struct{ io.Writer }{&b}, v, set); err != nil {
					return nil, err
				}
				return b.Bytes(), nil
			},
			"MarshalEncode": func(v any, _ func(any, ...stdjson.Options) ([]byte, error)) ([]byte, error) {
				var b bytes.Buffer
				e := jsontext.NewEncoder(&b, set)
				err := errors.Join(e.WriteToken(jsontext.BeginObject), e.WriteToken(jsontext.String("x")))
				if err == nil {
					err = stdjson.MarshalEncode(e, v)
				}
				if err == nil {
					err = e.WriteToken(jsontext.EndObject)
				}
				if err != nil {
					b.Reset() // how much a writer got before an error depends on pooled buffers
				}
				return fmt.Appendf(b.Bytes(), " %d %s", e.OutputOffset(), e.StackPointer()), err
			},
		} {
			for i := range values {
				said = 0
				want, wantErr := write(bare(&values[i]), stdjson.Marshal)
				calls := said
				for by, marshal := range map[string]func(any, ...stdjson.Options) ([]byte, error){"encoding/json/v2": stdjson.Marshal, "json/v2": json.Marshal} {
					said = 0
					got, err := write(&values[i], marshal)
					if string(got) != string(want) || outcome(err) != outcome(wantErr) || said != calls {
						t.Errorf("%s by %s with %s, value %d:\ngot  %s, %s, %d calls\nwant %s, %s, %d calls", way, by, name, i, got, outcome(err), said, want, outcome(wantErr), calls)
					}
				}
			}
		}
	}
	for by, marshal := range map[string]func(any) ([]byte, error){"encoding/json": v1.Marshal, "json": zetesv1.Marshal} {
		for i := range values {
			want, wantErr := v1.Marshal(bare(&values[i]))
			if got, err := marshal(&values[i]); string(got) != string(want) || outcome(err) != outcome(wantErr) {
				t.Errorf("%s, value %d:\ngot  %s, %s\nwant %s, %s", by, i, got, outcome(err), want, outcome(wantErr))
			}
		}
	}
}

// bare returns a copy of what v points to, of the types without methods.
func bare(v *stream) *plainStream {
	p := &plainStream{ID: v.ID, Leaf: plainStreamLeaf(v.Leaf), Said: v.Said, Raw: v.Raw}
	for _, l := range v.Leaves {
		p.Leaves = append(p.Leaves, plainStreamLeaf(l))
	}
	if v.By != nil {
		p.By = map[string]*plainStreamLeaf{}
	}
	for k, l := range v.By {
		p.By[k] = (*plainStreamLeaf)(l)
	}
	if v.Next != nil {
		p.Next = bare(v.Next)
	}
	return p
}

// TestStreamsServed has plans do the work: encoding/json/v2 allocates more. A decoding takes 112.8 allocations on
// average, since not each needs another chunk for strings, and the first calls of json/v2 store how they went. So 20
// calls could show one allocation more.
func TestStreamsServed(t *testing.T) {
	doc := []byte(`{"leaves":[` + strings.Repeat(leafText("")+",", 20) + leafText("") + `]}`)
	if _, is := reflect.TypeFor[*stream]().MethodByName("MarshalJSONTo"); !is {
		t.Fatal("there are no methods")
	}
	with := testing.AllocsPerRun(200, func() { _ = stdjson.Unmarshal(doc, new(stream)) })
	without := testing.AllocsPerRun(200, func() { _ = stdjson.Unmarshal(doc, new(plainStream)) })
	own := testing.AllocsPerRun(200, func() { _ = json.Unmarshal(doc, new(stream)) })
	if with > without*0.9 || own > with {
		t.Errorf("%v allocations with methods, %v without, %v by json/v2", with, without, own)
	}
}
