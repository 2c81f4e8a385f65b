//go:build purego || !(amd64 || arm64)

package kernel

import (
	"unicode/utf8"
	"unsafe"
)

// Without assembly the twins do the work. The comments in kernel_asm.go say what these functions do.

func Vectors() bool { return false }

func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	return masksGeneric(src, nblocks, out)
}

func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	return masksHTMLGeneric(src, nblocks, out)
}

func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	bracketsGeneric(src, nblocks, out)
}

func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int) {
	return escapeGeneric(dst, src, n, room, set)
}

func SkipUnicode(src unsafe.Pointer, n int) (passed int) { return skipUnicodeGeneric(src, n) }

func ValidUTF8(b []byte) bool { return utf8.Valid(b) }

func encodeBase64(_, _ unsafe.Pointer, _ int) (done int) { return 0 }

func decodeBase64(_, _ unsafe.Pointer, _ int) (done int) { return 0 }
