package generated

import (
	stdjson "encoding/json"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/generated/other"
)

// mixed holds types of another file, generated with other options, in the places that have code of their own.
//
//zetes:json
type mixed struct {
	A strictIn             `json:"a"`
	P *strictIn            `json:"p"`
	L []strictIn           `json:"l"`
	T strictList           `json:"t"`
	R [1]strictIn          `json:"r"`
	M map[string]strictIn  `json:"m"`
	B []byte               `json:"b"`
	E struct{ F strictIn } `json:"e"`
}

// boxed holds what can't be written down in this package, and goes through compiled plans.
//
//zetes:json
type boxed struct {
	Box  other.Box
	Some map[string]other.Box
	N    float64 `json:",omitempty,omitzero"`
}

func TestBoxed(t *testing.T) {
	const text = `{"Box":{"In":{"X":1},"List":[{"X":"a"}]},"Some":{"k":{"In":{"X":2},"List":null}}}`
	var v boxed
	if err := v.UnmarshalJSON([]byte(text)); err != nil || v.Box.Hidden() != 0 || v.Box.In.X != 1 || v.Some["k"].In.X != 2 {
		t.Errorf("%+v, %v", v, err)
	}
	if b, err := v.MarshalJSON(); err != nil || string(b) != text {
		t.Errorf("%s, %v", b, err)
	}
}

// TestMixed: generated code means what it was generated with, wherever its values lie, whoever comes first.
func TestMixed(t *testing.T) {
	const in = `{"b":"QUI="}`
	const text = `{"a":` + in + `,"p":` + in + `,"l":[` + in + `],"t":[` + in + `],"r":[` + in + `],"m":{"k":` + in + `},"b":"QUI=","e":{"F":` + in + `}}`
	own := strictIn{[]byte("QUI=")}
	want := mixed{own, &own, []strictIn{own}, strictList{own}, [1]strictIn{own}, map[string]strictIn{"k": own}, []byte("AB"), struct{ F strictIn }{own}}
	for range 2 {
		for name, door := range map[string]func([]byte, *mixed) error{
			"encoding/json": func(b []byte, v *mixed) error { return stdjson.Unmarshal(b, v) },
			"zetes":         zetes.Unmarshal[mixed],
			"method":        func(b []byte, v *mixed) error { return v.UnmarshalJSON(b) },
		} {
			for _, got := range []mixed{{}, {A: strictIn{[]byte("old")}, P: &strictIn{[]byte("old")}, L: make([]strictIn, 1, 3)}} {
				if err := door([]byte(text), &got); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s: %+v, %v", name, got, err)
				}
			}
			for _, bad := range []string{`{"a":{"x":1}}`, `{"p":{"x":1}}`, `{"l":[{"x":1}]}`, `{"t":[{"x":1}]}`, `{"r":[{"x":1}]}`, `{"m":{"k":{"x":1}}}`, `{"e":{"F":{"x":1}}}`} {
				if err := door([]byte(bad), new(mixed)); err == nil {
					t.Errorf("%s: %s has a member that nobody knows, and no error", name, bad)
				}
			}
			if err := door([]byte(`{"x":1}`), new(mixed)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, door := range map[string]func(*mixed) ([]byte, error){
			"encoding/json": func(v *mixed) ([]byte, error) { return stdjson.Marshal(v) },
			"zetes":         func(v *mixed) ([]byte, error) { return zetes.Marshal(v) },
			"append":        func(v *mixed) ([]byte, error) { return v.AppendJSON(nil) },
		} {
			if got, err := door(&want); err != nil || string(got) != text {
				t.Errorf("%s: %s, %v", name, got, err)
			}
		}
		var alone strictIn
		if err := stdjson.Unmarshal([]byte(in), &alone); err != nil || string(alone.B) != "QUI=" {
			t.Errorf("alone: %+v, %v", alone, err)
		}
	}
}

// loose has the tag option "string" on what is no scalar. On Go 1.27 the string "null" makes such a pointer nil.
//
//zetes:json
type loose struct {
	X *stdjson.RawMessage `json:",string"`
	Y *[]int              `json:",string"`
	Z []int               `json:",string"`
}

type plainLoose loose

// TestLoose compares with encoding/json without generated code.
func TestLoose(t *testing.T) {
	for _, doc := range []string{`{"X":"null"}`, `{"X":null}`, `{"X":"1"}`, `{"X":[1]}`, `{"Y":"null"}`, `{"Y":[1]}`, `{"Y":"x"}`, `{"Z":"null"}`, `{"Z":[1]}`} {
		for _, held := range []func() loose{
			func() loose { return loose{} },
			func() loose { return loose{&stdjson.RawMessage{'5'}, &[]int{5}, []int{5}} },
		} {
			got, want := held(), plainLoose(held())
			gotErr, wantErr := got.UnmarshalJSON([]byte(doc)), stdjson.Unmarshal([]byte(doc), &want)
			if !reflect.DeepEqual(plainLoose(got), want) || (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%s: %+v, %v, want %+v, %v", doc, got, gotErr, want, wantErr)
			}
		}
	}
}
