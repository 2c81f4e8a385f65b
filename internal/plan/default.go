package plan

import "github.com/zetes-json/zetes/internal/option"

// V1 is the meaning of encoding/json, V1Plain the same without the escaping of HTML characters. The doors share their
// programs.
var (
	V1      = &Config{Options: option.V1}
	V1Plain = &Config{Options: option.V1 &^ option.EscapeHTML}
)
