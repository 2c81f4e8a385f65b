package generated

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/opt"
)

//go:generate go run ../../../cmd/zetes gen -q values_test.go

// moments has times in all places where generated code reads and writes them itself.
//
//zetes:json
type moments struct {
	A, B time.Time
	P    *time.Time
	L    []time.Time
	LP   []*time.Time
	G    [2]time.Time
	Z    time.Time `json:",omitzero"`
}

// arrays has arrays of kinds that generated code reads by itself.
//
//zetes:json
type arrays struct {
	Point [2]float64
	Three [3]valueKind
	Deep  [2][2]int8
	Texts [2]string
	Ptrs  [2]*int
	Lists [2][]int
	In    [2]arraysIn
	Any   [2]any
	Named valueArray
	P     *[2]bool
	S     [][2]uint
	Bytes [4]byte
	None  [0]int
	*EmbeddedArray
}

// lengthy has an array that is read by its plan.
//
//zetes:json
type lengthy struct{ Long [200]int32 }

// asides has values that their plans read where they do not stay.
//
//zetes:json
type asides struct {
	M  map[string]int
	MI map[int]*arraysIn
	MA map[string]*arraysIn
	MP *map[string]bool
	N  json.Number
	R  json.RawMessage
	Q  json.Number `json:",string"`
	QI int         `json:",string"`
	QS string      `json:",string"`
	QP *float64    `json:",string"`
	O  opt.Value[int]
	OM opt.Value[map[string][]int]
	A  netip.Addr
	B  big.Int
	BP *big.Int
	E  valueMap
	*EmbeddedAside
}

// asideNode has values that are read aside within one another.
//
//zetes:json
type asideNode struct {
	M  map[string]int
	In map[string]*asideNode
	L  []map[string]asideNode
}

type plainNode struct {
	M  map[string]int
	In map[string]*plainNode
	L  []map[string]plainNode
}

// EmbeddedAside is embedded by a pointer.
type EmbeddedAside struct {
	EM map[string]string
	EQ int8 `json:",string"`
}

type valueMap map[valueText]any

type (
	valueKind  int16
	valueArray [2]valueText
	valueText  string
	arraysIn   struct{ X, Y int }
)

func (k *valueKind) String() string { return fmt.Sprintf("<%d>", *k) }

// valuePair has a String method of values.
type valuePair struct{ A, B int }

func (p valuePair) String() string { return fmt.Sprint(p.A, "\n", p.B) }

// EmbeddedArray is embedded by a pointer.
type EmbeddedArray struct{ E [2]int32 }

// optioned has strings and bytes whose tags say how they are read.
//
//zetes:json
type optioned struct {
	I  string     `json:"i,intern"`
	N  string     `json:"n,nocopy"`
	R  string     `json:"r,raw"`
	B  []byte     `json:"b,raw"`
	K  valueText  `json:"k,intern"`
	RK valueText  `json:"rk,raw"`
	IQ string     `json:"iq,string,intern"`
	IP *string    `json:"ip,intern"`
	IS []string   `json:"is,intern"`
	S  valueKind  `json:"s,stringer"`
	SP *valueKind `json:"sp"`
	ST time.Month `json:"st,stringer,omitempty"`
	SV valuePair  `json:"sv,stringer"`
	*EmbeddedOption
	Bytes []byte
	Named valueBytes
}

type valueBytes []byte

// EmbeddedOption is embedded by a pointer.
type EmbeddedOption struct {
	EI string `json:"ei,intern"`
	EB []byte `json:"eb,raw"`
}

// valueList is an array with methods.
//
//zetes:json
type valueList [2]arraysIn

type (
	plainLengthy  lengthy
	plainAsides   asides
	plainMoments  moments
	plainArrays   arrays
	plainOptioned optioned
	plainList     valueList
)

// valueParts are what the values of members are put together from.
var valueParts = []string{
	`null`, `1`, `-2.5`, `300`, `"x"`, `"é\n"`, `[]`, `{}`, `[ ]`, `[1]`, `[1,2]`, `[1,2,3]`, ` [ 1 , 2 , [3] ] `, `["a","b"]`, `["a",null]`, `[null,1]`, `[true,false]`,
	`[[1,2],[3]]`, `[[1],2]`, `[[300,1],[2,3]]`, `[{"X":1,"Y":2},{"Y":3}]`, `[{"X":"x"}]`, `[1,]`, `[,1]`, `[1 2]`, `[1`, `[1,2,3`, `[1,2,}`, `[1,2,tru]`, `[[[]]]`,
	`"2020-01-02T03:04:05Z"`, `"2020-01-02T03:04:05.678+01:00"`, `"2020-01-02T03:04:05-00:30"`, `"2020-13-02T03:04:05Z"`, `"2020-01-02T03:04:05Z\u0020"`, `"2020-01-02T03:04:05Z" `,
	`{"a":1}`, `{"a":{"M":{"b":2}},"b":null}`, `{"a":{"MA":{"b":{"M":{"c":3},"N":4}},"M":{"d":5}}}`, `{"1":{"X":1},"2":null}`, `{"a":[1,2],"b":[3]}`, `{"a":"x"}`, `{"a":tru}`, `"1.2.3.4"`, `"::1%eth0"`, `12345678901234567890123`, `"12"`, `"1.5e3"`,
	`["2020-01-02T03:04:05Z","2021-01-02T03:04:05.1Z"]`, `["2020-01-02T03:04:05+02:00",5]`, `"\"quoted\""`, `tru`, `"open`, `{"a":[1, 2]}`, `"AQI="`,
}

