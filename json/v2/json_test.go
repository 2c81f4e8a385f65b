//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"bytes"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json/v2"
)

type inner struct {
	X int
	Y []string `json:"y,omitempty"`
}

type embedded struct {
	E int
	F *inner
}

type outer struct {
	ID    int64             `json:"id"`
	Name  string            `json:"name,omitempty"`
	Zero  int               `json:"zero,omitempty"`
	Gone  int               `json:"gone,omitzero"`
	Score float64           `json:"score"`
	Small float32           `json:"small"`
	Tags  []string          `json:"tags"`
	Inner inner             `json:"inner"`
	Ptr   *inner            `json:"ptr"`
	PP    **int             `json:"pp"`
	List  []inner           `json:"list"`
	Array [2]int            `json:"array"`
	Map   map[string]inner  `json:"map"`
	Nums  map[int8]int      `json:"nums"`
	Texts map[string]string `json:"texts"`
	Words map[string]int    `json:"words"`
	Any   any               `json:"any"`
	Anys  map[string]any    `json:"anys"`
	Bytes []byte            `json:"bytes"`
	When  time.Time         `json:"when,omitzero"`
	embedded
	*Deep
}

type Deep struct{ D1, D2 bool }

var documents = []string{
	`{"id":1,"name":"x","score":1.5,"tags":["a","b"],"inner":{"X":1,"y":["é"]},"ptr":{"X":2},"pp":3,"list":[{"X":1},{}],"array":[1,2],"map":{"a":{"X":1}},"nums":{"1":2},"texts":{"a":"b"},"words":{"a":1},"any":{"a":[1,null,"x",true]},"anys":{"a":{"b":1}},"bytes":"AQI=","when":"2024-01-02T03:04:05Z","E":1,"F":{"X":1},"D1":true}`,
	`{"id":1,"id":2}`, `{"unknown":1,"unknown":2}`, `{"unknown":{"a":1,"a":2}}`, `{"id":1,"unknown":1,"name":"x","zero":1,"name":"y"}`,
	`{"name":"x","id":1,"tags":[],"score":1}`, `{"ID":1}`, `{"Unknown":1,"b":[{"a":1}],"id":5}`, `{"id":1,"\u0069d":2}`, `{"x":1,"\u0078":2}`,
	`{"map":{"a":{},"a":{}}}`, `{"nums":{"1":1,"2":2}}`, `{"nums":{"0":1,"-0":2}}`, `{"nums":{"a":1}}`, `{"nums":{"null":1}}`, `{"nums":{"007":1}}`, `{"nums":{"+1":1}}`, `{"nums":{"300":1}}`, `{"nums":{"1.0":1}}`, `{"nums":{"\u0031":1}}`,
	`{"texts":{"a":"1","a":"2"}}`, `{"words":{"a":1,"a":2}}`, `{"anys":{"a":1,"a":2}}`, `{"any":{"a":1,"a":2}}`, `{"any":[{"a":{"b":1,"b":2}}]}`,
	`{"array":[1]}`, `{"array":[1,2,3]}`, `{"array":[]}`, `{"array":null}`, `{"array":[null,1]}`,
	`{"bytes":"AQ\n=="}`, `{"bytes":"AQ\u003d="}`, `{"bytes":"A"}`, `{"bytes":[1,2]}`, `{"bytes":""}`, `{"bytes":null}`, `{"bytes":"AQI"}`, "{\"bytes\":\"AQ\r\n==\"}", `{"bytes":"AR=="}`,
	`{"name":"\ud800"}`, `{"name":"\ud83d\ude00"}`, `{"name":"\udc00x"}`, `{"x":"\ud800"}`, `{"\ud800":1}`, `{"any":"\ud800"}`, `{"any":{"\ud800":1}}`, `{"texts":{"\ud800":"x"}}`,
	"{\"name\":\"\xff\"}", "{\"x\":\"\xff\"}", "{\"\xff\":1}", `{"name":"\ufffd"}`, `{"name":"a\u00e9\n"}`,
	`{"id":null,"name":null,"tags":null,"inner":null,"ptr":null,"pp":null,"map":null,"any":null,"when":null,"score":null}`,
	`{"id":"1"}`, `{"id":1.0}`, `{"id":1e2}`, `{"id":9223372036854775808}`, `{"score":1e400}`, `{"small":1e39}`, `{"any":1e400}`, `{"any":-0}`, `{"score":-0}`,
	`{"when":"2024-01-02T3:04:05Z"}`, `{"when":"2024-01-02T03:04:05,5Z"}`, `{"when":"2024-01-02T03:04:05.123456789123+23:59"}`, `{"when":1}`, `{"when":"x"}`, `{"when":"2024-01-02T03:04:05+24:00"}`,
	`{"D1":true,"D2":false}`, `{"E":1,"E":2}`, `{"F":{"X":1,"X":2}}`, `{"ptr":{"X":1,"z":1,"z":2}}`,
	``, ` `, `{`, `{"id"`, `{"id":1`, `{"id":1}}`, `{"id":1} `, `{"id":1} x`, `[]`, `1`, `"x"`, `null`, `true`, `nul`, `{"id":01}`, `{"id":1,}`, `{,}`, `{"list":[{"X":1},{"X":"a"}]}`, `{"tags":["a",1]}`,
	strings.Repeat(`{"any":`, 10001) + `1` + strings.Repeat(`}`, 10001), `{"any":` + strings.Repeat(`[`, 9999) + strings.Repeat(`]`, 9999) + `}`, `{"x":` + strings.Repeat(`[`, 9999) + strings.Repeat(`]`, 9999) + `}`, `{"x":` + strings.Repeat(`[`, 10000) + strings.Repeat(`]`, 10000) + `}`,
	`{` + many("a", 40) + `}`, `{` + many("a", 40) + `,"a7":1}`, `{` + many("a", 5) + `,"a2":1}`,
	"\n { \"id\" : 1 , \"inner\" : { \"X\" : 2 } , \"zz\" : [ 1 , 2 ] } \t",
}

