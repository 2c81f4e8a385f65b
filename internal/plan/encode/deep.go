package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/wire"
)

// A list node that leads to itself would be written without end, and cycles are not looked for below maxDepth, which
// few values come to.
//
// Beyond maxDepth a value may be a cycle. Under encoding/json's meaning the toolchain is asked then. A
// configuration of one's own goes on, and so does an opt.Value, through which the toolchain would follow a cycle
// until the stack is full, and a call that has chosen members, for the toolchain would write all of them. From there
// they look for the value among those that it is in: the work per level then is a look into a map, which only such
// values pay. Values that codecs write within others are not followed further: each has a machine of its own.

// mostLevels is the recursion that a goroutine's stack has room for many times over.
const mostLevels = 100_000

// place is a value that is being written. One within itself is a cycle. The address alone does not tell: a struct and
// its first field have the same, so do a slice and a part of it.
type place struct {
	by  unsafe.Pointer // what writes it: the first op of a program
	at  unsafe.Pointer // where it lies
	len int            // of a []any
}

// ancestors are the values under way beyond maxDepth.
type ancestors struct {
	path  []place       // outermost first
	level map[place]int // where in the path a place was last; it may have left since
}

// tooDeep is called at each level beyond maxDepth, for the value at p. It returns n if the value is to be written, or
// -1 after m.fail. A place of which level[p] is out of date has left the path since: another stands there.
//
//go:noinline
func (m *machine) tooDeep(p place, n int) int {
	standard := !m.cfg.Own && !m.cfg.Shape.Plain
	if standard && m.within == 0 && m.members == nil && m.sink == nil || m.nested || m.depth > mostLevels {
		return m.deepFault(n)
	}
	if m.deep == nil {
		m.deep = &ancestors{level: map[place]int{}}
	}
	d, level := m.deep, m.depth-maxDepth-1
	d.path = d.path[:level]
	if i, ok := d.level[p]; ok && i < level && d.path[i] == p {
		if standard && m.within > 0 {
			return m.fail(&fault.Fault{Code: fault.Cycle})
		}
		return m.deepFault(n)
	}
	d.level[p] = level
	d.path = append(d.path, p)
	return n
}

// deepFault ends the run. The fault's offset is how many arrays and objects are open: fewer than levels if pointers
// lead to pointers.
func (m *machine) deepFault(n int) int {
	var s wire.Scanner
	s.ResetWithin(-mostLevels) // its own limit does not hold here
	s.Scan(m.written(n))
	return m.fail(&fault.Fault{Code: fault.Depth, Offset: int64(s.Depth())})
}
