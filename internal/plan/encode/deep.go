package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/wire"
)

// Values that contain themselves, such as a list node whose next pointer is its own address, would be written without
// end. Such cycles are looked for only at depths beyond maxDepth, which few values reach.
//
// A call with encoding/json's own results ends at this depth, and encoding/json is called to get the error. So does a
// value that a codec writes by another machine. Other calls look up each value among the values that contain it: under
// another configuration; in an opt.Value, since encoding/json would follow the cycle until the stack is full; with
// chosen members, since encoding/json would write all; and with a Sink, which may have got a part of the output.

// mostLevels is the largest depth. A goroutine's stack has many times the space for such a recursion.
const mostLevels = 100_000

// fewLevels is a depth at which the output certainly has fewer nested arrays and objects than are allowed
// (wire.MaxDepth, 10,000): one level of recursion writes at most 17 of them (plan.Meaning.Levels), and 400*17 is 6,800.
const fewLevels = 400

// place identifies a value that is being written: if the same place is inside itself, it is a cycle. The address alone
// is not enough, since a struct and its first field have the same one, and so have a slice and a part of it.
type place struct {
	by  unsafe.Pointer // the first op of its program
	at  unsafe.Pointer // the address of the value
	len int            // the length of a []any
}

// ancestors has the values that are being written at depths beyond maxDepth.
type ancestors struct {
	path  []place       // the outermost first
	level map[place]int // the last index of a place in path, or an index that path no longer has
}

// tooDeep is called for the value p at each level beyond m.rules.levels. It returns n, or -1 if p is not to be written.
//
//go:noinline
func (m *machine) tooDeep(p place, n int) int {
	switch {
	case m.depth <= maxDepth && m.cfg.Levels == 0: // m.rules.levels was fewLevels
		if m.cfg.Foreign != nil {
			m.cfg.Foreign.Store(true)
		}
		m.rules.levels = maxDepth
		return n
	case m.depth <= maxDepth:
		return m.fail(&fault.Fault{Code: fault.Depth})
	}
	standard := !m.cfg.Own && !m.cfg.Shape.Plain
	if standard && m.optional.within == 0 && m.choice.members == nil && m.sink == nil || m.nested || m.depth > mostLevels {
		return m.deepFault(n)
	}
	if m.deep == nil {
		m.deep = &ancestors{level: map[place]int{}}
	}
	d, level := m.deep, m.depth-maxDepth-1
	d.path = d.path[:level]
	if i, ok := d.level[p]; ok && i < level && d.path[i] == p {
		if standard && m.optional.within > 0 {
			return m.fail(&fault.Fault{Code: fault.Cycle})
		}
		return m.deepFault(n)
	}
	d.level[p] = level
	d.path = append(d.path, p)
	return n
}

// deepFault ends the encoding with a fault whose offset is the number of open arrays and objects. This number may be
// less than the depth, which pointers raise too.
func (m *machine) deepFault(n int) int {
	var s wire.Scanner
	s.ResetWithin(-mostLevels) // the scanner's own limit on depth must not end the scan
	s.Scan(m.written(n))
	return m.fail(&fault.Fault{Code: fault.Depth, Offset: int64(s.Depth())})
}
