package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file is for types that a configuration can't handle. The error belongs to each value of such a type, with the
// path to it: a program is made all the same, since values that contain none of the type can be written.

// refusal is the exitInfo of runRefused.
type refusal struct {
	exitInfo
	problem *shape.Problem
}

// refuse adds a value whose type the configuration can't handle.
func (w *builder) refuse(p *shape.Problem, offset uintptr) {
	x := &refusal{exitInfo{run: runRefused, typ: p.Type}, p}
	w.exit(&x.exitInfo, offset)
}

func runRefused(m *machine, info *exitInfo, _ unsafe.Pointer, n int) int {
	err := m.placed((*refusal)(unsafe.Pointer(info)).problem, m.bytes(n), n-m.start, nil)
	return m.fail(&fault.Fault{Code: fault.BadType, Type: info.typ, Err: err})
}
