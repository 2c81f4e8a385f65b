package zetes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

type account struct {
	UserID    int64
	HTTPProxy string `json:",omitempty"`
	Tags      []string
	Props     map[string]any
	Rate      float64
	Raw       json.RawMessage `yaml:"raw"`
}

// TestConfigOutput has a row for each choice about output.
func TestConfigOutput(t *testing.T) {
	replaced, _ := json.Marshal("\xff") // releases write U+FFFD as it is or as an escape sequence
	inf, nan := math.Inf(1), math.NaN()
	big1 := int64(1)<<53 + 1
	for _, row := range []struct {
		name   string
		config zetes.Config
		in     any
		want   string // or the error's beginning
	}{
		{"zero", zetes.Config{}, account{}, `{"UserID":0,"Tags":null,"Props":null,"Rate":0,"Raw":null}`},
		{"NoEscapeHTML", zetes.Config{NoEscapeHTML: true}, "<&>\u2028", `"<&>\u2028"`},
		{"Indent", zetes.Config{Prefix: ">", Indent: "  "}, []int{1}, "[\n>  1\n>]"},
		{"Canonical", zetes.Config{Canonical: true}, map[string]any{"\ufb33": 1e3, "😀": "<\u2028", "A": struct{ B, A any }{math.Copysign(0, -1), json.RawMessage(`[ 1.0 ]`)}}, `{"A":{"A":[1],"B":0},"😀":"<` + "\u2028" + `","` + "\ufb33" + `":1000}`},
		{"StrictUTF8", zetes.Config{StrictUTF8: true}, []string{"\ufffd<"}, `["` + "\ufffd" + `\u003c"]`},
		{"StrictUTF8/error", zetes.Config{StrictUTF8: true}, []string{"a", "\xff"}, "json: invalid UTF-8 (at ([]string)[1])"},
		{"EmptySlices", zetes.Config{EmptySlices: true}, account{}, `{"UserID":0,"Tags":[],"Props":null,"Rate":0,"Raw":null}`},
		{"EmptySlices/bytes", zetes.Config{EmptySlices: true}, []any{[]byte(nil), []any(nil), []string(nil), []float64(nil), []int(nil), []bool(nil)}, `["",[],[],[],[],[]]`},
		{"EmptyMaps", zetes.Config{EmptyMaps: true}, account{}, `{"UserID":0,"Tags":null,"Props":{},"Rate":0,"Raw":null}`},
		{"EmptyMaps/any", zetes.Config{EmptyMaps: true}, []any{map[string]any(nil), map[int]bool(nil)}, `[{},{}]`},
		{"NonFiniteError", zetes.Config{EmptyMaps: true}, nan, "json: unsupported value: NaN (at (float64))"},
		{"NonFiniteNull", zetes.Config{NonFinite: zetes.NonFiniteNull}, []any{nan, inf, 1.5, float32(2)}, `[null,null,1.5,2]`},
		{"NonFiniteNull/floats", zetes.Config{NonFinite: zetes.NonFiniteNull}, []float64{nan, 1e21}, `[null,1e+21]`},
		{"NonFiniteString", zetes.Config{NonFinite: zetes.NonFiniteString}, map[string]any{"a": nan, "b": inf, "c": []float64{-inf}}, `{"a":"NaN","b":"Infinity","c":["-Infinity"]}`},
		{"NonFiniteString/quoted", zetes.Config{NonFinite: zetes.NonFiniteString}, struct {
			A, B float64 `json:",string"`
		}{1, inf}, `{"A":"1","B":"Infinity"}`},
		{"LargeIntsAsStrings", zetes.Config{LargeIntsAsStrings: true}, []any{big1, -big1, uint64(big1), big1 - 1, int32(7)}, `["9007199254740993","-9007199254740993","9007199254740993",9007199254740992,7]`},
		{"LargeIntsAsStrings/slice", zetes.Config{LargeIntsAsStrings: true}, []int64{1, big1}, `[1,"9007199254740993"]`},
		{"LargeIntsAsStrings/big", zetes.Config{LargeIntsAsStrings: true}, []*big.Int{big.NewInt(5), big.NewInt(big1), nil}, `[5,"9007199254740993",null]`},
		{"LargeIntsAsStrings/quoted", zetes.Config{LargeIntsAsStrings: true}, struct {
			A int64 `json:",string"`
		}{7}, `{"A":"7"}`},
		{"ShortFloats", zetes.Config{ShortFloats: true}, []any{1.0 / 3, 2.5, -0.0000001, 3.0, float32(0.1), 1e30}, `[0.333333,2.5,0,3,0.1,1e+30]`},
		{"UncheckedRaw", zetes.Config{UncheckedRaw: true}, []json.RawMessage{[]byte(`{"a": `), nil}, `[{"a": ,null]`},
		{"DurationsAsStrings", zetes.Config{DurationsAsStrings: true}, waitsOf(90 * time.Minute),
			`{"D":"1h30m0s","P":"1h30m0s","N":null,"S":["1h30m0s","0s"],"A":["1h30m0s"],"M":{"":"1h30m0s"},"K":{"-1ns":1,"1h30m0s":"1.5µs"},"I":["1h30m0s","1h30m0s"],` +
				`"Q":"1h30m0s","R":"1h30m0s","O":"1h30m0s","T":5400000000000,"Duration":"1h30m0s"}`},
		{"DurationsAsStrings/not", zetes.Config{ShortFloats: true}, map[time.Duration]time.Duration{1: 2}, `{"1":2}`},
		{"DurationsAsStrings/bounds", zetes.Config{DurationsAsStrings: true}, []any{time.Duration(math.MinInt64), time.Duration(math.MaxInt64)}, `["-2562047h47m16.854775808s","2562047h47m16.854775807s"]`},
		{"DurationsAsStrings/LargeIntsAsStrings", zetes.Config{DurationsAsStrings: true, LargeIntsAsStrings: true}, []time.Duration{math.MaxInt64}, `["2562047h47m16.854775807s"]`},
		{"TagKey", zetes.Config{TagKey: "yaml"}, account{}, `{"UserID":0,"HTTPProxy":"","Tags":null,"Props":null,"Rate":0,"raw":null}`},
		{"BytesAsText", zetes.Config{BytesAsText: true}, []any{[]byte("a\"<\xff"), []byte(nil), []json.RawMessage{[]byte("1")}, map[string][]byte{"k": []byte("v")}, [2]byte{1, 2}, &struct{ B *[]byte }{}},
			`["a\"\u003c` + strings.Trim(string(replaced), `"`) + `","",[1],{"k":"v"},[1,2],{"B":null}]`},
		{"Naming", zetes.Config{Naming: zetes.SnakeCase}, account{HTTPProxy: "p"}, `{"user_id":0,"http_proxy":"p","tags":null,"props":null,"rate":0,"raw":null}`},
		{"Naming/kebab", zetes.Config{Naming: zetes.KebabCase, TaggedOnly: true}, account{HTTPProxy: "p"}, `{"http-proxy":"p"}`},
		{"Naming/camel", zetes.Config{Naming: zetes.LowerCamelCase, OmitEmpty: true}, account{UserID: 4}, `{"userID":4}`},
		{"OmitEmpty", zetes.Config{OmitEmpty: true}, account{Rate: 1}, `{"Rate":1}`},
		{"TaggedOnly", zetes.Config{TaggedOnly: true, TagKey: "yaml"}, account{}, `{"raw":null}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			api := row.config.Freeze()
			for range 2 {
				got, err := api.Marshal(row.in)
				if err != nil {
					got = []byte(err.Error())
				}
				if string(got) != row.want {
					t.Fatalf("got  %s\nwant %s", got, row.want)
				}
			}
			if s, err := api.MarshalString(row.in); err == nil && s != row.want {
				t.Error(s)
			}
			if b, err := api.Append([]byte("x"), row.in); err == nil && string(b) != "x"+row.want {
				t.Errorf("%s", b)
			}
			var w strings.Builder
			if err := api.MarshalTo(&w, row.in); err == nil && w.String() != row.want {
				t.Error(w.String())
			}
		})
	}
}

// waits has durations everywhere.
type waits struct {
	D time.Duration
	P *time.Duration
	N *time.Duration
	S []time.Duration
	A [1]time.Duration
	M map[string]time.Duration
	K map[time.Duration]any
	I []any
	Q time.Duration            `json:",string"`
	R *time.Duration           `json:",string"`
	O opt.Value[time.Duration] `json:",omitzero"`
	Z time.Duration            `json:",omitempty"`
	T timeout
	time.Duration
}

// timeout is another type than time.Duration.
type timeout time.Duration

func waitsOf(d time.Duration) waits {
	return waits{d, &d, nil, []time.Duration{d, 0}, [1]time.Duration{d}, map[string]time.Duration{"": d}, map[time.Duration]any{d: 1500 * time.Nanosecond, -1: 1},
		[]any{d, &d}, d, &d, opt.Of(d), 0, timeout(d), d}
}

func TestConfigUnsortedMaps(t *testing.T) {
	m := map[string]int{}
	for _, k := range strings.Split("a b c d e f g h i j k l m n o p q r s t u v w x y z", " ") {
		m[k] = len(m)
	}
	api := zetes.Config{UnsortedMaps: true}.Freeze()
	unsorted := false
	for range 20 {
		b, err := api.Marshal(m)
		var back map[string]int
		if err != nil || json.Unmarshal(b, &back) != nil || !reflect.DeepEqual(back, m) {
			t.Fatal(string(b), err)
		}
		unsorted = unsorted || !strings.HasPrefix(string(b), `{"a":0,"b":1,"c":2,"d":3,"e"`)
	}
	if !unsorted {
		t.Error("sorted 20 times")
	}
}

type limited struct {
	A    string `json:"a,required"`
	B    *int   `json:"b" default:"5"`
	C    string `json:"c" default:"plain"`
	D    []int  `json:"d,omitempty" default:"[1,2]"`
	Next *limited
}

// TestConfigInput has a row for each choice about input.
func TestConfigInput(t *testing.T) {
	five := 5
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	deep := strings.Repeat("[", 20) + strings.Repeat("]", 20)
	for _, row := range []struct {
		name   string
		config zetes.Config
		in     string
		want   any // the result
		err    string
	}{
		{"zero", zetes.Config{}, `{"A":"x","Z":1}`, limited{A: "x"}, ""},
		{"ExactCase", zetes.Config{ExactCase: true}, `{"A":"x"}`, limited{}, ""},
		{"UseNumber", zetes.Config{UseNumber: true}, `[1.50]`, []any{json.Number("1.50")}, ""},
		{"UseNumber/own", zetes.Config{UseNumber: true, Intern: true}, `[1.50]`, []any{json.Number("1.50")}, ""},
		{"ExactInts", zetes.Config{ExactInts: true}, `[1,-2,18446744073709551615,123456789012345678901234567890,1.5,1e2]`,
			[]any{int64(1), int64(-2), uint64(math.MaxUint64), huge, 1.5, 100.0}, ""},
		{"RejectUnknown", zetes.Config{RejectUnknown: true}, `{"z":1}`, limited{}, `json: unknown field "z"`},
		{"RejectUnknown/own", zetes.Config{RejectUnknown: true, Intern: true}, `{"z":1}`, limited{}, `json: unknown field "z"`},
		{"RejectDuplicates", zetes.Config{RejectDuplicates: true}, `{"a":"1","z":{"k":1,"\u006b":2}}`, limited{}, `json: duplicate name "k" at offset 20`},
		{"RejectDuplicates/many", zetes.Config{RejectDuplicates: true}, `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"10":0,"11":0,"12":0,"13":0,"7":0}`, map[string]int(nil), `json: duplicate name "7" at offset 89`},
		{"RejectDuplicates/none", zetes.Config{RejectDuplicates: true}, `[{"k":1},{"k":2,"l":{"k":3}}]`, []any{map[string]any{"k": 1.0}, map[string]any{"k": 2.0, "l": map[string]any{"k": 3.0}}}, ""},
		{"RejectInvalidUTF8", zetes.Config{RejectInvalidUTF8: true}, "[\"ok\",\"\xff\"]", []any(nil), `json: invalid UTF-8 at offset 7`},
		{"RejectInvalidUTF8/surrogate", zetes.Config{RejectInvalidUTF8: true}, `["\ud83d\ude00\n\ud83d"]`, []any(nil), `json: invalid UTF-8 at offset 16`},
		{"RejectInvalidUTF8/none", zetes.Config{RejectInvalidUTF8: true}, `["é\ud83d\ude00\ufffd\"` + "\ufffd" + `"]`, []any{"é😀\ufffd\"\ufffd"}, ""},
		{"Required", zetes.Config{Required: true}, `{"Next":{"c":"y"}}`, limited{Next: &limited{C: "y"}}, `json: missing member "a" of zetes_test.limited at offset 8`},
		{"Required/null", zetes.Config{Required: true}, `{"a":null}`, limited{}, ""},
		{"RequireAll", zetes.Config{RequireAll: true}, `{"a":"","b":null,"Next":null}`, limited{}, `json: missing member "c" of zetes_test.limited at offset 0`},
		{"Defaults", zetes.Config{Defaults: true}, `{"a":"x"}`, limited{A: "x", B: &five, C: "plain", D: []int{1, 2}}, ""},
		{"Defaults/given", zetes.Config{Defaults: true}, `{"b":null,"c":"","d":[]}`, limited{D: []int{}}, ""},
		{"Fuzzy", zetes.Config{Fuzzy: true}, `{"a":12.50,"b":"7","c":true,"d":{},"Next":[]}`, limited{A: "12.50", B: func() *int { v := 7; return &v }(), C: "true", Next: &limited{}}, ""},
		{"Fuzzy/numbers", zetes.Config{Fuzzy: true}, `["1",true,"",2.9,"1e2",-3.7]`, []int{1, 1, 0, 2, 100, -3}, ""},
		{"Fuzzy/bools", zetes.Config{Fuzzy: true}, `[1,0,"true","false",""]`, []bool{true, false, true, false, false}, ""},
		{"Fuzzy/floats", zetes.Config{Fuzzy: true}, `["1.5",true]`, []float64{1.5, 1}, ""},
		{"Fuzzy/not", zetes.Config{Fuzzy: true}, `["x"]`, []int{0}, `json: cannot unmarshal string into Go`},
		{"DurationsAsStrings", zetes.Config{DurationsAsStrings: true},
			`{"D":"90m","P":"1h30m0s","N":null,"S":["1.5h","0"],"A":["5400s"],"M":{"":"90m"},"Q":"90m","R":"90m","O":"90m","T":5400000000000,"Duration":"\u00390m"}`,
			func() waits { w := waitsOf(90 * time.Minute); w.K, w.I = nil, nil; return w }(), ""},
		{"DurationsAsStrings/keys", zetes.Config{DurationsAsStrings: true}, `{"1h0m0s":"x","60m":"y","-1ns":"z"}`, map[time.Duration]string{time.Hour: "y", -1: "z"}, ""},
		{"DurationsAsStrings/number", zetes.Config{DurationsAsStrings: true}, `{"D":5,"Q":"1s"}`, waits{Q: time.Second}, `json: cannot unmarshal number into Go struct field waits.D of type time.Duration`},
		{"DurationsAsStrings/number in a list", zetes.Config{DurationsAsStrings: true}, `["1s",2,"3s"]`, []time.Duration{1e9, 0, 3e9}, `json: cannot unmarshal number into Go value of type time.Duration`},
		{"DurationsAsStrings/number in a string", zetes.Config{DurationsAsStrings: true}, `{"Q":"5","R":"6","D":"1s"}`, waits{Duration: 0, D: time.Second, R: new(time.Duration)}, `time: missing unit in duration "5" (line 1, column 6, at /Q)`},
		{"DurationsAsStrings/object", zetes.Config{DurationsAsStrings: true}, `{"P":{"a":[1]},"D":"1s"}`, waits{D: time.Second, P: new(time.Duration)}, `json: cannot unmarshal object into Go struct field waits.P of type time.Duration`},
		{"DurationsAsStrings/text", zetes.Config{DurationsAsStrings: true}, `{"M":{"a":"5 minutes","b":"1s"}}`, waits{M: map[string]time.Duration{"a": 0, "b": time.Second}}, `time: unknown unit " minutes" in duration "5 minutes" (line 1, column 11, at /M/a)`},
		{"DurationsAsStrings/null", zetes.Config{DurationsAsStrings: true}, `{"D":null,"R":null,"S":[null],"O":null}`, waits{S: []time.Duration{0}, O: opt.Null[time.Duration]()}, ""},
		{"DurationsAsStrings/null in a string", zetes.Config{DurationsAsStrings: true}, `{"R":"null"}`, waits{R: new(time.Duration)}, `time: invalid duration "null"`},
		{"DurationsAsStrings/key", zetes.Config{DurationsAsStrings: true}, `{"1s":1,"5":2,"2s":3}`, map[time.Duration]int{1e9: 1, 2e9: 3}, `time: missing unit in duration "5" (line 1, column 9, at /5)`},
		{"DurationsAsStrings/fuzzy", zetes.Config{DurationsAsStrings: true, Fuzzy: true}, `["1s",1,true,""]`, []time.Duration{1e9, 0, 0, 0}, `json: cannot unmarshal number into Go value of type time.Duration`},
		{"DurationsAsStrings/default", zetes.Config{DurationsAsStrings: true, Defaults: true}, `{}`, struct {
			D time.Duration `default:"\"1h\""`
		}{time.Hour}, ""},
		{"DurationsAsStrings/bad default", zetes.Config{DurationsAsStrings: true, Defaults: true}, `{}`, struct {
			D time.Duration `default:"1"`
		}{}, "default 1: json: cannot unmarshal number"},
		{"DurationsAsStrings/syntax", zetes.Config{DurationsAsStrings: true}, `["1s","2s]`, []time.Duration(nil), `unexpected end of JSON input`},
		{"Limits.Bytes", zetes.Config{Limits: zetes.Limits{Bytes: 3}}, `[1,2]`, []any(nil), `json: input too long at offset 3`},
		{"Limits.Depth", zetes.Config{Limits: zetes.Limits{Depth: 10}}, deep, any(nil), `json: nested too deep at offset 10`},
		{"Limits.Depth/within", zetes.Config{Limits: zetes.Limits{Depth: 2}}, `[[],[[]]]`, any(nil), `json: nested too deep at offset 5`},
		{"Limits.Elements", zetes.Config{Limits: zetes.Limits{Elements: 2}}, `{"z":[1,2,3]}`, limited{}, `json: too many elements at offset 10`},
		{"Limits.Elements/members", zetes.Config{Limits: zetes.Limits{Elements: 2}}, `{"1":1,"2":2,"3":3}`, map[string]int(nil), `json: too many elements at offset 13`},
		{"Limits.String", zetes.Config{Limits: zetes.Limits{String: 3}}, `["abc","abcd"]`, []string(nil), `json: string too long at offset 7`},
		{"Limits.Number", zetes.Config{Limits: zetes.Limits{Number: 3}}, `[123,1234]`, []int(nil), `json: number too long at offset 5`},
		{"Limits.Values", zetes.Config{Limits: zetes.Limits{Values: 4}}, `{"z":[1,{"k":2},3]}`, limited{}, `json: too many values at offset 13`},
		{"Limits.Values/enough", zetes.Config{Limits: zetes.Limits{Values: 4}}, `[1,[2]]`, []any{1.0, []any{2.0}}, ""},
		{"Limits.Values/empty", zetes.Config{Limits: zetes.Limits{Values: 3}}, `[[],[],[]]`, []any(nil), `json: too many values at offset 7`},
		{"Limits.Digits", zetes.Config{ExactInts: true, Limits: zetes.Limits{Digits: 22}}, `[1234567890123456789012,12345678901234567890123,2]`, []any{bigInt("1234567890123456789012"), nil, int64(2)}, `json: too many digits at offset 24`},
		{"Limits.Digits/signs", zetes.Config{ExactInts: true, Limits: zetes.Limits{Digits: 22}}, `[-1234567890123456789012,-12345678901234567890123]`, []any{bigInt("-1234567890123456789012"), nil}, `json: too many digits at offset 25`},
		{"Limits.Digits/default", zetes.Config{ExactInts: true}, `{"a":` + strings.Repeat("7", 10_001) + `}`, map[string]any{"a": nil}, `json: too many digits at offset 5`},
		{"Limits.Digits/raised", zetes.Config{ExactInts: true, Limits: zetes.Limits{Digits: 10_001}}, strings.Repeat("7", 10_001), nil, ""},
		{"Limits.Digits/other numbers", zetes.Config{ExactInts: true, Limits: zetes.Limits{Digits: 1}}, `[123,18446744073709551615,1.25]`, []any{int64(123), uint64(math.MaxUint64), 1.25}, ""},
		{"misfit", zetes.Config{Intern: true}, `{"a":"x","Next":{"b":"no"}}`, limited{A: "x", Next: &limited{B: new(int)}}, `json: cannot unmarshal string into Go struct field limited.Next.b of type int`},
		{"range", zetes.Config{Intern: true}, `[1e999]`, nil, `json: cannot unmarshal number 1e999 into Go`},
		{"syntax", zetes.Config{RejectDuplicates: true}, `{"a":1,}`, limited{}, `invalid character`},
		{"Naming", zetes.Config{Naming: zetes.SnakeCase}, `{"user_id":3,"http_proxy":"q"}`, account{UserID: 3, HTTPProxy: "q"}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			api := row.config.Freeze()
			typ := reflect.TypeOf(row.want)
			if typ == nil {
				typ = reflect.TypeFor[any]()
			}
			check := func(how string, v reflect.Value, err error) {
				t.Helper()
				if text := errText(err); row.err == "" && err != nil || !strings.Contains(text, row.err) {
					t.Errorf("%s: error %q, want %q", how, text, row.err)
				}
				if row.want != nil && !reflect.DeepEqual(v.Elem().Interface(), row.want) {
					t.Errorf("%s: got %+v, want %+v", how, v.Elem(), row.want)
				}
			}
			v := reflect.New(typ)
			check("Unmarshal", v, api.Unmarshal([]byte(row.in), v.Interface()))
			v = reflect.New(typ)
			check("UnmarshalString", v, api.UnmarshalString(row.in, v.Interface()))
			v = reflect.New(typ)
			check("UnmarshalFrom", v, api.UnmarshalFrom(strings.NewReader(row.in), v.Interface()))
		})
	}
}

func bigInt(text string) *big.Int {
	v, _ := new(big.Int).SetString(text, 10)
	return v
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	if rule, ok := errors.AsType[*zetes.RuleError](err); ok {
		return err.Error() + "\n" + rule.Error() // which tells the offset too
	}
	return err.Error()
}

func TestConfigRuleError(t *testing.T) {
	api := zetes.Config{RejectDuplicates: true, Intern: true}.Freeze()
	var e *zetes.RuleError
	if err := api.Unmarshal([]byte(`{"a":1,"a":2}`), new(any)); !errors.As(err, &e) || e.Rule != zetes.UniqueNames || e.Offset != 7 || e.Name != "a" {
		t.Errorf("%+v", err)
	}
	if api.Valid([]byte(`{"a":1,"a":2}`)) || !api.Valid([]byte(`{"a":1}`)) {
		t.Error("Valid does not know the rules")
	}
	var te *json.UnmarshalTypeError
	if err := api.Unmarshal([]byte(` {"a": "x"}`), &struct{ A int }{}); !errors.As(err, &te) || te.Offset < 7 || te.Offset > 10 {
		t.Errorf("%+v", te)
	}
}

func TestConfigMemory(t *testing.T) {
	type T struct{ A, B string }
	in := `{"A":"some text","B":"some text"}`
	var v T
	if err := (zetes.Config{Intern: true}).Freeze().UnmarshalString(in, &v); err != nil || unsafe.StringData(v.A) != unsafe.StringData(v.B) {
		t.Error("not interned", err)
	}
	api := zetes.Config{Alias: true}.Freeze()
	v = T{}
	if err := api.UnmarshalString(in, &v); err != nil || unsafe.StringData(v.A) != unsafe.StringData(in[6:]) {
		t.Error("no alias", err)
	}
	v = T{}
	if err := api.UnmarshalFrom(strings.NewReader(in), &v); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		var w T
		if err := api.UnmarshalFrom(strings.NewReader(strings.ReplaceAll(in, "some", "else")), &w); err != nil {
			t.Fatal(err)
		}
	}
	if v.A != "some text" || v.B != "some text" {
		t.Errorf("%q", v)
	}
}

