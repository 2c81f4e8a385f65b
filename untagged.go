package zetes

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/report"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/wire"
)

// Untagged unions. The Go types of a union are its cases, and the JSON of a value does not name its case. The case is
// found by the kind of the JSON value, then by its members, and then by decoding it as each case that is left.

// levelsOfTry is a number of levels of nesting. A value that is decoded as two cases, one after the other, is treated
// as if it were nested so many levels deeper; as three or four cases, twice as many, and so on. So the limit on nesting
// also limits how often a part of the input is decoded, if unions contain unions.
const levelsOfTry = 1500

// readUntagged reads a value into the case that it fits.
func (u *union) readUntagged(r *codec.Reader) (p reflect.Value, ok bool) {
	kind := r.Peek()
	if kind == codec.Invalid || kind == codec.End {
		r.Skip() // sets r's error
		return p, false
	}
	c, terms, lent := atWork(r)
	all := u.choicesOf(c)
	var left []*choice
	for i := range all {
		if all[i].reads.has(kind) {
			left = append(left, &all[i])
		}
	}
	if len(left) > 1 && kind == codec.Object {
		raw := desk.Whole(r)
		if raw == nil {
			return p, false
		}
		left = byMembers(raw, left)
	}
	if len(left) == 0 && u.other != nil {
		left = append(left, &choice{typ: u.other})
	}
	switch len(left) {
	case 0:
		r.Fail(fmt.Errorf("zetes: the union has no case for this %v", kind))
		return p, false
	case 1:
		p = reflect.New(left[0].typ)
		ReadValue(r, p.Interface())
		return p, r.Err() == nil
	}
	raw := desk.Whole(r)
	if raw == nil {
		return p, false
	}
	_, at, _, _ := desk.Window(r)
	if c.Options&option.MayAlias != 0 && !lent {
		raw = bytes.Clone(raw)
	}
	start := r.InputOffset()
	call := &decode.Call{Config: c, Depth: int32(terms.Level + levelsOfTry*bits.Len(uint(len(left)-1))), Borrowed: true}
	if lender, ok := terms.Owner.(*plan.Dialect); ok && c.Related(lender) {
		call.Left, call.Checked = terms.Left, lent && c.ValidateFirst
	}
	if call.Depth >= wire.MaxDepth {
		r.Fail(errTries)
		return p, false
	}
	fails := make([]misfit, 0, len(left))
	for _, a := range left {
		p = reflect.New(a.typ)
		f, err := decodeWhole(call, r, p.Interface(), raw)
		if r.Err() != nil {
			return p, false
		}
		if f != nil && (f.Code == fault.Syntax || f.Code == fault.TooDeep && c.Limits.Depth == 0) {
			r.Fail(errTries) // raw is JSON, and its levels and those of the tries are too many together
			return p, false
		}
		if f == nil || f.Code == fault.MuchMemory || isTooDeep(f, err) {
			passed(c, r, raw, at, p.Interface(), f, err, start)
			return p, r.Err() == nil
		}
		fails = append(fails, misfit{a, p, f, err})
	}
	r.Fail(fitsNone(c, kind, raw, fails))
	return p, false
}

// errTries is the error about a value that is nested too deep, because values around it that were decoded as several
// cases count as many levels each (levelsOfTry).
var errTries = &report.Told{Reason: report.TooDeep, Text: "zetes: " + tooManyTries, Words: tooManyTries}

const tooManyTries = "arrays and objects are nested too deep for a union: each value around this one that may be of " +
	"several cases counts as 1,500 or more of 10,000 levels"

// isTooDeep reports whether f, whose error is err, says that the value is nested too deep. Other cases then do not fit
// either, or would take long to try.
func isTooDeep(f *fault.Fault, err error) bool {
	if f.Code == fault.TooDeep {
		return true
	} else if f.Code != fault.Codec {
		return false
	}
	if told, ok := errors.AsType[*report.Told](err); ok {
		return told.Reason == report.TooDeep
	}
	e, ok := errors.AsType[*codec.Error](err)
	return ok && e.Code == codec.TooDeep
}

// misfit is a case that was tried for a value and did not fit.
type misfit struct {
	*choice
	p   reflect.Value // a pointer to the value that was read
	f   *fault.Fault
	err error
}

// mostOfMisfit is the largest length in bytes of the text about one case. A longer text is cut, since for nested unions
// it would contain the texts about all cases of the inner unions.
const mostOfMisfit = 300

