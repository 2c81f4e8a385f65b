package gen

import (
	"strings"
	"testing"
)

// rest is what the fields of the tables are made of.
const rest = `
type S struct{ N int }
type E struct{ N int }
type Own struct{}
func (*Own) UnmarshalJSON([]byte) error { return nil }
func (Own) MarshalJSON() ([]byte, error) { return nil, nil }
type Level int
type Text string
func (Level) String() string { return "" }
type Tree []Tree
`

// TestRead has a row for each way in which a member is decoded.
func TestRead(t *testing.T) {
	for field, want := range map[string]string{
		"X int8":                   `case 0: // X p = in.Int8(p, &f.X) if p, ok = in.Last(p); !ok { if m, p = zetesALayoutA.Names.Member(in, p, 1); m != 1 { continue } } fallthrough case 1: return in.Close(p)`,
		"X uintptr":                `in.Uintptr(p, &f.X)`,
		"X Level":                  `in.Int(p, &f.X)`,
		"X string `json:\"x\"`":    `case 0: // x p = in.String(p, &f.X)`,
		"X bool":                   `in.Bool(p, &f.X)`,
		"X float32":                `in.Float32(p, &f.X)`,
		"X any":                    `in.Any(p, &f.X)`,
		"X []string":               `static.List(in, p, &f.X, &zetesATypeSliceOfString)`,
		"X []S":                    `static.Slice(in, p, &f.X, &zetesATypeS, zetesAReadS)`,
		"X S":                      `p = zetesAReadS(&f.X, in, p)`,
		"X *S":                     `if in.IsNull(p) { f.X = nil p += 4 } else { if f.X == nil { f.X = static.New(in, p, &zetesATypeS, zetesAReadS) } p = zetesAReadS(f.X, in, p) }`,
		"X *int":                   `f.X = static.NewScalar(in, p, &zetesATypeInt)…in.Int(p, f.X)`,
		"X *A":                     `f.X = static.New(in, p, &zetesATypeA, (*A).DecodeZetes)…p = f.X.DecodeZetes(in, p)`,
		"X []byte":                 `in.Bytes(p, &f.X)`,
		"X map[string]Own":         `static.Aside(in, p, &f.X, &zetesATypeMapOfOwn)`,
		"X Own `json:\",string\"`": `static.Member(in, p, f, 0, "X", &zetesATypeA)`,
		"X struct{ A int `json:\"a\"`; B int `json:\"A\"` }": `static.Value(in, p, &f.X, &`,
		"X Own":                              `static.Value(in, p, &f.X, &zetesATypeOwn)`,
		"X Tree":                             `static.Aside(in, p, &f.X, &zetesATypeTree)`,
		"X int `json:\",string\"`":           `static.MemberAside(in, p, &f.X, 0, "X", &zetesATypeA)`,
		"X []int `json:\",string\"`":         `static.List(in, p, &f.X, &zetesATypeSliceOfInt)`,
		"X string `json:\",intern\"`":        `in.Interned(p, &f.X)`,
		"X Text `json:\",nocopy\"`":          `in.Aliased(p, &f.X)`,
		"X []byte `json:\",raw\"`":           `in.Raw(p, &f.X)`,
		"X *string `json:\",intern\"`":       `static.MemberAside(in, p, &f.X, 0, "X", &zetesATypeA)`,
		"X string `json:\",string,intern\"`": `static.MemberAside(in, p, &f.X, 0, "X", &zetesATypeA)`,
		"X [2]int":                           `p = zetesAReadArrayOfInt(&f.X, in, p)`,
		"X [65]int":                          `static.Value(in, p, &f.X, &zetesATypeArrayOfInt)`,
		"X *[2]S":                            `f.X = static.NewScalar(in, p, &zetesATypeArrayOfS) } p = zetesAReadArrayOfS(f.X, in, p)`,
		"X [2]map[string]int":                `static.Aside(in, p, &f.X, &zetesATypeArrayOfMapOfInt)`,
		"X string `json:\",raw\"`":           `in.RawText(p, &f.X)`,
		"X byte":                             `in.Uint8(p, &f.X)`,
		"X Text":                             `in.String(p, &f.X)`,
		"":                                   `m, p := zetesALayoutA.Names.Member(in, p, 0) for { switch m { case 0: return in.Close(p) default: m, p = zetesALayoutA.Rest(in, p, m, f) } }`,
		"A, BCDE, BCDEF int":                 "in.Then(p, `{\"A\":`)…in.Then(p, `,\"BCDE\":`)…in.Then16(p, `,\"BCDEF\":`)",
		"A2345678901b, A2345678901bc, A23456789012345678901234567b, A23456789012345678901234567bc int": "in.Then16(p, `{\"A2345678901b\":`)…in.Then32(p, `,\"A2345678901bc\":`)…in.Then32(p, …in.Then(p, ",
		"X int `json:\"<\"`; Y int `json:\"" + strings.Repeat("y", 65) + "\"`":                         "m, ok := 0, false if p, ok = in.Then(p, `{\"<\":`); !ok { m, p = zetesALayoutA.Names.Member(in, p, 0) } for {…p = in.Int(p, &f.X) if m, p = zetesALayoutA.Names.Member(in, p, 1); m != 1 { continue } fallthrough case 1:",
		"*E":                           `static.Make(&f.E) p = in.Int(p, &f.E.N)`,
		"E":                            `case 0: // N p = in.Int(p, &f.E.N)`,
		"X int `json:\"x,required\"`":  `start := p var seen [1]uint64…seen[0] |= 1 << 0 p = in.Int…if seen[0]&(1<<0) == 0 { zetesALayoutA.Missing(in, start, "x") } return in.Close(p)`,
		"X int `json:\"-\"`; Y string": `case 0: // Y`,
		"X, x int; A int":              `case 0: // X…case 1: // A…case 2: return in.Close(p) default:`,
		"X int; Y int `json:\"x\"`":    `By a compiled plan: names of its members differ in case alone.`,
	} {
		file, err := emitted(t, "//zetes:json\ntype A struct{ "+field+" }\n"+rest, Options{})
		if got := method(file, "(v *A) DecodeZetes"); err != nil || !has(got, want) {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", field, got, err, want)
		}
	}
}

