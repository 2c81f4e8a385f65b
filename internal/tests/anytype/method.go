package anytype

import (
	"fmt"
	"slices"
	"strings"
)

// parts are a value's, as Go text. Methods make of them what they write, and keep in them what they read.
type parts struct {
	number string // an expression of type int64; empty if there is none
	text   string // an expression of type string; empty if there is none
	keep   string // a statement that keeps the text s; empty if there is none
}

// partsOf returns the parts of an expression. typ is what its type is of, and as its name.
func partsOf(x, typ, as string) parts {
	switch {
	case typ == "string":
		return parts{number: "int64(len(" + x + "))", text: "string(" + x + ")", keep: x + " = " + as + "(s)"}
	case typ == "bool":
		return parts{}
	case slices.Contains(scalars, typ):
		return parts{number: "int64(" + x + ")", text: "strconv.FormatInt(int64(" + x + "), 10)", keep: x + " = " + as + "(len(s))"}
	case strings.HasPrefix(typ, "["), strings.HasPrefix(typ, "map["):
		return parts{number: "int64(len(" + x + "))"}
	}
	return parts{}
}

// of returns the parts that a method can use.
func (d *decl) of(pointer bool) parts {
	switch {
	case d.form == aStruct || d.form == aGeneric:
		return d.parts
	case d.form == aCopy:
		return parts{}
	case pointer:
		return partsOf("(*x)", d.body, d.name)
	}
	return partsOf("x", d.body, d.name)
}

// method is a method of a type. The receiver is x.
type method struct {
	name    string
	pointer bool
	results string // parameters and results
	body    string
}

func (m method) source(d *decl) string {
	recv := d.name
	if d.form == aGeneric {
		recv += "[T]"
	}
	if m.pointer {
		recv = "*" + recv
	}
	return fmt.Sprintf("func (x %s) %s%s {\n%s}\n\n", recv, m.name, m.results, m.body)
}

func (d *decl) has(name string) bool {
	return slices.ContainsFunc(d.methods, func(m method) bool { return m.name == name })
}

// addMethods gives about half of the types methods.
func (g *group) addMethods(d *decl) {
	if d.form == aPointer || d.form == anInterface {
		return
	}
	add := func(name, results, body string, pointer bool) {
		if !slices.Contains(d.fields, name) {
			d.methods = append(d.methods, method{name, pointer, results, body})
		}
	}
	if g.oneIn(3) {
		add(g.mark(), "() string", "return "+fmt.Sprintf("%q", d.name)+"\n", g.oneIn(3))
	}
	if g.oneIn(12) {
		add(pick(g.rnd, []string{"String", "Error"}), "() string", "return "+fmt.Sprintf("%q", d.name)+"\n", g.oneIn(3))
	}
	if g.oneIn(8) {
		pointer := g.oneIn(3)
		add("IsZero", pick(g.rnd, []string{"() bool", "() bool", "() bool", "() bool", "() int"}), "", pointer)
		if m := &d.methods; len(*m) > 0 && (*m)[len(*m)-1].name == "IsZero" {
			last := &(*m)[len(*m)-1]
			last.body = g.isZero(d.of(last.pointer), last)
		}
	}
	if !g.oneIn(2) || g.v2 && g.oneIn(2) {
		return
	}
	texts := g.oneIn(3)
	if !texts || g.oneIn(8) {
		if g.rnd.IntN(4) > 0 {
			pointer := g.oneIn(2)
			add("MarshalJSON", "() ([]byte, error)", g.nilReceiver(pointer, "[]byte(`\"nil\"`), nil")+g.marshalJSON(d, pointer), pointer)
		}
		if g.rnd.IntN(4) > 0 {
			pointer := !g.oneIn(12)
			add("UnmarshalJSON", "(b []byte) error", g.nilReceiver(pointer, "nil")+g.unmarshal(d, pointer, "b", true), pointer)
		}
	}
	if texts {
		if g.rnd.IntN(5) > 0 {
			pointer := g.oneIn(3)
			add("MarshalText", "() ([]byte, error)", g.nilReceiver(pointer, "nil, nil")+g.marshalText(d, pointer), pointer)
		}
		if g.rnd.IntN(4) > 0 {
			pointer := !g.oneIn(12)
			add("UnmarshalText", "(b []byte) error", g.nilReceiver(pointer, "nil")+g.unmarshal(d, pointer, "b", false), pointer)
		}
		if g.oneIn(4) {
			pointer := g.oneIn(3)
			add("AppendText", "(b []byte) ([]byte, error)", g.nilReceiver(pointer, "b, nil")+"return append(b, \"appended\"...), nil\n", pointer)
		}
	}
}

