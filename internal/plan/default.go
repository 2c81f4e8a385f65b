package plan

import (
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/shape"
)

// V1 is the meaning of encoding/json, V1Plain the same without the escaping of HTML characters. The doors share their
// programs.
var (
	V1      = &Config{Options: option.V1, Shape: shape.Options{Meaning: option.V1}}
	V1Plain = &Config{Options: option.V1 &^ option.EscapeHTML, Shape: shape.Options{Meaning: option.V1}}
)
