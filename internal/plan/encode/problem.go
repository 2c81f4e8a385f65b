package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// Types that a configuration can't handle. Their programs are made like other programs, because some values of a type
// around them can be written, such as an empty slice. Writing a value of the type itself is an error, with the path
// to the value.

// refusal is the exitInfo of runRefused.
type refusal struct {
	exitInfo
	problem *shape.Problem
}

// refuse adds an exit that fails with p.
func (w *builder) refuse(p *shape.Problem, offset uintptr) {
	x := &refusal{exitInfo{run: runRefused, typ: p.Type}, p}
	w.exit(&x.exitInfo, offset)
}

func runRefused(m *machine, info *exitInfo, _ unsafe.Pointer, n int) int {
	err := m.placed((*refusal)(unsafe.Pointer(info)).problem, m.bytes(n), n-m.start, nil)
	return m.fail(&fault.Fault{Code: fault.BadType, Type: info.typ, Err: err})
}