// nilReceiver returns what a method does first: mostly it can do without a value.
func (g *group) nilReceiver(pointer bool, results string) string {
	if !pointer || g.oneIn(10) {
		return ""
	}
	return "if x == nil {\nreturn " + results + "\n}\n"
}

func (g *group) isZero(p parts, m *method) string {
	if strings.HasSuffix(m.results, "int") {
		return "return 1\n"
	}
	if p.number != "" && g.rnd.IntN(3) > 0 {
		if m.pointer {
			return "return x == nil || " + p.number + " == 0\n"
		}
		return "return " + p.number + " == 0\n"
	}
	return pick(g.rnd, []string{"return true\n", "return false\n"})
}

// fails returns a statement that makes some values fail, or nothing.
func (g *group) fails(d *decl, number, results string) string {
	if number == "" || g.rnd.IntN(3) > 0 {
		return ""
	}
	return fmt.Sprintf("if %s%%%d == 1 {\nreturn %serrors.New(%q)\n}\n", number, 2+g.rnd.IntN(3), results, d.name+" <fails>\xff")
}

var (
	// goodTexts and badTexts are what methods return as JSON.
	goodTexts = []string{`{"m":1}`, ` { "m" : [ 1, "<a>" ] } `, `null`, `"\u2028 & é"`, "\"\u2028\"", `[]`, `-0.0e5`, `"\ud800"`, `{"a":{"b":[{}]},"a":2}`, `true`, "\"\xff\""}
	badTexts  = []string{``, `{`, `nul`, `1 2`, `{"a":1,}`, `"`, "\"\n\"", `[1}`, `01`, ` `, "\x00", `{"a" 1}`}
)

func (g *group) marshalJSON(d *decl, pointer bool) string {
	p := d.of(pointer)
	head := g.fails(d, p.number, "nil, ")
	switch g.rnd.IntN(8) {
	case 0, 1:
		return head + fmt.Sprintf("return []byte(%q), nil\n", pick(g.rnd, goodTexts))
	case 2:
		if p.number != "" {
			return head + fmt.Sprintf("if %s%%2 == 0 {\nreturn []byte(%q), nil\n}\nreturn []byte(%q), nil\n", p.number, pick(g.rnd, goodTexts), pick(g.rnd, badTexts))
		}
		return fmt.Sprintf("return []byte(%q), nil\n", pick(g.rnd, badTexts))
	case 3, 4, 5:
		// As users do it.
		of := d.name
		if d.form == aGeneric {
			of += "[T]"
		}
		if pointer {
			return head + "type plain " + of + "\nreturn json.Marshal((*plain)(x))\n"
		}
		return head + "type plain " + of + "\nreturn json.Marshal(plain(x))\n"
	}
	switch {
	case p.text != "":
		return head + "return json.Marshal(" + p.text + ")\n"
	case p.number != "":
		return head + "return strconv.AppendInt(nil, " + p.number + ", 10), nil\n"
	}
	return head + "return []byte(`\"x\"`), nil\n"
}

func (g *group) marshalText(d *decl, pointer bool) string {
	p := d.of(pointer)
	head := g.fails(d, p.number, "nil, ")
	switch {
	case g.oneIn(6):
		return head + fmt.Sprintf("return []byte(%q), nil\n", pick(g.rnd, []string{"", "a", "<é>", "\xff", "1", "null", "\u2028\"", "a very long text of more than thirty-two bytes"}))
	case p.text != "":
		return head + "return []byte(" + p.text + "), nil\n"
	case p.number != "":
		return head + "return strconv.AppendInt(nil, " + p.number + ", 10), nil\n"
	}
	return fmt.Sprintf("return []byte(%q), nil\n", d.name)
}

// unmarshal returns the body of UnmarshalJSON or UnmarshalText.
func (g *group) unmarshal(d *decl, pointer bool, from string, json bool) string {
	head := g.fails(d, "len("+from+")", "")
	of := d.name
	if d.form == aGeneric {
		of += "[T]"
	}
	switch n := g.rnd.IntN(10); {
	case n == 0:
		return fmt.Sprintf("return errors.New(%q)\n", d.name+" is never read")
	case n == 1 && json:
		return head + "return &json.UnmarshalTypeError{Value: \"odd\", Type: reflect.TypeOf(x), Offset: 3}\n"
	case n < 6 && json && pointer:
		return head + "type plain " + of + "\nreturn json.Unmarshal(" + from + ", (*plain)(x))\n"
	}
	keep := d.of(pointer).keep
	if keep == "" || !pointer {
		return head + "return nil\n"
	}
	return head + "s := string(" + from + ")\n" + keep + "\nreturn nil\n"
}
