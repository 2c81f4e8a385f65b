package stream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/stream"
)

// tokensOf returns all tokens of a decoder, and how it ended.
func tokensOf(d interface {
	Token() (json.Token, error)
	More() bool
}) (all []string, err error) {
	for {
		more := d.More()
		tok, err := d.Token()
		if err != nil {
			return all, err
		}
		all = append(all, fmt.Sprintf("%T %v %v", tok, tok, more))
	}
}

// TestTokens compares with json.Decoder, which takes the same documents.
func TestTokens(t *testing.T) {
	api := zetes.Config{EmptySlices: true}.Freeze()
	for _, in := range []string{
		``, ` `, `1`, `1 2 "a" null`, `[]`, `{}`, `[1,2,{"a":[true,false,null,"x\u0041"]}, []] {"b":{}} 7`, "{ \"a\" : 1 , \"b\" : [ 2 ] }\n",
		`[1 2]`, `[1,]`, `[,1]`, `{"a" 1}`, `{"a":1,}`, `{1:2}`, `{"a":1 "b":2}`, `[}`, `{]`, `]`, `{"a":}`, `[1`, `{"a"`, `[nul]`, `{"a":[1,{`, `,`, `:`, `[1:2]`,
		`{[`, `{true`, `{-1`, `{"a":1,}`, `{"a":1,2`, `{"a\x":1}`, `[01]`, `1 x`, `{"a":x}`, `{"a":b}`, `[1,,2]`, `{"a"}`, `{"a",1}`, `[[1]2]`, `{"a":{}"b"}`, `[-]`, `{,`,
	} {
		want, wantErr := tokensOf(json.NewDecoder(strings.NewReader(in)))
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			got, err := tokensOf(stream.NewDecoder(r, stream.Using(api)))
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: got %v, want %v", in, got, want)
			}
			if errors.Is(err, io.ErrUnexpectedEOF) {
				// The toolchains differ in what they say of an end where a token should follow.
				if want := fmt.Sprint(wantErr); want != "EOF" && want != "unexpected EOF" && want != "unexpected end of JSON input" {
					t.Errorf("%s: got %v, want %v", in, err, wantErr)
				}
				continue
			}
			syntax, ok := errors.AsType[*json.SyntaxError](err)
			if wantSyntax, wantOK := errors.AsType[*json.SyntaxError](wantErr); ok != wantOK || ok && !strings.HasPrefix(syntax.Error(), wantSyntax.Error()) {
				t.Errorf("%s: got %v, want %v", in, err, wantErr)
			} else if ok && !option.Toolchain.Has(option.TimeByMethod) && *syntax != *wantSyntax {
				t.Errorf("%s: got %#v, want %#v", in, syntax, wantSyntax)
			}
		}
	}
}

func TestTokensAndValues(t *testing.T) {
	type row struct{ N int8 }
	in := `{"head": [1], "rows": [ {"N":1}, {"N":300}, {"N":3} ], "tail": {"x": "y"}} {"N":9}`
	d := stream.NewDecoder(iotest.HalfReader(strings.NewReader(in)), stream.Using(zetes.Strict().Freeze()))
	tokens := func(want ...any) {
		t.Helper()
		for _, w := range want {
			if tok, err := d.Token(); err != nil || tok != w {
				t.Fatalf("got %v, %v, want %v", tok, err, w)
			}
		}
	}
	tokens(json.Delim('{'), "head")
	var head []int
	if err := d.Decode(&head); err != nil || len(head) != 1 {
		t.Fatal(head, err)
	}
	tokens("rows", json.Delim('['))
	var sum int8
	for d.More() {
		var v row
		err := d.Decode(&v)
		if sum += v.N; err == nil {
			continue
		}
		e, ok := err.(*zetes.Error)
		if !ok || e.Pointer != "/rows/1/N" || e.Offset != int64(strings.Index(in, "300")) || e.GoPath() != "row.N" {
			t.Errorf("got %+v", err)
		}
	}
	if sum != 4 {
		t.Errorf("got %d", sum)
	}
	tokens(json.Delim(']'), "tail", json.Delim('{'), "x", "y", json.Delim('}'), json.Delim('}'))
	var v row
	if err := d.Decode(&v); err != nil || v.N != 9 {
		t.Errorf("got %v, %v", v, err)
	}
	if err := d.Decode(&v); err != io.EOF {
		t.Errorf("got %v", err)
	}
}

