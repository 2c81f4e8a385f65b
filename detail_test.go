package zetes_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/opt"
)

// textID is an array that reads itself from a text, as UUIDs do, and textLevel an integer that does.
type (
	textID    [2]byte
	textLevel int
)

type quotedInt8 struct {
	V int8 `json:",string"`
}

func (x *textID) UnmarshalText(b []byte) error {
	if len(b) != 2 {
		return errors.New("two characters are wanted")
	}
	copy(x[:], b)
	return nil
}

func (x *textLevel) UnmarshalText(b []byte) error {
	*x = textLevel(strings.Index("low high", string(b)))
	if *x < 0 || len(b) == 0 {
		return errors.New("low or high")
	}
	return nil
}

// proposals are the forms that details propose, and documents in them. What a string must be is the row's.
var proposals = []struct {
	form *regexp.Regexp
	docs func(m []string, text string) []string
}{
	{regexp.MustCompile(`^an integer from (\S+) to ([^\s,]+)(?:, without an? [a-z, ]+)?, or a string of one$`), func(m []string, _ string) []string {
		return []string{m[1], m[2], `"` + m[1] + `"`, `"` + m[2] + `"`}
	}},
	{regexp.MustCompile(`^an? (?:integer|number) from (\S+) to ([^\s,]+)(?:, without an? [a-z, ]+)?$`), func(m []string, _ string) []string { return m[1:] }},
	{regexp.MustCompile(`^an integer(?:, without an? [a-z, ]+)?, or a string of one$`), func([]string, string) []string { return []string{"7", `"7"`} }},
	{regexp.MustCompile(`^an integer, without quotes$`), func([]string, string) []string { return []string{"7"} }},
	{regexp.MustCompile(`^an? (?:signed )?(?:integer|number)(?:, without an? [a-z, ]+)?$`), func([]string, string) []string { return []string{"0", "7"} }},
	{regexp.MustCompile(`^an unsigned integer$`), func([]string, string) []string { return []string{"7"} }},
	{regexp.MustCompile(`^a time such as (.*)$`), func(m []string, _ string) []string { return []string{`"` + m[1] + `"`} }},
	{regexp.MustCompile(`^a duration such as "(.*)"$`), func(m []string, _ string) []string { return []string{`"` + m[1] + `"`} }},
	{regexp.MustCompile(`^a string in base64$`), func([]string, string) []string { return []string{`""`, `"AAAA"`} }},
	{regexp.MustCompile(`^a string$`), func(_ []string, text string) []string { return []string{`"` + text + `"`} }},
	{regexp.MustCompile(`^true or false$`), func([]string, string) []string { return []string{"true", "false"} }},
	{regexp.MustCompile(`^an array$`), func([]string, string) []string { return []string{"[]"} }},
	{regexp.MustCompile(`^an object$`), func([]string, string) []string { return []string{"{}"} }},
}

// proposed returns documents in the form, or nil where that is not known.
func proposed(form, text string) (docs []string) {
	if held, ok := strings.CutPrefix(form, "a string that holds "); ok {
		for _, doc := range proposed(held, text) {
			b, _ := json.Marshal(doc)
			docs = append(docs, string(b))
		}
		return docs
	}
	for _, p := range proposals {
		if m := p.form.FindStringSubmatch(form); m != nil {
			return p.docs(m, text)
		}
	}
	return nil
}

