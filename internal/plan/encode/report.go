package encode

import (
	"reflect"
	"unsafe"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// If a method of machine can't continue, it calls m.fail and returns the negative position that fail returns; its
// callers return that position too. A fault has no text: callers of this package get the error from encoding/json.

// report has the fault that ended the encoding, and what the error about it needs.
type report struct {
	err      *fault.Fault
	optional optionals
	deep     *ancestors // the values that are being written at depths beyond maxDepth
	coding   coding
	callLog
}

// optionals has what errors about values inside opt.Values need, under encoding/json's meaning.
type optionals struct {
	within int // the number of opt.Values that are being written
	ready  int // the number of bytes that escapes of <, > and & have added to the output of methods in these opt.Values
}

func (m *machine) fail(f *fault.Fault) int {
	m.err = f
	return -1
}

// placed adds to err the path of the value that begins at b[m.start+at], and the steps in deeper. b is the buffer as
// far as it is written. If the beginning of the output was sent to a sink, the path is not known.
func (m *machine) placed(err error, b []byte, at int, deeper []locate.Step) error {
	if m.start < 0 {
		return err
	}
	return locate.WrittenAt(err, b[m.start:], at, deeper)
}

// written returns the part of the value's JSON before n that is in the buffer.
func (m *machine) written(n int) []byte { return m.bytes(n)[max(m.start, 0):] }

// abandon puts the machine, without the caller's values, back into the pool after an error, and returns the error.
func (m *machine) abandon() error {
	var err error = m.err
	if len(m.called) > 0 {
		err = &fault.Called{Fault: m.err, Calls: m.calls()}
	}
	m.err = nil
	m.maps.reset()
	m.choice.chosen = plan.AsNamed
	// The large memory was useless. None is allocated in advance until two more results have been large.
	if s := m.growth.guessed; s != nil {
		s.before.Store(0)
		s.last.Store(0)
	}
	m.put()
	return err
}

// valueInfo has what an error about a value without a JSON form needs.
type valueInfo struct {
	typ    reflect.Type
	named  reflect.Type  // the type that errors of the value's methods name: typ, or a pointer to it
	addr   bool          // the value has an address
	within *optionalExit // the opt.Value around the value, if the error must be an error of its method; or nil
}

// refuse adds an op that fails with p, for a type that can't be written. An empty slice of the type can, for example.
func (w *builder) refuse(p *shape.Problem, offset uintptr) {
	run := func(m *machine, x *exitInfo, _ unsafe.Pointer, n int) int {
		return m.fail(&fault.Fault{Code: fault.BadType, Type: x.typ, Err: m.placed(p, m.bytes(n), n-m.start, nil)})
	}
	w.exit(&exitInfo{run: run, typ: p.Type}, offset)
}