// library is what generated code agrees with.
type library interface {
	Marshal(v any) ([]byte, error)
	Unmarshal(data []byte, v any) error
}

type encodingJSON struct{}

func (encodingJSON) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (encodingJSON) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// TestValues: what generated code reads by itself becomes what the plan of the same struct makes of it, also over what
// is there, and a fault is one of both.
func TestValues(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	testValues[moments, plainMoments](t, api)
	testValues[arrays, plainArrays](t, api)
	testValues[lengthy, plainLengthy](t, api)
	testValues[optioned, plainOptioned](t, api)
	testValues[asides, plainAsides](t, encodingJSON{})
	for _, text := range valueParts {
		var v valueList
		var p plainList
		for range 2 {
			agreeOn(t, api, text, &v, &p)
		}
	}
}

// TestRawValues: what is no JSON is an error, wherever it stands.
func TestRawValues(t *testing.T) {
	api := zetes.Config{MoreTags: true}.Freeze()
	for _, text := range []string{"[1,2 ]", " {} ", "[1,", "x", "\"\xff\"", "\"<\u2028\"", "1 2", "", " "} {
		for _, v := range []optioned{{R: text}, {B: []byte(text)}, {RK: valueText(text)}, {EmbeddedOption: &EmbeddedOption{EB: []byte(text)}}} {
			p := plainOptioned(v)
			got, e := v.MarshalJSON()
			want, err := api.Marshal(&p)
			if string(got) != string(want) || (e == nil) != (err == nil) {
				t.Errorf("%q: got %s, %v, want %s, %v", text, got, e, want, err)
			}
		}
	}
}

// TestAsideWithin: memory for a value that is read aside is not used for one within it.
func TestAsideWithin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var text func(depth int) string
	text = func(depth int) string {
		list := []string{fmt.Sprintf(`"M":{"a":%d,"b":%d}`, rnd.IntN(9), rnd.IntN(9))}
		for range rnd.IntN(4) {
			if depth == 0 {
				break
			}
			if rnd.IntN(2) == 0 {
				list = append(list, fmt.Sprintf(`"In":{"x":%s,"%d":%s}`, text(depth-1), rnd.IntN(3), text(depth-1)))
			} else {
				list = append(list, fmt.Sprintf(`"L":[{"x":%s},null,{"y":%s,"z":%s}]`, text(depth-1), text(depth-1), text(depth-1)))
			}
		}
		if rnd.IntN(50) == 0 {
			list = append(list, []string{`"M":1`, `"In":{"x":{"M":"y"}}`, `"L":[{"x":{"M":5}}]`, `"M":{"a":tru}`}[rnd.IntN(4)])
		}
		rnd.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
		return "{" + strings.Join(list, ",") + "}"
	}
	rounds := long.Rounds(60, 300)
	for range rounds {
		var v asideNode
		var p plainNode
		for range 2 {
			in := text(4)
			got, want := v.UnmarshalJSON([]byte(in)), json.Unmarshal([]byte(in), &p)
			if (got == nil) != (want == nil) {
				t.Fatalf("%s: got %v, want %v", in, got, want)
			}
			is, _ := json.Marshal(&v)
			if plain, _ := json.Marshal(&p); string(is) != string(plain) {
				t.Fatalf("%s:\n got %s\nwant %s (%v)", in, is, plain, want)
			}
		}
	}
}

func testValues[T, P any, _ interface {
	*T
	UnmarshalJSON([]byte) error
	MarshalJSON() ([]byte, error)
}](t *testing.T, api library) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		if !f.Anonymous {
			names = append(names, name)
		}
	}
	rounds := long.Rounds(1000, 3000)
	for n := range rounds {
		var v T
		var p P
		// Over the values of one document those of another one are read.
		for range 2 {
			var members []string
			if n < len(names)*len(valueParts) {
				members = []string{fmt.Sprintf("%q:%s", names[n%len(names)], valueParts[n/len(names)])}
			} else {
				for range rnd.IntN(5) {
					members = append(members, fmt.Sprintf("%q:%s", names[rnd.IntN(len(names))], valueParts[rnd.IntN(len(valueParts))]))
				}
			}
			agreeOn(t, api, "{"+strings.Join(members, ",")+"}", &v, &p)
		}
	}
}

// agreeOn decodes text into v, which has generated methods, and by a plan into p, and encodes both.
func agreeOn[T, P any](t *testing.T, api library, text string, v *T, p *P) {
	t.Helper()
	got, want := any(v).(interface{ UnmarshalJSON([]byte) error }).UnmarshalJSON([]byte(text)), api.Unmarshal([]byte(text), p)
	if (got == nil) != (want == nil) {
		t.Errorf("%T: %s: got %v, want %v", *v, text, got, want)
	}
	if is := reflect.ValueOf(v).Elem().Convert(reflect.TypeFor[P]()).Interface(); !reflect.DeepEqual(is, any(*p)) {
		t.Errorf("%T: %s: got %+v, want %+v (%v)", *v, text, is, *p, want)
	}
	out, err := any(v).(interface{ MarshalJSON() ([]byte, error) }).MarshalJSON()
	plain, e := api.Marshal(p)
	if string(out) != string(plain) || (err == nil) != (e == nil) {
		t.Errorf("%T: %s: wrote %s, %v, want %s, %v", *v, text, out, err, plain, e)
	}
}
