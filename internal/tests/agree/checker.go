package agree

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// Std is encoding/json.
var Std = Library{
	Marshal: stdjson.Marshal, MarshalIndent: stdjson.MarshalIndent, Unmarshal: stdjson.Unmarshal,
	NewEncoder: func(w io.Writer) Encoder { return stdjson.NewEncoder(w) },
	NewDecoder: func(r io.Reader) Decoder { return stdjson.NewDecoder(r) },
}

const (
	maxSize      = 1 << 20 // of a type's values in bytes
	maxFindings  = 3       // for one type
	againLibrary = 9
	shrinkTime   = 2 * time.Second
	shrinkTries  = 4000

	// How often encoding/json must say the same before a difference is one.
	againStd      = 40
	againDoubtful = 300
)

// Checker looks at types.
type Checker struct {
	*universe
	lib   Library
	watch func(Case, phase) // is told what is going to be run

	Counts
}

func (k *Checker) watched(watch func(Case, phase)) { k.watch = watch }

// Counts are what came of the cases of a type.
type Counts struct {
	Cases       int
	Differences int // cases that differ
	Unsteady    int // cases on which encoding/json differs from itself, or keeps what it was given: not counted as differences
	Panics      int // cases on which encoding/json panics: not counted as differences
}

// phase is what is being done.
type phase byte

const (
	idle phase = iota
	inStd
	inLibrary
)

// NewChecker returns a Checker of a library. The types are those that values in interfaces may have.
func NewChecker(lib Library, types []reflect.Type) *Checker { return NewJudged(Std, lib, types) }

// NewJudged returns a Checker that compares with std in place of encoding/json.
func NewJudged(std, lib Library, types []reflect.Type) *Checker {
	return &Checker{universe: newUniverse(std, types), lib: lib, watch: func(Case, phase) {}}
}

// Check tests values of a type until enough says so, but at least for some rounds. It calls found for each finding. A
// round depends only on the seed, the name and the number of the round.
func (k *Checker) Check(t reflect.Type, name string, seed uint64, atLeast int, enough func() bool, found func(Finding)) Counts {
	k.Counts = Counts{}
	h := fnv.New64a()
	io.WriteString(h, name)
	type way struct {
		door int
		kind
	}
	known := map[way]bool{}
	texts := map[string]bool{}
	for i := 0; i < atLeast || !enough(); i++ {
		rnd := rand.New(rand.NewPCG(seed, h.Sum64()+uint64(i)))
		for _, c := range k.round(t, rnd) {
			kind := k.judge(t, c)
			if kind.what == "" || len(texts) >= maxFindings || known[way{c.Door, kind}] {
				continue
			}
			fails := k.fails(t, kind)
			plain := Plainer(c, fails)
			seen := known[way{plain.Door, kind}]
			if known[way{c.Door, kind}], known[way{plain.Door, kind}] = true, true; seen {
				continue
			}
			f := k.finding(t, c, Shrink(plain, fails), kind)
			if text := fmt.Sprintf("%q", []string{string(f.Doc), f.Value, f.What, f.Std, f.Got}); !texts[text] {
				texts[text] = true
				found(f)
			}
		}
	}
	return k.Counts
}

// kind is how a case differs.
type kind struct {
	what  string // nothing if it doesn't
	clean bool   // encoding/json has no error with the first value
}

func kindOf(std, got outcome) kind {
	what, _ := compare(std, got)
	return kind{what, strings.HasPrefix(std.err, "no error")}
}

// fails returns what says whether a case differs in the same way: an error may vanish, but none may come. It is
// false from then on when that has taken long enough.
func (k *Checker) fails(t reflect.Type, want kind) func(Case) bool {
	until := time.Now().Add(shrinkTime)
	tries := 0
	return func(c Case) bool {
		if tries++; tries > shrinkTries || time.Now().After(until) {
			return false
		}
		std, got := k.both(t, c)
		if std.panicked != "" {
			return false
		}
		is := kindOf(std, got)
		return is.what == want.what && (is.clean || !want.clean) && k.steady(t, c, std, 3)
	}
}

// round makes cases: a value for every door that encodes, and documents for doors that decode.
func (k *Checker) round(t reflect.Type, rnd *rand.Rand) []Case {
	k.watch(Case{}, inStd)
	c := freshChoices(rnd)
	v := reflect.New(t).Elem()
	newFiller(k.universe, c).fill(v, 0)
	var list []Case
	for i, d := range doors {
		if d.encodes {
			list = append(list, Case{Door: i, Fill: c.drawn})
		}
	}
	w := &writer{universe: k.universe, c: freshChoices(rnd)}
	for n := range 4 {
		root := k.document(t, v, w)
		if n > 0 {
			root = w.mutate(root)
		}
		doc := w.print(root)
		if n > 0 && w.c.oneIn(8) {
			doc = w.damage(doc)
		}
		list = k.cases(list, doc, c.drawn, rnd)
	}
	return list
}