// TestConfigMemoryAny is TestConfigMemory for strings in interfaces.
func TestConfigMemoryAny(t *testing.T) {
	in := `{"a":["some text",{"b":"some text"}],"c":"some text","d":"es\u0063aped"}`
	for _, c := range []struct {
		name  string
		cfg   zetes.Config
		first *byte // the memory of the first string, or nil
		equal bool  // equal strings share memory
	}{
		{"intern", zetes.Config{Intern: true}, nil, true},
		{"alias", zetes.Config{Alias: true}, unsafe.StringData(in[7:]), false},
		{"neither", zetes.Config{ExactCase: true}, nil, false},
	} {
		var v map[string]any
		if err := c.cfg.Freeze().UnmarshalString(in, &v); err != nil {
			t.Fatal(err)
		}
		list := v["a"].([]any)
		a, b := list[0].(string), list[1].(map[string]any)["b"].(string)
		if a != b || v["c"] != a || v["d"] != "escaped" {
			t.Errorf("%s: got %v", c.name, v)
		}
		if (unsafe.StringData(a) == unsafe.StringData(b)) != c.equal || c.first != nil && unsafe.StringData(a) != c.first {
			t.Errorf("%s: not where it should be", c.name)
		}
	}
}

func TestConfigCheck(t *testing.T) {
	for _, c := range []zetes.Config{
		{UseNumber: true, ExactInts: true},
		{Alias: true, Intern: true},
		{RefuseReadOnly: true},
		{NonFinite: 9},
		{Limits: zetes.Limits{Depth: -1}},
		{TagKey: "a b"},
		{TagKey: `a"`},
		{TagKey: "json:"},
		{Fields: []codec.Field{{}}},
	} {
		if c.Check() == nil {
			t.Errorf("%+v is not refused", c)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v is frozen", c)
				}
			}()
			c.Freeze()
		}()
	}
	if err := zetes.Strict().Check(); err != nil {
		t.Error(err)
	}
}