// fitsNone returns the error for raw, a value of the given kind, which fits none of the cases in fails under c.
func fitsNone(c *plan.Dialect, kind codec.Kind, raw []byte, fails []misfit) error {
	var texts, words []string
	for _, m := range fails {
		at, text, said := "", m.err.Error(), report.NotTheInput
		if e, ok := tell(c, raw, m.p.Interface(), m.f, m.err).(*Error); ok {
			if e.Pointer != "" {
				at = ", at " + locate.Short(e.Pointer)
			}
			said, text = e.Detail(), e.Err.Error()
			if rule, ok := e.Err.(*RuleError); ok {
				text = rule.words()
			}
		}
		text = cut(strings.TrimPrefix(text, "json: "), mostOfMisfit)
		texts = append(texts, fmt.Sprintf("as %q of type %v%s: %s", m.name, m.typ, at, text))
		words = append(words, fmt.Sprintf("as %q%s: %s", m.name, at, cut(said, mostOfMisfit)))
	}
	text := fmt.Sprintf("the %v fits no case of the union: ", kind)
	return &report.Told{Reason: report.InvalidValue, Text: "zetes: " + text + strings.Join(texts, "; "), Words: text + strings.Join(words, "; ")}
}

// cut returns s, or the start of s if it is longer than n bytes.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// kinds is a set of kinds of JSON values.
type kinds uint16

const allKinds = ^kinds(0)

func kindsOf(of ...codec.Kind) (k kinds) {
	for _, kind := range of {
		k |= 1 << kind
	}
	return k
}

func (k kinds) has(kind codec.Kind) bool { return k&(1<<kind) != 0 }

// readsKinds returns the kinds of JSON values that a t may be read from under c, except for null.
func readsKinds(c *plan.Dialect, t reflect.Type) kinds {
	for ; ; t = t.Elem() {
		if c.HasCodecs() && c.CodecOf(t) != nil || plan.SelfReader(t) != nil || c.Options.Has(option.FuzzyDecode) {
			return allKinds
		}
		if o := shape.OptionalOf(t); o != nil {
			return readsKinds(c, o.Elem)
		}
		switch shape.SpecialOf(t) {
		case shape.Time, shape.Address:
			return kindsOf(codec.String)
		case shape.Number, shape.BigInt:
			return kindsOf(codec.Number, codec.String)
		case shape.RawMessage, shape.Duration:
			return allKinds
		}
		m := shape.MethodsOf(t)
		if do := (m.Value | m.Pointer) & shape.Unmarshals; do == shape.UnmarshalText {
			return kindsOf(codec.String)
		} else if do != 0 {
			return allKinds
		}
		if t.Kind() != reflect.Pointer {
			break
		}
	}
	switch k := t.Kind(); k {
	case reflect.Bool:
		return kindsOf(codec.Bool)
	case reflect.String:
		return kindsOf(codec.String)
	case reflect.Struct, reflect.Map:
		return kindsOf(codec.Object)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return kindsOf(codec.Array, codec.String)
		}
		return kindsOf(codec.Array)
	case reflect.Float32, reflect.Float64:
		if c.Options.Has(option.NonFiniteAsString) {
			return kindsOf(codec.Number, codec.String)
		}
		return kindsOf(codec.Number)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if c.Options.Has(option.LargeIntAsString) {
			return kindsOf(codec.Number, codec.String)
		}
		return kindsOf(codec.Number)
	}
	return allKinds
}

// choice is a case of an untagged union, with the kinds and members by which its values are recognized.
type choice struct {
	typ     reflect.Type
	name    string
	reads   kinds
	open    bool // any object may be of the case: its type reads itself, is a map, or keeps unknown members
	members []choiceMember
	exact   map[string]int // indexes of members by their exact names
	folded  map[string]int // indexes of members by their names in lower case
}

type choiceMember struct {
	reads  kinds
	always bool // the JSON of every value of the case has the member
	unsent bool // the member is only read, never written
}

// choicesOf returns the cases of u under c.
func (u *union) choicesOf(c *plan.Dialect) []choice {
	key := c.Shared()
	if known, ok := u.choices.Load(key); ok {
		return known.([]choice)
	}
	all := make([]choice, len(u.cases))
	for i, uc := range u.cases {
		a := &all[i]
		a.typ, a.name, a.reads = uc.typ, uc.name, readsKinds(c, uc.typ)
		m := u.memberOf(c, uc.typ)
		if a.open = m.all == nil || m.rest; m.all == nil {
			continue
		}
		a.exact, a.folded = map[string]int{}, map[string]int{}
		for j := range m.all.Fields {
			f := &m.all.Fields[j]
			reads := readsKinds(c, f.Type)
			if f.Quoted {
				reads = kindsOf(codec.String)
			}
			if f.Codec != "" || c.Fields[plan.FieldKey{Struct: f.Owner, Name: f.GoName}] != nil {
				reads = allKinds
			}
			a.members = append(a.members, choiceMember{reads, !f.OmitEmpty && !f.OmitZero && len(f.Path) == 0, f.WriteOnly})
			for _, name := range append([]string{f.Name}, f.Aliases...) {
				a.exact[name] = j
				if _, taken := a.folded[shape.FoldFor(0, name)]; !taken && !f.Exact && c.Options.Has(option.FoldNames) {
					a.folded[shape.FoldFor(0, name)] = j
				}
			}
		}
	}
	u.choices.Store(key, all)
	return all
}

