package outside

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// anyHeld is an interface, in the form that a row can hold one.
type anyHeld struct{ V any }

// TestAny decodes values of every kind into interfaces, over nothing and over something.
func TestAny(t *testing.T) {
	var rows []row
	for _, r := range []struct {
		text string
		want any
	}{
		{`null`, nil}, {`true`, true}, {`false`, false}, {`0`, 0.0}, {`-1.5e3`, -1500.0}, {`12345678901234567890`, 12345678901234567890.0},
		{`""`, ""}, {`"a\u0062"`, "ab"}, {"\"\xff\"", "\ufffd"},
		{`[]`, []any{}}, {`[ ]`, []any{}}, {`{}`, map[string]any{}}, {`{ }`, map[string]any{}},
		{`[1,"x",null,[2,[]],{"a":[3]}]`, []any{1.0, "x", nil, []any{2.0, []any{}}, map[string]any{"a": []any{3.0}}}},
		{`{"a":1,"b":{"a":2},"a":3,"":[{"c":null}]}`, map[string]any{"a": 3.0, "b": map[string]any{"a": 2.0}, "": []any{map[string]any{"c": nil}}}},
	} {
		for _, old := range []any{nil, "old", 7, []any{1}, map[string]any{"old": 1}} {
			rows = append(rows, row{text: `{"V":` + r.text + `}`, over: anyHeld{old}, want: anyHeld{r.want}})
		}
	}
	decodeRows(t, plan.V1, rows)
}

// TestAnyBadInput cuts a document after each byte, and puts another byte in the place of each: what the interface held
// stays, unless the text is JSON to encoding/json too.
func TestAnyBadInput(t *testing.T) {
	const text = `{"a":[1,"x",null,{"b":[true,false],"c":-2.5}],"d":{}}`
	for i := range text {
		for _, doc := range []string{text[:i], text[:i] + "," + text[i+1:], text[:i] + "x" + text[i+1:], text[:i] + "}" + text[i+1:], text[:i] + "\"" + text[i+1:]} {
			var got, want any = "old", "old"
			if err := json.Unmarshal([]byte(doc), &want); err != nil {
				want = "old"
			}
			err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte(doc), &got))
			if !reflect.DeepEqual(got, want) || (err == nil) == (want == "old") {
				t.Errorf("%s: %v, %v, want %v", doc, got, err, want)
			}
		}
	}
}

// TestAnyBoxes decodes more numbers, strings and arrays than a block of boxes has: each has a value of its own.
func TestAnyBoxes(t *testing.T) {
	for _, n := range []int{1, 3, 4, 5, 63, 64, 65, 1000} {
		var text strings.Builder
		var want []any
		for i := range n {
			fmt.Fprintf(&text, `,%d,"s%d",[%d]`, i, i, -i)
			want = append(want, float64(i), fmt.Sprintf("s%d", i), []any{float64(-i)})
		}
		var got any
		if err := errorOf((&decode.Call{Config: plan.V1}).Unmarshal([]byte("["+text.String()[1:]+"]"), &got)); err != nil || !reflect.DeepEqual(got, any(want)) {
			t.Errorf("%d of each: %v, %v", n, got, err)
		}
	}
}

// TestAnyNumbers decodes numbers in the forms that a configuration may choose.
func TestAnyNumbers(t *testing.T) {
	long := strings.Repeat("7", 20)
	huge, _ := new(big.Int).SetString("-"+long, 10)
	decodeRows(t, plan.V1.With(option.V1|option.UseNumber), []row{
		{text: `{"V":[1,-0,1.50,1e999]}`, over: anyHeld{}, want: anyHeld{[]any{json.Number("1"), json.Number("-0"), json.Number("1.50"), json.Number("1e999")}}},
		{text: `{"V":-}`, over: anyHeld{7}, code: fault.Syntax},
		{text: `{"V":01}`, over: anyHeld{7}, code: fault.Syntax},
	})
	decodeRows(t, ownLimited(option.ExactNumbers, option.Limits{Digits: 20}), []row{
		{text: `{"V":[1,-9223372036854775808]}`, over: anyHeld{}, want: anyHeld{[]any{int64(1), int64(-1 << 63)}}},
		{text: `{"V":9223372036854775808}`, over: anyHeld{}, want: anyHeld{uint64(1 << 63)}},
		{text: `{"V":-` + long + `}`, over: anyHeld{}, want: anyHeld{huge}},
		{text: `{"V":1` + long + `}`, over: anyHeld{7}, code: fault.LongInteger, at: 5},
		{text: `{"V":-1` + long + `}`, over: anyHeld{7}, code: fault.LongInteger, at: 5},
		{text: `{"V":[1.0,1e2,2.5]}`, over: anyHeld{}, want: anyHeld{[]any{1.0, 100.0, 2.5}}},
	})
}

// TestAnyOutOfRange: a number that no float64 holds is noted, and what comes behind it is decoded. It leaves what there
// was, and within an array nothing or 0, by the release.
func TestAnyOutOfRange(t *testing.T) {
	for r, within := range map[option.Release]any{option.Classic: nil, option.OverV2: 0.0} {
		over := any(7)
		if within != nil {
			over = within
		}
		decodeRows(t, released(r), []row{
			{text: `{"V":1e999}`, over: anyHeld{7}, want: anyHeld{over}, code: fault.Mismatch, at: 5},
			{text: `{"V":[1,1e999,2]}`, over: anyHeld{7}, want: anyHeld{[]any{1.0, within, 2.0}}, code: fault.Mismatch, at: 8},
		})
	}
}