// TestConfigExact: the zero Config is the toolchain's meaning, errors included.
func TestConfigExact(t *testing.T) {
	api := zetes.Exact().Freeze()
	for _, in := range []string{`{"UserID":1,"userid":2,"Tags":["<"],"x":[1,2]}`, `{"UserID":"x"}`, `{`, ``, `[1]`, `{"Rate":1e999}`} {
		var got, want account
		gotErr, wantErr := api.Unmarshal([]byte(in), &got), json.Unmarshal([]byte(in), &want)
		if !reflect.DeepEqual(got, want) || !strings.HasPrefix(errText(gotErr), errText(wantErr)) {
			t.Errorf("%s: %+v, %v; want %+v, %v", in, got, gotErr, want, wantErr)
		}
	}
	if _, err := api.Marshal(make(chan int)); !strings.HasPrefix(errText(err), "json: unsupported type: chan int") {
		t.Error(err)
	}
}

// TestConfigDeep: what is deep but no cycle is encoded, also where values occur more than once.
func TestConfigDeep(t *testing.T) {
	type node struct {
		Next  *node          `json:"n,omitempty"`
		Any   any            `json:"a,omitempty"`
		List  []node         `json:"l,omitempty"`
		Map   map[string]any `json:"m,omitempty"`
		Value int            `json:"v,omitempty"`
	}
	chain := func(levels int, last node, link func(in *node) node) *node {
		v := &last
		for range levels {
			n := link(v)
			v = &n
		}
		return v
	}
	api := zetes.Config{EmptySlices: true}.Freeze()
	shared := &node{Value: 7, List: []node{{Value: 1}, {Value: 2}}}
	for name, link := range map[string]func(*node) node{
		"pointer": func(in *node) node { return node{Next: in} },
		"any":     func(in *node) node { return node{Any: []any{shared, in, shared}} },
		"list":    func(in *node) node { return node{List: []node{*shared, *in, *shared}} },
		"map":     func(in *node) node { return node{Map: map[string]any{"a": shared, "b": in}} },
	} {
		for _, levels := range []int{3000, 9000} {
			v := chain(levels, node{Value: 1, Any: []any{shared, shared}}, link)
			got, err := api.Marshal(v)
			if err != nil || !json.Valid(got) && levels < 4000 {
				t.Fatalf("%s, %d levels: %d bytes, %v", name, levels, len(got), err)
			}
			if opened := bytes.Count(got, []byte("{")) + bytes.Count(got, []byte("[")); opened != bytes.Count(got, []byte("}"))+bytes.Count(got, []byte("]")) || opened < levels {
				t.Errorf("%s, %d levels: %d opened", name, levels, opened)
			}
		}
	}
	// encoding/json writes chains of that length as well.
	v := chain(9000, node{Value: 1}, func(in *node) node { return node{Next: in} })
	want, err := json.Marshal(v)
	if got, own := api.Marshal(v); err != nil || own != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d; %v, %v", len(got), len(want), own, err)
	}
	// A slice within itself, but shorter, ends.
	list := make([]any, 2)
	list[1] = list[:1]
	if got, err := api.MarshalString(chain(5000, node{Any: list}, func(in *node) node { return node{Next: in} })); err != nil || !strings.Contains(got, `[null,[null]]`) {
		t.Errorf("%v", err)
	}
	// So does an element that leads to the one before it.
	pair := []node{{Value: 8}, {}}
	pair[1].Next, pair[1].List = &pair[0], pair[:1]
	if got, err := api.MarshalString(chain(5000, node{List: pair}, func(in *node) node { return node{Next: in} })); err != nil || !strings.Contains(got, `"l":[{"v":8},{"n":{"v":8},"l":[{"v":8}]}]`) {
		t.Errorf("%v", err)
	}
	for name, v := range map[string]*node{
		"too deep": chain(200_000, node{}, func(in *node) node { return node{Next: in} }),
		"ring":     {},
		"map":      {Map: map[string]any{}},
		"slice":    {List: make([]node, 1)},
		"any":      {},
	} {
		switch name {
		case "ring":
			v.Next = &node{Next: v}
		case "map":
			v.Map["x"] = v.Map
		case "slice":
			v.List[0].List = v.List
		case "any":
			l := []any{nil}
			l[0] = l
			v.Any = l
		}
		_, err := api.Marshal(v)
		if e, ok := errors.AsType[*json.UnsupportedValueError](err); !ok || !strings.Contains(e.Str, "cycle") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestIndentTooDeep: what can be written, but not indented, is an error at each door.
func TestIndentTooDeep(t *testing.T) {
	var v any
	for range 10_001 {
		v = []any{v}
	}
	api := zetes.Config{EmptyMaps: true, Prefix: ">"}.Freeze()
	for name, run := range map[string]func(w *bytes.Buffer) error{
		"API.Append": func(w *bytes.Buffer) error {
			b, err := api.Append(nil, v)
			w.Write(b)
			return err
		},
		"API.MarshalIndent": func(w *bytes.Buffer) error {
			b, err := api.MarshalIndent(v, ">", "")
			w.Write(b)
			return err
		},
		"API.MarshalTo": func(w *bytes.Buffer) error { return api.MarshalTo(w, v) },
		"Encoder": func(w *bytes.Buffer) error {
			b, err := zetes.TypedEncoderOf[any](api).Marshal(&v)
			w.Write(b)
			return err
		},
		"stream.Encoder": func(w *bytes.Buffer) error { return stream.NewEncoder(w, stream.Using(api)).Encode(v) },
	} {
		var b bytes.Buffer
		var e *json.SyntaxError
		if err := run(&b); !errors.As(err, &e) || b.Len() > 0 {
			t.Errorf("%s: %d bytes, %v", name, b.Len(), err)
		}
		if !long.On() {
			break // encoding/json takes its time to find the words
		}
	}
}

// TestConfigCycle: no value overflows the stack.
func TestConfigCycle(t *testing.T) {
	type ring struct{ Next *ring }
	r := &ring{}
	r.Next = r
	var e *json.UnsupportedValueError
	if _, err := (zetes.Config{EmptyMaps: true}).Freeze().Marshal(r); !errors.As(err, &e) {
		t.Error(err)
	}
	var v any
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	if err := zetes.Strict().Freeze().UnmarshalString(deep, &v); err == nil {
		t.Error("no error")
	}
}

type (
	kept struct {
		ID string `json:"id"`
		*keptBase
		opt.Unknown
		Sub []keptSub `json:"sub,omitempty"`
	}
	keptBase struct{ N int }
	keptSub  struct{ opt.Unknown }
	KeptBase struct {
		N int
		opt.Unknown
	}
	keptDeep struct{ *KeptBase }
)

func TestConfigKeepUnknown(t *testing.T) {
	api := zetes.Config{KeepUnknown: true}.Freeze()
	for in, want := range map[string]string{
		`{"z": [1, 2],"id":"x","\u0061":null,"z":3}`: `{"id":"x","z":[1,2],"a":null,"z":3}`,
		`{"id":"x"}`:                    `{"id":"x"}`,
		`{"sub":[{"q":"<"},{}],"y":{}}`: `{"id":"","sub":[{"q":"\u003c"},{}],"y":{}}`,
	} {
		v := kept{}
		v.Unknown.AddNoCheck("old", []byte("1"))
		if err := api.Unmarshal([]byte(in), &v); err != nil {
			t.Fatal(err)
		}
		if got, err := api.MarshalString(&v); err != nil || got != want {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
	open := zetes.Config{KeepUnknown: true, RejectUnknown: true}.Freeze()
	if err := open.UnmarshalString(`{"z":1}`, new(kept)); err != nil {
		t.Error(err)
	}
	if err := open.UnmarshalString(`{"z":1}`, new(account)); !errors.Is(err, zetes.ReasonUnknownMember) {
		t.Error("a struct that keeps nothing has taken an unknown member:", err)
	}
	var d keptDeep
	if got, err := api.MarshalString(d); err != nil || got != "{}" {
		t.Errorf("%s, %v", got, err)
	}
	if err := api.UnmarshalString(`{"N":1,"m":2}`, &d); err != nil || d.N != 1 {
		t.Fatal(err)
	}
	if got, err := api.MarshalString(d); err != nil || got != `{"N":1,"m":2}` {
		t.Errorf("%s, %v", got, err)
	}
}

// TestResetAbsent: members that the input does not name are zero afterwards, however deep; those that it names are
// decoded over what is there, and null and input that is not JSON change nothing.
func TestResetAbsent(t *testing.T) {
	type part struct{ A, B int }
	type Under struct{ U, V int }
	type all struct {
		P *part
		L []part
		M map[string]*part
		S string
		*Under
	}
	full := func() *all {
		return &all{&part{1, 2}, []part{{3, 4}}, map[string]*part{"k": {5, 6}}, "s", &Under{7, 8}}
	}
	api := zetes.Config{ResetAbsent: true}.Freeze()
	for text, want := range map[string]*all{
		`{}`:                         {Under: &Under{}},
		`null`:                       full(),
		`{"P":{"A":9}`:               full(),
		`{"P":{"A":9},"u":1}`:        {P: &part{A: 9}, Under: &Under{U: 1}},
		`{"L":[{"B":9}],"S":"t"}`:    {L: []part{{0, 9}}, S: "t", Under: &Under{}},
		`{"M":{"k":{},"l":{"A":1}}}`: {M: map[string]*part{"k": {}, "l": {A: 1}}, Under: &Under{}},
		`{"P":{"A":9},"P":{"B":9}}`:  {P: &part{B: 9}, Under: &Under{}},
		`{"P":null,"V":2,"S":null}`:  {S: "s", Under: &Under{V: 2}},
		`{"S":"` + "\\u0041" + `"}`:  {S: "A", Under: &Under{}},
	} {
		got := full()
		if err := api.Unmarshal([]byte(text), got); (err != nil) != !json.Valid([]byte(text)) || !reflect.DeepEqual(got, want) {
			g, _ := json.Marshal(got)
			w, _ := json.Marshal(want)
			t.Errorf("%s: %s, %v, want %s", text, g, err, w)
		}
	}
}

// TestLargestLimit has a limit that one more byte would run over.
func TestLargestLimit(t *testing.T) {
	api := zetes.Config{Limits: zetes.Limits{Bytes: math.MaxInt}}.Freeze()
	var v int
	if err := api.UnmarshalFrom(strings.NewReader("1"), &v); err != nil || v != 1 {
		t.Fatal(v, err)
	}
}
