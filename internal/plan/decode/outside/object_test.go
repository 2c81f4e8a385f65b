package outside

import (
	stdjson "encoding/json"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// TestBlanksBetweenTokens puts each byte that is a blank or less, alone and beside a blank, in each place of a
// document: four of these bytes are white space, and loops that ask for no more than "over a blank" take others for it.
func TestBlanksBetweenTokens(t *testing.T) {
	type inner struct {
		Yes bool
		No  *int
	}
	type outer struct {
		A             int
		B             string
		C             []int
		D             inner
		LongerThanAll float64
		E             map[string]string
		F             any
		G             []inner
		H             int
	}
	const doc = `{"A":1,"B":"x","C":[1,2],"D":{"Yes":true,"No":3},"LongerThanAll":1.5,"E":{"k":"v"},"?":0,"F":[{}],"G":[{"Yes":true}],"H":7}`
	for at := range len(doc) + 1 {
		for c := range byte(' ' + 1) {
			for _, in := range []string{string(c), string(c) + " ", " " + string(c)} {
				text := []byte(doc[:at] + in + doc[at:])
				var got, want outer
				err, wantErr := json.Unmarshal(text, &got), stdjson.Unmarshal(text, &want)
				if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(got, want) {
					t.Fatalf("%q: %v, %+v; encoding/json has %v, %+v", text, err, got, wantErr, want)
				}
			}
		}
	}
}
