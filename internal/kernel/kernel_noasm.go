//go:build purego || !(amd64 || arm64)

package kernel

import "unsafe"

// Masks is documented in kernel_asm.go.
func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	return masksGeneric(src, nblocks, out)
}

// MasksHTML is documented in kernel_asm.go.
func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	return masksHTMLGeneric(src, nblocks, out)
}

// Brackets is documented in kernel_asm.go.
func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	bracketsGeneric(src, nblocks, out)
}

// Escape is documented in kernel_asm.go.
func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int) {
	return escapeGeneric(dst, src, n, room, set)
}

// SkipUnicode is documented in kernel_asm.go.
func SkipUnicode(src unsafe.Pointer, n int) (passed int) { return skipUnicodeGeneric(src, n) }

// Vectors returns false: the kernels use no vector instructions.
func Vectors() bool { return false }

func validUTF8(p unsafe.Pointer, n int) bool { return validUTF8Generic(p, n) }
