package guard

import (
	"runtime/debug"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/internal/cpu"
)

// faults reports whether reading the byte at p+d faults.
func faults(p unsafe.Pointer, d int) (bad bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { bad = recover() != nil }()
	sink = *(*byte)(unsafe.Add(p, d))
	return
}

var sink byte

func TestEdges(t *testing.T) {
	m := New(t, 100)
	end, start := m.Ending("abc"), m.Starting("xyz")
	if string(end) != "abc" || string(start) != "xyz" || cap(end) != 3 || cap(start) != 3 {
		t.Fatalf("%q %q", end, start)
	}
	e, s := unsafe.Pointer(&end[0]), unsafe.Pointer(&start[0])
	if faults(e, 2) || faults(s, 0) {
		t.Error("own bytes fault")
	}
	if Trapping && !(faults(e, 3) && faults(s, -1)) {
		t.Error("the edge does not fault")
	}
}

func TestEachKernel(t *testing.T) {
	n := 0
	EachKernel(t, func(t *testing.T) { n++ })
	if n != len(cpu.Tiers()) {
		t.Errorf("%d runs for %v", n, cpu.Tiers())
	}
}
