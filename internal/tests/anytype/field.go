package anytype

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// names of fields are few, so that they meet in embedded structs.
var fieldNames = []string{
	"A", "B", "C", "D", "E", "ID", "Id", "Name", "NAME", "Names", "Value", "Next", "K", "\u212a", "S", "É", "Key", "\u212aey", "X1", "X2", "X_",
	"CreatedAt", "UpdatedAt", "Description", "Description2", "ANameOfSixteenBs", "ANameOfSixteenBt", "ANameOfThirtyTwoBytesOrJustMore",
	"a", "b", "id", "name", "é", "_", "MarshalJSON", "IsZero",
}

// tagNames are names in tags.
var tagNames = []string{
	"", "", "", "", "a", "a", "b", "b", "A", "B", "c", "id", "ID", "iD", "name", "Name", "names", "value", "k", "K", "\u212a", "s", "\u017f", "Key", "key",
	"x1", "x2", "a-b", "a.b", "a b", "$ref", "@type", "-", "0", "1", "-1", "é", "É", "日本", "😀", "<b>&", "null", "e\u0301", "a/b", "~", "{}", "[0]",
	"a'b", `a\b`, `a"b`, "'a,b'", "a\tb", "\u2028", "\xff", "_", "a!", "created_at", "updated_at",
}

// tagOptions are the options after the name in a tag. The option format: is not among them: with it encoding/json of Go
// 1.27 loses its place in the input.
var tagOptions = []string{
	"omitempty", "omitempty", "omitempty", "omitzero", "omitzero", "string", "string", "", "omitempty,string", "omitzero,string", "omitempty,omitzero",
	"OmitEmpty", " string", "case:ignore", "case:strict", "case:'ignore'", "embed", "inline", "unknown", "nocase",
	"required", "string,case:ignore", "'omitempty'",
}

// optionsV2 are the options that encoding/json/v2 takes, of fields that may have any type.
var optionsV2 = []string{"omitempty", "omitempty", "omitzero", "omitzero", "case:ignore", "case:ignore", "case:strict", "omitzero,case:ignore"}

// lengths are those of names at which words and blocks end.
var lengths = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 20, 23, 24, 25, 29, 30, 31, 32, 33, 40, 63, 64, 65, 100, 300}

// longName returns a name of any length. Names of one length differ in a byte.
func (g *group) longName() string {
	name := []byte(strings.Repeat("abcdefghij", 30)[:pick(g.rnd, lengths)])
	i := g.rnd.IntN(len(name))
	name[i] = pick(g.rnd, []byte("abxyzXAB_0"))
	return string(name)
}

// tag returns a tag with its space and quotes, or nothing.
func (g *group) tag() string {
	if g.rnd.IntN(5) < 2 {
		return ""
	}
	name := pick(g.rnd, tagNames)
	if g.oneIn(5) {
		name = g.longName()
	}
	if g.oneIn(3) {
		name += "," + pick(g.rnd, tagOptions)
	}
	text := "json:" + strconv.Quote(name)
	switch g.rnd.IntN(40) {
	case 0:
		text = "json:" + name // malformed
	case 1:
		text = `xml:"x,attr" ` + text
	case 2:
		text = "json: " + strconv.Quote(name)
	case 3:
		text = `json:"first" ` + text
	case 4:
		text = "JSON:" + strconv.Quote(name)
	}
	if strings.Contains(text, "`") || !utf8.ValidString(text) {
		return " " + strconv.Quote(text)
	}
	return " `" + text + "`"
}

// tagV2 returns a tag that encoding/json/v2 takes, for a field of type typ, or nothing. Names are those of d's fields
// and its earlier tags, so that none of them is there twice. One tag in 500 has the option format, which is refused.
func (g *group) tagV2(d *decl, show, typ string) string {
	if show == "" || show == "_" || show[0] >= 'a' && show[0] <= 'z' {
		return "" // it is embedded, or not exported
	}
	name := pick(g.rnd, tagNames)
	if g.oneIn(5) {
		name = g.longName()
	}
	if g.oneIn(2) || !utf8.ValidString(name) || strings.ContainsAny(name, "\"`\\,'\t\u2028") || name == "-" || slices.Contains(d.fields, name) {
		name = ""
	}
	if name != "" {
		d.fields = append(d.fields, name)
	}
	switch numbers := slices.Contains(scalars[4:], strings.TrimLeft(typ, "*")); {
	case numbers && g.oneIn(5):
		name += ",string"
	case g.oneIn(3):
		name += "," + pick(g.rnd, optionsV2)
	case g.oneIn(500):
		name += ",format:hex"
	}
	return " `json:" + strconv.Quote(name) + "`"
}

// embedOption returns a field with the tag option embed of encoding/json/v2: a map, a raw value or a struct of the
// group, or a pointer to one.
func (g *group) embedOption(p place) (typ string) {
	if i := g.rnd.IntN(len(g.types)); g.oneIn(3) && i < p.at && g.types[i].form == aStruct && g.types[i].words < 60 {
		return pick(g.rnd, []string{"", "", "*"}) + g.types[i].name
	}
	of := "json.RawMessage"
	if g.rnd.IntN(4) > 0 {
		of = "map[string]" + g.express(p.behind()).text
	}
	return pick(g.rnd, []string{"", "", "", "*"}) + of
}

