// Package plain has types of which much is ignored, and no configuration.
package plain

import (
	"context"
	"time"

	"github.com/zetes-json/zetes/opt"
)

// Writer is another library's.
type Writer struct{}

type (
	Easy  struct{ A int }
	Both  struct{ A int }
	Buf   []int
	Keys  map[Key]Gojay
	Key   int
	Gojay map[string]int
	Token struct{ Secret string }
)

func (Easy) MarshalEasyJSON(w *Writer)                              {}
func (*Easy) UnmarshalEasyJSON(w *Writer)                           {}
func (Both) MarshalEasyJSON(w *Writer)                              {}
func (Both) MarshalJSON() ([]byte, error)                           { panic("nobody calls this") }
func (Buf) MarshalJSONBuf(w *Writer) error                          { return nil }
func (Key) UnmarshalText(text string)                               {}
func (Gojay) MarshalJSONObject(w *Writer)                           {}
func (Token) MarshalJSON(ctx context.Context) ([]byte, error)       { return nil, nil }
func (*Token) UnmarshalJSON(ctx context.Context, data []byte) error { return nil }

// The methods of Aliases and Errs are called: an alias is the type that it stands for. Those of Variadic and Listed are
// not, for ...byte is no []byte.
type (
	Bytes    = []octet
	octet    = uint8
	Err      = error
	Context  = context.Context
	Aliases  struct{ A int }
	Errs     struct{ A int }
	Texts    struct{ A int }
	Variadic struct{ A int }
	Listed   struct{ A int }
	Foreign  struct{ A int }
)

func (*Aliases) UnmarshalJSON(b Bytes) error                        { return nil }
func (Errs) MarshalJSON() ([]byte, Err)                             { return nil, nil }
func (Errs) UnmarshalJSON([]octet) Err                              { return nil }
func (*Texts) UnmarshalText(b Bytes) Err                            { return nil }
func (*Variadic) UnmarshalJSON(b ...byte) error                     { return nil }
func (*Listed) UnmarshalText(a string, b ...Bytes) Err              { return nil }
func (Foreign) MarshalJSON(Context, map[octet]*Err) ([4]octet, Err) { return [4]octet{}, nil }

type Keeps struct {
	A int
	opt.Unknown
}

type Named struct {
	A    int
	Rest opt.Unknown
}

type Tags struct {
	A int    `json:"a,requird"`
	B int    `json:"b,omitEmpty"`
	C int    `json:",inline"`
	D string `json:"d,intern"`
	E int    `json:"-"`
	F int    `json:"f,omitempty,string,required,omitzero"`
	G int    `json: "g"`
	h int    `json:"h"`
	I int    `json:"i" codec:"unix" default:"x"`
}

type Ring struct {
	Next  *Ring
	Maybe opt.Value[Inner]
	Never opt.Int `json:"never,omitempty"`
	Once  opt.Int `json:"once,omitzero"`
	In    struct {
		Bad int `json:"bad,oops"`
	}
}

type Inner struct {
	Time time.Time `json:"time,omitemty"`
}

type Of[T any] struct {
	V T   `json:"v,whatever"`
	W int `json:"w"`
}

type Good struct {
	A    int `json:"a,omitempty"`
	Ring *Good
	T    time.Time
	L    []map[string][2]Good
	Any  any
}
