package engine

import (
	stdjson "encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// TestBytesLimit: a limit on bytes is for documents, not for values that stand in others.
func TestBytesLimit(t *testing.T) {
	c := plan.New(plan.Meaning{Options: option.V1, Own: true, Limits: option.Limits{Bytes: 3}})
	for _, row := range []struct {
		text  string
		depth int
		code  fault.Code
	}{{"123", 0, fault.None}, {"1234", 0, fault.LongInput}, {"1234", 1, fault.None}} {
		var v int
		code := fault.None
		f, err := Unmarshal(&decode.Call{Config: c, Depth: int32(row.depth)}, []byte(row.text), &v)
		if f != nil {
			code = f.Code
		}
		if code != row.code || (err == nil) != (code == fault.None) || (err == nil) != (v != 0) {
			t.Errorf("%s at depth %d: %v, %v, %d", row.text, row.depth, code, err, v)
		}
	}
	if all := unmarshalAll(&decode.Call{Config: c}, []byte("1234"), new(int), 5); len(all) != 1 || all[0].Fault.Code != fault.LongInput {
		t.Errorf("UnmarshalAll: %v", all)
	}
}

// keeper keeps the text that its method is given.
type keeper struct{ text []byte }

func (k *keeper) UnmarshalJSON(text []byte) error {
	k.text = text
	if text[0] != '"' {
		return fmt.Errorf("no string: %s", text)
	}
	return nil
}

// TestBorrowed: of input that will be overwritten methods keep nothing, whether the value fits or not.
func TestBorrowed(t *testing.T) {
	for _, text := range []string{`["a"]`, `[1]`, `["a",1]`, `{}`, `["a"`} {
		data := []byte(text)
		var v, want []keeper
		_, err := Unmarshal(&decode.Call{Config: plan.V1, Borrowed: true}, data, &v)
		for i := range data {
			data[i] = 'x'
		}
		wantErr := stdjson.Unmarshal([]byte(text), &want)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || fmt.Sprintf("%s", v) != fmt.Sprintf("%s", want) {
			t.Errorf("%s: %s, %v, want %s, %v", text, v, err, want, wantErr)
		}
	}
}

// TestAppendError: with an error the bytes before come back alone, in the words of encoding/json.
func TestAppendError(t *testing.T) {
	for _, v := range []any{math.NaN(), []any{1, func() {}}, map[string]any{"a": math.Inf(1)}, make(chan int)} {
		_, want := stdjson.Marshal(v)
		dst := append(make([]byte, 0, 64), "before"...)
		b, err := Append(&encode.Call{Config: plan.V1}, dst, v)
		if fmt.Sprint(err) != fmt.Sprint(want) || string(b) != "before" {
			t.Errorf("%T: %q, %v, want %v", v, b, err, want)
		}
		if b, err := Marshal(&encode.Call{Config: plan.V1}, v); b != nil || fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("%T: Marshal has %q, %v, want %v", v, b, err, want)
		}
	}
	// Values too deep for the machine are written all the same, behind what is there.
	deep := any(1)
	for range 4500 {
		deep = []any{deep}
	}
	want, _ := stdjson.Marshal(deep)
	if b, err := Append(&encode.Call{Config: plan.V1}, []byte("before"), deep); err != nil || !strings.HasPrefix(string(b), "before[[") || string(b[6:]) != string(want) {
		t.Errorf("deep: %d bytes, %v", len(b), err)
	}
}
