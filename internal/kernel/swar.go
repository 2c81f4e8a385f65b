package kernel

import (
	"encoding/binary"
	"unsafe"
)

const (
	lows  = 0x0101010101010101 // every byte 1
	highs = 0x8080808080808080 // the top bit of every byte
	rest  = highs - lows       // every byte 0x7f
)

func load64(p unsafe.Pointer) uint64     { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }
func load16(p unsafe.Pointer) uint16     { return binary.LittleEndian.Uint16((*[2]byte)(p)[:]) }
func load32(p unsafe.Pointer) uint32     { return binary.LittleEndian.Uint32((*[4]byte)(p)[:]) }
func store64(p unsafe.Pointer, x uint64) { binary.LittleEndian.PutUint64((*[8]byte)(p)[:], x) }
func store16(p unsafe.Pointer, x uint16) { binary.LittleEndian.PutUint16((*[2]byte)(p)[:], x) }
func store32(p unsafe.Pointer, x uint32) { binary.LittleEndian.PutUint32((*[4]byte)(p)[:], x) }

// gather returns the top bits of the bytes of x as 8 bits; the bit of the lowest byte is the lowest. All other bits
// of x must be 0.
func gather(x uint64) uint64 { return (x >> 7) * 0x0102040810204080 >> 56 }
