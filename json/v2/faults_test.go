//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json/v2"
)

// Types with methods that refuse texts with a "!".
type (
	faultJSON struct{ S string }
	faultText struct{ S string }
	faultRow  struct {
		A int8
		J faultJSON
		P **faultText
		T time.Time
		B []byte
		L []faultRow
		X [2]*faultRow
		M map[string]faultRow
		K map[faultText]int
		N any
		Q int `json:"a~/b,string"`
		*FaultEmbedded
	}
	FaultEmbedded struct{ E uint16 }
	faultRest     struct {
		A int
		M map[string]any `json:",embed"`
	}
)

var (
	faultCalls  []string
	faultErrors = map[string]error{
		"!": errors.New("refused"), "!eof": io.EOF, "!no": errors.ErrUnsupported, "!syntax": &jsontext.SyntacticError{ByteOffset: 3, Err: io.ErrNoProgress},
	}
)

func faultOf(text string) error {
	faultCalls = append(faultCalls, text)
	if text = strings.Trim(text, `"`); text == "!semantic" {
		return &json.SemanticError{ByteOffset: 2, JSONPointer: "/own", Err: io.ErrClosedPipe}
	}
	return faultErrors[text]
}

func (v *faultJSON) UnmarshalJSON(b []byte) error { v.S = string(b); return faultOf(v.S) }

func (v *faultText) UnmarshalText(b []byte) error { v.S = string(b); return faultOf(v.S) }

// TestFaults: the error about a value that does not fit, the target and the calls of methods are those of the standard
// library, wherever the value is.
func TestFaults(t *testing.T) {
	values := []string{
		`{"A":"x"}`, `{"A":300}`, `{"A":1.5}`, `{"A":[1,2]}`, `{"A":{"a":1,"a":2}}`, `{"A":"\ud800"}`, "{\"A\":\"\xff\"}", `{"A":300x}`, `{"A":truex}`, `{"A":"x`, `{"J":"!"}`, `{"J":"!eof"}`, `{"J":"!no"}`,
		`{"J":"!semantic"}`, `{"J":"!syntax"}`, `{"P":"!"}`, `{"P":"!semantic"}`, `{"P":"!syntax"}`, `{"P":"!eof"}`, `{"P":"!no"}`, `{"P":7}`, `{"P":[]}`, `{"T":"x"}`, `{"T":1}`, `{"T":"2024-01-02T3:04:05Z"}`,
		`{"B":"*"}`, `{"B":"AQ"}`, `{"B":1}`, `{"B":[1]}`, `{"L":1}`, `{"L":{}}`, `{"X":[]}`, `{"X":[{},{},{}]}`, `{"X":1}`, `{"M":[]}`, `{"M":{"a":{"A":"x"}}}`, `{"K":{"a":1,"!":2}}`, `{"K":{"a":"x"}}`, `{"N":{"a":1,"a":2}}`, `{"a~/b":1}`, `{"a~/b":"x"}`,
		`{"E":-1}`, `{"E":"x"}`, `{"z":1,"z":2,"A":"x"}`, `{"z":1,"A":"x","z":2}`, `{"A":1,"A":"x"}`, `{"A":"x","A":1}`, `{"A":true}`, `{"A":1,"J":"j","A":2}`, `{"J":"j","J":1}`, `{"P":"!","P":1}`, `{"E":1,"\u0045":2}`, `{"E":1,"e":2}`, `{"a~/b":"1","a~/b":"2"}`, `{"z":1,"A":1,"A":2}`, `{"A":1,"A" 2}`, `{"A":1,"A":`, `{"z/~\u0031":1}`, `[]`, `{"A":"x"}}`, `{}x`,
	}
	places := []string{`%s`, `{"L":[{"A":1,"J":"j","P":"p"},%s,{"J":"after"}]}`, `{"X":[%s,{}]}`, `{"X":[{"J":"j"},{"L":[{},%s]}],"A":1}`, `{"M":{"a":{},"b":%s},"A":1}`, ` {"J":"j", "B" : "AQ==", "L": [ %s ]}`,
		`{"L":[` + strings.Repeat(`{"J":"j","B":"AQ=="},`, 40) + `%s]}`, `{"z":1,"L":[%s]}`, `{"N":%s,"A":"x"}`}
	for _, opts := range [][]json.Options{nil, {json.RejectUnknownMembers(true)}, {json.MatchCaseInsensitiveNames(true)}, {json.StringifyNumbers(true)}} {
		for _, place := range places {
			for _, value := range values {
				doc := fmt.Sprintf(place, value)
				for _, target := range []func() any{
					func() any { return new(faultRow) }, func() any { return new(*faultRow) }, func() any { return &faultRow{A: 7, L: make([]faultRow, 3), J: faultJSON{"old"}} }, func() any { return new(faultRest) },
				} {
					json.ForgetTrials()
					faultCalls = nil
					want := target()
					wantErr := stdjson.Unmarshal([]byte(doc), want, opts...)
					wantCalls := faultCalls
					faultCalls = nil
					got := target()
					if err := json.Unmarshal([]byte(doc), got, opts...); !reflect.DeepEqual(err, wantErr) || fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(faultCalls, wantCalls) {
						t.Errorf("%T, %s, %v\n got %v %#v\n %+v %q\nwant %v %#v\n %+v %q", got, doc, opts, err, err, got, faultCalls, wantErr, wantErr, want, wantCalls)
					} else if s, ok := err.(*json.SemanticError); ok { // a caller may change its error
						*s = json.SemanticError{ByteOffset: -1, GoType: reflect.TypeFor[error](), Err: io.EOF}
					}
				}
			}
		}
	}
}

// TestFaultFound: the plan that finds a name twice, or a value of another kind, has the error about it. Decoding the
// input again would take the memory for its values again.
func TestFaultFound(t *testing.T) {
	if raceEnabled {
		t.Skip("pools lose some of their memory")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // collections empty pools
	for _, last := range []string{`{"A":1,"A":2}`, `{"A":true}`, `{"E":1,"E":2}`} {
		doc := []byte(`[` + strings.Repeat(`{"B":"QUJD"},`, 1000) + last + `]`)
		n := testing.AllocsPerRun(20, func() {
			json.ForgetTrials()
			_ = json.Unmarshal(doc, new([]faultRow))
		})
		if n > 1100 {
			t.Errorf("%s takes %v allocations", last, n)
		}
	}
}

// TestFaultMemory: bad input takes at most twice the memory of the standard library.
func TestFaultMemory(t *testing.T) {
	for _, last := range []string{`{"A":"x"}`, `{"J":"!"}`, `{"A":1x}`} {
		doc := []byte(`[` + strings.Repeat(`{"A":1,"J":"some text","P":"more"},`, 1000) + last + `]`)
		use := func(unmarshal func([]byte, any, ...json.Options) error) uint64 {
			least := uint64(math.MaxUint64) // a collection may empty the pools in between
			for range 5 {
				json.ForgetTrials()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				if unmarshal(doc, new([]faultRow)) == nil {
					t.Fatal("no error about", last)
				}
				runtime.ReadMemStats(&after)
				faultCalls = nil
				least = min(least, after.TotalAlloc-before.TotalAlloc)
			}
			return least
		}
		if ours, theirs := use(json.Unmarshal), use(stdjson.Unmarshal); ours > 2*theirs && !raceEnabled {
			t.Errorf("%s: %d bytes, in the standard library %d, %s times", last, ours, theirs, strconv.FormatFloat(float64(ours)/float64(theirs), 'f', 2, 64))
		}
	}
}
