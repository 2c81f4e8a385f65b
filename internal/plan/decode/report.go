package decode

import (
	"sort"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// The faults of one decoding. For [1,"x",true] into []int the fault is at 3: a Mismatch, with encoding/json's error
// about "x". Decoding goes on after a value that does not fit, and true is skipped too, but only the first fault is
// returned. Bad syntax ends decoding, and replaces any earlier fault.

type report struct {
	fault fault.Fault // the first fault; Code is None if there is none
	all   *findings   // collects all faults if the caller wants them; otherwise nil
	led   []led       // interfaces that contain a value with a fault, inner ones before outer ones: see path.go
}

// findings are all faults of an input: for [1,"x",true] into []int there are two, at 3 and at 7. The rules for whole
// inputs, such as a limit on nesting, are checked before decoding starts (validate.go), so their faults have a list of
// their own. The input is decoded all the same, unless it has too many values or takes too much memory.
type findings struct {
	most          int
	brief         bool // only the first fault needs its path
	rules, values []fault.Fault
	list          []fault.Fault // both lists in the order of the input, with routes; set when decoding has ended
	space         []fault.Step  // memory for the paths
	answers       toolchain.Answers
	texts         mem.Arena // memory for the routes, and for the texts of errors
}

func (s *state) sound() bool {
	return s.fault.Code == fault.None && (s.all == nil || len(s.all.rules)+len(s.all.values) == 0)
}

// misfits returns the number of faults that decoding has stored so far, without those of validate.
func (s *state) misfits() (n int) {
	if s.all != nil {
		n = len(s.all.values)
	}
	if s.fault.Code != fault.None {
		n++
	}
	return n
}

func (s *state) listFaults(t *node) {
	list := s.all.values
	if len(s.all.rules) > 0 {
		list = append(s.all.rules, list...)
	}
	switch s.fault.Code {
	case fault.None:
	case fault.Syntax:
		s.all.list = []fault.Fault{s.fault}
		return
	default: // the fault that has ended decoding, such as a limit
		list = append(list, s.fault)
	}
	for i := 1; i < len(list); i++ {
		if list[i].Offset < list[i-1].Offset { // rules about a struct are checked after its members
			sort.SliceStable(list, func(a, b int) bool { return list[a].Offset < list[b].Offset })
			break
		}
	}
	s.all.list = s.findPaths(t, list[:min(len(list), s.all.most)])
}

// collect adds f to the list of all faults, up to the limit.
func (s *state) collect(f fault.Fault) {
	if n := len(s.all.values); n < s.all.most {
		if n == cap(s.all.values) {
			s.all.values = append(make([]fault.Fault, 0, min(4*n+4, s.all.most)), s.all.values...)
		}
		s.all.values = append(s.all.values, f)
	}
}

// note stores f, and decoding continues. If not all faults are wanted, only the first one is kept.
func (s *state) note(f fault.Fault) {
	if s.all != nil {
		s.collect(f)
	} else if s.fault.Code == fault.None {
		s.fault = f
	}
}

// fail ends decoding because the input is not JSON or is nested too deep, or, under options such as EndAtFault and
// Attempt, because it must be decoded in another way. encoding/json makes the error later. fail returns -1.
func (s *state) fail() int {
	s.fault.Code, s.fault.Err, s.fault.Path = fault.Syntax, nil, nil
	return -1
}
