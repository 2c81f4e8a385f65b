package follow

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Step is one level of a path. In a JSON Pointer it may be both a name and an index, such as the 0 of /a/0: an index in
// arrays, and a name in objects.
type Step struct {
	Name    string
	Index   int // the index of an element, or -1
	IsIndex bool
	IsName  bool
}

// NameStep returns the step to the member with that name. Each byte of the name that is not UTF-8 becomes U+FFFD, as in
// the text of every name.
func NameStep(name string) Step {
	if !utf8.ValidString(name) {
		name = string([]rune(name))
	}
	return Step{Name: name, Index: -1, IsName: true}
}

// IndexStep returns the step to the element with that index.
func IndexStep(index int) Step { return Step{Index: index, IsIndex: true} }

// Path is a path to one value. It is the type that package jsondoc exports as Path.
type Path struct{ steps []Step }

// PathOf returns the path that has the given steps, the outermost first.
func PathOf(steps []Step) Path { return Path{steps} }

// Steps returns the steps, the outermost first. They must not be changed.
func (p Path) Steps() []Step { return p.steps }

// AppendSteps appends the steps in list to steps. A string in list is the name of a member, an integer the index of an
// element, and a path of the type P is appended with all of its steps.
func AppendSteps[P ~struct{ steps []Step }](steps []Step, list []any) ([]Step, error) {
	for _, s := range list {
		switch s := s.(type) {
		case string:
			steps = append(steps, NameStep(s))
			continue
		case int:
			if s >= 0 {
				steps = append(steps, IndexStep(s))
				continue
			}
		case P:
			steps = append(steps, Path(s).steps...)
			continue
		}
		switch v := reflect.ValueOf(s); {
		case v.CanInt() && v.Int() < 0:
			return nil, fmt.Errorf("jsondoc: the index %d of a path: elements are counted from 0, and from their end by a Query alone", v.Int())
		case v.CanInt():
			steps = append(steps, IndexStep(int(min(v.Int(), math.MaxInt))))
		case v.CanUint():
			steps = append(steps, IndexStep(int(min(v.Uint(), math.MaxInt))))
		default:
			return nil, fmt.Errorf("jsondoc: a %T in a path, whose steps are strings, integers and Paths", s)
		}
	}
	return steps, nil
}

// Index returns the index that a part of a JSON Pointer is, such as 7 for "7". The bool is false if part is not an
// index: an index has no sign and no leading zero.
func Index(part string) (int, bool) {
	if part == "" || part[0] < '0' || part[0] > '9' || part[0] == '0' && len(part) > 1 {
		return 0, false
	}
	i, err := strconv.Atoi(part)
	return i, err == nil || errors.Is(err, strconv.ErrRange) // if it is out of range, i is the largest int
}
