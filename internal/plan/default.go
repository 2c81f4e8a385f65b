package plan

import (
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// V1 is the meaning of encoding/json, V1Plain the same without the escaping of HTML characters. The doors share their
// programs.
var (
	V1      = New(option.V1)
	V1Plain = New(option.V1 &^ option.EscapeHTML)
)

// New returns a configuration of those choices alone.
func New(o option.Set) *Config { return &Config{Options: o, Shape: shape.Options{Meaning: o}} }
