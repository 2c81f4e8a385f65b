package encode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

// If a method of machine, the state of an encoding, can't continue, it calls m.fail and returns the negative position
// that fail returns; its callers return that position too. So each fault is made in one place. A fault has no text:
// callers of this package get the error from encoding/json. The output is dropped.

// report has the fault that ended the encoding, and the information that the error about it needs.
type report struct {
	err      *fault.Fault
	optional optionals
	deep     *ancestors // the values that are being written at depths beyond maxDepth, or nil
	coding   coding
	callLog
}

// optionals has what is needed to make the errors about values inside opt.Values, under encoding/json's meaning.
type optionals struct {
	within int // the number of opt.Values that are being written
	ready  int // number of bytes that escapes of <, > and & have added to the output of methods in these opt.Values
}

// fail stores the fault and returns -1, the position that means an error.
func (m *machine) fail(f *fault.Fault) int {
	m.err = f
	return -1
}

// placed adds to err the path of the value that begins at b[m.start+at]. b is the buffer as far as it is written.
// deeper has further steps of the path, from that value on. If the beginning of the output was sent to a sink, the path
// is not known, and err is returned unchanged.
func (m *machine) placed(err error, b []byte, at int, deeper []locate.Step) error {
	if m.start < 0 {
		return err
	}
	return locate.WrittenAt(err, b[m.start:], at, deeper)
}

// written returns the JSON of the value as far as it is written, up to position n.
func (m *machine) written(n int) []byte { return m.bytes(n)[max(m.start, 0):] }

// abandon puts the machine back into the pool after an error, and returns the error. It clears the entries and names
// of maps, so that the pool does not keep the caller's values alive.
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

// valueInfo has what an error needs to know about a value that may have no JSON form. The op of the value refers to
// it.
type valueInfo struct {
	typ   reflect.Type
	named reflect.Type // the type that errors of the value's methods name: typ, or a pointer to it
	addr  bool         // the value has an address

	within *optionalExit // the opt.Value around the value, if the error must be an error of its method; or nil
}
