package generated

import (
	"reflect"
	"testing"

	"github.com/zetes-json/zetes"
)

//go:generate go run ../../../cmd/zetes gen -q -tag_key form,json keys_test.go

// keyed has tags of several keys, of which the first in the list counts.
//
//zetes:json
type keyed struct {
	A string     `form:"a" json:"first"`
	B *keyedKind `json:"b,omitempty"`
	C int        `json:"c" form:""`
	D int        `form:"-" json:"d"`
	E []keyedIn  `json:",omitempty"`
	keyedIn
}

type keyedKind int

type keyedIn struct {
	F float64 `form:",string" json:"f"`
	G any     `json:"g"`
}

type plainKeyed keyed

// TestTagKeys: several keys mean what they mean in a Config.
func TestTagKeys(t *testing.T) {
	api := zetes.Config{TagKey: "form,json", MoreTags: true}.Freeze()
	two := keyedKind(2)
	v := keyed{"a", &two, 3, 4, []keyedIn{{5, 6.0}}, keyedIn{7, "8"}}
	plain := plainKeyed(v)
	want, err := api.Marshal(&plain)
	if got, e := v.MarshalJSON(); string(got) != string(want) || e != nil || err != nil {
		t.Errorf("got %s, %v, want %s, %v", got, e, want, err)
	}
	for _, doc := range []string{string(want), `{"first":"1","a":"2","b":3,"C":4,"c":5,"d":6,"D":7,"E":[{"F":"8","g":9}],"F":"10","g":[]}`, `{"f":"1.5","A":"2"}`, `{"F":1}`} {
		var a keyed
		var b plainKeyed
		got, want := a.UnmarshalJSON([]byte(doc)), api.Unmarshal([]byte(doc), &b)
		if (got == nil) != (want == nil) || !reflect.DeepEqual(plainKeyed(a), b) {
			t.Errorf("%s: got %+v, %v, want %+v, %v", doc, a, got, b, want)
		}
	}
}