func many(name string, n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%q:%d", fmt.Sprint(name, i), i))
	}
	return strings.Join(list, ",")
}

// sets are options in which the two versions of encoding/json differ, alone and together.
var sets = []json.Options{
	nil, json.DefaultOptionsV2(), v1.DefaultOptionsV1(),
	json.Deterministic(true), json.FormatNilMapAsNull(true), json.FormatNilSliceAsNull(true), json.OmitZeroStructFields(true),
	json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true), json.StringifyNumbers(true),
	jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true),
	jsontext.PreserveRawStrings(true), jsontext.CanonicalizeRawInts(true), jsontext.CanonicalizeRawFloats(true), jsontext.ReorderRawObjects(true),
	jsontext.Multiline(true), jsontext.SpaceAfterColon(true), jsontext.SpaceAfterComma(true), jsontext.WithIndent(" "), jsontext.WithIndentPrefix("\t"),
	v1.CallMethodsWithLegacySemantics(true), v1.FormatByteArrayAsArray(true), v1.FormatBytesWithLegacySemantics(true), v1.FormatDurationAsNano(true),
	v1.MatchCaseSensitiveDelimiter(true), v1.MergeWithLegacySemantics(true), v1.OmitEmptyWithLegacySemantics(true), v1.ParseBytesWithLooseRFC4648(true),
	v1.ParseTimeWithLooseRFC3339(true), v1.ReportErrorsWithLegacySemantics(true), v1.StringifyWithLegacySemantics(true), v1.UnmarshalArrayFromAnyLength(true),
	json.WithMarshalers(json.MarshalFunc(func(int) ([]byte, error) { return []byte(`"int"`), nil })),
	json.WithUnmarshalers(json.UnmarshalFunc(func(_ []byte, v *int) error { *v = 7; return nil })),
	json.JoinOptions(json.Deterministic(true), json.FormatNilSliceAsNull(true), json.FormatNilMapAsNull(true)),
	json.JoinOptions(jsontext.AllowDuplicateNames(true), v1.MergeWithLegacySemantics(true)),
	json.JoinOptions(v1.DefaultOptionsV1(), json.Deterministic(false), jsontext.EscapeForJS(false)),
	json.JoinOptions(v1.DefaultOptionsV1(), jsontext.AllowDuplicateNames(false)),
	json.JoinOptions(v1.DefaultOptionsV1(), jsontext.AllowInvalidUTF8(false), v1.UnmarshalArrayFromAnyLength(false)),
	json.JoinOptions(jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true)),
}

// wrong compares two errors with all that is exported of them.
func wrong(got, want error) bool {
	if (got == nil) != (want == nil) {
		return true
	}
	if got == nil {
		return false
	}
	var g, w *json.SemanticError
	if errors.As(got, &g) != errors.As(want, &w) || g != nil && (g.ByteOffset != w.ByteOffset || g.JSONPointer != w.JSONPointer || g.GoType != w.GoType || string(g.JSONValue) != string(w.JSONValue)) {
		return true
	}
	return got.Error() != want.Error() || reflect.TypeOf(got) != reflect.TypeOf(want)
}

// TestUnmarshal decodes all documents under all sets of options, and compares with the standard library.
func TestUnmarshal(t *testing.T) {
	for i, set := range sets {
		for _, fill := range []string{`null`, documents[0]} {
			for _, doc := range documents {
				if i > 2 && len(doc) > 10000 {
					continue
				}
				var got, want outer
				if err := errors.Join(stdjson.Unmarshal([]byte(fill), &got), stdjson.Unmarshal([]byte(fill), &want)); err != nil {
					t.Fatal(err)
				}
				text := []byte(doc)
				gotErr, wantErr := json.Unmarshal(text, &got, set), stdjson.Unmarshal([]byte(doc), &want, set)
				if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("set %d: %.200s\n got %+v, %v\nwant %+v, %v", i, doc, got, gotErr, want, wantErr)
				}
				if string(text) != doc {
					t.Errorf("input changed: %s", text)
				}
			}
		}
	}
}

type list struct {
	Next *list
	In   []list
	Map  map[string]list
}

// nested returns lists within one another, by one of three ways or all.
func nested(depth, way int) (l list) {
	for i := range depth {
		switch in := l; (way + i*(way/3)) % 3 {
		case 0:
			l = list{Next: &in}
		case 1:
			l = list{In: []list{in}}
		case 2:
			l = list{Map: map[string]list{"": in}}
		}
	}
	return l
}

// omitted may be written as {}, and written is not.
type (
	omitted struct {
		A string `json:",omitempty"`
		B int    `json:"-"`
	}
	written struct {
		omitted
		C string
	}
)

// emptied has members that are left out by what is written for them.
type emptied struct {
	A *string         `json:",omitempty"`
	B *[]int          `json:"\u2028b<,omitempty"`
	C *map[string]int `json:",omitempty"`
	D any             `json:",omitempty"`
	E *omitted        `json:",omitempty"`
	F omitted         `json:",omitempty"`
	*emptied2
	Last string `json:",omitzero"`
}

type emptied2 struct {
	G any     `json:",omitempty"`
	H omitted `json:",omitempty,omitzero"`
}

// thick has 23 objects for each pointer.
type thick struct{ A, B level1 }