// TestDetailProposes: where a detail says what is wanted, that is accepted, for all kinds, special types, codecs and
// choices, and what it says is got is the kind of the value.
func TestDetailProposes(t *testing.T) {
	named := zetes.Config{CodecNamed: ready.Named}
	plain := zetes.Config{}
	for name, row := range map[string]struct {
		target any    // a struct with a field V
		text   string // in a string, where any but this may be refused
		api    zetes.Config
	}{
		"bool": {struct{ V bool }{}, "", plain}, "string": {struct{ V string }{}, "x", plain},
		"int": {struct{ V int }{}, "", plain}, "int8": {struct{ V int8 }{}, "", plain}, "int16": {struct{ V int16 }{}, "", plain},
		"int32": {struct{ V int32 }{}, "", plain}, "int64": {struct{ V int64 }{}, "", plain}, "uint": {struct{ V uint }{}, "", plain},
		"uint8": {struct{ V uint8 }{}, "", plain}, "uint16": {struct{ V uint16 }{}, "", plain}, "uint32": {struct{ V uint32 }{}, "", plain},
		"uint64": {struct{ V uint64 }{}, "", plain}, "uintptr": {struct{ V uintptr }{}, "", plain},
		"float32": {struct{ V float32 }{}, "", plain}, "float64": {struct{ V float64 }{}, "", plain},
		"slice": {struct{ V []int }{}, "", plain}, "array": {struct{ V [2]int }{}, "", plain}, "byte array": {struct{ V [2]byte }{}, "", plain},
		"map": {struct{ V map[string]int }{}, "", plain}, "struct": {struct{ V struct{ A int } }{}, "", plain}, "pointer": {struct{ V **int8 }{}, "", plain},
		"bytes": {struct{ V []byte }{}, "", plain}, "json.Number": {struct{ V json.Number }{}, "7", plain}, "time": {struct{ V time.Time }{}, "", plain},
		"duration": {struct{ V time.Duration }{}, "", plain}, "big.Int": {struct{ V big.Int }{}, "", plain}, "*big.Int": {struct{ V *big.Int }{}, "", plain},
		"big.Float": {struct{ V *big.Float }{}, "1.5", plain}, "big.Rat": {struct{ V big.Rat }{}, "1/2", plain},
		"addr": {struct{ V netip.Addr }{}, "192.0.2.1", plain}, "addr:port": {struct{ V netip.AddrPort }{}, "192.0.2.1:80", plain},
		"prefix": {struct{ V netip.Prefix }{}, "192.0.2.0/24", plain}, "ID": {struct{ V textID }{}, "ab", plain}, "*ID": {struct{ V *textID }{}, "ab", plain},
		"level": {struct{ V textLevel }{}, "low", plain}, "opt level": {struct{ V opt.Value[textLevel] }{}, "low", plain}, "opt int8": {struct{ V opt.Value[int8] }{}, "", plain},
		"opt time": {struct{ V opt.Value[time.Time] }{}, "", plain},
		"quoted int8": {struct {
			V int8 `json:",string"`
		}{}, "", plain},
		"quoted int": {struct {
			V int `json:",string"`
		}{}, "", plain},
		"quoted uint64": {struct {
			V uint64 `json:",string"`
		}{}, "", plain},
		"quoted float64": {struct {
			V float64 `json:",string"`
		}{}, "", plain},
		"quoted string": {struct {
			V string `json:",string"`
		}{}, "x", plain},
		"quoted opt": {struct {
			V opt.Value[int8] `json:",string"`
		}{}, "", plain},
		"quoted level": {struct {
			V textLevel `json:",string"`
		}{}, "low", plain},
		"quoted duration": {struct {
			V time.Duration `json:",string"`
		}{}, "", plain},
		"quoted big.Int": {struct {
			V *big.Int `json:",string"`
		}{}, "", plain},
		"quoted json.Number": {struct {
			V json.Number `json:",string"`
		}{}, "7", plain},
		"quoted, ints as strings": {struct {
			V int8 `json:",string"`
		}{}, "", zetes.Config{IntsAsStrings: true}},
		"quoted duration, durations as strings": {struct {
			V time.Duration `json:",string"`
		}{}, "", zetes.Config{DurationsAsStrings: true}},
		"big.Int, ints as strings": {struct{ V *big.Int }{}, "", zetes.Config{IntsAsStrings: true}},
		"big.Int, strict":          {struct{ V big.Int }{}, "", zetes.Strict()},
		"opt big.Int":              {struct{ V opt.Value[big.Int] }{}, "", plain},
		"quoted *struct": {struct {
			V *struct{ A int } `json:",string"`
		}{}, "", plain},
		"quoted *[]int": {struct {
			V *[]int `json:",string"`
		}{}, "", plain},
		"raw": {struct{ V json.RawMessage }{}, "", plain},
		"quoted *int8": {struct {
			V *int8 `json:",string"`
		}{}, "", plain},
		"quoted bool": {struct {
			V bool `json:",string"`
		}{}, "", plain},
		"quoted float32": {struct {
			V float32 `json:",string"`
		}{}, "", plain},
		"durations as strings": {struct{ V time.Duration }{}, "", zetes.Config{DurationsAsStrings: true}},
		"bytes as text":        {struct{ V []byte }{}, "hello, no base64!", zetes.Config{BytesAsText: true}},
		"ints as strings":      {struct{ V int8 }{}, "", zetes.Config{IntsAsStrings: true}},
		"uint64 as strings":    {struct{ V uint64 }{}, "", zetes.Config{IntsAsStrings: true}},
		"large ints":           {struct{ V int64 }{}, "", zetes.Config{LargeIntsAsStrings: true}},
		"exact":                {struct{ V int32 }{}, "", zetes.Exact()},
		"strict":               {struct{ V textID }{}, "ab", zetes.Strict()},
		"date": {struct {
			V time.Time `codec:"DateOnly"`
		}{}, "2006-01-02", named},
		"kitchen": {struct {
			V time.Time `codec:"Kitchen"`
		}{}, "3:04PM", named},
		"unix": {struct {
			V time.Time `codec:"unix"`
		}{}, "", named},
		"date or unix": {struct {
			V time.Time `codec:"DateOnly|unix"`
		}{}, "2006-01-02", named},
		"hex": {struct {
			V []byte `codec:"hex"`
		}{}, "00ff", named},
		"seconds": {struct {
			V time.Duration `codec:"sec"`
		}{}, "", named},
		"codec layouts":  {struct{ V time.Time }{}, "Mon, 02 Jan 2006 15:04:05 +0000", zetes.Config{Codecs: []codec.Codec{ready.Layouts(time.RFC1123Z)}}},
		"codec unix":     {struct{ V time.Time }{}, "", zetes.Config{Codecs: []codec.Codec{ready.UnixTime(time.Millisecond)}}},
		"codec duration": {struct{ V time.Duration }{}, "", zetes.Config{Codecs: []codec.Codec{ready.Duration(time.Second)}}},
		"codec text":     {struct{ V time.Duration }{}, "1h0m0s", zetes.Config{Codecs: []codec.Codec{ready.Text(time.Duration.String, time.ParseDuration)}}},
	} {
		api := row.api.Freeze()
		for kind, docs := range map[string][]string{
			"a number": {"5", "-5", "-0", "-0.0", "1.5", "1.0", "1e2", "1e300", "1e400", "70000", "12345678901234567890123"}, "a string": {`""`, `"no such thing"`, `"300"`, `"1.0"`, `"-0"`, `"-1e1"`,
				`"5"`, `"-5"`, `"1m"`, `"-m"`, `"-"`, `"1.5"`, `"01"`, `"0300"`, `"+1"`, `" 1"`, `"1_0"`, `"0x10"`, `"0x1p4"`, `"1e400"`, `"70000"`, `"12345678901234567890123"`, `"true"`, `"null"`, `"\"x\""`, `"\"x"`},
			"true or false": {"true"}, "an array": {`[]`, `["x"]`, `[1,2,3,4]`}, "an object": {`{}`, `{"x":1}`},
		} {
			for _, doc := range docs {
				decode := func(doc string) error {
					return api.UnmarshalString(`{"V":`+doc+`}`, reflect.New(reflect.TypeOf(row.target)).Interface())
				}
				err := decode(doc)
				e, ok := err.(*zetes.Error)
				if !ok {
					continue // it is accepted
				}
				detail := e.Detail()
				got, want, ok := strings.Cut(strings.TrimPrefix(detail, "got "), ", want ")
				if strings.Contains(e.Pointer[1:], "/") || !ok {
					if strings.Contains(detail, "unmarshal") && !strings.HasPrefix(name, "big.") { // whose methods say so
						t.Errorf("%s: %s: %s", name, doc, detail)
					}
					continue // about an element, or in words of its own
				}
				if got != kind && got != doc && got != strings.ReplaceAll(kind, "a string", doc) && got != strings.Trim(doc, `"`) && (got != "another string" || kind != "a string") {
					t.Errorf("%s: %s: %s", name, doc, detail)
				}
				if decode(got) == nil {
					t.Errorf("%s: %s: %s: but %s is accepted", name, doc, detail, got)
				}
				if _, err := strconv.ParseFloat(got, 64); e.Reason() == zetes.ReasonOutOfRange && errors.Is(err, strconv.ErrSyntax) {
					t.Errorf("%s: %s: %s: %v", name, doc, detail, e.Reason())
				}
				list := proposed(want, row.text)
				if list == nil {
					t.Errorf("%s: %s: an unknown proposal: %s", name, doc, detail)
				}
				for _, doc := range list {
					if err := decode(doc); err != nil {
						t.Errorf("%s: %q: %s is refused: %v", name, detail, doc, err)
					}
				}
			}
		}
	}
}

