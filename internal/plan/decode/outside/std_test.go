package outside

import (
	stdjson "encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/meter"
	"github.com/zetes-json/zetes/internal/tests/suites"
	"github.com/zetes-json/zetes/json"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

func same(t *testing.T, doc string, mk func() any) {
	t.Helper()
	a, b := mk(), mk()
	ea, eb := json.Unmarshal([]byte(doc), a), stdjson.Unmarshal([]byte(doc), b)
	if !reflect.DeepEqual(ea, eb) {
		t.Errorf("%T %.200q: error %v, want %v", a, doc, ea, eb)
	}
	if !reflect.DeepEqual(a, b) {
		x, _ := stdjson.Marshal(a)
		y, _ := stdjson.Marshal(b)
		t.Errorf("%T %.200q:\n got %s\nwant %s", a, doc, x, y)
	}
}

// TestSuite runs JSONTestSuite.
func TestSuite(t *testing.T) {
	for _, f := range suites.JSONTestSuite(t) {
		b := f.Text
		same(t, string(b), func() any { return new(any) })
		same(t, `{"a":[1,2,`+strings.TrimSpace(string(b))+`],"b":"x"}`, func() any { return new(any) })
		same(t, `{"a":[1,2,`+strings.TrimSpace(string(b))+`],"b":"x"}`, func() any { return new(struct{ B string }) })
	}
}

type inner struct {
	A int
	B string
	C []string
}
type emb struct{ E1, E2 int }
type manyKinds struct {
	I   int
	I8  int8
	U16 uint16
	F   float64
	F32 float32
	S   string
	B   bool
	P   *inner
	L   []inner
	M   map[string]inner
	MI  map[int]string
	A   any
	Arr [3]int
	N   stdjson.Number
	R   stdjson.RawMessage
	By  []byte
	Q   int    `json:"q,string"`
	QP  *int   `json:"qp,string"`
	QS  string `json:"qs,string"`
	QB  bool   `json:"qb,string"`
	*emb
	LongName_0123456789_0123456789 string
}

func TestTyped(t *testing.T) {
	docs := []string{
		`{}`, ` { "I" : 1 } `, `{"i":1,"I8":200,"U16":-1,"F":1e400,"s":"x"}`, `null`, `[]`, `{"I":null,"S":null,"P":null,"L":null,"M":null,"A":null,"Arr":null,"N":null,"R":null,"By":null,"q":null,"B":null}`,
		`{"P":{"A":1,"B":"x","C":["a","b"]},"L":[{"A":1},{"B":"y"},{"C":[]}],"M":{"a":{"A":2},"b":{},"a":{"B":"q"}}}`,
		`{"MI":{"1":"a","-5":"b","007":"c","x":"d","1.5":"e"}}`, `{"A":[1,"a",true,null,{"b":[]}]}`,
		`{"Arr":[1,2,3,4]}`, `{"Arr":[1]}`, `{"N":1.5e3}`, `{"N":"12"}`, `{"N":"abc","I":5}`, `{"R":[1, 2],"By":"aGVsbG8="}`, `{"By":[1,2,3]}`, `{"By":"!!"}`,
		`{"q":"5","qp":"6","qs":"\"x\"","qb":"true"}`, `{"q":5,"I":3}`, `{"q":"x","I":3}`, `{"qs":"x","I":3}`, `{"qb":"x","I":3}`, `{"qp":null}`, `{"qp":"null"}`, `{"q":"null"}`,
		`{"E1":1,"E2":2}`, `{"LongName_0123456789_0123456789":"v"}`, `{"longname_0123456789_0123456789":"v"}`, `{"S":1,"I":"x","L":{},"M":[],"P":1}`,
		`{"S":"\ud83d\ude00\u00e9\n\ud800x"}`, "{\"S\":\"\xff\xfe\"}", `{"S":"` + strings.Repeat("x", 3000) + `"}`, `{"I":1}x`, `{"I":1,}`, `{"I" 1}`, `{"I":01}`, `{"I":1.0}`, `{"I":-0,"U16":-0}`, `{"F":-0}`, "", " ", `{"L":[{"A":"x"},{"A":2}]}`,
	}
	for _, d := range docs {
		same(t, d, func() any { return new(manyKinds) })
		same(t, d, func() any {
			return &manyKinds{I: 7, S: "old", L: make([]inner, 2, 5), M: map[string]inner{"z": {A: 1}}, A: &inner{A: 5}, Arr: [3]int{9, 9, 9}, QP: new(int)}
		})
		same(t, d, func() any { return new(any) })
		same(t, d, func() any { return &map[string]any{"x": 1.0} })
		same(t, d, func() any { return new(map[string]stdjson.RawMessage) })
		same(t, d, func() any { return new([]int) })
		same(t, d, func() any { return new(struct{ I int }) })
		same(t, d, func() any { return &struct{ I int }{5} })
	}
}