type (
	level1 struct{ A level2 }
	level2 struct{ A level3 }
	level3 struct{ A level4 }
	level4 struct {
		A struct {
			A struct {
				A struct {
					A struct {
						A struct{ A struct{ A level5 } }
					}
				}
			}
		}
	}
	level5 struct {
		A struct {
			A struct {
				A struct {
					A struct {
						A struct{ A struct{ A level6 } }
					}
				}
			}
		}
	}
	level6 struct {
		A struct {
			A struct {
				A struct{ A struct{ Next *thick } }
			}
		}
	}
)

// high has as many levels in its own memory as types that are not deep may have, and wide one more than its parts.
type (
	high struct {
		A struct {
			A struct {
				A struct {
					A struct {
						A struct {
							A struct {
								A struct{ A [1]struct{ Next []high } }
							}
						}
					}
				}
			}
		}
	}
	wide    struct{ To *outside }
	outside struct {
		In struct {
			In struct {
				In struct {
					In struct {
						In struct{ In struct{ In [1][1]wide } }
					}
				}
			}
		}
	}
)

func height(n int) (l []high) {
	for range n {
		in := high{}
		in.A.A.A.A.A.A.A.A[0].Next = l
		l = []high{in}
	}
	return l
}

func width(n int) (l wide) {
	for range n {
		o := &outside{}
		o.In.In.In.In.In.In.In[0][0] = l
		l = wide{o}
	}
	return l
}

func thickness(n int) (l *thick) {
	for range n {
		in := &thick{}
		in.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.A.Next = l
		l = in
	}
	return l
}

func ring() *list {
	l := &list{}
	l.Next = l
	return l
}

func pointer[T any](v T) *T { return &v }

var values = []any{
	nil, 1, int8(-1), uint64(math.MaxUint64), "x", "<&>\u2028\x00\x1f\x7f\"\\/é\U0001F600", "\xff", 1.5, float32(1.1), 1e21, 1e-7, math.Inf(1), math.NaN(), math.Copysign(0, -1), true,
	[]int(nil), []int{}, []int{1}, [2]int{1, 2}, []byte(nil), []byte{}, []byte{1, 2}, map[string]int(nil), map[string]int{}, map[string]int{"b": 1, "a": 2},
	map[int]string{3: "c", -1: "a", 20: "b"}, map[string]any{"a": []any{1, "x", nil, map[string]any{}}}, map[string]string{"\xff": "x"}, map[string]string{"\xff": "x", "\xfe": "y"}, any(nil),
	outer{}, &outer{}, (*outer)(nil), outer{Name: "x", Zero: 0, Gone: 1, Any: time.Second}, outer{Any: errors.New("x")}, outer{Any: pointer("x"), PP: pointer(pointer(1))},
	outer{embedded: embedded{E: 1, F: &inner{Y: []string{"a"}}}, Deep: &Deep{D1: true}, When: time.Unix(1, 5).UTC(), Map: map[string]inner{"a": {}}},
	outer{When: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}, time.Unix(1, 2).UTC(), time.Second, []time.Duration{1}, map[string]any{"d": time.Second, "e": []time.Duration{2}},
	[3]byte{1, 2, 3}, []any{[3]byte{1}}, struct{}{}, struct{ a int }{}, v1.Number("1"), v1.RawMessage("1"), jsontext.Value("1 "), make(chan int), func() {}, 1i,
	struct {
		A *string `json:",omitempty"`
	}{pointer("")}, struct {
		A any `json:",omitempty"`
	}{""}, struct {
		A *int      `json:",omitempty"`
		B bool      `json:",omitempty"`
		C [0]int    `json:",omitempty"`
		D *inner    `json:",omitempty"`
		T time.Time `json:",omitempty"`
		E *list     `json:",omitempty"`
		F inner     `json:",omitempty"`
		G [1]string `json:",omitempty"`
		H *[0]int   `json:",omitempty"`
	}{}, struct {
		A *inner               `json:",omitempty"`
		B *struct{}            `json:",omitempty"`
		C *omitted             `json:",omitempty"`
		D struct{ omitted }    `json:",omitempty"`
		E *struct{ *embedded } `json:",omitempty"`
		F [0]int               `json:",omitempty"`
	}{A: &inner{}, B: &struct{}{}, C: &omitted{}, E: &struct{ *embedded }{}}, struct {
		A *inner   `json:",omitempty"`
		C *written `json:",omitempty"`
		D written  `json:",omitempty"`
	}{A: &inner{}, C: &written{}}, []emptied{{}, {A: pointer(""), B: pointer([]int{}), C: pointer(map[string]int{}), D: "", Last: "x"}, {A: pointer("\""), B: pointer([]int{1}),
		C: pointer(map[string]int{"": 1}), D: []any{}, E: &omitted{}}, {D: "\":\"\"", E: &omitted{A: "null"}, F: omitted{A: "x"}, emptied2: &emptied2{}}, {D: 1, emptied2: &emptied2{G: "", H: omitted{}}},
		{D: (*int)(nil), Last: "x", emptied2: &emptied2{G: []any{}, H: omitted{A: "x"}}}}, struct {
		A int `json:",string"`
	}{1}, reflect.Zero(reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `json:"a"`}, {Name: "B", Type: reflect.TypeFor[int](), Tag: `json:"a"`},
	})).Interface(), struct {
		A int `json:"a,omitEmpty"`
	}{}, struct {
		A int `json:"a,"`
	}{}, struct {
		A int `json:"-,"`
		B int `json:"x y<é>"`
	}{}, struct {
		error
	}{}, struct{ time.Time }{}, []inner{{X: 1}}, []*inner{nil, {X: 2}}, map[string]*inner{"a": nil}, []float64{1, 2.5}, []string{"a", "\xff"}, []bool{true}, map[bool]int{true: 1}, map[float64]int{1: 1},
	map[string][]byte{"a": nil}, [][]int{nil, {1}}, new(any), pointer(pointer(1)),
}

