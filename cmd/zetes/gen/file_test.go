package gen

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for in, want := range map[string]string{"a": "A", "user_id": "UserId", "a.b-c": "ABC", "HTTP": "HTTP", "2x": "2x"} {
		if got := camel(in); got != want {
			t.Errorf("camel(%q) is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"a,b": "a && b", "a b": "a && b", "a": "a", "a && !b": "a && !b", "a||b": "a||b"} {
		if got := constraint(in); got != want {
			t.Errorf("constraint(%q) is %q, want %q", in, got, want)
		}
	}
}

// What a run was asked for stands in each file.
func TestFileFlags(t *testing.T) {
	for want, o := range map[string]Options{
		"zetes.Generated{}": {TagKey: "json"},
		"zetes.Generated{Flags: zetes.Flags{NoCopy: true}}":                                                {NoStdMarshalers: true},
		"zetes.Generated{Flags: zetes.Flags{PlainTags: true}}":                                             {NoStdMarshalers: true, PlainTags: true},
		`zetes.Generated{Flags: zetes.Flags{TagKey: "yaml", SnakeCase: true, OmitEmpty: true}}`:            {TagKey: "yaml", SnakeCase: true, OmitEmpty: true},
		"zetes.Generated{Flags: zetes.Flags{LowerCamelCase: true, OmitZero: true, DisallowUnknown: true}}": {LowerCamelCase: true, OmitZero: true, DisallowUnknown: true},
		"zetes.Generated{Flags: zetes.Flags{PlainTags: true, TextBytes: true, ResetFields: true}}":         {PlainTags: true, TextBytes: true, ResetFields: true, NoDecoder: true},
	} {
		file, err := emitted(t, "//zetes:json\ntype A struct{}", o)
		if err != nil || !strings.Contains(file, "var zetesA = "+want+"\n") {
			t.Errorf("no %s in\n%s, %v", want, file, err)
		}
	}
	file, err := emitted(t, "//zetes:json\ntype A struct{}", Options{BuildTags: "a b", NoFormat: true})
	if err != nil || !strings.HasPrefix(file, header+"\n"+markStart+"a.go, with -build_tags=\"a b\" -noformat\n\n//go:build a && b\n\npackage m\n") {
		t.Errorf("%s, %v", file, err)
	}
}