// document makes one of the value, or of the fields.
func (k *Checker) document(t reflect.Type, v reflect.Value, w *writer) *node {
	if w.c.below(2) == 0 {
		if root := parse(k.written(v)); root != nil {
			return root
		}
	}
	w.left = pick(w.c, []int{10, 40, 40, 200})
	return w.document(t, 0)
}

// written returns what encoding/json writes of a value, or nothing.
func (k *Checker) written(v reflect.Value) (out []byte) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	out, _ = k.std.Marshal(v.Addr().Interface())
	return out
}

// cases puts a document to the plainest door and to three others.
func (k *Checker) cases(list []Case, doc []byte, fill []uint32, rnd *rand.Rand) []Case {
	first := true
	for i, d := range doors {
		if d.encodes || !first && rnd.IntN(len(doors)) > 5 {
			continue
		}
		first = false
		c := Case{Door: i, Doc: doc}
		if d.filled {
			c.Fill = fill
		}
		list = append(list, c)
	}
	return list
}

// judge runs a case with both libraries, counts it, and returns how it differs.
func (k *Checker) judge(t reflect.Type, c Case) kind {
	k.Cases++
	std, got := k.both(t, c)
	if std.panicked != "" {
		k.Panics++
		return kind{}
	}
	if same(std, got) {
		return kind{}
	}
	times := againStd
	if k.Differences > 50 {
		times = 12
	}
	if !k.steady(t, c, std, times) {
		k.Unsteady++
		return kind{}
	}
	k.Differences++
	return kindOf(std, got)
}

func (k *Checker) both(t reflect.Type, c Case) (std, got outcome) {
	k.watch(c, inStd)
	std = run(k.universe, k.std, t, c, false)
	if std.panicked != "" {
		return std, std
	}
	k.watch(c, inLibrary)
	if !doors[c.Door].encodes {
		run(k.universe, k.lib, t, Case{Door: c.Door, Doc: sound}, false)
	}
	got = run(k.universe, k.lib, t, c, true)
	return std, got
}

// sound goes through a door before each document, since after a broken one a library may look at the next as a whole
// before it decodes anything. It is too long for the fast ways for short texts.
var sound = append(bytes.Repeat([]byte(" "), 100), "null"...)

// steady reports whether encoding/json gives std again and again, also if the document is overwritten afterwards.
// Methods that walk over maps, look at the clock or keep their input don't. A map of two entries begins with the
// second one time in eight, so encoding/json is asked more often where the library gives std too when it is asked
// again. The library may begin many maps in a row with the same entry, so encoding/json is always asked often about
// the first differences of output.
func (k *Checker) steady(t reflect.Type, c Case, std outcome, times int) bool {
	if doors[c.Door].encodes && times == againStd {
		times = againDoubtful
	}
	for range 3 {
		k.watch(c, inLibrary)
		if same(std, run(k.universe, k.lib, t, c, true)) {
			times = againDoubtful
		}
	}
	k.watch(c, inStd)
	for range times {
		if !same(std, run(k.universe, k.std, t, c, false)) {
			return false
		}
	}
	if doors[c.Door].encodes {
		return true
	}
	for _, d := range []int{c.Door, plainDecode, plainDecode + 1} {
		c.Door = d
		if !same(run(k.universe, k.std, t, c, false), run(k.universe, k.std, t, c, true)) {
			return false
		}
	}
	return true
}

// finding describes a case that differs by what has become of it, or by itself if that doesn't differ for certain.
func (k *Checker) finding(t reflect.Type, c, small Case, want kind) Finding {
	std, got := k.both(t, small)
	if kindOf(std, got).what != want.what || !k.steady(t, small, std, againStd) {
		small = c
		std, got = k.both(t, c)
	}
	f := k.describe(t, small)
	if f.What, f.Where = compare(std, got); f.What == "" {
		f.What = want.what
	}
	f.Std, f.Got = std.show(f.What), got.show(f.What)
	again := 0
	for range againLibrary {
		if _, got := k.both(t, small); !same(std, got) {
			again++
		}
	}
	if again < againLibrary {
		f.Note = fmt.Sprintf("the library does not always answer so: in %d of %d more runs it did", again, againLibrary)
	}
	return f
}

func same(a, b outcome) bool {
	what, _ := compare(a, b)
	return what == ""
}

// describe says what a case is, without running it.
func (k *Checker) describe(t reflect.Type, c Case) Finding {
	f := Finding{Door: k.lib.call(c), Doc: bytes.Clone(c.Doc)}
	if doors[c.Door].filled {
		v := reflect.New(t).Elem()
		if len(c.Fill) > 0 {
			newFiller(k.universe, keptChoices(c.Fill)).fill(v, 0)
		}
		f.Value = show(v)
	}
	return f
}

// attempt describes a case that may make the program end when the library runs it.
func (k *Checker) attempt(t reflect.Type, c Case) *Finding {
	k.watch(c, inStd)
	f := k.describe(t, c)
	f.Std = run(k.universe, k.std, t, c, false).show("")
	return &f
}