// TestDeep encodes values around the greatest depth, and a ring.
func TestDeep(t *testing.T) {
	deep := []any{ring(), map[string]any{"a": ring()}}
	for way := range 5 {
		for _, n := range []int{999, 4999, 5000, 5001, 9997, 9998, 9999, 10000, 10001, 15000} {
			deep = append(deep, nested(n, way))
		}
	}
	for _, n := range []int{9999, 10000, 10001} {
		var v any
		for range n {
			v = []any{v}
		}
		deep = append(deep, v)
	}
	for _, n := range []int{416, 417, 450, 900, 4000} {
		deep = append(deep, thickness(n), []any{thickness(n)})
	}
	for _, n := range []int{900, 908, 909, 910, 997, 998, 999, 1000, 1001, 1100, 2000, 3000} {
		deep = append(deep, height(n), []any{&height(n)[0]}, width(n), []any{width(n)})
	}
	for i, v := range deep {
		got, gotErr := json.Marshal(v)
		want, wantErr := stdjson.Marshal(v)
		if wrong(gotErr, wantErr) || string(got) != string(want) {
			t.Errorf("value %d: %d bytes, %.200v\nwant %d bytes, %.200v", i, len(got), gotErr, len(want), wantErr)
		}
	}
}

// TestMarshal encodes all values under all sets of options, and compares with the standard library. Where maps have no
// order, the order of the output is made the same, and errors may be about any of the members.
func TestMarshal(t *testing.T) {
	for i, set := range sets {
		for _, v := range values {
			sorted := json.Deterministic(true)
			got, gotErr := json.Marshal(v, set, sorted)
			want, wantErr := stdjson.Marshal(v, set, sorted)
			if wrong(gotErr, wantErr) || gotErr == nil && string(got) != string(want) {
				t.Errorf("set %d: %.100T %+.200v\n got %s, %v\nwant %s, %v", i, v, v, got, gotErr, want, wantErr)
			}
			var b, std bytes.Buffer
			gotErr, wantErr = json.MarshalWrite(&b, v, set, sorted), stdjson.MarshalWrite(&std, v, set, sorted)
			if wrong(gotErr, wantErr) || gotErr == nil && b.String() != std.String() {
				t.Errorf("set %d: %T %+v written\n got %s, %v\nwant %s, %v", i, v, v, b.Bytes(), gotErr, std.Bytes(), wantErr)
			}
			if got, err := json.Marshal(v, set); (err == nil) != (wantErr == nil) || err == nil && !sameMembers(got, want) {
				t.Errorf("set %d: %T %+v in any order\n got %s, %v\nwant %s, %v", i, v, v, got, err, want, wantErr)
			}
		}
	}
}

func sameMembers(a, b []byte) bool {
	x, y := jsontext.Value(bytes.Clone(a)), jsontext.Value(bytes.Clone(b))
	lax := []json.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true), jsontext.CanonicalizeRawFloats(false)}
	return x.Canonicalize(lax...) == nil && y.Canonicalize(lax...) == nil && len(a) == len(b) && string(x) == string(y)
}

type quiet int

func (*quiet) AppendText(b []byte) ([]byte, error) { return append(b, 'x'), nil }
func (*quiet) UnmarshalText([]byte) error          { return nil }

// spread is a value of 16 bytes whose method is called for a value without an address.
type spread [2]uint64

func (spread) AppendText(b []byte) ([]byte, error) { return append(b, 'x'), nil }

