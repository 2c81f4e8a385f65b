package engine

import (
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

func init() {
	encode.LinkExtras()
	decode.LinkExtras()
}