// find returns the index of the member with that name, or -1 if the case has no such member.
func (a *choice) find(name string) int {
	if i, ok := a.exact[name]; ok {
		return i
	}
	if i, ok := a.folded[shape.FoldFor(0, name)]; ok {
		return i
	}
	return -1
}

// byMembers returns the cases that raw, an object, may be of, in the order in which they are tried.
func byMembers(raw []byte, cases []*choice) []*choice {
	type score struct {
		*choice
		known, missing, wrong int
		seen                  []bool
	}
	scores := make([]score, len(cases))
	for i, a := range cases {
		scores[i].choice, scores[i].seen = a, make([]bool, len(a.members))
	}
	r := codec.NewBytesReader(raw)
	defer r.Release()
	n, most := 0, 0
	for name := range r.Object() {
		n++
		kind := r.Peek()
		for i := range scores {
			s := &scores[i]
			j := s.find(name)
			if j < 0 || s.seen[j] {
				continue
			}
			s.seen[j] = true
			s.known++
			most = max(most, s.known)
			if kind != codec.Null && !s.members[j].reads.has(kind) {
				s.wrong++
			}
		}
		r.Skip()
	}
	for i := range scores {
		s := &scores[i]
		for j, m := range s.members {
			if m.always && !s.seen[j] {
				s.missing++
			}
		}
		if s.open && (s.members == nil || s.known < most) {
			s.missing = math.MaxInt
		}
	}
	scores = slices.DeleteFunc(scores, func(s score) bool { return !s.open && (s.known < most || s.known == 0 && n > 0) })
	if slices.ContainsFunc(scores, func(s score) bool { return s.wrong == 0 }) {
		scores = slices.DeleteFunc(scores, func(s score) bool { return s.wrong > 0 })
	}
	sort.SliceStable(scores, func(a, b int) bool { return scores[a].missing < scores[b].missing })
	left := make([]*choice, len(scores))
	for i := range scores {
		left[i] = scores[i].choice
	}
	return left
}

// alike returns an error for each pair of cases of an untagged union that can't be told apart.
func (u *union) alike(c *plan.Dialect) (errs []error) {
	all := u.choicesOf(c)
	for i := range all {
		for j := range all[:i] {
			a, b := &all[j], &all[i]
			same := covers(c, a.typ, b.typ)
			if !a.open && !b.open {
				same = !a.lacks(b) && !b.lacks(a)
			}
			if same {
				errs = append(errs, &TypeError{Type: b.typ, Err: fmt.Errorf("a union can't tell its case %q from the case %q of type %v", b.name, a.name, a.typ)})
			}
		}
	}
	return errs
}

// lacks reports whether the JSON of each value of b has a member that a can't read: a has no member with that name, or
// reads it only from kinds of JSON values that b's member never is. By such a member a value of b is told from a value
// of a.
func (a *choice) lacks(b *choice) bool {
	for name, j := range b.exact {
		if !b.members[j].always || b.members[j].unsent {
			continue
		}
		if i := a.find(name); i < 0 || a.members[i].reads&b.members[j].reads == 0 {
			return true
		}
	}
	return false
}

// covers reports whether a t can be read from all JSON from which a value of the type other can be read. Pointers count
// as the types that they point to. covers does not know what structs, types that read themselves, and types such as
// time.Time accept: for a struct it returns false, for the others whether both types are the same.
func covers(c *plan.Dialect, t, other reflect.Type) bool {
	t, other = pointee(t), pointee(other)
	reads := readsKinds(c, other)
	if itself(c, t, shape.Unmarshals) || shape.SpecialOf(t) != shape.Ordinary || reads&^readsKinds(c, t) != 0 {
		return t == other
	}
	k, o := t.Kind(), other.Kind()
	switch {
	case k == reflect.Interface, k == reflect.Bool, k == reflect.String, k == reflect.Float32, k == reflect.Float64:
		return true
	case reads == kindsOf(codec.Number):
		signed := func(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Int64 }
		return o != reflect.Float32 && o != reflect.Float64 && (signed(k) == signed(o) && t.Size() >= other.Size() || signed(k) && t.Size() > other.Size())
	case k == reflect.Map || k == reflect.Slice || k == reflect.Array && t.Elem().Kind() != reflect.Uint8 && !c.Options.Has(option.ExactArrays):
		return (o == reflect.Map || o == reflect.Slice || o == reflect.Array) && covers(c, t.Elem(), other.Elem())
	}
	return false
}