// TestNoValue asks for a value where the end of an array, or a name, stands: in json.Decoder's words, unless that
// takes names for values.
func TestNoValue(t *testing.T) {
	for _, c := range []struct {
		in     string
		tokens int
	}{
		{`[]`, 1}, {`[[]]`, 2}, {`[1]`, 2}, {`[1,]`, 2}, {`[1}`, 2}, {`{}`, 1}, {`{"a":1}`, 3}, {`{"a":1}`, 1}, {`{"a":1,"b":2}`, 3}, {`{"a"}`, 2}, {`{"a":}`, 2}, {`{x`, 1}, {`{1`, 1}, {`[x`, 1}, {`{,`, 1},
	} {
		want, got := json.NewDecoder(strings.NewReader(c.in)), stream.NewDecoder(strings.NewReader(c.in))
		for range c.tokens {
			want.Token()
			got.Token()
		}
		var v any
		wantErr, err := want.Decode(&v), got.Decode(&v)
		e, ok := err.(*zetes.Error)
		if !ok || e.Err == nil {
			t.Errorf("%s behind %d tokens: got %#v", c.in, c.tokens, err)
			continue
		}
		if wantErr != nil && e.Err.Error() != wantErr.Error() && !option.Toolchain.Has(option.TimeByMethod) {
			t.Errorf("%s behind %d tokens: got %v, want %v", c.in, c.tokens, err, wantErr)
		}
		if again := got.Decode(&v); again != err {
			t.Errorf("%s behind %d tokens: goes on with %v", c.in, c.tokens, again)
		}
	}
}

// TestTokensEnd: a value where a name or an end stands, a limit, and an end in the middle are errors with their
// place that stay.
func TestTokensEnd(t *testing.T) {
	for _, c := range []struct {
		in, pointer string
		decode      bool // behind the first token
	}{
		{`{"a":1}`, "", true}, {`[]`, "/0", true}, {`[`, "/0", false}, {`[0,[[[`, "/1/0", false}, {`{"a":{"b" x`, "/a/b", false}, {`{"a":[1,truX`, "/a/1", false},
	} {
		d := stream.NewDecoder(strings.NewReader(c.in), stream.Using(zetes.Config{Limits: zetes.Limits{Depth: 2}}.Freeze()))
		_, err := d.Token()
		if c.decode {
			var v any
			err = d.Decode(&v)
		}
		for err == nil {
			_, err = d.Token()
		}
		if e, ok := err.(*zetes.Error); !ok || e.Pointer != c.pointer || e.Line != 1 {
			t.Errorf("%s: got %+v", c.in, err)
		}
		if _, again := d.Token(); again != err || d.More() {
			t.Errorf("%s: goes on with %v", c.in, again)
		}
	}
}

// TestTokenRules: limits and rules hold for tokens, and for values in what tokens have opened, at the place where
// they hold for the whole.
func TestTokenRules(t *testing.T) {
	limits := func(l zetes.Limits) zetes.Config { return zetes.Config{Limits: l} }
	unique, utf8 := zetes.Config{RejectDuplicates: true}, zetes.Config{RejectInvalidUTF8: true}
	for _, c := range []struct {
		in    string
		api   zetes.Config
		rule  zetes.Rule // 0 where all is well
		final bool       // the stream ends
	}{
		{`{"a":[1,2,3]}`, limits(zetes.Limits{Elements: 3}), 0, false},
		{`{"a":[1,2,3,4]}`, limits(zetes.Limits{Elements: 3}), zetes.MaxElements, true},
		{`{"a":[1,{},[],{}]}`, limits(zetes.Limits{Elements: 3}), zetes.MaxElements, true},
		{`[[1,2],[3,4],{"a":1,"b":[],"c":{}}]`, limits(zetes.Limits{Elements: 2}), zetes.MaxElements, true},
		{`{"a":1,"b":2,"c":3}`, limits(zetes.Limits{Elements: 2}), zetes.MaxElements, true},
		{`{"a":1,"b":{"b":2},"c":[{"b":1},{"b":1}]}`, unique, 0, false},
		{`{"a":1,"b":{"c":2,"c":3}}`, unique, zetes.UniqueNames, true},
		{`{"a":1,"b":{"c":2},"\u0061":3}`, unique, zetes.UniqueNames, true},
		{`[{"a":1},{"b":[],"":1,"":{}}]`, unique, zetes.UniqueNames, true},
		{"{\"a\":1,\"b\xff\":2}", utf8, zetes.ValidUTF8, false},
		{"{\"a\":[1,\"b\xff\"]}", utf8, zetes.ValidUTF8, false},
		{`{"a":1,"long":2}`, limits(zetes.Limits{String: 3}), zetes.MaxString, false},
		{`{"a":1,"b":["long"]}`, limits(zetes.Limits{String: 3}), zetes.MaxString, false},
		{`{"a":1,"b":[1,1000]}`, limits(zetes.Limits{Number: 3}), zetes.MaxNumber, false},
		{`[{"a":[1]}]`, limits(zetes.Limits{Depth: 3}), 0, false},
		{`[{"a":[1,[2]]}]`, limits(zetes.Limits{Depth: 3}), zetes.MaxDepth, true},
	} {
		api := c.api.Freeze()
		var whole any
		want, _ := errors.AsType[*zetes.Error](api.UnmarshalString(c.in, &whole))
		d := stream.NewDecoder(iotest.HalfReader(strings.NewReader(c.in)), stream.Using(api))
		_, err := tokensOf(d)
		_, again := d.Token()
		checkRule(t, c.in, err, want, c.rule)
		if c.rule != 0 && (again == err) != c.final {
			t.Errorf("%s: goes on with %v", c.in, again)
		}

		// The first token opens; members and elements are decoded as a whole.
		d = stream.NewDecoder(strings.NewReader(c.in), stream.Using(api))
		d.Token()
		for err = nil; err == nil && d.More(); {
			if c.in[0] == '{' {
				_, err = d.Token()
			}
			if err == nil {
				err = d.Decode(&whole)
			}
		}
		if err == nil {
			err = io.EOF
		}
		checkRule(t, c.in+" by values", err, want, c.rule)
	}
}

