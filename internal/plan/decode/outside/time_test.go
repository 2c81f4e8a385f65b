package outside

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestTimes decodes times in the plain form, which is read in place, and in all others, over a time that is there.
func TestTimes(t *testing.T) {
	for _, text := range []string{
		`"2021-02-03T04:05:06Z"`, `"2021-02-03T04:05:06.789Z"`, `"2021-02-03T04:05:06.789012345+05:30"`, `"2021-02-03T04:05:06-00:00"`, `"0000-01-01T00:00:00Z"`,
		`"9999-12-31T23:59:59.999999999Z"`, `"2020-02-29T00:00:00Z"`, `"2021-02-29T00:00:00Z"`, `"2021-02-03T24:00:00Z"`, `"2021-02-03T04:60:00Z"`, `"2021-02-03T04:05:60Z"`,
		`"2021-2-3T04:05:06Z"`, `"2021-02-03 04:05:06Z"`, `"2021-02-03t04:05:06z"`, `"2021-02-03T04:05:06"`, `"2021-02-03T04:05:06,5Z"`, `"2021-02-03T04:05:06+24:00"`,
		`"\u0032021-02-03T04:05:06Z"`, `"2021-02-03T04:05:06Z "`, `""`, `"x"`, `null`, `7`, `{}`, `[]`, `true`, `"2021-02-03T04:05:06Z`, `nul`,
	} {
		old := time.Date(1999, 1, 1, 1, 1, 1, 1, time.UTC)
		same(t, text, func() any { v := old; return &v })
		same(t, `{"A":`+text+`,"B":1}`, func() any {
			return &struct {
				A time.Time
				B int
			}{A: old}
		})
		same(t, `[`+text+`,null]`, func() any { return new([]*time.Time) })
	}
}

// TestTimesByRelease: releases differ in who refuses a value that is no string: the method, to which the whole value is
// shown, or the decoder, which finds that it does not fit. What a time becomes is the same.
func TestTimesByRelease(t *testing.T) {
	for r, code := range map[option.Release]fault.Code{option.Classic: fault.Method, option.OverV2: fault.Mismatch} {
		for text, want := range map[string]fault.Code{`"2021-02-03T04:05:06Z"`: fault.None, `null`: fault.None, `7`: code, `{}`: code, `"x"`: fault.Method} {
			v := time.Now()
			if got, _ := faultOf(errorOf((&decode.Call{Config: released(r)}).Unmarshal([]byte(text), &v))); got != want {
				t.Errorf("%s: fault %d, want %d", text, got, want)
			}
		}
	}
}

// TestNumbersAndRaw decodes into json.Number and json.RawMessage, over what they hold.
func TestNumbersAndRaw(t *testing.T) {
	for _, text := range []string{
		`0`, `-1.50e+3`, `123456789012345678901234567890`, `"12"`, `"1x"`, `""`, `" 1"`, `"\u0031"`, `"01"`, `null`, `true`, `[]`, `{"a":[1, 2]}`, `"a\u0062"`, `01`, `-`, `1.`, `[1,`, "\"\xff\"",
	} {
		for _, in := range []string{text, ` ` + text + ` `} {
			same(t, in, func() any { n := json.Number("7"); return &n })
			same(t, in, func() any { m := json.RawMessage("old and longer than it"); return &m })
			same(t, `{"N":`+in+`,"M":`+in+`,"P":`+in+`}`, func() any {
				return &struct {
					N json.Number
					M json.RawMessage
					P *json.RawMessage
				}{"7", json.RawMessage("[1]"), &json.RawMessage{'2'}}
			})
			same(t, `[`+in+`,`+in+`]`, func() any { return &[]json.RawMessage{make(json.RawMessage, 3, 100)} })
		}
	}
}

// TestRawKeepsMemory: a RawMessage that has room is written over where it lies, and gets what it held back where the
// input is no JSON.
func TestRawKeepsMemory(t *testing.T) {
	room := []byte("0123456789")
	v := struct{ A, B json.RawMessage }{A: room[:4]}
	if err := errorOf((&decode.Call{Config: own(option.RejectDuplicateNames)}).Unmarshal([]byte(`{"A":[7],"B":8}`), &v)); err != nil || string(room) != "[7]3456789" || string(v.A) != "[7]" {
		t.Errorf("%s, %s, %v", room, v.A, err)
	}
	if err := errorOf((&decode.Call{Config: own(option.NonFiniteAsNull)}).Unmarshal([]byte(`{"A":"1234","B":8`), &v)); err == nil || string(room) != "[7]3456789" || string(v.A) != "[7]" {
		t.Errorf("%s, %s, %v", room, v.A, err)
	}
}
