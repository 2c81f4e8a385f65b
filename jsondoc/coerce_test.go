package jsondoc

import (
	"math"
	"strings"
	"testing"
)

func TestCoercions(t *testing.T) {
	for _, row := range []struct {
		text string
		b    bool
		i    int64
		u    uint64
		f    float64
		s    string
	}{
		{`true`, true, 1, 1, 1, "true"}, {`false`, false, 0, 0, 0, "false"}, {`null`, false, 0, 0, 0, ""},
		{`1.9`, true, 1, 1, 1.9, "1.9"}, {`-1.9`, true, -1, 0, -1.9, "-1.9"}, {`0.0`, false, 0, 0, 0, "0.0"}, {`1e3`, true, 1000, 1000, 1000, "1e3"},
		{`18446744073709551615`, true, math.MaxInt64, math.MaxUint64, math.MaxUint64, "18446744073709551615"},
		{`1e400`, true, math.MaxInt64, math.MaxUint64, math.Inf(1), "1e400"}, {`-1e400`, true, math.MinInt64, 0, math.Inf(-1), "-1e400"},
		{`"12"`, true, 12, 12, 12, "12"}, {`" +1.5e1x"`, true, 15, 15, 15, " +1.5e1x"}, {`"1.x"`, true, 1, 1, 1, "1.x"}, {`"1e+"`, true, 1, 1, 1, "1e+"}, {`"-"`, true, 0, 0, 0, "-"},
		{`"-7"`, true, -7, 0, -7, "-7"}, {`"0"`, false, 0, 0, 0, "0"}, {`"false"`, false, 0, 0, 0, "false"}, {`""`, false, 0, 0, 0, ""}, {`"  "`, false, 0, 0, 0, "  "}, {`"x"`, true, 0, 0, 0, "x"},
		{`[]`, false, 0, 0, 0, "[]"}, {`[0]`, true, 1, 1, 1, "[0]"}, {`{}`, false, 0, 0, 0, "{}"}, {`{"a":1}`, true, 0, 0, 0, `{"a":1}`},
	} {
		d, err := Parse([]byte(row.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []Value{d.Root(), {text: []byte(row.text)}} {
			if v.ToBool() != row.b || v.ToInt64() != row.i || v.ToUint64() != row.u || v.ToFloat64() != row.f || v.ToString() != row.s {
				t.Errorf("%s: %v, %v, %v, %v, %q", row.text, v.ToBool(), v.ToInt64(), v.ToUint64(), v.ToFloat64(), v.ToString())
			}
		}
	}
	if v := (Value{}); v.ToBool() || v.ToInt64() != 0 || v.ToString() != "" || v.ToFloat64() != 0 {
		t.Error("a value that is not there")
	}
	long, _ := Get([]byte(`"` + strings.Repeat("1", 1<<20) + `x"`))
	if long.ToFloat64() != math.Inf(1) {
		t.Error("a long number")
	}
	long, _ = Get([]byte(`"1` + strings.Repeat("e", 1<<20) + `x"`))
	if long.ToInt64() != 1 {
		t.Error("a long text")
	}
}