// TestServed: plans serve what they are made for, which their allocations show. Under the race detector pools lose some
// of what they get.
func TestServed(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // collections empty pools
	json.ForgetTrials()
	doc := []byte(documents[0])
	var v outer
	ours := testing.AllocsPerRun(100, func() { v = outer{}; _ = json.Unmarshal(doc, &v) })
	theirs := testing.AllocsPerRun(100, func() { v = outer{}; _ = stdjson.Unmarshal(doc, &v) })
	if ours >= theirs {
		t.Errorf("Unmarshal: %v allocations, the standard library has %v", ours, theirs)
	}
	var many [4000]quiet // the records of their calls come from a pool
	doc, _ = json.Marshal(&many)
	if n := testing.AllocsPerRun(100, func() { _, _ = json.Marshal(&many); _ = json.Unmarshal(doc, &many) }); n > 3 && !raceEnabled {
		t.Errorf("4,000 values with methods: %v allocations", n)
	}
	held := slices.Repeat([]any{spread{}}, 40_000) // the records have copies of the values
	if n := testing.AllocsPerRun(5, func() { _, _ = json.Marshal(held) }); n > 3 && !raceEnabled {
		t.Errorf("40,000 values in interfaces: %v allocations", n)
	}
	more := make([]quiet, 65_000)
	doc, _ = json.Marshal(&more)
	if n := testing.AllocsPerRun(5, func() { _, _ = json.Marshal(&more); _ = json.Unmarshal(doc, &more) }); n > 3 && !raceEnabled {
		t.Errorf("65,000 values with methods: %v allocations", n)
	}
	set := json.JoinOptions(json.Deterministic(true), json.FormatNilSliceAsNull(true))
	spoken := struct {
		A []netip.Addr
		N v1.Number
		R jsontext.Value
	}{[]netip.Addr{netip.MustParseAddr("1.2.3.4"), netip.MustParseAddr("::1")}, "1", jsontext.Value(`"x"`)}
	if n := testing.AllocsPerRun(100, func() { _, _ = json.Marshal(&spoken) }); n > 1 && !raceEnabled {
		t.Errorf("Marshal of special types: %v allocations", n)
	}
	small := &struct {
		A *inner   `json:",omitempty"`
		B written  `json:",omitempty"`
		C *int     `json:",omitempty"`
		D *omitted `json:",omitempty"`
	}{A: &inner{}, D: &omitted{}}
	if n := testing.AllocsPerRun(100, func() { _, _ = json.Marshal(small) }); n > 1 && !raceEnabled {
		t.Errorf("Marshal of pointers that may be left out: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = json.Marshal(&v, set, json.FormatNilMapAsNull(true)) }); n > 1 && !raceEnabled {
		t.Errorf("Marshal: %v allocations", n)
	}
}

// TestUnmarshalRead reads from readers that have their text in memory, and from others.
func TestUnmarshalRead(t *testing.T) {
	for _, doc := range documents {
		for _, reader := range []func() io.Reader{
			func() io.Reader { return strings.NewReader(doc) },
			func() io.Reader { return bytes.NewReader([]byte(doc)) },
			func() io.Reader { return bytes.NewBufferString(doc) },
			func() io.Reader { return fileOf(t, "", doc) },
			func() io.Reader { return fileOf(t, "read before", doc) },
			func() io.Reader {
				return io.MultiReader(strings.NewReader(doc[:len(doc)/2]), strings.NewReader(doc[len(doc)/2:]))
			},
		} {
			var got, want outer
			r, std := reader(), reader()
			gotErr, wantErr := json.UnmarshalRead(r, &got), stdjson.UnmarshalRead(std, &want)
			left, _ := io.ReadAll(r)
			stdLeft, _ := io.ReadAll(std)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) || len(doc) < 10000 && inMemory(r) && string(left) != string(stdLeft) {
				t.Errorf("%T %.100s\n got %.100v, %.200v, %q left\nwant %.100v, %.200v, %q left", r, doc, got, gotErr, left, want, wantErr, stdLeft)
			}
		}
	}
}

// inMemory reports whether a reader can go back. What other readers have after an error depends on the standard
// library's pooled buffers too.
func inMemory(r io.Reader) bool {
	_, seeks := r.(io.Seeker)
	_, buffers := r.(*bytes.Buffer)
	return seeks || buffers
}