// TestPathOfNames: under a configuration that encoding/json does not have, the path to a name that is no key has the
// name once.
func TestPathOfNames(t *testing.T) {
	err := zetes.Strict().Freeze().UnmarshalString(`{"A":{"x.y":1}}`, new(struct{ A map[int]int }))
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); !ok || typed.Field != "A.x.y" {
		t.Errorf("%v", err)
	}
}

// TestDetailOfKinds has the words for values of types that read themselves.
func TestDetailOfKinds(t *testing.T) {
	for _, row := range []struct {
		target any
		doc    string
		want   string
		reason zetes.Reason
		config zetes.Config
	}{
		{new(textID), `5`, "got a number, want a string", zetes.ReasonWrongKind, zetes.Config{}},
		{new(textID), `[1,2]`, "got an array, want a string", zetes.ReasonWrongKind, zetes.Config{}},
		{new(*big.Float), `{}`, "got an object, want a string", zetes.ReasonWrongKind, zetes.Config{}},
		{new(netip.Addr), `5`, "got a number, want a string", zetes.ReasonWrongKind, zetes.Config{}},
		{new(textLevel), `5`, "got a number, want a string", zetes.ReasonWrongKind, zetes.Config{}},
		{new(time.Duration), `5`, `got a number, want a duration such as "1h30m"`, zetes.ReasonWrongKind, zetes.Config{DurationsAsStrings: true}},
		{new(time.Duration), `true`, `got true or false, want a duration such as "1h30m"`, zetes.ReasonWrongKind, zetes.Config{DurationsAsStrings: true}},
		{new([]byte), `5`, "got a number, want a string", zetes.ReasonWrongKind, zetes.Config{BytesAsText: true}},
		{new(int8), `"300"`, "got 300, want an integer from -128 to 127, or a string of one", zetes.ReasonOutOfRange, zetes.Config{IntsAsStrings: true}},
		{new(int8), `"1.0"`, "got 1.0, want an integer from -128 to 127, without a fraction or an exponent, or a string of one", zetes.ReasonWrongKind, zetes.Config{IntsAsStrings: true}},
		{new(int8), `"3 "`, "got a string, want an integer from -128 to 127, or a string of one", zetes.ReasonInvalidValue, zetes.Config{IntsAsStrings: true}},
		{new(float32), `1e300`, "got 1e300, want a number from -3.4028235e+38 to 3.4028235e+38", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(int8), `1e2`, "got 1e2, want an integer from -128 to 127, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(int64), `1.0`, "got 1.0, want an integer from -9223372036854775808 to 9223372036854775807, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(int8), `1e3`, "got 1e3, want an integer from -128 to 127", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(int8), `1.5`, "got 1.5, want an integer from -128 to 127", zetes.ReasonWrongKind, zetes.Config{}},
		{new(int), `1.5`, "got 1.5, want an integer", zetes.ReasonWrongKind, zetes.Config{}},
		{new(uint64), `15e-1`, "got 15e-1, want an integer from 0 to 18446744073709551615", zetes.ReasonWrongKind, zetes.Config{}},
		{new(big.Int), `0.5`, "got 0.5, want an integer", zetes.ReasonWrongKind, zetes.Config{}},
		{new(big.Int), `1.0`, "got 1.0, want an integer, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(*big.Int), `1e400`, "got 1e400, want an integer", zetes.ReasonWrongKind, zetes.Config{}},
		{new(*big.Int), `-1e2`, "got -1e2, want an integer, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(big.Int), `"1.0"`, "got 1.0, want an integer, without a fraction or an exponent, or a string of one", zetes.ReasonWrongKind, zetes.Config{IntsAsStrings: true}},
		{new(big.Int), `"x"`, "got a string, want an integer, or a string of one", zetes.ReasonInvalidValue, zetes.Config{IntsAsStrings: true}},
		{new(quotedInt8), `{"V":"1.0"}`, "got 1.0, want a string that holds an integer from -128 to 127, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(quotedInt8), `{"V":"1e2"}`, "got 1e2, want a string that holds an integer from -128 to 127, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(quotedInt8), `{"V":"1.5"}`, "got 1.5, want a string that holds an integer from -128 to 127", zetes.ReasonWrongKind, zetes.Config{}},
		{new(quotedInt8), `{"V":"300"}`, "got 300, want a string that holds an integer from -128 to 127", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(quotedInt8), `{"V":"1m"}`, `got "1m", want a string that holds an integer from -128 to 127`, zetes.ReasonInvalidValue, zetes.Config{}},
		{new([]byte), `"!"`, "the text is not base64", zetes.ReasonInvalidValue, zetes.Config{}},
		{new(quotedInt8), `{"V":1.0}`, "got a number, want a string that holds an integer from -128 to 127", zetes.ReasonWrongKind, zetes.Config{}},
		{new(uint8), `-0`, "got -0, want an integer from 0 to 255, without a sign", zetes.ReasonWrongKind, zetes.Config{}},
		{new(uint8), `-0.0`, "got -0.0, want an integer from 0 to 255, without a sign, a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(map[uint8]bool), `{"-0":true}`, "got -0, want an integer from 0 to 255, without a sign", zetes.ReasonWrongKind, zetes.Config{}},
		{new(map[int8]int), `{"x":1}`, "the name is not an integer from -128 to 127", zetes.ReasonWrongKind, zetes.Config{}},
		{new(struct{ A []map[uint16]int }), `{"A":[{"":1}]}`, "the name is not an integer from 0 to 65535", zetes.ReasonWrongKind, zetes.Config{RejectDuplicates: true}},
		{new(map[int8]int), `{"1e2":1}`, "got 1e2, want an integer from -128 to 127, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{}},
		{new(map[int8]int), `{"300":1}`, "got 300, want an integer from -128 to 127", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(uint8), `-1.0`, "got -1.0, want an integer from 0 to 255", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(uint8), `-1`, "got -1, want an integer from 0 to 255", zetes.ReasonOutOfRange, zetes.Config{}},
		{new(time.Time), `"x"`, "got a string, want an integer", zetes.ReasonWrongKind, zetes.Config{Codecs: []codec.Codec{ready.UnixTime(time.Second)}}},
		{new(int8), `128`, "got 128, want an integer from -128 to 127", zetes.ReasonOutOfRange, zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, v *int8) { *v = int8(r.IntBits(8)) })}}},
		{new(uint16), `7e1`, "got 7e1, want an integer from 0 to 65535, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, v *uint16) { *v = uint16(r.UintBits(16)) })}}},
		{new(uint16), `7.5`, "got 7.5, want an integer from 0 to 65535", zetes.ReasonWrongKind, zetes.Config{Codecs: []codec.Codec{codec.For(nil, func(r *codec.Reader, v *uint16) { *v = uint16(r.UintBits(16)) })}}},
		{new(time.Time), `1.5`, "got 1.5, want a signed integer", zetes.ReasonWrongKind, zetes.Config{Codecs: []codec.Codec{ready.UnixTime(time.Second)}}},
		{new(time.Time), `5`, "got a number, want a time such as 2006-01-02T15:04:05Z", zetes.ReasonWrongKind, zetes.Config{}},
		{new(*big.Int), `"5"`, `got "5", want an integer, without quotes`, zetes.ReasonWrongKind, zetes.Config{}},
		{new(time.Time), `"\"x\""`, `got "\"x\"", want a time such as 2006-01-02T15:04:05Z`, zetes.ReasonInvalidValue, zetes.Config{}},
		{new(big.Int), `"x"`, "got a string, want an integer", zetes.ReasonWrongKind, zetes.Config{}},
		{new(time.Time), `1e3`, "got 1e3, want a signed integer, without a fraction or an exponent", zetes.ReasonWrongKind, zetes.Config{Codecs: []codec.Codec{ready.UnixTime(time.Second)}}},
	} {
		e, ok := row.config.Freeze().UnmarshalString(row.doc, row.target).(*zetes.Error)
		if !ok || e.Detail() != row.want || e.Reason() != row.reason {
			t.Errorf("%T from %s: %q, %v, want %q, %v", row.target, row.doc, e.Detail(), e.Reason(), row.want, row.reason)
		}
	}
}