// checkRule compares err, which a stream ended with, with the error about the whole.
func checkRule(t *testing.T, in string, err error, want *zetes.Error, broken zetes.Rule) {
	t.Helper()
	if broken == 0 {
		if err != io.EOF || want != nil {
			t.Errorf("%s: got %v, as a whole %v", in, err, want)
		}
		return
	}
	e, ok := err.(*zetes.Error)
	rule, _ := errors.AsType[*zetes.RuleError](err)
	if !ok || rule == nil || want == nil || rule.Rule != broken {
		t.Errorf("%s: got %v, as a whole %v", in, err, want)
		return
	}
	wantRule, _ := errors.AsType[*zetes.RuleError](want)
	if *rule != *wantRule || e.Pointer != want.Pointer || e.Offset != want.Offset || e.Line != want.Line || e.Column != want.Column {
		t.Errorf("%s: got %+v at %q, as a whole %+v at %q", in, e, e.Pointer, want, want.Pointer)
	}
}

// TestTokenBytes: the limit on bytes holds for each value at the top, whether it is read as a whole or by tokens.
func TestTokenBytes(t *testing.T) {
	api := zetes.Config{Limits: zetes.Limits{Bytes: 10}}.Freeze()
	for in, fits := range map[string]bool{
		`[1,2,3,44]`: true, `[1,2,3,44 ]`: false, `[1,2,3,4444444444]`: false, `{"a":"bcd"}`: false, `{"a":"bc"}`: true, `[1] [2] [3] [1,2,3,44]`: true,
		`[1,            2]`: false, `1 2 3 4 5 6 7 [] 1234567890`: true, `[1] 12345678901`: false, `[[],[],[]]`: true, `[[],[],[] ,`: false,
	} {
		_, err := tokensOf(stream.NewDecoder(strings.NewReader(in), stream.Using(api)))
		if e, ok := err.(*zetes.Error); fits != (err == io.EOF) || !fits && (!ok || e.Err != stream.ErrValueTooLarge) {
			t.Errorf("%s: got %v", in, err)
		}
	}
}

// TestTokenNamePointer: an error in a name has the path of that member, or where it has no name, of the object.
func TestTokenNamePointer(t *testing.T) {
	for in, pointer := range map[string]string{
		"{\"a\":1,\"b\xff\":2}": "/b\uFFFD", `{"a":1,"b`: "", `{"x":{"a":1,"b\q":2}}`: "/x", `[{"a":1,"\ud800":2}]`: "/0/\uFFFD", `{"a":1,7:2}`: "",
	} {
		e, ok := errors.AsType[*zetes.Error](func() error {
			_, err := tokensOf(stream.NewDecoder(strings.NewReader(in), stream.Using(zetes.Config{RejectInvalidUTF8: true}.Freeze())))
			return err
		}())
		if !ok || e.Pointer != pointer {
			t.Errorf("%s: got %+v at %q", in, e, e.Pointer)
		}
	}
}

// A document with a long array among its members, in memory for one element.
func ExampleDecoder_Token() {
	d := stream.NewDecoder(strings.NewReader(`{"version": 3, "rows": [{"ID": 1}, {"ID": 2}]}`), stream.Using(zetes.Strict().Freeze()))
	for {
		tok, err := d.Token()
		if err != nil {
			fmt.Println(err)
			return
		}
		if tok == json.Delim('[') {
			break
		}
	}
	for d.More() {
		var row struct{ ID int }
		if err := d.Decode(&row); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(row.ID)
	}
	// Output:
	// 1
	// 2
}