// structure makes a type of a struct.
func (g *group) structure(i int, d *decl) {
	n := pick(g.rnd, []int{0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7})
	switch {
	case g.oneIn(60):
		n = 30 + g.rnd.IntN(50)
	case d.form == aGeneric:
		n = 1 + g.rnd.IntN(3)
	}
	g.members(d, place{at: i, hold: true}, n)
}

// members gives a struct its fields, and says what is known of it.
func (g *group) members(d *decl, p place, n int) {
	var b strings.Builder
	b.WriteString("struct {\n")
	d.equal, d.words, d.parts.number = true, 0, ""
	if d.form == aGeneric {
		e := pick(g.rnd, []expr{
			{"T", d.bound != "any", 4}, {"T", d.bound != "any", 4}, {"*T", true, 1}, {"[]T", false, 3}, {"map[string]T", false, 1}, {"[2]T", d.bound != "any", 8},
			{"*" + d.name + "[T]", true, 1}, {"[]" + d.name + "[T]", false, 3}, {"map[string]*" + d.name + "[T]", false, 1},
		})
		g.field(d, &b, "V", "V", e)
	}
	if g.v2 && g.oneIn(3) {
		d.fields = append(d.fields, "Others")
		typ := g.embedOption(p)
		d.words += 60 // of a struct
		fmt.Fprintf(&b, "Others %s `json:\",embed\"`\n", typ)
		d.equal = false
	}
	for range n {
		if d.words > 200 {
			break
		}
		if g.oneIn(3) {
			if name, e := g.embedded(p); name != "" {
				g.field(d, &b, name, "", e)
			}
			continue
		}
		name := pick(g.rnd, fieldNames)
		if n > 20 {
			name = fmt.Sprintf("F%d", len(d.fields))
		}
		g.field(d, &b, name, name, g.express(place{p.at, p.hold, p.depth + 1}))
	}
	b.WriteString("}")
	d.body = b.String()
}

// field adds a field, unless the struct has one of the name. show is empty for those that are embedded.
func (g *group) field(d *decl, b *strings.Builder, name, show string, e expr) {
	if name != "_" && slices.Contains(d.fields, name) {
		return
	}
	d.fields = append(d.fields, name)
	d.embeds = d.embeds || show == ""
	d.equal = d.equal && e.equal
	d.words += max(e.words, 1)
	tag := g.tag()
	if show == "" && !g.oneIn(5) {
		tag = ""
	}
	if g.v2 && !g.oneIn(100) {
		tag = g.tagV2(d, show, e.text)
	}
	fmt.Fprintf(b, "%s %s%s\n", show, e.text, tag)
	if p := partsOf("x."+name, e.text, e.text); show != "" && name != "_" && p.number != "" && d.parts.text == "" {
		d.parts = p
	}
}

// embedded returns an embedded field: mostly a struct of the group, or a pointer to one.
func (g *group) embedded(p place) (name string, e expr) {
	if g.oneIn(12) && (!g.v2 || g.oneIn(30)) {
		e = pick(g.rnd, []expr{
			{"int", true, 1}, {"string", true, 2}, {"json.Number", true, 2}, {"json.RawMessage", false, 3}, {"*json.RawMessage", true, 1},
			{"error", true, 2}, {"fmt.Stringer", true, 2}, {"any", true, 2}, {"json.Marshaler", true, 2},
		})
		if g.oneIn(16) { // they have many methods, which are compiled for each type that gets them
			e = pick(g.rnd, []expr{{"time.Time", true, 3}, {"*time.Time", true, 1}, {"netip.Addr", true, 3}})
		}
		return e.text[strings.LastIndexAny(e.text, "*.")+1:], e
	}
	var d *decl
	for range 5 {
		// Behind a pointer all types of the group can be.
		i := g.rnd.IntN(len(g.types))
		d = g.types[i]
		pointer := i >= p.at || g.oneIn(2)
		if !p.hold && i >= p.at && g.oneIn(2) {
			pointer = false
		}
		if d.form == aPointer || pointer && (d.form == anInterface || d.form == aCopy && d.body == "") || d.form == aScalar && !g.oneIn(4) || g.v2 && !g.oneIn(30) && (d.form != aStruct || i >= p.at || len(d.methods) > 0) || d.words > 60 && !pointer {
			continue
		}
		e = expr{d.name, d.equal, d.words}
		if d.form == aGeneric {
			arg := expr{text: "T"}
			if i != p.at {
				arg = g.argument(p.at, d, !pointer)
			}
			e = expr{d.name + "[" + arg.text + "]", d.equal && arg.equal, d.words + arg.words}
		}
		if pointer {
			e = expr{"*" + e.text, true, 1}
		}
		return d.name, e
	}
	return "", e
}
