package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestGenV2 has the methods of encoding/json/v2: the file's constraint, checks of it, and types that get none.
func TestGenV2(t *testing.T) {
	dir := genModule(t, map[string]string{
		"a.go":      "package m\n\ntype Base struct{ ID int }\n\ntype A struct {\n\tBase\n\tTo []G[int]\n}\n\ntype G[enc any] struct{ V enc }\n\ntype List []A\n",
		"b.go":      "//go:build !x || y\n\npackage m\n\nimport \"encoding/json\"\n\ntype B struct{ jsontext int }\n\ntype Own struct{ X int }\n\nfunc (Own) MarshalJSON() ([]byte, error) { return json.Marshal(1) }\n",
		"c/c.go":    "package c\n\ntype jsontext struct{ streamed int }\n\nvar streamed jsontext\n",
		"lost/l.go": "package lost\n\n//zetes:json\ntype T struct{ A int }\n\ntype S struct {\n\tT\n\tY int\n}\n",
	})
	for _, arg := range []string{"a.go", "b.go", "c/c.go"} {
		if got := invoke(t, dir, "", "gen", "-all", "-v2", arg); got.status != 0 || (arg == "a.go") != strings.Contains(got.err, "left out: Base: A embeds it, and encoding/json/v2 refuses an embedded type with methods") {
			t.Fatalf("%v", got)
		}
	}
	for name, want := range map[string][]string{
		"a_zetes.go": {
			"// It is for the types of a.go, with -all -v2\n\n//go:build goexperiment.jsonv2 && go1.27\n\npackage m\n",
			"func (v *A) MarshalJSONTo(enc *jsontext.Encoder) error { return streamed.Marshal(enc, v) }",
			"func (v *A) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return streamed.Unmarshal(dec, v) }",
			"func (v *G[enc]) MarshalJSONTo(enc_ *jsontext.Encoder) error { return streamed.Marshal(enc_, v) }",
			"return streamed.Generation{Of: (*A)(nil), Encodes: true, Decodes: true, Streams: true}",
		},
		"b_zetes.go":   {"\n\n//go:build goexperiment.jsonv2 && go1.27 && (!x || y)\n\npackage m", "return streamed.Generation{Of: (*Own)(nil), Decodes: true, Streams: true}"},
		"c/c_zetes.go": {`jsontext_ "encoding/json/jsontext"`, "func (v *jsontext) MarshalJSONTo(enc *jsontext_.Encoder) error { return streamed_.Marshal(enc, v) }"},
	} {
		text := read(t, filepath.Join(dir, name))
		for _, want := range want {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		for _, not := range []string{"*Base", "List", ") MarshalJSON()", "func (v *Own) MarshalJSONTo"} {
			if strings.Contains(text, not) {
				t.Errorf("%q in\n%s", not, text)
			}
		}
	}
	if got := invoke(t, dir, "", "gen", "-check", "."); got.status != 1 { // another package as a whole
		t.Errorf("%v", got)
	}
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"-check ./...", "LOST lost/l.go", 1},
		{"-v2 -check lost/l.go", "S embeds T and gets its methods", 1},
		{"-v2 -snake_case -omit_zero a.go", "-v2 and -snake_case, -omit_zero exclude each other", 2},
		{"-v2 -type List a.go", "List: methods of encoding/json/v2 are generated for structs", 1},
		{"-v2 -type A,Base a.go", "A embeds Base, and both get methods, which encoding/json/v2 refuses: leave Base out", 1},
		{"-v2 -type Own -nodecoder b.go", "no type", 2},
	} {
		if got := invoke(t, dir, "", append([]string{"gen"}, strings.Fields(c.args)...)...); got.status != c.status || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: want %q and status %d, got %v", c.args, c.want, c.status, got)
		}
	}
}
