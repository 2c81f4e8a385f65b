//go:build purego || !(amd64 || arm64)

package kernel

import "unsafe"

// Masks writes two bitmaps for each block to out: quotes, backslashes and control characters; and bytes that are not
// white space. It reports whether the blocks are valid UTF-8. The comment in kernel_asm.go has the contract.
func Masks(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (valid bool) {
	return masksGeneric(src, nblocks, out)
}

// MasksHTML writes the same bitmaps as Masks. It reports whether a byte may have to be escaped for HTML. The comment in
// kernel_asm.go has the contract.
func MasksHTML(src unsafe.Pointer, nblocks int, out unsafe.Pointer) (html bool) {
	return masksHTMLGeneric(src, nblocks, out)
}

// Brackets writes four bitmaps for each block to out: quotes, backslashes, opening and closing brackets. The comment in
// kernel_asm.go has the contract.
func Brackets(src unsafe.Pointer, nblocks int, out unsafe.Pointer) {
	bracketsGeneric(src, nblocks, out)
}

// Escape copies the n bytes at src to dst as the text of a JSON string, without quotes. The comment in kernel_asm.go
// has the contract.
func Escape(dst, src unsafe.Pointer, n, room int, set *EscapeSet) (consumed, written int) {
	return escapeGeneric(dst, src, n, room, set)
}

// SkipUnicode returns the length of the sequences \uXXXX at the start of the n bytes at src. The comment in
// kernel_asm.go has the contract.
func SkipUnicode(src unsafe.Pointer, n int) (passed int) { return skipUnicodeGeneric(src, n) }

// Vectors returns false: the kernels use no vector instructions.
func Vectors() bool { return false }

func validUTF8(p unsafe.Pointer, n int) bool { return validUTF8Generic(p, n) }
