// Package chosen has types and a configuration, which gives a meaning to some of what they ask for.
package chosen

import (
	"encoding/json"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/opt"
)

// API has all choices that give meaning to what would be ignored.
var API = Config().Freeze()

func Config() zetes.Config {
	c := zetes.Config{KeepUnknown: true, Defaults: true, Unexported: true, Codecs: []codec.Codec{codec.For(writeColor, readColor)}}
	c.MoreTags = true
	return c
}

type Color struct{ RGB int }

func (*Color) MarshalEasyJSON()   {}
func (*Color) UnmarshalEasyJSON() {}

func writeColor(w *codec.Writer, c *Color) { w.Int(int64(c.RGB)) }
func readColor(r *codec.Reader, c *Color)  { c.RGB = int(r.Int()) }

type Keeps struct {
	opt.Unknown
	Color Color
	name  string `json:"name"`
}

type Tags struct {
	A string `json:"a,intern,nobody"`
}

type Text string

func (Text) MarshalText() ([]byte, error) { panic("nobody calls this") }
func (*Text) UnmarshalText([]byte) error  { panic("nobody calls this") }

type Defaults struct {
	A int8                `default:"300"`
	B int                 `default:"x"`
	C time.Duration       `default:"1"`
	D []int               `default:"{}"`
	E map[string]*[]uint8 `default:"{\"a\":1}"`
	F In                  `default:"{\"Deep\":[1,\"2\"]}"`
	G time.Time           `default:"noon"`
	H json.Number         `default:"1"`
	I string              `default:"as it is"`
	J [2]bool             `default:"[true,1]"`
	K *float32            `default:"1e400"`
	L Level               `default:"debug"`
	M Tree                `default:"{\"Left\":1}"`
	N any                 `default:"[1,"`
}

type In struct{ Deep []int }

type Level uint8

type Tree struct{ Left, Right *Tree }
