package anytype

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// group is a group of types while it is made. Values of a type hold values of types before it only, whatever they
// point to, so that all have a size.
type group struct {
	rnd   *rand.Rand
	n     int
	v2    bool // most types are such that encoding/json/v2 takes them
	types []*decl
}

// decl is the declaration of a type.
type decl struct {
	name    string
	form    form
	body    string   // the type that it is of
	args    []string // of a generic type: the arguments that it is looked at with
	bound   string   // of a generic type: the constraint of its parameter
	equal   bool     // values can be compared
	words   int      // size of a value, roughly
	parts   parts    // of a struct
	methods []method
	fields  []string // names of a struct's fields
	embeds  bool     // one of them is embedded
}

// form is what a type is.
type form int

const (
	aStruct form = iota
	aGeneric
	aScalar // string, number or bool
	aSlice
	aMap
	anArray
	aCopy // of another type, without its methods
	aPointer
	anInterface
)

// forms are as frequent as they are here.
var forms = slices.Concat(
	slices.Repeat([]form{aStruct}, 21), slices.Repeat([]form{aGeneric}, 4), slices.Repeat([]form{aScalar}, 4),
	[]form{aSlice, aSlice, aMap, aMap, anArray, aCopy, aCopy, aPointer, anInterface, anInterface},
)

// suffixes make names of types longer.
var suffixes = []string{"", "", "", "", "Of", "Record", "_", "é", "InANameThatIsLongerThanTheOthers"}

func pick[T any](rnd *rand.Rand, from []T) T { return from[rnd.IntN(len(from))] }

// oneIn is true once in n times.
func (g *group) oneIn(n int) bool { return g.rnd.IntN(n) == 0 }

func newGroup(rnd *rand.Rand, n int, v2 bool) *group {
	g := &group{rnd: rnd, n: n, v2: v2}
	for i := range pick(rnd, []int{1, 2, 2, 3, 3, 3, 4, 4, 5}) {
		name := fmt.Sprintf("%c%d%s", 'A'+i, n, pick(rnd, suffixes))
		if g.oneIn(3) {
			// Exported and unexported names that fold to the same are wanted too.
			name = fmt.Sprintf("%c%d%s", 'a'+rnd.IntN(i+1), n, strings.TrimPrefix(name, name[:1+len(fmt.Sprint(n))]))
		}
		for g.named(name) != nil {
			name += "x"
		}
		d := &decl{name: name, form: pick(rnd, forms)}
		if d.form == aGeneric {
			d.bound = pick(rnd, []string{"any", "any", "any", "comparable", "~string | ~int"})
		}
		g.types = append(g.types, d)
	}
	if g.types[0].form == aCopy {
		g.types[0].form = aStruct // there is nothing to copy
	}
	for i, d := range g.types {
		g.make(i, d)
	}
	for _, d := range g.types {
		if d.form == aGeneric {
			for range 1 + rnd.IntN(2) {
				d.args = append(d.args, g.argument(len(g.types), d, true).text)
			}
			slices.Sort(d.args)
			d.args = slices.Compact(d.args)
		}
	}
	return g
}

func (g *group) named(name string) *decl {
	for _, d := range g.types {
		if d.name == name {
			return d
		}
	}
	return nil
}

// make decides what a type is of, and its methods.
func (g *group) make(i int, d *decl) {
	part := func(hold bool) expr { return g.express(place{at: i, hold: hold, depth: 1}) }
	switch d.form {
	case aStruct, aGeneric:
		g.structure(i, d)
	case aScalar:
		d.body, d.equal, d.words = pick(g.rnd, scalars), true, 1
	case aSlice:
		d.body, d.words = "[]"+part(false).text, 3
	case aMap:
		d.body, d.words = "map["+g.key(place{at: i})+"]"+part(false).text, 1
	case anArray:
		e, n := part(true), g.rnd.IntN(4)
		d.body, d.equal, d.words = fmt.Sprintf("[%d]%s", n, e.text), e.equal, n*e.words
	case aCopy:
		e := g.held(i)
		if g.oneIn(3) {
			e = expr{text: pick(g.rnd, []string{"time.Time", "json.Number", "json.RawMessage", "big.Int", "netip.Addr"}), words: 3}
		}
		d.body, d.equal, d.words = e.text, e.equal, e.words
		if of := g.named(e.text); of != nil {
			if d.fields, d.embeds = of.fields, of.embeds; of.form == aPointer || of.form == anInterface {
				d.form = of.form // and has no methods
			}
		}
	case aPointer:
		d.body, d.equal, d.words = "*"+g.plain(i), true, 1
	case anInterface:
		d.body, d.equal, d.words = "interface{ "+pick(g.rnd, []string{
			g.mark() + "() string", g.mark() + "() string", "fmt.Stringer", "json.Marshaler; " + g.mark() + "() string", "encoding.TextMarshaler",
		})+" }", true, 2
	}
	g.addMethods(d)
}

// mark is the method that types of the group have for interfaces of the group.
func (g *group) mark() string { return fmt.Sprintf("Mark%d", g.n) }

// source returns the declarations.
func (g *group) source() string {
	var b strings.Builder
	for _, d := range g.types {
		if d.listed() {
			b.WriteString("//zetes:json\n")
		}
		b.WriteString("type " + d.name)
		if d.form == aGeneric {
			b.WriteString("[T " + d.bound + "]")
		}
		b.WriteString(" " + d.body + "\n\n")
		for _, m := range d.methods {
			b.WriteString(m.source(d))
		}
	}
	return b.String()
}

// listed reports whether a generator of code must be asked for the type by name: it does not take it for one among all
// structs.
func (d *decl) listed() bool {
	if d.form == aMap && !strings.HasPrefix(d.body, "map[string]") && !strings.HasPrefix(d.body, "map[int") && !strings.HasPrefix(d.body, "map[uint") {
		return false // not all keys have generated code
	}
	return (d.form == aSlice || d.form == aMap || d.form == anArray) && !slices.ContainsFunc(d.methods, func(m method) bool {
		return strings.HasPrefix(m.name, "Marshal") || strings.HasPrefix(m.name, "Unmarshal") || m.name == "AppendText"
	})
}

// instances returns the types that have values, as Go text.
func (g *group) instances() (list []string) {
	for _, d := range g.types {
		switch {
		case d.form == aGeneric:
			for _, arg := range d.args {
				list = append(list, d.name+"["+arg+"]")
			}
		case d.form != anInterface:
			list = append(list, d.name)
		}
	}
	return list
}
