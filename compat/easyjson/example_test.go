package easyjson_test

import (
	"fmt"

	"github.com/zetes-json/zetes/compat/easyjson"
	"github.com/zetes-json/zetes/compat/easyjson/jlexer"
	"github.com/zetes-json/zetes/compat/easyjson/jwriter"
	"github.com/zetes-json/zetes/compat/easyjson/opt"
)

// Point has methods that were written by hand for easyjson.
type Point struct {
	X, Y  int
	Label opt.String
}

func (p *Point) UnmarshalEasyJSON(in *jlexer.Lexer) {
	in.Delim('{')
	for !in.IsDelim('}') {
		key := in.UnsafeFieldName(false)
		in.WantColon()
		switch key {
		case "x":
			p.X = in.Int()
		case "y":
			p.Y = in.Int()
		case "label":
			p.Label.UnmarshalEasyJSON(in)
		default:
			in.SkipRecursive()
		}
		in.WantComma()
	}
	in.Delim('}')
}

func (p Point) MarshalEasyJSON(out *jwriter.Writer) {
	out.RawString(`{"x":`)
	out.Int(p.X)
	out.RawString(`,"y":`)
	out.Int(p.Y)
	out.RawString(`,"label":`)
	p.Label.MarshalEasyJSON(out)
	out.RawByte('}')
}

func Example() {
	var p Point
	err := easyjson.Unmarshal([]byte(`{"x": 3, "label": "here", "z": [1, 2]}`), &p)
	fmt.Println(p.X, p.Label, err)
	text, err := easyjson.Marshal(p)
	fmt.Println(string(text), err)
	fmt.Println(easyjson.Unmarshal([]byte(`{"x": 3, "z": [1, 02]}`), &p))
	// Output:
	// 3 here <nil>
	// {"x":3,"y":0,"label":"here"} <nil>
	// parse error: skipped array/object json value is invalid near offset 19 of '{"x": 3, "z": [1, 02]}'
}
