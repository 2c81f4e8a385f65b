package encode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
)

// report is what has gone wrong, and what the report about that will need.
type report struct {
	err    *fault.Fault
	within int        // opt.Values that are being written by exits under encoding/json's meaning
	ready  int        // what escaped says of the output of methods within opt.Values
	deep   *ancestors // of a value beyond maxDepth, or nil
	coding coding
}

// fail notes what went wrong and returns the position that says so.
func (m *machine) fail(f *fault.Fault) int {
	m.err = f
	return -1
}

// abandon puts the machine back after an error, which it returns. Scratch may hold what was under way.
func (m *machine) abandon() error {
	err := m.err
	m.err = nil
	m.maps.reset()
	m.keys = m.keys[:0]
	m.put()
	return err
}

// valueInfo is for values that may turn out to have no JSON form.
type valueInfo struct {
	typ   reflect.Type
	named reflect.Type // as errors of methods call it
	addr  bool         // the value has an address

	within *optionalExit // the opt.Value whose method's error this is, or nil
}
