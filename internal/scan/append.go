package scan

import (
	"bytes"
	"slices"

	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/num"
)

// Apart returns src, or a copy of src if src lies between the length and the capacity of dst, where wire.AppendCompact
// may overwrite it.
func Apart(dst, src []byte) []byte {
	if mem.Overlap(dst[len(dst):cap(dst)], 0, src) {
		return bytes.Clone(src)
	}
	return src
}

// AppendFloat64 appends f as encoding/json writes it. f is finite. It may overwrite bytes of dst's array after the
// text.
func AppendFloat64(dst []byte, f float64) []byte {
	dst = slices.Grow(dst, num.Room)
	return dst[:len(dst)+num.WriteFloat64(mem.Add(mem.Data(dst), uintptr(len(dst))), f)]
}
