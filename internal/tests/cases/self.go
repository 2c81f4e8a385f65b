package cases

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

// Types that write and read themselves by MarshalZetes and UnmarshalZetes, beside methods for encoding/json that say
// the same.

type (
	selfPoint  struct{ X, Y int }        // ["x","y"], by methods of the value
	selfName   struct{ First, Last any } // "first last", by methods of the pointer
	selfList   []int                     // "1,2,3"
	selfSet    map[string]bool           // ["a","b"]
	selfNumber int                       // #7
	selfOnly   struct{ N *selfNumber }   // one that writes, and is read by its fields
	selfHolds  struct {
		selfPoint // whose methods become those of the struct
		Z         int
	}
	selfEmbeds struct {
		W *selfOnly
		P selfPoint            `json:"p,omitzero"`
		L selfList             `json:"l,omitempty"`
		N selfNumber           `json:"n,string"`
		Q *selfName            `json:"q,omitempty"`
		O opt.Value[selfPoint] `json:"o,omitzero"`
		I any                  `json:"i"`
	}
)

func (p selfPoint) MarshalZetes(w *codec.Writer) {
	w.BeginArray()
	w.String(strconv.Itoa(p.X))
	w.String(strconv.Itoa(p.Y))
	w.EndArray()
}

func (p selfPoint) MarshalJSON() ([]byte, error) {
	return []byte(`[ "` + strconv.Itoa(p.X) + `", "` + strconv.Itoa(p.Y) + `" ]`), nil
}

func (p *selfPoint) UnmarshalZetes(r *codec.Reader) {
	if r.Null() {
		return
	}
	*p = selfPoint{}
	for i := range r.Array() {
		n, _ := strconv.Atoi(r.String())
		*[]*int{&p.X, &p.Y}[i%2] = n
	}
}

func (p *selfPoint) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	var list []string
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*p = selfPoint{}
	for i, text := range list {
		n, _ := strconv.Atoi(text)
		*[]*int{&p.X, &p.Y}[i%2] = n
	}
	return nil
}

func (n *selfName) MarshalZetes(w *codec.Writer) { w.String(n.text()) }

func (n *selfName) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(n.text())
	return bytes.TrimSpace(b.Bytes()), err
}

func (n *selfName) text() string {
	first, _ := n.First.(string)
	last, _ := n.Last.(string)
	return first + " <" + last + ">"
}

func (n *selfName) UnmarshalZetes(r *codec.Reader) {
	if !r.Null() {
		n.set(r.String())
	}
}

func (n *selfName) UnmarshalJSON(b []byte) error {
	var text *string
	if err := json.Unmarshal(b, &text); err != nil || text == nil {
		return err
	}
	n.set(*text)
	return nil
}

func (n *selfName) set(text string) {
	first, last, _ := strings.Cut(text, " ")
	n.First, n.Last = first, last
}

func (l selfList) MarshalZetes(w *codec.Writer) { w.String(l.text()) }

func (l selfList) MarshalJSON() ([]byte, error) { return json.Marshal(l.text()) }

func (l selfList) text() string {
	var parts []string
	for _, n := range l {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ",")
}

func (l *selfList) UnmarshalZetes(r *codec.Reader) { l.set(strings.Trim(string(r.Raw()), `"`)) }

func (l *selfList) UnmarshalJSON(b []byte) error {
	l.set(strings.Trim(string(b), `"`))
	return nil
}

func (l *selfList) set(text string) {
	for _, part := range strings.Split(text, ",") {
		n, _ := strconv.Atoi(part)
		*l = append(*l, n)
	}
}

func (s selfSet) MarshalZetes(w *codec.Writer) {
	w.BeginArray()
	if s["a"] {
		w.String("a")
	}
	w.EndArray()
}

func (s selfSet) MarshalJSON() ([]byte, error) {
	if s["a"] {
		return []byte(`["a"]`), nil
	}
	return []byte(`[]`), nil
}

func (s *selfSet) UnmarshalZetes(r *codec.Reader) { *s = selfSet{string(r.Raw()): true} }

func (s *selfSet) UnmarshalJSON(b []byte) error {
	*s = selfSet{string(b): true}
	return nil
}