// fileOf returns a file that has been read up to doc.
func fileOf(t *testing.T, before, doc string) *os.File {
	name := filepath.Join(t.TempDir(), "doc")
	if err := os.WriteFile(name, []byte(before+doc), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.Seek(int64(len(before)), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestUnmarshalFile reads from files that are none, or can't be read: the errors are the standard library's.
func TestUnmarshalFile(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	write, err := os.OpenFile(filepath.Join(t.TempDir(), "write"), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer write.Close()
	if _, err := write.WriteString("12"); err != nil {
		t.Fatal(err)
	}
	if _, err := write.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	closed := fileOf(t, "", "1")
	closed.Close()
	for _, f := range []*os.File{nil, dir, write, closed} {
		var got, want int
		if gotErr, wantErr := json.UnmarshalRead(f, &got), stdjson.UnmarshalRead(f, &want); gotErr == nil || wrong(gotErr, wantErr) || got != want {
			t.Errorf("%v, %v; want %v, %v", got, gotErr, want, wantErr)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	defer r.Close()
	if _, err := w.WriteString("[1,x"); err != nil {
		t.Fatal(err)
	}
	if err := json.UnmarshalRead(r, new(any)); err == nil { // without waiting for more
		t.Error("no error")
	}
}

// fickle is a writer that takes some bytes and then returns an error, or writes less than it gets.
type fickle struct {
	bytes.Buffer
	left int
	err  error
}

func (w *fickle) Write(p []byte) (int, error) {
	if n := min(w.left, len(p)); n < len(p) {
		w.left = 0
		w.Buffer.Write(p[:n])
		return n, w.err
	}
	w.left -= len(p)
	return w.Buffer.Write(p)
}

// TestMarshalWrite writes to writers that fail: the error is the standard library's.
func TestMarshalWrite(t *testing.T) {
	for _, v := range []any{1, []string{"a", "b"}, strings.Repeat("x", 200_000)} {
		for _, err := range []error{nil, io.EOF, io.ErrClosedPipe, errors.New("full")} {
			got, want := &fickle{left: 1, err: err}, &fickle{left: 1, err: err}
			gotErr, wantErr := json.MarshalWrite(got, v), stdjson.MarshalWrite(want, v)
			if wrong(gotErr, wantErr) || errors.Is(gotErr, err) != errors.Is(wantErr, err) {
				t.Errorf("%.20v with %v: %v, want %v", v, err, gotErr, wantErr)
			}
		}
		var got, want bytes.Buffer
		if err := json.MarshalWrite(&got, v); err != nil || stdjson.MarshalWrite(&want, v) != nil || got.String() != want.String() {
			t.Errorf("%.20v: %v, %d bytes, want %d", v, err, got.Len(), want.Len())
		}
	}
	if gotErr, wantErr := json.MarshalWrite(nil, 1), stdjson.MarshalWrite(nil, 1); wrong(gotErr, wantErr) {
		t.Errorf("to no writer: %v, want %v", gotErr, wantErr)
	}
}

// FuzzUnmarshal decodes any text into types that plans serve, under any of the sets of options.
func FuzzUnmarshal(f *testing.F) {
	for i, doc := range documents {
		if len(doc) < 1000 {
			f.Add([]byte(doc), uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, doc []byte, n uint8) {
		set := sets[int(n)%len(sets)]
		for _, target := range []func() any{
			func() any { return new(outer) }, func() any { return new(any) }, func() any { return new(map[string]any) },
			func() any { return new([]outer) }, func() any { return new(map[int]*inner) }, func() any { return &outer{Name: "x", List: make([]inner, 2)} },
		} {
			got, want := target(), target()
			gotErr, wantErr := json.Unmarshal(doc, got, set), stdjson.Unmarshal(doc, want, set)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
				t.Fatalf("set %d, %q into %T\n got %+v, %v\nwant %+v, %v", n, doc, got, got, gotErr, want, wantErr)
			}
			if wantErr != nil {
				continue
			}
			out, gotErr := json.Marshal(got, set, json.Deterministic(true))
			std, wantErr := stdjson.Marshal(want, set, json.Deterministic(true))
			if wrong(gotErr, wantErr) || string(out) != string(std) {
				t.Fatalf("set %d, %+v\n got %s, %v\nwant %s, %v", n, want, out, gotErr, std, wantErr)
			}
		}
	})
}

// TestTrials: the plan of a type is left out after many failures in a row, and comes back.
func TestTrials(t *testing.T) {
	type own struct{ A []*int }
	good, bad := []byte(`{"A":[1,2,3,4,5,6,7,8,9,10]}`), []byte(`{"A":["x"]}`)
	allocs := func(unmarshal func([]byte, any, ...json.Options) error, doc []byte) float64 {
		return testing.AllocsPerRun(300, func() { _ = unmarshal(doc, new(own)) })
	}
	if ours, theirs := allocs(json.Unmarshal, bad), allocs(stdjson.Unmarshal, bad); ours > theirs && !raceEnabled {
		t.Errorf("bad input takes %v allocations, in the standard library %v", ours, theirs)
	}
	var v own
	if err := json.Unmarshal(good, &v); err != nil || len(v.A) != 10 {
		t.Fatal(err, v)
	}
	if ours, theirs := allocs(json.Unmarshal, good), allocs(stdjson.Unmarshal, good); ours >= theirs {
		t.Errorf("good input takes %v allocations, in the standard library %v", ours, theirs)
	}
}

// TestStringTag: numbers in strings, which have to be numbers of JSON, and nothing else.
func TestStringTag(t *testing.T) {
	type numbers struct {
		A int      `json:"a,string"`
		B *float64 `json:"b,string,omitempty"`
		C uint8    `json:"c,string,omitzero"`
		D *int32   `json:"d,string"`
	}
	values := []string{`"1"`, `"-1"`, `"0"`, `"-0"`, `"01"`, `"+1"`, `"1.5"`, `"1e2"`, `"1e400"`, `"300"`, `""`, `"null"`, `"1 "`, `" 1"`, `"\u0031"`, `"1\n"`, `"\"1\""`, `"Infinity"`, `"9223372036854775808"`, `"1`, `null`, `1`, `true`, `{}`, `[1]`}
	for _, set := range []json.Options{nil, v1.DefaultOptionsV1(), v1.StringifyWithLegacySemantics(true), json.StringifyNumbers(true)} {
		for _, name := range []string{"a", "b", "c", "d"} {
			for _, value := range values {
				doc := `{"` + name + `":` + value + `}`
				var got, want numbers
				gotErr, wantErr := json.Unmarshal([]byte(doc), &got, set), stdjson.Unmarshal([]byte(doc), &want, set)
				if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("%s\n got %+v, %v\nwant %+v, %v", doc, got, gotErr, want, wantErr)
				}
				out, gotErr := json.Marshal(got, set)
				std, wantErr := stdjson.Marshal(want, set)
				if wrong(gotErr, wantErr) || string(out) != string(std) {
					t.Errorf("%+v\n got %s, %v\nwant %s, %v", want, out, gotErr, std, wantErr)
				}
			}
		}
	}
	doc := []byte(`{"a":"1","b":"2.5","c":"3"}`)
	var v numbers
	if n := testing.AllocsPerRun(100, func() { v = numbers{}; _ = json.Unmarshal(doc, &v) }); n > 1 && !raceEnabled {
		t.Errorf("%v allocations", n)
	}
}

// TestStringNumbers: under StringifyNumbers all numbers are strings, except those that are read into interfaces.
func TestStringNumbers(t *testing.T) {
	type Small int8
	type numbers struct {
		A []float64
		B map[string]int
		C map[int8]*uint16
		D any
		E [2]Small
		G *float32 `json:",string"`
		H int      `json:",omitempty"`
		I map[string]any
		J []any
		K fmt.Stringer
		L []*bool
	}
	values := []string{`"1"`, `"-0"`, `"01"`, `"1.5"`, `"1e400"`, `"300"`, `"null"`, `"\u0031"`, `null`, `1`, `true`, `{}`}
	places := []string{`"A":[%s]`, `"B":{"a":%s}`, `"C":{"1":%s}`, `"D":%s`, `"E":["1",%s]`, `"G":%s`, `"H":%s`, `"D":[%s]`, `"I":{"a":%s}`, `"J":[%s,"1"]`, `"K":%s`, `"L":[%s]`}
	plain := json.StringifyNumbers(true)
	for _, set := range []json.Options{plain, json.JoinOptions(plain, v1.DefaultOptionsV1()), json.JoinOptions(plain, jsontext.AllowDuplicateNames(true), v1.MergeWithLegacySemantics(true)), json.JoinOptions(plain, v1.StringifyWithLegacySemantics(true))} {
		for _, place := range places {
			for _, value := range values {
				doc := "{" + fmt.Sprintf(place, value) + "}"
				var got, want numbers
				json.ForgetTrials()
				gotErr, wantErr := json.Unmarshal([]byte(doc), &got, set), stdjson.Unmarshal([]byte(doc), &want, set)
				if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("%s\n got %+v, %v\nwant %+v, %v", doc, got, gotErr, want, wantErr)
				}
				got.J = append(got.J, 1, 1.5, []int{2}, map[string]any{"a": uint8(3)}, &got.E, "4", true)
				for _, more := range []any{nil, v1.Number("5"), time.Second} { // plans do not write the last two
					want.J = append(got.J[:len(got.J):len(got.J)], more)
					out, gotErr := json.Marshal(want, set)
					std, wantErr := stdjson.Marshal(want, set)
					if wrong(gotErr, wantErr) || string(out) != string(std) {
						t.Errorf("%+v\n got %s, %v\nwant %s, %v", want, out, gotErr, std, wantErr)
					}
				}
			}
		}
	}
	type named any // takes no numbers, unlike any
	for _, doc := range []string{`-0`, `1.5`, `"1"`, `[1]`, `["1"]`, `{"A":1}`} {
		for _, target := range []func() any{func() any { return new(named) }, func() any { return new(*named) }, func() any { return new([]named) }, func() any { return new(map[string]named) }, func() any { return new(struct{ A named }) }} {
			got, want := target(), target()
			if gotErr, wantErr := json.Unmarshal([]byte(doc), got, plain), stdjson.Unmarshal([]byte(doc), want, plain); wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s into %T\n got %+v, %v\nwant %+v, %v", doc, got, got, gotErr, want, wantErr)
			}
		}
	}
	type served struct {
		A []int
		B []float32
	}
	v := served{make([]int, 20), make([]float32, 20)}
	doc, _ := json.Marshal(&v, plain)
	if n := testing.AllocsPerRun(100, func() { _, _ = json.Marshal(&v, plain) }); n > 1 && !raceEnabled {
		t.Errorf("Marshal: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = json.Unmarshal(doc, &v, plain) }); n > 1 && !raceEnabled {
		t.Errorf("Unmarshal: %v allocations", n)
	}
}

// TestByteArrays: arrays of bytes are base64 of their length, or lists of numbers.
func TestByteArrays(t *testing.T) {
	type hash [20]byte
	type arrays struct {
		A [1]byte
		B *[2]byte
		C [3]byte `json:",omitempty"`
		D []hash
		E map[string][16]byte
		F any
	}
	texts := []string{`"AQ=="`, `"AQI="`, `"AQID"`, `"AQIDBA=="`, `"AR=="`, `"A==="`, `"===="`, `"AQ\n="`, "\"A\nQI\"", `"AQ\u003d="`, `"AQI"`, `"AQID===="`, `"A=ID"`, `"A*=="`, `""`, `null`, `[1]`, `[1,2,3]`, `1`, `{}`}
	long := `{"D":["AQIDBAUGBwgJCgsMDQ4PEBESExQ=",null],"E":{"a":"AQIDBAUGBwgJCgsMDQ4PEA=="}}`
	for _, set := range []json.Options{nil, v1.FormatByteArrayAsArray(true), v1.UnmarshalArrayFromAnyLength(true), v1.ParseBytesWithLooseRFC4648(true), v1.FormatBytesWithLegacySemantics(true), v1.DefaultOptionsV1(), json.StringifyNumbers(true)} {
		docs := []string{long, `{"E":{"b":"AQIDBAUGBwgJCgsMDQ4PEBES"}}`, `{"D":["AQIDBAUGBwgJCgsMDQ4PEBESExQ="]}`, `{"E":{"a":"AQIDBAUGBwgJCgsMDQ4PEA=="}}`}
		for _, text := range texts {
			docs = append(docs, `{"A":`+text+`}`, `{"B":`+text+`}`, `{"C":`+text+`}`, `{"A":"AQ==","C":`+text+`}`)
		}
		for _, doc := range docs {
			got, want := arrays{A: [1]byte{7}, B: &[2]byte{7, 8}}, arrays{A: [1]byte{7}, B: &[2]byte{7, 8}}
			json.ForgetTrials()
			gotErr, wantErr := json.Unmarshal([]byte(doc), &got, set), stdjson.Unmarshal([]byte(doc), &want, set)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s\n got %+v, %v\nwant %+v, %v", doc, got, gotErr, want, wantErr)
			}
			got.F, want.F = hash{1, 2, 3}, hash{1, 2, 3}
			out, gotErr := json.Marshal(got, set)
			std, wantErr := stdjson.Marshal(want, set)
			if wrong(gotErr, wantErr) || string(out) != string(std) {
				t.Errorf("%+v\n got %s, %v\nwant %s, %v", want, out, gotErr, std, wantErr)
			}
		}
	}
}

// TestDurations: durations are integers under an option, and an error without it.
func TestDurations(t *testing.T) {
	type spans struct {
		A time.Duration
		B []time.Duration
		C *time.Duration `json:",string"`
		D any
	}
	for _, set := range []json.Options{nil, v1.FormatDurationAsNano(true), v1.DefaultOptionsV1(), json.JoinOptions(v1.DefaultOptionsV1(), v1.FormatDurationAsNano(false)), json.JoinOptions(v1.FormatDurationAsNano(true), json.StringifyNumbers(true))} {
		for _, doc := range []string{`{"A":5}`, `{"A":"5"}`, `{"A":5.0}`, `{"A":null}`, `{"A":-9223372036854775808}`, `{"A":9223372036854775808}`, `{"B":[1,2,-0]}`, `{"C":"7"}`, `{"C":7}`, `{"C":null}`, `{"D":1}`} {
			got, want := spans{A: 1}, spans{A: 1}
			gotErr, wantErr := json.Unmarshal([]byte(doc), &got, set), stdjson.Unmarshal([]byte(doc), &want, set)
			if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
				t.Errorf("%s\n got %+v, %v\nwant %+v, %v", doc, got, gotErr, want, wantErr)
			}
			got.D, want.D = time.Second, time.Second
			out, gotErr := json.Marshal(got, set)
			std, wantErr := stdjson.Marshal(want, set)
			if wrong(gotErr, wantErr) || string(out) != string(std) {
				t.Errorf("%+v\n got %s, %v\nwant %s, %v", want, out, gotErr, std, wantErr)
			}
		}
	}
}

// TestSurplusElements: elements for which a Go array has no room are looked through for repeated names and text.
func TestSurplusElements(t *testing.T) {
	for _, doc := range []string{`[1,{"a":1,"a":2}]`, `[1,"\ud800"]`, "[1,\"\xff\"]", `[1,{"a":1,"b":2}]`, `[1,]`} {
		for _, opts := range [][]json.Options{nil, {v1.UnmarshalArrayFromAnyLength(true)}, {v1.UnmarshalArrayFromAnyLength(true), jsontext.AllowInvalidUTF8(true)}, {v1.DefaultOptionsV1()}} {
			var got, want struct{ L [1]int }
			err := json.Unmarshal([]byte(`{"L":`+doc+`}`), &got, opts...)
			if wantErr := stdjson.Unmarshal([]byte(`{"L":`+doc+`}`), &want, opts...); fmt.Sprint(err) != fmt.Sprint(wantErr) || got != want {
				t.Errorf("%s, %v: %v, %v, want %v, %v", doc, opts, got, err, want, wantErr)
			}
		}
	}
}

// TestRepeatedInAnyCase: members whose names differ in case are told apart by their fields, each time anew.
func TestRepeatedInAnyCase(t *testing.T) {
	type user struct {
		ID, UserID, Name int
		Next             *user
	}
	for range 3 {
		for _, doc := range []string{
			`{"id":1,"userId":2,"name":3,"next":{"id":4,"userId":5}}`, `{"id":1,"userId":2,"name":3,"ID":4}`, `{"id":1,"userid":2,"USERID":3}`,
			`{"ID":1,"UserID":2,"Name":3,"Next":{"ID":4,"name":5,"Name":6}}`, `{"name":1,"next":{},"id":2,"userId":3}`,
		} {
			for _, set := range []json.Options{json.MatchCaseInsensitiveNames(true), json.JoinOptions(json.MatchCaseInsensitiveNames(true), v1.MatchCaseSensitiveDelimiter(true), v1.ReportErrorsWithLegacySemantics(true))} {
				var got, want user
				if err, std := json.Unmarshal([]byte(doc), &got, set), stdjson.Unmarshal([]byte(doc), &want, set); fmt.Sprint(err) != fmt.Sprint(std) || !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v, %v, want %+v, %v", doc, got, err, want, std)
				}
			}
		}
	}
}

// counted has a method that counts its calls, and returns Out.
type counted struct{ Out string }

var calledTimes int

func (c counted) MarshalJSON() ([]byte, error) { calledTimes++; return []byte(c.Out), nil }

// TestNotUTF8BeforeMethods: no method is called after text that is not UTF-8, also in memory that an earlier call has
// used, and where a member that was left out has stood.
func TestNotUTF8BeforeMethods(t *testing.T) {
	type empty struct {
		B counted `json:",omitempty"`
	}
	for _, x := range []struct {
		v     any
		calls int
	}{
		{[]any{"\xff", counted{"1"}}, 0},
		{&struct {
			A empty `json:",omitempty"`
			C string
			D counted
		}{empty{counted{`""`}}, "\xff", counted{"1"}}, 1},
	} {
		for i := range 10 {
			calledTimes = 0
			if _, err := json.Marshal(x.v); err == nil || calledTimes != x.calls {
				t.Errorf("call %d: %T: error %v, %d calls of methods, want %d", i, x.v, err, calledTimes, x.calls)
			}
		}
	}
}

// reading counts the calls of its method.
type reading struct{}

func (*reading) UnmarshalText([]byte) error { calledTimes++; return nil }

type hiddenPart struct{ X int }

// TestNoMethodAfterFault: no method is called for values after one that can't be stored.
func TestNoMethodAfterFault(t *testing.T) {
	type hidden struct{ *hiddenPart }
	for doc, v := range map[string]any{
		`{"A":{"X":1},"B":"x"}`: &struct {
			A hidden
			B reading
		}{},
		`{"A":{"x":1},"B":"x"}`: &struct {
			A map[netip.Addr]int
			B reading
		}{},
	} {
		calledTimes = 0
		if err := json.Unmarshal([]byte(doc), v); err == nil || calledTimes != 0 {
			t.Errorf("%s: error %v, %d calls of methods", doc, err, calledTimes)
		}
	}
}

// TestWriterError: the error of a writer is that of encoding/json/v2, also under the options of encoding/json.
func TestWriterError(t *testing.T) {
	for i, set := range []json.Options{json.DefaultOptionsV2(), v1.DefaultOptionsV1(), v1.ReportErrorsWithLegacySemantics(true)} {
		for _, v := range []any{1, time.Time{}, []time.Time{{}}} {
			err, want := json.MarshalWrite(brokenWriter{}, v, set), stdjson.MarshalWrite(brokenWriter{}, v, set)
			if !reflect.DeepEqual(err, want) {
				t.Errorf("options %d, %v: %T %v, want %T %v", i, v, err, err, want, want)
			}
		}
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
