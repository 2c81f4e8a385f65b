package zetes

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/opt"
)

// plainly returns all that users see of e.
func plainly(e *Error) []any {
	return []any{e.Offset, e.Line, e.Column, e.Pointer, e.Value, e.Excerpt, e.Err, e.GoPath(), e.Detail(), e.Reason(), fmt.Sprintf("%+v", e)}
}

// TestWordsOfAll: the words and the place of an error are the same whether they are found while the fault is at hand,
// as for package httpjson, or later, by a walk through the plan; and so is all else about the first error.
func TestWordsOfAll(t *testing.T) {
	type inner struct {
		N int8
		S []string
	}
	type held struct {
		inner
		Int     int
		Quoted  int     `json:",string"`
		Pointer *uint16 `json:",string"`
		Float   float32
		Bool    bool
		Text    string
		Time    *time.Time
		Addr    netip.Addr
		Big     *big.Int
		Number  json.Number
		Raw     json.RawMessage
		Bytes   []byte
		Wait    time.Duration
		List    []*inner
		Fixed   [2]inner
		Keyed   map[int8]*inner
		Named   map[string][]bool
		Maybe   opt.Value[inner]
		MaybeN  opt.Value[*int]
		Any     any
		Led     any
		Self    *held
		Chan    chan int
		Text1   map[netip.Addr]int
	}
	values := []string{`5`, `1.5`, `1e2`, `300`, `"x"`, `"5"`, `true`, `null`, `[]`, `{}`, `[1,"x",{}]`, `{"1":true,"x":[0]}`, `{"N":"x","S":[1]}`, `[{"N":300,"S":{}}]`}
	apis := []*API{unregistered, Config{}.Freeze(), Config{RejectUnknown: true, IntsAsStrings: true, DurationsAsStrings: true, BytesAsText: true}.Freeze()}
	for i := range reflect.TypeFor[held]().NumField() {
		name := reflect.TypeFor[held]().Field(i).Name
		for _, value := range values {
			for _, doc := range []string{`{"` + name + `":` + value + `}`, `{"Self":{"Self":{"` + name + `":` + value + `}}}`} {
				for n, api := range apis {
					target := func() *held { return &held{Led: &inner{}, List: []*inner{{}}} }
					later, _ := api.UnmarshalAll([]byte(doc), target(), 0).(Errors)
					list, first := inside{}.DecodeAll(api, []byte(doc), target(), 0, false)
					if first == nil && later == nil {
						continue
					}
					soon := inside{}.ErrorsOf(first.(*Error), list)
					if len(soon) != len(later) {
						t.Fatalf("%s: %v, and %v", doc, soon, later)
					}
					if !reflect.DeepEqual(plainly(soon[0]), plainly(later[0])) {
						t.Errorf("%d: %s: the first is %#v, and %#v", n, doc, soon[0], later[0])
					}
					for k, e := range soon {
						got, _ := json.Marshal(e)
						want, _ := json.Marshal(later[k])
						if string(got) != string(want) || e.Pointer != later[k].Pointer || e.Reason() != later[k].Reason() || k > 0 && e.Err.Error() != e.Detail() {
							t.Errorf("%d: %s: %s, and %s", n, doc, got, want)
						}
					}
				}
			}
		}
	}
}
