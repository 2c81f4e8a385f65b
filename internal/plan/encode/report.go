package encode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

// Errors of a run. A function that can't go on calls m.fail and returns the negative position that it gets; its callers
// return that too. So a fault is made once, where it is found, and has no words: encoding/json finds those for the
// doors. The output is dropped.

// report is the fault of a run, and the information that the error about it needs.
type report struct {
	err      *fault.Fault
	optional optionals
	deep     *ancestors // for a value beyond maxDepth, or nil
	coding   coding
	callLog
}

// optionals counts what exits write in opt.Values under encoding/json's meaning.
type optionals struct {
	within int // number of opt.Values that are being written
	ready  int // the result of escaped for the output of methods in these Values
}

// fail notes the fault and returns the position that means an error.
func (m *machine) fail(f *fault.Fault) int {
	m.err = f
	return -1
}

// placed returns err with its place: that of the value which begins at bytes after the start, and of which b is
// written. If the beginning of the output was written out, the path is not known.
func (m *machine) placed(err error, b []byte, at int, deeper []locate.Step) error {
	if m.start < 0 {
		return err
	}
	return locate.WrittenAt(err, b[m.start:], at, deeper)
}

// written returns the value's JSON up to n.
func (m *machine) written(n int) []byte { return m.bytes(n)[max(m.start, 0):] }

// abandon puts the machine back after an error, which it returns. Scratch memory may hold entries of maps and names of
// keys, through which the pool would keep the caller's values alive.
func (m *machine) abandon() error {
	var err error = m.err
	if len(m.called) > 0 {
		err = &fault.Called{Fault: m.err, Calls: m.calls()}
	}
	m.err = nil
	m.maps.reset()
	m.choice.chosen = plan.AsNamed
	if m.growth.guessed != nil {
		m.growth.guessed.forget()
	}
	m.put()
	return err
}

// valueInfo is for values that may have no JSON form. The op for such a value has it, and it is read only after an
// error.
type valueInfo struct {
	typ   reflect.Type
	named reflect.Type // the name of the type in errors of methods
	addr  bool         // the value has an address

	within *optionalExit // the opt.Value whose method returned this error, or nil
}
