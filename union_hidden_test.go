package zetes_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// held is what the cases of a union in these tests have in common.
type held interface{ held() }

type (
	byAny   map[string]any
	byText  map[string]string
	byInt   map[string]int
	byFloat map[string]float64
	byNum   map[int8]any
	byName  map[spelledName]*odd
	byRest  map[string]rest
	foldBox struct {
		KIND any `json:"KinD"`
		A    any `json:"a"`
		B    byAny
	}
	ruled struct {
		A any `json:"a,required"`
		B int `json:"1" default:"7"`
	}
	spelledName string
)

func (byAny) held()    {}
func (byText) held()   {}
func (byInt) held()    {}
func (byFloat) held()  {}
func (byNum) held()    {}
func (byName) held()   {}
func (byRest) held()   {}
func (*foldBox) held() {}
func (ruled) held()    {}
func (disc) held()     {}
func (*rest) held()    {}

func (n *spelledName) UnmarshalText(text []byte) error {
	*n = spelledName("<" + string(text) + ">")
	return nil
}

// heldCases are the cases, by the names in the member.
var heldCases = map[string]struct {
	c zetes.UnionCase
	t reflect.Type
}{
	"any": heldCase[byAny]("any"), "text": heldCase[byText]("text"), "int": heldCase[byInt]("int"), "float": heldCase[byFloat]("float"),
	"num": heldCase[byNum]("num"), "name": heldCase[byName]("name"), "rest": heldCase[byRest]("rest"), "fold": heldCase[*foldBox]("fold"),
	"ruled": heldCase[ruled]("ruled"), "disc": heldCase[disc]("disc"), "kept": heldCase[*rest]("kept"),
}

func heldCase[T held](name string) struct {
	c zetes.UnionCase
	t reflect.Type
} {
	return struct {
		c zetes.UnionCase
		t reflect.Type
	}{zetes.Case[T](name), reflect.TypeFor[T]()}
}

// TestUnionHidden: an object is read as its case reads it without the member, wherever that stands and however it is
// spelled, and whatever the case does with members that it does not know.
func TestUnionHidden(t *testing.T) {
	var cases []zetes.UnionCase
	var names []string
	for name, c := range heldCases {
		cases, names = append(cases, c.c), append(names, name)
	}
	slices.Sort(names)
	alias := func(t reflect.Type, m []zetes.Member) []zetes.Member {
		if t == reflect.TypeFor[disc]() {
			m[0].Aliases = []string{"kind"} // of which the union knows nothing: the member is its own
		}
		return m
	}
	var apis []*zetes.API
	for _, config := range []zetes.Config{{}, zetes.Strict(), {KeepUnknown: true}, {RejectUnknown: true, Limits: zetes.Limits{Memory: 1 << 20}}, {ExactCase: true, RejectUnknown: true}, {Defaults: true}, {Members: alias, RejectUnknown: true}} {
		config.Codecs = []codec.Codec{zetes.Union[held]("kind", cases...)}
		apis = append(apis, config.Freeze())
	}
	values := []string{`1`, `-1.5`, `"x"`, `null`, `{}`, `{"kind":"any"}`, `[{"kind":1}]`, `true`, `{"R":2,"a":1}`, `"\u0041"`, `{"kind":"disc","R":{"kind":2}}`}
	members := []string{`"a"`, `"R"`, `"1"`, `"-7"`, `"KIND"`, `"KinD"`, `"N"`, `"B"`, `"z"`, `"\u0061"`, `"007"`}
	spaces := []string{"", "", " ", "\n\t "}
	good := 0
	for seed := range uint64(4000) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		pick := func(from []string) string { return from[rnd.IntN(len(from))] }
		name := pick(names)
		var with, without []string
		n := rnd.IntN(4)
		at := rnd.IntN(n + 1)
		same := pick(values)
		for i := range n + 1 {
			if i == at {
				with = append(with, pick(spaces)+pick([]string{`"kind"`, `"kind"`, `"k\u0069nd"`})+pick(spaces)+":"+pick(spaces)+`"`+name+`"`+pick(spaces))
			}
			if i < n {
				if rnd.IntN(3) == 0 {
					same = pick(values)
				}
				m := pick(spaces) + pick(members) + ":" + pick(spaces) + same + pick(spaces)
				with, without = append(with, m), append(without, m)
			}
		}
		api := apis[rnd.IntN(len(apis))]
		text, plain := "{"+strings.Join(with, ",")+"}", "{"+strings.Join(without, ",")+"}"
		want := reflect.New(heldCases[name].t)
		wantErr := api.UnmarshalString(plain, want.Interface())
		got := make([]held, 1)
		err := api.UnmarshalString("["+text+"]", &got)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("seed %d: %s: %v, and without the member %v", seed, text, err, wantErr)
		}
		if err != nil {
			continue
		}
		good++
		if !reflect.DeepEqual(any(got[0]), want.Elem().Interface()) {
			t.Fatalf("seed %d: %s is %+v, and without the member %+v", seed, text, got[0], want.Elem())
		}
	}
	if good < 1000 {
		t.Errorf("%d objects were read", good)
	}
}

// TestUnionMemoryOfLevels: unions within one another take memory in proportion to the text, and not to the text times
// their number.
func TestUnionMemoryOfLevels(t *testing.T) {
	if guard.Race {
		t.Skip("the race detector allocates too")
	}
	for name, config := range map[string]zetes.Config{"strict": zetes.Strict(), "keep": {KeepUnknown: true}} {
		config.Codecs = []codec.Codec{zetes.Union[figure]("kind", zetes.Case[*nest]("nest"))}
		api := config.Freeze()
		text := []byte(unionsWithin(200, 1<<18))
		if !json.Valid(text) {
			t.Fatal("not JSON")
		}
		read := func() {
			var v figure
			if err := api.Unmarshal(text, &v); err != nil {
				t.Fatal(err)
			}
		}
		read()
		if n := guard.Allocated(read); n > 8*len(text) {
			t.Errorf("%s: %d bytes for a text of %d", name, n, len(text))
		}
	}
}

// unionsWithin returns unions within one another, the innermost with a text of size bytes.
func unionsWithin(levels, size int) string {
	return strings.Repeat(`{"kind":"nest","In":`, levels) + `{"kind":"nest","S":"` + strings.Repeat("x", size) + `"}` + strings.Repeat("}", levels)
}
