package report

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
)

// This file finds the part of a Go value that could not be encoded. It walks over the value in the order of encoding,
// up to the part that caused the error. A path looks like Order.Items[3].Price.

// Limits of the walk, which also end it in a value that contains itself.
const (
	maxDepth  = 1000
	maxVisits = 1 << 18
)

// part is one step through a value, in its Go and in its JSON form.
type part struct {
	text string
	step locate.Step
}

// search walks over a value in the order in which the encoder writes it.
type search struct {
	finder
	hit    func(reflect.Value) bool // reports whether a value is searched for
	first  bool                     // stop at the first hit
	bare   bool                     // the outermost value was written without its methods
	branch uint32                   // which parts of the current value are written, as a number for plan.MemberSet; 0 means all
	path   []part
	found  []part // the common part of the paths of all hits
	hits   int
	over   bool // a limit of the walk has ended the search without a result
}

// finder searches a value for parts of it. All searches of a finder count their visits together, and together they may
// make no more than maxVisits.
type finder struct {
	shape  *shape.Options // how fields are found
	chosen plan.MemberSet // which members are written; nil means all
	visits *int
}

// value searches v, in the order of encoding, for values that hit accepts. It returns a path as a Go expression and as
// steps. If first is true, the path leads to the first of these values, otherwise to the innermost value that contains
// all of them. If bare is true, v's own methods are ignored.
func (f finder) value(v reflect.Value, hit func(reflect.Value) bool, first, bare bool) (text string, steps []locate.Step, ok bool) {
	s := &search{finder: f, hit: hit, first: first, bare: bare}
	if s.chosen != nil {
		s.branch = 1
	}
	s.walk(v)
	if s.hits == 0 || s.over {
		return "", nil, false
	}
	var b strings.Builder
	for _, p := range s.found {
		b.WriteString(p.text)
		if p.text != "" {
			steps = append(steps, p.step)
		}
	}
	return b.String(), steps, true
}

// done reports whether the search is over.
func (s *search) done() bool { return s.over || s.hits > 0 && (s.first || len(s.found) == 0) }

func (s *search) walk(v reflect.Value) {
	if !v.IsValid() || s.done() {
		return
	}
	if *s.visits++; *s.visits > maxVisits || len(s.path) > maxDepth {
		s.over = s.hits == 0 || !s.first
		return
	}
	t := v.Type()
	if k := t.Kind(); k != reflect.Interface && s.hit(v) {
		s.note()
		return
	}
	if o := shape.OptionalOf(t); o != nil {
		if v.Field(1).Uint() == uint64(shape.Defined) {
			s.complete(v.Field(0), part{})
		}
		return
	}
	if m := shape.MethodsOf(t); s.bare && len(s.path) == 0 {
		// The outermost value's methods called the encoder themselves: search inside it.
	} else if m.Value&shape.Marshals != 0 && t.Kind() != reflect.Interface || v.CanAddr() && m.Pointer&shape.Marshals != 0 {
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		s.path = append(s.path, part{})
		s.walk(v.Elem())
		s.path = s.path[:len(s.path)-1]
	case reflect.Struct:
		s.fields(v)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.down(v.Index(i), part{"[" + strconv.Itoa(i) + "]", locate.Step{Index: i}})
			if s.done() {
				return
			}
		}
	case reflect.Map:
		s.entries(v, "")
	}
}

// note counts the value at the current path as a hit, and reduces found to the common part of all paths.
func (s *search) note() {
	s.hits++
	if s.hits == 1 {
		s.found = slices.Clone(s.path)
		return
	}
	n := 0
	for n < len(s.found) && n < len(s.path) && s.found[n] == s.path[n] {
		n++
	}
	s.found = s.found[:n]
}

func (s *search) down(v reflect.Value, p part) {
	s.path = append(s.path, p)
	s.walk(v)
	s.path = s.path[:len(s.path)-1]
}

// complete searches v, to which the step p leads. v is written with all of its members, whatever the call has chosen.
func (s *search) complete(v reflect.Value, p part) {
	defer func(branch uint32) { s.branch = branch }(s.branch)
	s.branch = 0
	s.down(v, p)
}

func (s *search) fields(v reflect.Value) {
	of := shape.Fields(v.Type(), s.shape)
	fields, branch := of.Fields, s.branch
	defer func() { s.branch = branch }()
	if !of.Flat() {
		s.branch = 0
	}
	in := s.branch
	for i := range fields {
		f := &fields[i]
		if in != 0 {
			var ok bool
			if s.branch, ok = s.chosen.Of(in, f.Name); !ok {
				continue
			}
		}
		at, err := v.FieldByIndexErr(f.Index)
		if err != nil || f.OmitEmpty && empty(at) || f.OmitZero && at.IsZero() {
			continue
		}
		var b strings.Builder
		locate.Select(&b, v.Type(), f)
		s.down(at, part{b.String(), locate.Step{Name: f.Name, Index: -1}})
	}
	if rest := of.Rest.Map(); rest != nil && !s.done() {
		at, err := v.FieldByIndexErr(rest.Index)
		for err == nil && at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		if err == nil && at.IsValid() {
			var b strings.Builder
			locate.Select(&b, v.Type(), rest)
			s.entries(at, b.String())
		}
	}
}

// empty reports whether the encoder leaves out v under omitempty.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Struct:
		return false
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	}
	return v.IsZero()
}

// entries searches the entries of the map v. field is the text of the step that leads to v, or "".
func (s *search) entries(v reflect.Value, field string) {
	type entry struct {
		name string
		key  reflect.Value
	}
	var entries []entry
	for _, k := range v.MapKeys() {
		entries = append(entries, entry{fmt.Sprint(k), k})
	}
	sort.SliceStable(entries, func(a, b int) bool { return entries[a].name < entries[b].name })
	for _, e := range entries {
		text := e.name
		if e.key.Kind() == reflect.String {
			text = strconv.Quote(text)
		}
		s.complete(v.MapIndex(e.key), part{field + "[" + text + "]", locate.Step{Name: e.name, Index: -1}})
	}
}
