package gen

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestEmbedders has structs around a type T that gets methods: the names of those that lose members by it, and of what
// they are taken for.
func TestEmbedders(t *testing.T) {
	const noRead, noWrite = "//ffjson:nodecoder\n", "//ffjson:noencoder\n"
	const writes, reads = "\nfunc (S) MarshalJSON() {}", "\nfunc (*S) UnmarshalJSON() {}"
	asD := strings.NewReplacer("(S)", "(D)", "(*S)", "(*D)").Replace(writes + reads)
	for text, want := range map[string]string{
		"type S struct{ T; Y int }":                                                                      "S:T",
		"type S struct{ *T; Y int }":                                                                     "S:T",
		"type S struct{ U; Y int }\ntype U struct{ *T }":                                                 "S:T U:T",
		"type S struct{ T `json:\"t\"`; Y int }":                                                         "S:T",
		"type S struct{ T `json:\"t\"` }":                                                                "S:T",
		"type S struct{ T `json:\"-\"` }":                                                                "S:T",
		"type S struct{ T T }":                                                                           "",
		"//zetes:json\ntype S struct{ T; Y int }":                                                        "",
		"//zetes:skip\ntype S struct{ T; Y int }":                                                        "S:T",
		"type S struct{ T; V }\n//zetes:json\ntype V struct{ B int }":                                    "",
		"type S struct{ V; U }\n//zetes:json\ntype V struct{ B int }\ntype U struct{ *T }":               "S:V U:T",
		"type S struct{ T; M }\ntype M struct{}\nfunc (M) MarshalJSON() {}\nfunc (M) UnmarshalJSON() {}": "",
		"type S struct{ T; I }\ntype I interface{ MarshalJSON(); UnmarshalJSON() }":                      "",
		"type S struct{ T; M }\ntype M struct{}\nfunc (M) MarshalJSON() {}":                              "S:T",
		"type S struct{ G[int]; Y int }\n//zetes:json\ntype G[P any] struct{ P P }":                      "S:G",
		"type S struct{ *S; *R }\ntype R struct{ *S; T }":                                                "S:T R:T",
		"func f() any { return struct{ *T; Y int }{} }":                                                  "a struct without a name:T",
		"func f() any { type L struct{ T; Y int }; return L{} }":                                         "L:T",
		"type S struct{ T; V }\n//zetes:json\n" + noRead + "type V struct{ B int }":                      "S:T",

		// The value is T's alone before, and nothing is lost.
		"type S struct{ A }\ntype A = T":                                     "",
		"type S struct{ T; y int; Z int `json:\"-\"`; _ struct{} }":          "",
		"type S struct{ U }\ntype U struct{ T }":                             "",
		"type S struct{ G[int] }\n//zetes:json\ntype G[P any] struct{ P P }": "",

		// Each of the two methods counts for itself.
		"type S struct{ T; Y int }" + writes + reads:                                                         "",
		"type S struct{ T; Y int }" + writes:                                                                 "S:T",
		"type S struct{ T; Y int }" + reads:                                                                  "S:T",
		"type S struct{ T }" + writes:                                                                        "",
		"//zetes:json\n" + noRead + "type S struct{ T; Y int }":                                              "S:T",
		"//zetes:json\n" + noWrite + "type S struct{ T; Y int }":                                             "S:T",
		"//zetes:json\n" + noRead + "type S struct{ T; Y int }" + reads:                                      "",
		"type S struct{ T; Y int }\nfunc (S) MarshalText() {}":                                               "S:T",
		"type S struct{ V; Y int }\n//zetes:json\ntype V struct{ B int }\nfunc (V) MarshalJSON() {}":         "S:V",
		"type S struct{ V; Y int }\n//zetes:json\ntype V struct{ B int }\nfunc (V) MarshalJSON() {}" + reads: "",

		// A type that is declared as another one has none of its methods, but those of what it embeds.
		"type D struct{ T; Y int }" + asD + "\ntype S D":                                         "S:T",
		"//zetes:json\ntype D struct{ T; Y int }\nfunc f() any { type plain D; return plain{} }": "plain:T",
		"type D struct{ T; Y int }" + asD + "\ntype S = D":                                       "",
		"type S = struct{ T; Y int }":                                                            "S:T",
		"type S T":                                                                               "",
		"type P T\ntype S struct{ P; Y int }":                                                    "",
	} {
		got := lostBy(t, "//zetes:json\ntype T struct{ A int }\n"+text, Options{})
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
		if got = lostBy(t, "//zetes:json\ntype T struct{ A int }\n"+text, Options{NoStdMarshalers: true}); got != "" {
			t.Errorf("%s, without standard methods: %s", text, got)
		}
	}
}

