package decode

import (
	"cmp"
	"slices"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// What goes wrong is a fault: of [1,"x",true] into []int the one at 3, a Mismatch with encoding/json's error about "x".
// Decoding goes on behind a value that does not fit, and true is passed over too; only the first fault is returned.
// Bad syntax ends the run, and overrides whatever was noted before.

// report is what has gone wrong, and what the report about that will need.
type report struct {
	fault fault.Fault // the first thing that went wrong; Code None while nothing has
	all   *findings   // where all that goes wrong is noted, or nil
	found *findings   // memory for all, which stays with the state; or nil
	led   []led       // the interfaces around that, innermost first

	spoiled bool // a codec's panic has cut the run short, or somebody else still uses the state's memory
	inValue bool // within an opt.Value whose method is called if anything is wrong

	nestedIn any // the struct that the opt.Value within the outermost one is in: see failedValue
	nestedAt int // how long the fault's path was then

	coding   *node // whose codec was called last
	codingAt int   // where its value starts, plus one; 0: it has returned
}

// findings are what is wrong with an input, for a call that passes over everything that does not fit. Rules for whole
// inputs that are broken are among it, and decoding goes on behind them, but for limits on all values and on memory.
// Rules are looked at first, so they and the values that don't fit are apart, at most most of each.
// Of [1,"x",true] into []int these are two, at 3 and at 7, and the slice becomes 1, 0, 0.
type findings struct {
	most          int
	rules, values []fault.Fault
}

// seek makes s note all that goes wrong, up to most of it, unless that is 0.
func (s *state) seek(most int) {
	if most == 0 {
		return
	}
	if s.found == nil {
		s.found = new(findings)
	}
	s.found.most, s.all = most, s.found
}

// sound reports whether nothing has gone wrong.
func (s *state) sound() bool {
	return s.fault.Code == fault.None && (s.all == nil || len(s.all.rules)+len(s.all.values) == 0)
}

// Faults returns what a call with All has found, in the order of the input, and releases x. Input that is not JSON is
// one fault alone.
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
	// Rules about a struct are checked behind its members.
	slices.SortStableFunc(all, byOffset)
	return all[:min(len(all), s.found.most)]
}

func byOffset(a, b fault.Fault) int { return cmp.Compare(a.Offset, b.Offset) }

// collect notes f among all, up to the limit.
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

// note notes f, behind which decoding goes on.
// Only the first one is kept where one is wanted: later ones cost a comparison.
func (s *state) note(f fault.Fault) {
	if s.all != nil {
		s.collect(f)
	} else if s.fault.Code == fault.None {
		s.fault = f
	}
}

// fail ends the run: the input is not JSON, or is nested too deep. The toolchain finds the words.
// It returns -1, the position that ends every loop on the way out.
func (s *state) fail() int {
	s.fault.Code, s.fault.Err, s.fault.Path = fault.Syntax, nil, nil
	return -1
}

// Failed is a decoding that has found something wrong. The zero Failed has not. What a call with All has found is what
// Faults returns.
// The fault of a run lies in its state, which is given back when the fault has been looked at: most callers read
// it once and make an error of it, and need no copy.
type Failed struct {
	state *state // whose fault it is, or nil
	fault *fault.Fault
}

// finish gives s back, unless it has a fault to tell.
func (s *state) finish() Failed {
	if s.sound() {
		s.release()
		return Failed{}
	}
	return Failed{state: s}
}

// Fault returns what is wrong, or nil. It is valid until Release.
func (x Failed) Fault() *fault.Fault {
	if x.state != nil {
		return &x.state.fault
	}
	return x.fault
}

// Release ends the decoding, whose fault nobody will look at again.
func (x Failed) Release() {
	if x.state != nil {
		x.state.release()
	}
}

// noInput is the fault of empty inputs, for those who look at it and change nothing.
var noInput = fault.Fault{Code: fault.Syntax}

// Take returns what is wrong, or nil, in memory of its own, and releases x.
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

// Err is Take for who wants an error: nil, or a *fault.Fault.
func (x Failed) Err() error {
	if f := x.Take(); f != nil {
		return f
	}
	return nil
}
