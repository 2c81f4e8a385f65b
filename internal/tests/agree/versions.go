package agree

import (
	"bytes"
	stdjson "encoding/json"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Versions are two versions of a library, of which the later one has options that give it the meaning of the earlier
// one. An explainer finds cases in which their answers differ, and which options keep the earlier answer: it tries them
// one by one, and otherwise leaves them out one by one, as long as the answer stays. Whether there is an error counts,
// but neither its text nor what a target holds after it.
type Versions struct {
	From    Library
	To      func(on Switches) Library // the later version under options
	Options []string                  // their names; under all of them To is From
	Sorts   Switches                  // the option that sorts maps: without it output has no order to compare
	General Switches                  // options that matter for almost all types: fields are not told apart
}

// Switches is a set of options, by their index in Versions.
type Switches uint64

const (
	explainTime  = 500 * time.Millisecond // to make a case small
	orders       = 12                     // how often output is made whose order is random
	maxRepeats   = 4                      // cases of one kind that show no new field, before no more of them are made small
	tagRounds    = 30                     // rounds of a trial of a struct tag
	leastTagging = 20                     // cases that a trial must have
)

// MainVersions is the program that compares two versions of a library.
func MainVersions(v Versions) {
	program("", func(types []reflect.Type) looker { return newExplainer(v, types) })
}

// explainer looks at types under two versions of a library.
type explainer struct {
	Checker
	Versions
	tags map[tagged]string // tags that have been tried, and what came of it
}

type tagged struct {
	field
	set Switches
}

func newExplainer(v Versions, types []reflect.Type) *explainer {
	return &explainer{Checker: *NewJudged(v.From, v.To(v.Sorts), types), Versions: v, tags: map[tagged]string{}}
}

func (k *explainer) all() Switches { return 1<<len(k.Options) - 1 }

// Check is as [Checker.Check], of the two versions.
func (k *explainer) Check(t reflect.Type, name string, seed uint64, atLeast int, enough func() bool, found func(Finding)) Counts {
	k.Counts = Counts{}
	h := fnv.New64a()
	io.WriteString(h, name)
	type way struct { // in which answers differ
		set     Switches
		encodes bool
	}
	repeats, told := map[way]int{}, map[way][]string{}
	known := map[string]bool{}
	for i := 0; i < atLeast || !enough(); i++ {
		rnd := rand.New(rand.NewPCG(seed, h.Sum64()+uint64(i)))
		for _, c := range k.round(t, rnd) {
			if !simple(c) {
				continue
			}
			set := k.judge(t, c)
			for _, want := range k.single(set) {
				w := way{want, c.Encodes()}
				if want&k.General != 0 && repeats[w] > 0 || repeats[w] > maxRepeats {
					continue
				}
				list, looked := k.explain(t, c, set, want, told[w])
				if looked {
					repeats[w]++
				}
				for _, f := range list {
					told[w] = append(told[w], f.Field)
					id := strings.Join(append(f.Options, f.Field), " ") + strconv.FormatBool(c.Encodes())
					if known[id] {
						continue
					}
					known[id], repeats[w] = true, 1
					found(f)
				}
			}
		}
	}
	return k.Counts
}

// simple reports whether a case is one of those that are compared: a value or a document, without anything around it.
func simple(c Case) bool { return c.Door < 2 || c.Door == plainDecode || c.Door == plainDecode+1 }

// single returns the parts of a set.
func (k *explainer) single(set Switches) (list []Switches) {
	for i := range k.Options {
		if bit := Switches(1) << i; set&bit != 0 {
			list = append(list, bit)
		}
	}
	return list
}

// alike reports whether two versions give one answer.
func alike(a, b outcome) bool {
	if a.panicked != "" || b.panicked != "" {
		return a.panicked == b.panicked
	}
	if (a.failed == nil) != (b.failed == nil) || a.failed != nil {
		return a.failed != nil && b.failed != nil
	}
	if a.value.IsValid() && b.value.IsValid() && a.value.Type() != b.value.Type() {
		b.value = b.value.Convert(a.value.Type())
	}
	b.err, b.offset = a.err, a.offset
	return same(a, b)
}

// under runs a case with the later version under options.
func (k *explainer) under(t reflect.Type, c Case, on Switches) outcome {
	k.watch(c, inLibrary)
	return run(k.universe, k.To(on), t, c, false)
}

func (k *explainer) before(t reflect.Type, c Case) outcome {
	k.watch(c, inStd)
	return run(k.universe, k.From, t, c, false)
}

// both are the answers of the two versions, the later one without options: sorted, unless it is the order that differs.
func (k *explainer) both(t reflect.Type, c Case) (std, got outcome) {
	std, got = k.before(t, c), k.under(t, c, k.Sorts)
	for n := 0; alike(std, got) && n < orders && c.Encodes(); n++ {
		got = k.under(t, c, 0)
	}
	return std, got
}

// judge returns the options that keep the earlier answer, or none if the answers are alike.
func (k *explainer) judge(t reflect.Type, c Case) Switches {
	k.Cases++
	std, got := k.both(t, c)
	if std.panicked != "" {
		k.Panics++
		return 0
	}
	unsorted := c.Encodes() && !k.sorted(t, c, std)
	if alike(std, got) && !unsorted {
		return 0
	}
	for range 3 {
		if !alike(std, k.before(t, c)) || !alike(std, k.under(t, c, k.all())) {
			k.Unsteady++
			return 0
		}
	}
	k.Differences++
	set := k.keeping(t, c, std)
	if unsorted {
		set |= k.Sorts
	}
	return set
}

// sorted reports whether the answer stays if nothing but the order of maps is left to chance.
func (k *explainer) sorted(t reflect.Type, c Case, std outcome) bool {
	for range 4 {
		if !alike(std, k.under(t, c, k.all()&^k.Sorts)) {
			return false
		}
	}
	return true
}

// keeping returns the options that keep the earlier answer std: one that is enough, or a set of which all are needed.
func (k *explainer) keeping(t reflect.Type, c Case, std outcome) Switches {
	if alike(std, k.under(t, c, k.Sorts)) {
		return k.Sorts
	}
	bits := k.single(k.all() &^ k.Sorts)
	for _, bit := range bits {
		if alike(std, k.under(t, c, bit|k.Sorts)) {
			return bit
		}
	}
	set := k.all()
	for _, bit := range slices.Backward(bits) {
		if alike(std, k.under(t, c, set&^bit)) {
			set &^= bit
		}
	}
	return set &^ k.Sorts
}

// explain makes a case small for which the options set keep the earlier answer, and without want do not. If the answer
// also depends on want where all other options are set, then these are, so that nothing else differs. It returns a
// finding for each struct field that the difference is about, or one. looked is false for output that only differs in
// the fields told, which is not made small.
func (k *explainer) explain(t reflect.Type, c Case, set, want Switches, told []string) (list []Finding, looked bool) {
	until := time.Now().Add(explainTime)
	std := k.before(t, c)
	clean := std.failed == nil
	keeps, without := set|k.Sorts, (set&^want)|k.Sorts
	if want == k.Sorts || !alike(std, k.under(t, c, k.all()&^want)) {
		keeps, without = k.all(), k.all()&^want
	}
	ask := func(c Case) (std, got outcome, is bool) {
		std = k.before(t, c)
		if std.panicked != "" || clean && std.failed != nil || !alike(std, k.under(t, c, keeps)) {
			return std, got, false
		}
		for n := 0; n < orders && !is; n++ {
			got = k.under(t, c, without)
			if is = !alike(std, got); want != k.Sorts {
				break
			}
		}
		if is && len(told) > 0 && want&k.General == 0 && c.Encodes() {
			at := places(t, c, std, got)
			is = at == nil || slices.ContainsFunc(at, func(at field) bool { return !slices.Contains(told, at.name()) })
		}
		return std, got, is
	}
	if _, _, is := ask(c); !is {
		return nil, false
	}
	fails := func(c Case) bool {
		if time.Now().After(until) {
			k.watch(c, inStd) // there may be much to shrink in vain
			return false
		}
		_, _, is := ask(c)
		return is
	}
	small := Shrink(Plainer(c, fails), fails)
	std, got, is := ask(small)
	if !is {
		return nil, true
	}
	f := k.describe(t, small)
	alone := got
	if want != k.Sorts {
		alone = k.under(t, small, k.all()&^want)
	}
	plain := k.under(t, small, k.Sorts&^want)
	for n := 0; n < orders && want == k.Sorts && alike(std, plain); n++ {
		plain = k.under(t, small, 0)
	}
	switch {
	case alike(std, plain): // want only matters beside other options
		return nil, true
	case k.keeping(t, small, std) == want: // nothing else differs
		got, set = plain, want
	case refuses(plain) && !refuses(alone): // before anything else, a struct tag is to be mended
		return nil, true
	case !alike(std, alone):
		f.Note = "several options matter here: under all of encoding/json but this one, the answer is " + alone.show("value")
		got, set = alone, want
	default:
		set = k.keeping(t, small, std)
	}
	f.What, f.Std, f.Got = "value", std.show("value"), plain.show("value")
	if small.Encodes() {
		f.What = "output"
	}
	if (std.failed == nil) != (got.failed == nil) {
		f.What = "error"
	}
	for i, name := range k.Options {
		if set&(1<<i) != 0 {
			f.Options = append(f.Options, name)
		}
	}
	if set&k.General == 0 {
		for _, at := range places(t, small, std, got) {
			f.Field, f.Tag = at.name(), k.tag(at, set)
			list = append(list, f)
		}
	}
	if list == nil {
		list = []Finding{f}
	}
	return list, true
}

// name returns the name of a field, with its struct type and that type's package.
func (at field) name() string {
	name := at.in.Field(at.index).Name
	if at.in.PkgPath() == "" {
		return at.in.String() + "." + name
	}
	return at.in.PkgPath() + "." + at.in.Name() + "." + name
}

// places returns the struct fields that a difference is about.
func places(t reflect.Type, c Case, std, got outcome) (list []field) {
	if name, in := refused(got.failed); in != nil {
		if sf, ok := in.FieldByName(name); ok && len(sf.Index) == 1 {
			return []field{{in, sf.Index[0]}}
		}
	}
	add := func(path []string, missing bool) {
		if at := fieldAt(t, path, missing); at != nil && !slices.Contains(list, *at) {
			list = append(list, *at)
		}
	}
	switch pointer := pointerOf(got.failed); {
	case pointer != nil:
		add(pointer, false)
	case std.failed != nil || got.failed != nil: // it is in what there is
		var path []string
		for n := parse(c.Doc); n != nil && len(n.list) > 0; n = n.list[0] {
			path = append(path, n.list[0].plain(0))
		}
		add(path, false)
	case c.Encodes():
		if a, b := parse(std.out), parse(got.out); a != nil && b != nil {
			partings(a, b, nil, add)
		}
	case string(bytes.TrimSpace(c.Doc)) == "null": // it is about all there is
	default:
		c := comparer{met: map[[2]uintptr]bool{}}
		if c.differ(std.value, got.value); c.field != nil && c.field.in != nil {
			list = append(list, *c.field)
		}
	}
	return list
}

// pointerOf returns the JSON pointer that an error has in a field JSONPointer, as errors of encoding/json/v2 have.
func pointerOf(err error) (path []string) {
	v := reflect.Indirect(reflect.ValueOf(err))
	if v.Kind() != reflect.Struct {
		return nil
	}
	p := v.FieldByName("JSONPointer")
	if p.Kind() != reflect.String || p.Len() == 0 {
		return nil
	}
	for token := range strings.SplitSeq(p.String()[1:], "/") {
		path = append(path, strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
	}
	return path
}

// refusal is how encoding/json/v2 begins to say what it has against a struct field.
var refusal = regexp.MustCompile(`Go struct fields? (\pL[\pL\pN_]*) `)

// refused returns the field that encoding/json/v2 refuses, and its struct type, which its errors have in a field
// GoType.
func refused(err error) (name string, in reflect.Type) {
	v := reflect.Indirect(reflect.ValueOf(err))
	if v.Kind() != reflect.Struct {
		return "", nil
	}
	goType := v.FieldByName("GoType")
	words := refusal.FindStringSubmatch(err.Error())
	if !goType.IsValid() || words == nil {
		return "", nil
	}
	if in, _ = goType.Interface().(reflect.Type); in == nil || in.Kind() != reflect.Struct {
		return "", nil
	}
	return words[1], in
}

func refuses(o outcome) bool {
	_, in := refused(o.failed)
	return in != nil
}

// plain returns the name of a member, or the index of an element.
func (n *node) plain(i int) string {
	var name string
	if stdjson.Unmarshal([]byte(n.name), &name) == nil {
		return name
	}
	return strconv.Itoa(i)
}

// partings calls found with the path to each value in which two documents differ, and whether one of them lacks it.
func partings(a, b *node, path []string, found func(path []string, missing bool)) {
	if a.open != b.open || a.open == 0 {
		if a.open != b.open || a.text != b.text {
			found(path, false)
		}
		return
	}
	rest := slices.Clone(b.list)
	for i, in := range a.list {
		at := slices.IndexFunc(rest, func(n *node) bool { return a.open == '[' || n.name == in.name })
		path := append(path[:len(path):len(path)], in.plain(i))
		if at < 0 {
			found(path, true)
			continue
		}
		if partings(in, rest[at], path, found); a.open == '{' && at > 0 && len(a.list) == len(b.list) {
			found(path[:len(path)-1], false) // members in another order
		}
		rest = slices.Delete(rest, at, at+1)
	}
	for i, in := range rest {
		found(append(path[:len(path):len(path)], in.plain(len(a.list)+i)), true)
	}
}

// fieldAt returns the last struct field on a path into values of t, or nil if there is none, or if the path leads to
// what an interface holds: then the difference is about that value's type, and not about the field, unless the field is
// missing.
func fieldAt(t reflect.Type, path []string, missing bool) (at *field) {
	for _, name := range path {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Slice, reflect.Array, reflect.Map:
			t = t.Elem()
		case reflect.Interface:
			return nil
		case reflect.Struct:
			next := fieldNamed(t, name, 0)
			if next == nil {
				return at
			}
			at = next
			t = at.in.Field(at.index).Type
		default:
			return at
		}
	}
	if t.Kind() == reflect.Interface && !missing {
		return nil
	}
	return at
}

// fieldNamed returns the field of a struct type with a JSON name, also of structs that are embedded.
func fieldNamed(t reflect.Type, name string, depth int) (at *field) {
	for i := range t.NumField() {
		sf := t.Field(i)
		own, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous && own == "" {
			in := sf.Type
			if in.Kind() == reflect.Pointer {
				in = in.Elem()
			}
			if in.Kind() == reflect.Struct && depth < maxDepth && at == nil {
				at = fieldNamed(in, name, depth+1)
				continue
			}
		}
		if own == "" {
			own = sf.Name
		}
		if sf.IsExported() && (own == name || at == nil && strings.EqualFold(own, name)) {
			at = &field{t, i}
		}
	}
	return at
}

// tag returns a struct tag for a field under which both versions give the earlier answer, or "". It tries some, with a
// struct of this field alone, under all options but set.
func (k *explainer) tag(at field, set Switches) (better string) {
	id := tagged{at, set}
	if tag, ok := k.tags[id]; ok {
		return tag
	}
	sf := at.in.Field(at.index)
	text := sf.Tag.Get("json")
	name, list, _ := strings.Cut(text, ",")
	if name == "" {
		name = sf.Name
	}
	has := strings.Split(list, ",")
	for _, o := range []string{"omitempty", "string"} {
		i := slices.Index(has, o)
		if i < 0 || sf.Anonymous || better != "" {
			continue
		}
		for _, instead := range [][]string{{"omitzero"}, nil} {
			if slices.Contains(has, "omitzero") {
				instead = nil
			}
			if o != "omitempty" && instead != nil {
				continue
			}
			next := strings.Join(append([]string{name}, slices.Concat(has[:i], instead, has[i+1:])...), ",")
			if k.tagKeeps(sf.Type, strings.Join([]string{name, list}, ","), next, set) {
				if own, _, _ := strings.Cut(text, ","); own == "" {
					next = strings.TrimPrefix(next, name)
				}
				better = `json:"` + next + `"`
				break
			}
		}
	}
	k.tags[id] = better
	return better
}

// tagKeeps reports whether a field with the tag next, in place of was, is treated by both versions as it was by the
// earlier one, the later version being under all options but set. Some case must show that this is not so with was.
func (k *explainer) tagKeeps(t reflect.Type, was, next string, set Switches) bool {
	of := func(tag string) reflect.Type {
		return reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: reflect.StructTag(`json:"` + tag + `"`)}})
	}
	from, to := of(was), of(next)
	k = newExplainer(k.Versions, []reflect.Type{reflect.TypeFor[int]()}) // other types in interfaces may differ themselves
	rnd := rand.New(rand.NewPCG(1, 2))
	n, shows := 0, false
	for range tagRounds {
		for _, c := range k.round(from, rnd) {
			if !simple(c) {
				continue
			}
			std := k.before(from, c)
			if !alike(std, k.under(from, c, k.all())) {
				continue
			}
			n++
			if !alike(std, k.before(to, c)) || !alike(std, k.under(to, c, (k.all()&^set)|k.Sorts)) {
				return false
			}
			shows = shows || !alike(std, k.under(from, c, (k.all()&^set)|k.Sorts))
		}
	}
	return shows && n >= leastTagging
}
