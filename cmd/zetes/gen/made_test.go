package gen

import (
	"reflect"
	"strings"
	"testing"
)

// The flags in a file are those that it was made with, whatever is in them.
func TestFlags(t *testing.T) {
	for want, o := range map[string]Options{
		"":     {TagKey: "json", Check: true, Args: []string{"a.go"}, Output: "b.go"},
		"-all": {All: true},
		"-all -type=A,B -build_tags=\"a && !b\" -gen_build_flags=\"-mod=mod -x\" -snake_case": {
			All: true, Types: []string{"A", "B"}, BuildTags: "a && !b", GenBuildFlags: "-mod=mod -x", SnakeCase: true,
		},
		"-lower_camel_case -tag_key=é -omit_empty -omit_zero -byte": {LowerCamelCase: true, TagKey: "é", OmitEmpty: true, OmitZero: true, TextBytes: true},
		"-build_tags=\"\\\"\\n\" -noencoder":                        {BuildTags: "\"\n", NoEncoder: true},
		"-plain_tags -reset-fields -disallow_unknown_fields -no_std_marshalers -nodecoder -noformat": {
			PlainTags: true, ResetFields: true, DisallowUnknown: true, NoStdMarshalers: true, NoDecoder: true, NoFormat: true,
		},
	} {
		text := o.flagText()
		if text != want {
			t.Errorf("got %s, want %s", text, want)
		}
		var got Options
		if err := got.setFlags(text); err != nil || got.flagText() != want {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"-alle": "there is no flag -alle", "-all  -all": "there is no flag ", `-tag_key="x`: "invalid syntax", "all": "there is no flag all"} {
		if err := new(Options).setFlags(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Each option that changes what is written is a flag in the file.
func TestFlagsAreAll(t *testing.T) {
	others := " Dir Args Overlay Package Output Check WarnLost Print Report Stubs "
	var o Options
	v := reflect.ValueOf(&o).Elem()
	n := 0
	for i := range v.NumField() {
		if !strings.Contains(others, " "+v.Type().Field(i).Name+" ") {
			n++
		}
	}
	if got := len(o.flags()); got != n {
		t.Errorf("%d flags for %d options", got, n)
	}
}

func TestMadeOf(t *testing.T) {
	for text, want := range map[string][2]string{
		header + "\n" + markStart + "m.go\n":                    {"m.go", ""},
		header + "\n" + markStart + "m.go, with -all -byte\n":   {"m.go", "-all -byte"},
		header + "\n" + markStart + "the package, with -all\nx": {"the package", "-all"},
		header + "\n\npackage m\n":                              {},
		"package m\n":                                           {},
	} {
		what, flags := madeOf(text)
		if got := [2]string{what, flags}; got != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
