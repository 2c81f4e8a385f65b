package gen

import (
	"fmt"
	"strings"
	"testing"
)

// TestEmbedders has structs around a type T that gets methods: the names of those that are noted, and of what they are
// taken for.
func TestEmbedders(t *testing.T) {
	const noRead = "//ffjson:nodecoder\n"
	for text, want := range map[string]string{
		"type S struct{ T; Y int }":                                                                      "S:T",
		"type S struct{ *T; Y int }":                                                                     "S:T",
		"type S struct{ U; Y int }\ntype U struct{ *T }":                                                 "S:T U:T",
		"type S struct{ A }\ntype A = T":                                                                 "S:T",
		"type S struct{ T `json:\"t\"`; Y int }":                                                         "S:T",
		"type S struct{ T T }":                                                                           "",
		"//zetes:json\ntype S struct{ T; Y int }":                                                        "",
		"//zetes:skip\ntype S struct{ T; Y int }":                                                        "S:T",
		"type S struct{ T; V }\n//zetes:json\ntype V struct{ B int }":                                    "",
		"type S struct{ V; U }\n//zetes:json\ntype V struct{ B int }\ntype U struct{ T }":                "S:V U:T",
		"type S struct{ T; M }\ntype M struct{}\nfunc (M) MarshalJSON() {}\nfunc (M) UnmarshalJSON() {}": "",
		"type S struct{ T; I }\ntype I interface{ MarshalJSON(); UnmarshalJSON() }":                      "",
		"type S struct{ T; M }\ntype M struct{}\nfunc (M) MarshalJSON() {}":                              "S:T",
		"type S struct{ T }\nfunc (S) MarshalJSON() {}":                                                  "",
		"type S struct{ G[int] }\n//zetes:json\ntype G[P any] struct{ P P }":                             "S:G",
		"type S struct{ *S; *R }\ntype R struct{ *S; T }":                                                "S:T R:T",
		"func f() any { return struct{ *T; Y int }{} }":                                                  "a struct without a name:T",
		"func f() any { type L struct{ T; Y int }; return L{} }":                                         "L:T",
		"type S struct{ T; V }\n//zetes:json\n" + noRead + "type V struct{ B int }":                      "S:T",
	} {
		got := notes(t, "//zetes:json\ntype T struct{ A int }\n"+text, Options{})
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
		if got = notes(t, "//zetes:json\ntype T struct{ A int }\n"+text, Options{NoStdMarshalers: true}); got != "" {
			t.Errorf("%s, without standard methods: %s", text, got)
		}
	}
}

// TestUncalled has types with methods of other libraries, and what is noted about them.
func TestUncalled(t *testing.T) {
	for text, want := range map[string]string{
		"func (T) MarshalEasyJSON(w *int) {}":                         "a.go:3: T: its method MarshalEasyJSON, of easyjson, is not called: write a codec",
		"func (*T) UnmarshalJSONFFLexer(l *int) error { return nil }": "a.go:3: T: its method UnmarshalJSONFFLexer, of ffjson, is not called: write a codec",
		"func (E) UnmarshalUnknown(l *int, key string) {}":            "a.go:3: T: its method UnmarshalUnknown, of easyjson, is not called: an embedded opt.Unknown keeps",
		"func (*T) UnmarshalJSON([]byte) error { return nil }":        "",
		"func (E) Other() {}":                                         "",
	} {
		u := sourceUnit(t, "//zetes:json\ntype T struct{ A int; E }\ntype E struct{ B int }\n"+text)
		r := &run{options: &Options{}, targets: targets{}}
		found, err := u.targets(r.options)
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		r.uncalled(u, found[0])
		if got := strings.Join(r.notes, " "); !strings.HasPrefix(got, want) || want == "" && got != "" || len(r.notes) > 1 {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestKeeper has structs with an opt.Unknown: what an API keeps in one, a method that is generated would not.
func TestKeeper(t *testing.T) {
	const want = "a.go:3: T embeds an opt.Unknown, which compiled plans fill"
	for field, refused := range map[string]bool{"opt.Unknown": true, "U": true, "U opt.Unknown": false, "U opt.Value[int]": false} {
		err := compile(t, "import \"github.com/zetes-json/zetes/opt\"\ntype T struct { A int; "+field+" }\ntype U = opt.Unknown\n", nil)
		if refused && (err == nil || !strings.HasPrefix(err.Error(), want)) || !refused && err != nil {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// notes returns what embedders finds in text.
func notes(t *testing.T, text string, o Options) string {
	t.Helper()
	u := sourceUnit(t, text)
	r := &run{options: &o, targets: targets{}}
	found, err := u.targets(&o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		r.targets.add(f)
	}
	r.embedders([]unit{*u, *u})
	var list []string
	for _, note := range r.notes {
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
