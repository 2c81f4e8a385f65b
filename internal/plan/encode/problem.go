package encode

import (
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/shape"
)

// A configuration may not be able to write a type, such as the element type of a slice. The type gets a program all the
// same, because some values around it can be written, such as an empty slice. Writing a value of the type itself is an
// error, with the path to the value.

// refusal is the data of an op that fails (runRefused).
type refusal struct {
	exitInfo
	problem *shape.Problem
}

// refuse adds an op that fails with p.
func (w *builder) refuse(p *shape.Problem, offset uintptr) {
	x := &refusal{exitInfo{run: runRefused, typ: p.Type}, p}
	w.exit(&x.exitInfo, offset)
}

func runRefused(m *machine, info *exitInfo, _ unsafe.Pointer, n int) int {
	err := m.placed((*refusal)(unsafe.Pointer(info)).problem, m.bytes(n), n-m.start, nil)
	return m.fail(&fault.Fault{Code: fault.BadType, Type: info.typ, Err: err})
}
