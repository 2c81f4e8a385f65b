package jsondoc

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/samples"
)

// TestEqual compares documents with what encoding/json makes of them, and with themselves in another layout.
func TestEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var last Value
	var lastTree any
	for range 400 {
		text := samples.Text(r, 3)
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		d, _ := Parse([]byte(text))
		v := d.Root()
		var other bytes.Buffer
		e := json.NewEncoder(&other)
		_ = e.Encode(samples.Tree(t, text)) // names in another order, strings in another spelling
		w, err := Get(other.Bytes())
		if err != nil || !Equal(v, w) || !Equal(w, v) || !Equal(v, v.Clone()) {
			t.Fatalf("%s and %s are not equal", text, &other)
		}
		if last.Exists() && Equal(v, last) != reflect.DeepEqual(want, lastTree) {
			t.Fatalf("%s and %s: equal is %v", v, last, Equal(v, last))
		}
		last, lastTree = v, want
	}
	many := func(extra string) Value {
		var b strings.Builder
		for i := range 100 {
			b.WriteString(`"n` + strconv.Itoa(i) + `":[],`)
		}
		v, _ := Get([]byte("{" + b.String() + extra + "}"))
		return v
	}
	if !Equal(many(`"a":1,"b":2`), many(`"b":2,"a":1.0`)) || Equal(many(`"a":1`), many(`"b":1`)) || Equal(many(`"a":1`), many(`"a":1,"b":1`)) {
		t.Error("large objects")
	}
	if Equal(Value{}, many(`"a":1`)) || !Equal(Value{}, Value{}) {
		t.Error("values that are not there")
	}
}
