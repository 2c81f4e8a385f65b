package zetes_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/toolchain"
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
	} {
		want, wantErr := tokensOf(json.NewDecoder(strings.NewReader(in)))
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			got, err := tokensOf(api.NewDecoder(r))
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: got %v, want %v", in, got, want)
			}
			if !toolchain.TimeByMethod {
				// Over version 2 the words for tokens are others, those of jsontext.
				if (errors.Is(err, io.EOF)) != (wantErr == io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%s: got %v, want %v", in, err, wantErr)
				}
				continue
			}
			syntax, ok := errors.AsType[*json.SyntaxError](err)
			if wantSyntax, wantOK := errors.AsType[*json.SyntaxError](wantErr); ok != wantOK || ok && !strings.HasPrefix(syntax.Error(), wantSyntax.Error()) {
				t.Errorf("%s: got %v, want %v", in, err, wantErr)
			}
		}
	}
}

func TestTokensAndValues(t *testing.T) {
	type row struct{ N int8 }
	in := `{"head": [1], "rows": [ {"N":1}, {"N":300}, {"N":3} ], "tail": {"x": "y"}} {"N":9}`
	d := zetes.Strict().Freeze().NewDecoder(iotest.HalfReader(strings.NewReader(in)))
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
		if !ok || e.Pointer != "/rows/1/N" || e.Offset != int64(strings.Index(in, "300")) || e.GoPath != "row.N" {
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

// TestTokensEnd: a value where a name or an end stands, a limit, and an end in the middle are errors with their place that stay.
func TestTokensEnd(t *testing.T) {
	for _, c := range []struct {
		in, pointer string
		decode      bool // behind the first token
	}{
		{`{"a":1}`, "", true}, {`[]`, "/0", true}, {`[`, "/0", false}, {`[0,[[[`, "/1/0", false}, {`{"a":{"b" x`, "/a/b", false}, {`{"a":[1,truX`, "/a/1", false},
	} {
		d := zetes.Config{Limits: zetes.Limits{Depth: 2}}.Freeze().NewDecoder(strings.NewReader(c.in))
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

// A document with a long array among its members, in memory for one element.
func ExampleStreamDecoder_Token() {
	d := zetes.Strict().Freeze().NewDecoder(strings.NewReader(`{"version": 3, "rows": [{"ID": 1}, {"ID": 2}]}`))
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
