//go:build !purego

package kernel

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

var useNEON bool

func init() { cpu.Register(cpu.TierNEON, &useNEON) }

// Vectors reports whether the kernels use vector instructions.
func Vectors() bool { return useNEON }

// utf8Blocks reports whether nblocks > 0 blocks of 64 bytes are valid UTF-8. The last character may be incomplete.
//
//go:noescape
func utf8Blocks(src unsafe.Pointer, nblocks int) (valid bool)
