package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// What a configuration can't have about a type is the error of each value of the type, with the way to it: a program is
// made all the same, for values that hold none of the type can be written.

// refusal is the exitInfo of runRefused.
type refusal struct {
	exitInfo
	problem *shape.Problem
}

// refuse adds a value whose type the configuration can't have.
func (w *builder) refuse(p *shape.Problem, offset uintptr) {
	x := &refusal{exitInfo{run: runRefused, typ: p.Type}, p}
	w.exit(&x.exitInfo, offset)
}

func runRefused(m *machine, info *exitInfo, _ unsafe.Pointer, n int) int {
	err := m.placed((*refusal)(unsafe.Pointer(info)).problem, m.bytes(n), n-m.start, nil)
	return m.fail(&fault.Fault{Code: fault.BadType, Type: info.typ, Err: err})
}
