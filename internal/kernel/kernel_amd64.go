//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

var useAVX2, useAVX512 bool

func init() {
	cpu.Register(cpu.TierAVX2, &useAVX2)
	cpu.Register(cpu.TierAVX512, &useAVX512)
}

// Vectors reports whether the kernels use vector instructions.
func Vectors() bool { return useAVX2 }

//go:noescape
func masksAVX2(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)

//go:noescape
func masksAVX512(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool)

//go:noescape
func masksHTMLAVX2(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)

//go:noescape
func masksHTMLAVX512(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool)

//go:noescape
func bracketsAVX2(src unsafe.Pointer, nblocks int, out unsafe.Pointer)

//go:noescape
func bracketsAVX512(src unsafe.Pointer, nblocks int, out unsafe.Pointer)

//go:noescape
func escapeAVX2(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)

//go:noescape
func escapeAVX512(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int)

//go:noescape
func skipUnicodeAVX2(src unsafe.Pointer, n int) (passed int)

//go:noescape
func skipUnicodeAVX512(src unsafe.Pointer, n int) (passed int)

//go:noescape
func utf8AVX2(src unsafe.Pointer, nblocks int) (valid bool)

//go:noescape
func utf8AVX512(src unsafe.Pointer, nblocks int) (valid bool)

// utf8Blocks reports whether nblocks > 0 blocks of 64 bytes are valid UTF-8. The last character may be incomplete.
func utf8Blocks(src unsafe.Pointer, nblocks int) (valid bool) {
	if useAVX512 {
		return utf8AVX512(src, nblocks)
	}
	return utf8AVX2(src, nblocks)
}
