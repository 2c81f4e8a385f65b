package encode

import (
	"reflect"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
)

// What has gone wrong. A function that can't go on calls m.fail and returns the negative position that it gets; whoever
// has called it returns that too, up to the one who has begun. So a fault is made once, where it is found, and has no
// words: the doors have encoding/json find them. Nothing of the output counts afterwards.

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

// placed returns err with its place: that of the value which begins at bytes behind the start, and is written as far as
// b goes. Where the beginning of the output was handed on nobody knows the way any more.
func (m *machine) placed(err error, b []byte, at int, deeper []locate.Step) error {
	if m.start < 0 {
		return err
	}
	return locate.WrittenAt(err, b[m.start:], at, deeper)
}

// written returns what there is of the value's JSON up to n.
func (m *machine) written(n int) []byte { return m.bytes(n)[max(m.start, 0):] }

// abandon puts the machine back after an error, which it returns. Scratch may hold what was under way: entries of maps
// and names of keys, through which the pool would keep the caller's values alive.
func (m *machine) abandon() error {
	err := m.err
	m.err = nil
	m.maps.reset()
	m.keys = m.keys[:0]
	m.chosen = plan.AsNamed
	if m.guessed != nil {
		m.guessed.forget()
	}
	m.put()
	return err
}

// valueInfo is for values that may turn out to have no JSON form. The op of such a value carries it, and nobody reads
// it before something is wrong.
type valueInfo struct {
	typ   reflect.Type
	named reflect.Type // as errors of methods call it
	addr  bool         // the value has an address

	within *optionalExit // the opt.Value whose method's error this is, or nil
}
