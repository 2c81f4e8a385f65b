package static

import (
	"encoding/json"
	"reflect"
	"testing"
)

// changed is a struct that has changed since code was written for it: there were H, A, B, C, D, F, G and P, in this
// order. H lies behind an embedded pointer by now, with Z and Y behind it, D has the name of F, and G is no member.
type changed struct {
	*changedInner
	Z []int
	Y string
	A int
	B string
	C int `json:",string"`
	D int `json:"F"`
	F bool
	G uint8 `json:"-"`
	P *int
}

type changedInner struct{ H int }

var (
	changedType  Type[changed]
	changedNames = Names{List: []string{"H", "A", "B", "C", "D", "F", "G", "P"}}
)

// read is what zetes gen wrote for the struct as it was: with H in the struct itself.
func (v *changed) read(in *Input, p int, h *int) int {
	if !in.Object(p) {
		return Other(in, p, v)
	}
	m, p := in.Then(p, 0, `{"H":`)
	for {
		switch m {
		case 0:
			p = in.Int(p, h)
		case 1:
			p = in.Int(p, &v.A)
		case 2:
			p = in.String(p, &v.B)
		case 3:
			p = Member(in, p, v, 3, "C", &changedType)
		case 4:
			p = in.Int(p, &v.D)
		case 5:
			p = in.Bool(p, &v.F)
		case 6:
			p = in.Uint8(p, &v.G)
		case 7:
			p = Member(in, p, v, 7, "P", &changedType)
		case 8:
			return in.Close(p)
		}
		if m < 0 {
			m = ^m
		} else {
			m++
		}
		if m, p = changedNames.Member(in, p, m); m < 0 {
			m, p = Rest(in, p, m, v, &changedNames)
		}
	}
}

// Values that do not fit are treated by the field of the member's name: that which has its place by now may be another,
// and larger.
func TestStale(t *testing.T) {
	var c Config
	for name, row := range map[string]struct {
		input string
		want  changed
		err   string
	}{
		"all fits":               {`{"A":1,"B":"b","C":"2","F":true,"P":3}`, changed{A: 1, B: "b", C: 2, F: true, P: new(3)}, ""},
		"what Z would take":      {`{"A":[1,2,3],"B":"b"}`, changed{B: "b"}, "json: cannot unmarshal array into Go struct field changed.A of type int"},
		"what Y would take":      {`{"A":"text","B":"b"}`, changed{B: "b"}, "json: cannot unmarshal string into Go struct field changed.A of type int"},
		"what A would take":      {`{"B":5,"C":"5"}`, changed{C: 5}, "json: cannot unmarshal number into Go struct field changed.B of type string"},
		"a plan's by its name":   {`{"P":"text","A":1}`, changed{A: 1, P: new(int)}, "json: cannot unmarshal string into Go struct field changed.P of type int"},
		"a member no more":       {`{"G":"text","A":1}`, changed{A: 1}, ""},
		"behind a nil pointer":   {`{"H":"text","A":1}`, changed{A: 1}, ""},
		"null":                   {`{"A":null,"B":null,"P":null}`, changed{}, ""},
		"not JSON, where it is":  {`{"G":"text","A":1`, changed{}, "unexpected end of JSON input"},
		"another member's value": {`{"D":true,"A":1}`, changed{A: 1}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got changed
			var h int
			data := []byte(row.input)
			in := c.Open(data, 0)
			p := Begin(in, &got, 0)
			if p >= 0 {
				p = got.read(in, p, &h)
			}
			err := End(in, p, data, &got)
			said := ""
			if err != nil {
				said = err.Error()
			}
			if !reflect.DeepEqual(got, row.want) || said != row.err {
				t.Errorf("got %+v, %v, want %+v, %s", got, err, row.want, row.err)
			}
			if json.Valid(data) && err == nil && row.err != "" {
				t.Error("no error")
			}
		})
	}
}
