package generated

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// deeper reads itself by a codec, and holds what generated code decodes.
type deeper struct {
	V  asides
	In *deeper
	L  []asides
}

func (d *deeper) UnmarshalZetes(r *codec.Reader) {
	type plain deeper
	zetes.ReadValue(r, (*plain)(d))
}

// TestGeneratedWithinCodecs: generated code that puts values aside decodes them within many codecs too, whose runs
// have little memory, and in methods that are called afterwards and get that memory from the pool.
func TestGeneratedWithinCodecs(t *testing.T) {
	type plain struct {
		V  asides
		In *plain
		L  []asides
	}
	value := `{"M":{"a":1},"MI":{"1":{}},"N":12,"R":[1,2],"QS":"\"x\"","O":7,"OM":{"a":[1]}}`
	var text strings.Builder
	const levels = 12
	for range levels {
		text.WriteString(`{"V":` + value + `,"L":[` + value + `,` + value + `],"In":`)
	}
	text.WriteString("null" + strings.Repeat("}", levels))
	for range 3 {
		var got deeper
		var want plain
		if err := zetes.UnmarshalString(text.String(), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text.String()), &want); err != nil {
			t.Fatal(err)
		}
		g, w := &got, &want
		for ; w != nil; g, w = g.In, w.In {
			if !reflect.DeepEqual(g.V, w.V) || !reflect.DeepEqual(g.L, w.L) {
				t.Fatalf("%+v\nwant %+v", g, w)
			}
		}
	}
}

// TestNilReceiver: a generated method that is called on a nil pointer returns the errors that encoding/json has for it.
func TestNilReceiver(t *testing.T) {
	for _, text := range []string{`{"M":{"a":1}}`, `null`, ` [] `, `{"A":`, ``, `{"N":1} x`} {
		for range 2 {
			type plain asides
			got, want := (*asides)(nil).UnmarshalJSON([]byte(text)), json.Unmarshal([]byte(text), (*plain)(nil))
			if fmt.Sprintf("%T", got) != fmt.Sprintf("%T", want) || strings.ReplaceAll(got.Error(), "asides", "plain") != want.Error() {
				t.Errorf("%s: %v\nwant %v", text, got, want)
			}
		}
		var v asides
		if err := v.UnmarshalJSON([]byte(`{"N":1}`)); err != nil || v.N != "1" {
			t.Errorf("%v, %v behind it", v.N, err)
		}
	}
}
