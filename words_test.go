package zetes

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/opt"
)

// TestWordsOfAll: the words of an error are the same whether they are found while the fault is at hand, as for package
// httpjson, or later, by a walk through the plan.
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
					find := func(borrowed bool) (all Errors) {
						v := held{Led: &inner{}, List: []*inner{{}}}
						all, _ = api.unmarshalAll([]byte(doc), &v, 0, borrowed).(Errors)
						return all
					}
					soon, later := find(true), find(false)
					if len(soon) != len(later) {
						t.Fatalf("%s: %v, and %v", doc, soon, later)
					}
					for k := range soon {
						if soon[k].words == "" || soon[k].Detail() != later[k].Detail() || soon[k].Reason() != later[k].Reason() {
							t.Errorf("%d: %s: %s, and %s", n, doc, soon[k].Detail(), later[k].Detail())
						}
					}
				}
			}
		}
	}
}