// TestUncalled has types with methods of other libraries, and the type of which they are named.
func TestUncalled(t *testing.T) {
	const easy, ff, gojay = "MarshalEasyJSON(w *int) {}", "UnmarshalJSONFFLexer(l *int) error { return nil }", "NKeys() int { return 0 }"
	for text, want := range map[string]string{
		"func (T) " + easy:  "T MarshalEasyJSON",
		"func (*T) " + easy: "T MarshalEasyJSON",
		"func (*T) " + ff:   "T UnmarshalJSONFFLexer",
		"func (T) " + gojay: "",
		"func (T) MarshalJSONObject(e *int) {}\nfunc (T) IsNil() bool { return false }":                "T MarshalJSONObject",
		"func (E) UnmarshalUnknown(l *int, key string) {}":                                             "E UnmarshalUnknown, T UnmarshalUnknown",
		"func (*T) UnmarshalJSON([]byte) error { return nil }":                                         "",
		"func (*T) UnmarshalJSON([]byte) error { return nil }\nfunc (*T) UnmarshalEasyJSON(l *int) {}": "",
		"func (*T) UnmarshalJSON([]byte) error { return nil }\nfunc (T) " + easy:                       "T MarshalEasyJSON",
		"func (E) Other() {}": "",

		// Below T, wherever it stands.
		"func (L) " + easy:    "L MarshalEasyJSON",
		"func (K) " + easy:    "K MarshalEasyJSON",
		"func (N) " + ff:      "N UnmarshalJSONFFLexer",
		"func (D) " + easy:    "D MarshalEasyJSON",
		"func (G[P]) " + easy: "G[int] MarshalEasyJSON",
		"func (H) " + easy:    "", // no member
		"func (O) " + easy:    "", // T does not reach it
		"func (L) " + easy + "\nfunc (L) MarshalJSON() ([]byte, error) { return nil, nil }": "",
		"func (L) " + easy + "\nfunc (L) MarshalText() ([]byte, error) { return nil, nil }": "",
		"func (L) " + easy + "\nfunc (*L) UnmarshalText([]byte) error { return nil }":       "L MarshalEasyJSON",
		"func (L) MarshalJSON(context int) ([]byte, error) { return nil, nil }":             "L MarshalJSON",
	} {
		got := uncalledIn(t, text, Options{})
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
	// Another key makes other members.
	if got := uncalledIn(t, "func (H) "+easy+"\nfunc (L) "+easy, Options{TagKey: "form"}); got != "H MarshalEasyJSON" {
		t.Error(got)
	}
}

// uncalledIn returns the types and methods that are lost by code for a type T with much below it, and with text.
func uncalledIn(t *testing.T, text string, o Options) string {
	t.Helper()
	u := sourceUnit(t, `
//zetes:json
type T struct { A int; E; L L `+"`form:\"-\"`"+`; M map[K]*[]N; G G[int]; S struct { D [2]D }; H H `+"`json:\"-\" form:\"h\"`"+`; h O; F func(O); I any }
type E struct { B int }
type L int
type K string
type N struct { A *T }
type D struct { X int }
type G[P any] struct { P P }
type H struct { X int }
type O struct { X int }
`+text)
	r := &run{options: &o, targets: targets{}}
	found, err := u.targets(r.options)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	r.uncalled(u, found)
	var list []string
	for _, line := range r.lost {
		at, rest, ok := strings.Cut(line, ": type example.com/m.")
		name, rest, ok2 := strings.Cut(rest, ": its method ")
		method, _, ok3 := strings.Cut(rest, " ")
		if !ok || !ok2 || !ok3 || !strings.HasPrefix(at, "a.go:1") || !strings.Contains(rest, " is not called") {
			t.Errorf("%s", line)
		}
		list = append(list, name+" "+strings.TrimSuffix(method, ","))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// TestKeeper has structs with an opt.Unknown: what an API keeps in one, a method that is generated would not.
func TestKeeper(t *testing.T) {
	const want = "a.go:3: T embeds an opt.Unknown, which compiled plans fill"
	for field, refused := range map[string]bool{"opt.Unknown": true, "U": true, "U opt.Unknown": false, "U opt.Value[int]": false} {
		err := compile(t, "import \"github.com/zetes-json/zetes/opt\"\ntype T struct { A int; "+field+" }\ntype U = opt.Unknown\n")
		if refused && (err == nil || !strings.HasPrefix(err.Error(), want)) || !refused && err != nil {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// lostBy returns what embedders finds in text.
func lostBy(t *testing.T, text string, o Options) string {
	t.Helper()
	u := sourceUnit(t, text)
	r := &run{options: &o, targets: targets{}, units: []unit{*u, *u}}
	found, err := u.targets(&o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		r.targets.add(f)
	}
	r.embedders(r.units)
	var list []string
	for _, note := range r.lost {
		_, said, _ := strings.Cut(note, ": ")
		what, said, _ := strings.Cut(said, " embeds ")
		from, _, ok := strings.Cut(said, " and gets its methods, so that encoding/json takes it for ")
		if !ok {
			t.Errorf("%s", note)
		}
		list = append(list, fmt.Sprintf("%s:%s", what, from))
	}
	return strings.Join(list, " ")
}
