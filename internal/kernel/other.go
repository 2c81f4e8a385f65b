//go:build purego || !amd64

package kernel

import "unsafe"

// These kernels have assembly for amd64 only. Here their twins do the work, or they do nothing and are not called,
// because a function such as WritesStrings returns false. The comments in the files named _amd64.go say what they do.

func Load(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (valid bool) {
	return loadGeneric(dst, src, n, out)
}

func LoadHTML(dst, src unsafe.Pointer, n int, out unsafe.Pointer) (html bool) {
	return loadHTMLGeneric(dst, src, n, out)
}

func PassBlocks(src unsafe.Pointer, nblocks int, n *Nesting) (passed int) {
	return passBlocksGeneric(src, nblocks, n)
}

// CopyNumber copies nothing and returns false, which says nothing about the text.
func CopyNumber(dst, src unsafe.Pointer, n int) (plain bool) { return false }

func WritesStrings() bool { return false }

func WriteStrings(dst unsafe.Pointer, list []string, room int, set *EscapeSet) (done, n int) {
	return 0, 0
}

func WritesIntegers() bool { return false }

func WriteIntegers(dst, src unsafe.Pointer, count, size int, signed bool) (n int) {
	panic("not WritesIntegers")
}

func GathersTokens() bool { return false }

func CompressesTokens() bool { return false }

func GatherTokens(src unsafe.Pointer, nblocks int, t *TokenGroup) (passed int) { return 0 }

func (t *TokenGroup) Grow(from int, right, cells, counted uint64, to *Tree) (late uint64) {
	panic("not CompressesTokens")
}