func (n selfNumber) MarshalZetes(w *codec.Writer) { w.String("#" + strconv.Itoa(int(n))) }

func (n selfNumber) MarshalJSON() ([]byte, error) {
	return []byte(`"#` + strconv.Itoa(int(n)) + `"`), nil
}

func (o selfOnly) MarshalZetes(w *codec.Writer) { w.Bool(o.N != nil) }

func (o selfOnly) MarshalJSON() ([]byte, error) { return strconv.AppendBool(nil, o.N != nil), nil }

func init() {
	before := len(table)
	defer func() {
		for _, c := range table[before:] {
			if strings.Contains(c.Name, "string-quoted") {
				c.Not = map[string]string{"*": "the option string changes nothing for what reads itself, where encoding/json calls UnmarshalJSON with the string's text"}
			}
		}
	}()
	seven := selfNumber(7)
	val("point", selfPoint{1, -2})
	made("point-pointer", func() *selfPoint { return &selfPoint{1, -2} })
	made("point-pointers", func() **selfPoint { p := &selfPoint{1, -2}; return &p })
	val("point-nil", (*selfPoint)(nil))
	val("name", selfName{"a", 1})
	made("name-pointer", func() *selfName { return &selfName{"a\u2028", "&"} })
	val("list", selfList{1, 2, 3})
	val("list-nil", selfList(nil))
	made("set", func() selfSet { return selfSet{"a": true} })
	val("set-nil", selfSet(nil))
	val("number", seven)
	made("only", func() selfOnly { return selfOnly{&seven} })
	made("holds", func() selfHolds { return selfHolds{selfPoint{3, 4}, 5} })
	val("interface", json.Marshaler(selfPoint{5, 6}))
	made("embeds", func() struct {
		selfEmbeds
		V int
	} {
		return struct {
			selfEmbeds
			V int
		}{selfEmbeds{P: selfPoint{1, 2}, L: selfList{1}, N: 3, Q: &selfName{"a", "b"}, O: opt.Of(selfPoint{7, 8}), I: &selfName{"i", 1}}, 9}
	})
	one("embeds-zero", func() *selfEmbeds { return &selfEmbeds{I: selfOnly{}} })

	dec[selfPoint]("point", `["1","2"]`, ` [ "1" , "-2" , "3" ] `, `[]`, `["1"`, `["1",`, `["1"]]`, `["1" "2"]`, `["\u0031","\x"]`, `null`, "[\"\x01\"]")
	dec[*selfPoint]("point-pointer", `["1","2"]`, `null`)
	dec[selfName]("name", `"a b c"`, `"\u0061 \"b"`, `""`, `null`, `"a`, `nul`)
	dec[selfList]("list", `"1,2"`, `"1,x,3"`, `""`, `17`, `{"a" : [ 1 ]}`, `null`, `{`, `{"a":}`)
	dec[selfSet]("set", `"a"`, ` { "a" : 1 } `, `null`, `tru`)
	dec[selfHolds]("holds", `["1","2"]`, `null`)
	into("point-full", func() selfPoint { return selfPoint{8, 9} }, `["1"]`, `["1"`, `["1"]x`, `null`)
	into("name-full", func() *selfName { return &selfName{"x", "y"} }, `"a b"`, `"a b`, `null`)
	into("list-full", func() selfList { return selfList{1, 2} }, `"3"`, `"3`, `null`)
	into("point-any", func() any { return &selfPoint{8, 9} }, `["1"]`, `["1"`, `null`)
	alone[[]selfPoint]("points", `[["1"],["2"],["3","4"]]`, `[["1"],["2"`, `[["1"],["2"]}`, `[["1"] ["2"]]`, `[["1"],null,["2"]]`)
	alone[map[string]selfName]("names", `{"a":"b c","d":"e f","a":"g"}`, `{"a":"b c","d":}`)
	alone[selfEmbeds]("embeds", `{"p":["1"],"l":"1,2","n":5,"q":"a b","o":["1","2"],"i":["x"],"N":1}`, `{"q":null,"p":null,"o":null}`, `{"q":"a b","p":["1","2"],"o":[}`, `{"p":["1"],"x":1`)
}
