package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/wire"
)

// A list node that leads to itself would be written without end. Cycles are looked for only beyond maxDepth, which few
// values reach.
//
// Beyond maxDepth a value may be a cycle. Under encoding/json's meaning the toolchain is asked then. Three kinds of
// calls go on instead: under a configuration of the caller's; in an opt.Value, through which the toolchain would follow
// a cycle until the stack is full; and with chosen members, since the toolchain would write all of them. From there on
// each value is looked up among those that contain it: the work for each level is one look into a map, which only such
// values pay for. Values that codecs write in others are not followed further: each has a machine of its own.

// mostLevels is a recursion depth for which a goroutine's stack has many times enough space.
const mostLevels = 100_000

// place is a value that is being written. A place that contains itself is a cycle. The address alone does not identify
// it: a struct and its first field have the same address, and so do a slice and a part of it.
type place struct {
	by  unsafe.Pointer // its program's first op
	at  unsafe.Pointer // its address
	len int            // of a []any
}

// ancestors are the values beyond maxDepth that are being written.
type ancestors struct {
	path  []place       // the outermost first
	level map[place]int // the last index that a place had in path; path may not contain it any more
}

// tooDeep is called at each level beyond m.rules.levels, for the value at p. It returns n if the value is to be
// written, or -1 after m.fail. If another place stands at level[p], the place p has left the path since.
//
//go:noinline
func (m *machine) tooDeep(p place, n int) int {
	if m.depth <= maxDepth {
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

// deepFault ends the run. The fault's offset is the number of open arrays and objects, which is less than the number of
// levels if pointers lead to pointers.
func (m *machine) deepFault(n int) int {
	var s wire.Scanner
	s.ResetWithin(-mostLevels) // the limit of the run does not hold for this value
	s.Scan(m.written(n))
	return m.fail(&fault.Fault{Code: fault.Depth, Offset: int64(s.Depth())})
}
