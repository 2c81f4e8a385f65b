package anytype

import "fmt"

// expr is a type as part of another.
type expr struct {
	text  string
	equal bool // values can be compared
	words int  // size of a value, roughly
}

// place is where a type is wanted.
type place struct {
	at    int  // the index of the type that is being declared
	hold  bool // values are held: only those of types that are declared before can be
	depth int  // of types within types
}

func (p place) behind() place { return place{at: p.at, depth: p.depth + 1} }

var (
	scalars = []string{
		"string", "string", "string", "bool", "int", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
		"uintptr", "float32", "float64", "float64",
	}
	// known are types of Go's own packages.
	known = []expr{
		{"time.Time", true, 3}, {"time.Duration", true, 1}, {"json.Number", true, 2}, {"json.RawMessage", false, 3}, {"big.Int", false, 4},
		{"*big.Int", true, 1}, {"netip.Addr", true, 3}, {"*time.Time", true, 1}, {"[]byte", false, 3}, {"[4]byte", true, 1}, {"*json.RawMessage", true, 1},
		{"[]json.Number", false, 3}, {"map[string]any", false, 1}, {"[]any", false, 3},
	}
	interfaces = []string{"any", "any", "any", "any", "error", "fmt.Stringer", "json.Marshaler", "json.Unmarshaler", "encoding.TextMarshaler"}
	// mute are types that JSON can't hold.
	mute = []string{"func()", "chan int", "complex128"}
)

// express returns any type.
func (g *group) express(p place) expr {
	if p.depth > 4 {
		return expr{pick(g.rnd, scalars), true, 1}
	}
	switch g.rnd.IntN(40) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		return expr{pick(g.rnd, scalars), true, 1}
	case 8, 9, 10, 11:
		return pick(g.rnd, known)
	case 12, 13, 14:
		return expr{pick(g.rnd, interfaces), true, 2}
	case 15, 16, 17, 18:
		return expr{"*" + g.pointee(p), true, 1}
	case 19, 20, 21:
		return expr{"[]" + g.express(p.behind()).text, false, 3}
	case 22, 23, 24:
		return expr{"map[" + g.key(p) + "]" + g.express(p.behind()).text, false, 1}
	case 25:
		e, n := g.express(place{p.at, p.hold, p.depth + 1}), g.rnd.IntN(4)
		if e.words > 30 {
			n = 1
		}
		return expr{fmt.Sprintf("[%d]%s", n, e.text), e.equal, n * e.words}
	case 26, 27:
		s := decl{}
		g.members(&s, p, g.rnd.IntN(4))
		return expr{s.body, s.equal, s.words}
	case 28:
		if g.oneIn(4) {
			return expr{pick(g.rnd, mute), false, 1}
		}
	}
	if !p.hold {
		return g.some(p)
	}
	return g.held(p.at)
}

// held returns a type of the group whose values can be part of those of the type at i.
func (g *group) held(i int) expr {
	if self := g.types[min(i, len(g.types)-1)]; self.form == aGeneric && g.oneIn(3) {
		return expr{text: "T", equal: self.bound != "any", words: 4}
	}
	if i == 0 {
		return expr{pick(g.rnd, scalars), true, 1}
	}
	d := g.types[g.rnd.IntN(i)]
	if d.words > 100 {
		return expr{pick(g.rnd, scalars), true, 1}
	}
	if d.form != aGeneric {
		return expr{d.name, d.equal, d.words}
	}
	arg := g.argument(i, d, true)
	return expr{d.name + "[" + arg.text + "]", d.equal && arg.equal, d.words + arg.words}
}

// some returns a type of the group, whichever.
func (g *group) some(p place) expr {
	i := g.rnd.IntN(len(g.types))
	d := g.types[i]
	switch {
	case i < p.at && g.oneIn(2):
		return g.held(p.at)
	case d.form == aPointer && i >= p.at:
		return expr{pick(g.rnd, scalars), true, 1} // pointers that point to pointers alone are no values
	case d.form != aGeneric:
		return expr{text: d.name, words: 10}
	case i == p.at:
		return expr{text: d.name + "[T]", words: 10} // with other arguments there would be no end of types
	}
	return expr{text: d.name + "[" + g.argument(p.at, d, false).text + "]", words: 10}
}

// pointee returns what a pointer points to.
func (g *group) pointee(p place) string {
	if g.rnd.IntN(4) > 0 {
		return g.some(p.behind()).text
	}
	return g.express(p.behind()).text
}

// plain returns what a named pointer type points to: of the structs of the group only those that embed nothing, for
// compilers of Go fail on others.
func (g *group) plain(at int) string {
	d := g.types[g.rnd.IntN(at+1)]
	if d.form == aPointer || d.form == aGeneric || d.embeds || d.body == "" {
		return pick(g.rnd, known).text
	}
	return d.name
}

// argument returns an argument for a generic type, in the declaration of the type at i. held says that its values
// are held.
func (g *group) argument(i int, generic *decl, held bool) expr {
	plain := expr{pick(g.rnd, []string{"string", "int"}), true, 2}
	if generic.bound != "any" {
		if i < len(g.types) && g.types[i].form == aGeneric && g.types[i].bound == generic.bound && g.oneIn(2) {
			return expr{"T", true, 2}
		}
		for _, d := range g.types[:i] {
			if generic.bound == "comparable" && d.equal && d.form != aGeneric && g.oneIn(2) {
				return expr{d.name, true, d.words}
			}
		}
		return plain
	}
	within := i < len(g.types) && g.types[i].form == aGeneric
	switch {
	case within && g.oneIn(2):
		return expr{"T", false, 4}
	case g.oneIn(4):
		return pick(g.rnd, known)
	case g.oneIn(4):
		return plain
	}
	// A generic type as an argument of another, or a part of it, could make types without end.
	var list []expr
	for j, d := range g.types {
		switch {
		case d.form == aGeneric:
		case j < i && d.words < 60:
			list = append(list, expr{d.name, d.equal, d.words})
		case !within && d.form != aPointer && d.form != anInterface:
			list = append(list, expr{pick(g.rnd, []string{"*", "[]", "map[string]"}) + d.name, false, 3})
		}
	}
	if len(list) == 0 {
		return plain
	}
	return pick(g.rnd, list)
}

// key returns the type of a map's keys: rarely one that JSON can't have there.
func (g *group) key(p place) string {
	switch g.rnd.IntN(10) {
	case 0, 1, 2:
		return "string"
	case 3, 4:
		return pick(g.rnd, []string{"int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr"})
	case 5:
		return pick(g.rnd, []string{"netip.Addr", "time.Duration", "json.Number", "time.Time", "*big.Int", "encoding.TextMarshaler"})
	case 6:
		if g.oneIn(4) {
			return pick(g.rnd, []string{"bool", "float64", "any", "[2]int"})
		}
	}
	var list []string
	for _, d := range g.types[:min(p.at, len(g.types))] {
		if d.form == aGeneric || d.form == aPointer {
			continue
		}
		texts := d.has("MarshalText") || d.has("UnmarshalText")
		if d.equal && (texts || d.form == aScalar) {
			list = append(list, d.name)
		}
		if texts && d.form != anInterface {
			list = append(list, "*"+d.name)
		}
	}
	if len(list) == 0 {
		return "string"
	}
	return pick(g.rnd, list)
}