// TestReadOptions has rows for what the options of a run change.
func TestReadOptions(t *testing.T) {
	for _, row := range []struct {
		field, want string
		options     Options
	}{
		{"X int", `var seen [1]uint64…if seen[0]&(1<<0) == 0 { static.Zero(&f.X) } return in.Close(p)`, Options{ResetFields: true}},
		{"*E", `if seen[0]&(1<<0) == 0 { if f.E != nil { static.Zero(&f.E.N) } }`, Options{ResetFields: true}},
		{"X int `json:\",required\"`", `case 0: // X p = in.Int(p, &f.X) if p, ok = in.Last(p); !ok { if m, p = zetesALayoutA.Names.Member(in, p, 1); m != 1 { continue } } fallthrough case 1: return in.Close(p) default:`, Options{PlainTags: true}},
		{"X string `json:\",nocopy\"`", `in.String(p, &f.X)`, Options{PlainTags: true}},
		{"X string `yaml:\"y\" json:\"j\"`", `case 0: // y`, Options{TagKey: "yaml"}},
		{"UserID int", `case 0: // user_id`, Options{SnakeCase: true}},
		{"UserID int", `case 0: // userID`, Options{LowerCamelCase: true}},
	} {
		file, err := emitted(t, "//zetes:json\ntype A struct{ "+row.field+" }\n"+rest, row.options)
		if got := method(file, "(v *A) DecodeZetes"); err != nil || !has(got, row.want) {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", row.field, got, err, row.want)
		}
	}
	const nocopy = "//zetes:json\ntype A struct{ X string `json:\",nocopy\"` }\n"
	file, _ := emitted(t, nocopy, Options{NoStdMarshalers: true})
	if got := method(file, "(v *A) DecodeJSON"); !has(got, "zetesA.Open(data, static.Alias) p := static.Begin(in, v, 0)") {
		t.Errorf("DecodeJSON has no alias of its input: %s", got)
	}
	file, _ = emitted(t, nocopy, Options{})
	if got := method(file, "(v *A) UnmarshalJSON"); !has(got, "zetesA.Open(data, 0)") {
		t.Errorf("UnmarshalJSON may have an alias of its input: %s", got)
	}
}
