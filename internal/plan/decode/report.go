package decode

import (
	"cmp"
	"slices"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// An error is a fault: for [1,"x",true] into []int the one at 3, a Mismatch with encoding/json's error about "x".
// Decoding goes on after a value that does not fit, and true is skipped too; only the first fault is returned. Bad
// syntax ends the run, and replaces any earlier fault.

// report is the faults of a run, and the information that errors about them need.
type report struct {
	fault fault.Fault // the first fault; Code is None if there is none
	all   *findings   // all faults are noted here, or nil
	found *findings   // memory for all, which stays with the state, or nil
	led   []led       // the interfaces around the first fault, the innermost first

	spoiled bool // a codec's panic has ended the run, or other code still uses the state's memory
	inValue bool // within an opt.Value whose method is called if anything is wrong

	nestedIn any // the struct that contains the opt.Value within the outermost one: see failedValue
	nestedAt int // length of the fault's path then

	coding   *node // of the codec that was called last
	codingAt int   // start of its value plus one, or 0 after it has returned
}

// findings are all faults of an input, for a call that skips everything that does not fit. They include broken rules
// for whole inputs, after which decoding goes on, except for limits on all values and on memory. Rules are checked
// first, so their faults and those of values that don't fit are in separate lists, each of at most most. For
// [1,"x",true] into []int there are two, at 3 and at 7, and the slice becomes 1, 0, 0.
type findings struct {
	target        *node
	most          int
	rules, values []fault.Fault
}

// seek makes s note all faults of decoding into a t, at most most of them, unless that is 0.
func (s *state) seek(t *node, most int) {
	if most == 0 {
		return
	}
	if s.found == nil {
		s.found = new(findings)
	}
	s.found.target, s.found.most, s.all = t, most, s.found
}

// sound reports whether there is no fault so far.
func (s *state) sound() bool {
	return s.fault.Code == fault.None && (s.all == nil || len(s.all.rules)+len(s.all.values) == 0)
}

// Faults returns the faults that a call with All has found, in the order of the input and with their routes, and
// releases x. Input that is not JSON is a single fault.
func (x Failed) Faults() []fault.Fault {
	s := x.state
	if s == nil {
		if f := x.Take(); f != nil {
			return []fault.Fault{*f}
		}
		return nil
	}
	defer s.release()
	all := s.found.values
	if len(s.found.rules) > 0 {
		all = append(s.found.rules, all...)
	}
	switch s.fault.Code {
	case fault.None:
	case fault.Syntax:
		return []fault.Fault{s.fault}
	default: // a limit that ends decoding, or a key's codec
		all = append(all, s.fault)
	}
	// Rules about a struct are checked after its members.
	slices.SortStableFunc(all, func(a, b fault.Fault) int { return cmp.Compare(a.Offset, b.Offset) })
	return s.findPaths(all[:min(len(all), s.found.most)])
}

// collect adds f to the list of all faults, up to the limit.
func (s *state) collect(f fault.Fault) {
	list := s.all.values
	if len(list) == s.all.most {
		return
	}
	if len(list) == cap(list) {
		list = slices.Grow(list, 3*len(list)+1)
	}
	s.all.values = append(list, f)
}

// note notes f. Decoding goes on. Unless all are wanted only the first one is kept, and later ones cost a comparison.
func (s *state) note(f fault.Fault) {
	if s.all != nil {
		s.collect(f)
	} else if s.fault.Code == fault.None {
		s.fault = f
	}
}

// fail ends the run: the input is not JSON, or is nested too deep. The toolchain finds the words. It returns -1, the
// position that ends every loop on the way out.
func (s *state) fail() int {
	s.fault.Code, s.fault.Err, s.fault.Path = fault.Syntax, nil, nil
	return -1
}

// Failed is the result of a decoding, with its fault if there is one. The zero Failed has none. Faults returns what a
// call with All has found. The fault lies in the run's state, which is given back after the fault has been used: most
// callers read it once to make an error, and need no copy.
type Failed struct {
	state *state // the state with the fault, or nil
	fault *fault.Fault
}

// finish gives s back, unless it has a fault.
func (s *state) finish() Failed {
	if s.sound() {
		s.release()
		return Failed{}
	}
	return Failed{state: s}
}

// Fault returns the fault, or nil. It is valid until Release.
func (x Failed) Fault() *fault.Fault {
	if x.state != nil {
		return &x.state.fault
	}
	return x.fault
}

// Release ends the use of the fault.
func (x Failed) Release() {
	if x.state != nil {
		x.state.release()
	}
}

// noInput is the fault of empty inputs, for callers that do not change it.
var noInput = fault.Fault{Code: fault.Syntax}

// Take returns the fault, or nil, in memory of its own, and releases x.
func (x Failed) Take() *fault.Fault {
	if x.state == nil {
		if x.fault == &noInput {
			return &fault.Fault{Code: fault.Syntax, Err: toolchain.SyntaxError(nil, 0)}
		}
		return x.fault
	}
	f := x.state.fault
	x.state.release()
	return &f
}

// Err is Take for callers that want an error: nil, or a *fault.Fault.
func (x Failed) Err() error {
	if f := x.Take(); f != nil {
		return f
	}
	return nil
}
