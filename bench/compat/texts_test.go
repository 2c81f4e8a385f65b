package compat

import (
	"testing"
	"unsafe"

	theirs "github.com/json-iterator/go"
	"github.com/modern-go/reflect2"
	ours "github.com/zetes-json/zetes/compat/jsoniter"
)

// TestTexts compares the texts of errors with json-iterator's: of an Iterator, and of a decoder within fields and lists.
func TestTexts(t *testing.T) {
	for op, read := range map[string]func(e either){
		"ReadInt": func(e either) { e.ReadInt() }, "ReadInt8": func(e either) { e.ReadInt8() }, "ReadUint8": func(e either) { e.ReadUint8() }, "ReadUint64": func(e either) { e.ReadUint64() },
		"ReadFloat32": func(e either) { e.ReadFloat32() }, "ReadFloat64": func(e either) { e.ReadFloat64() }, "ReadNumber": func(e either) { e.ReadNumber() },
		"ReadString": func(e either) { e.ReadString() }, "ReadBool": func(e either) { e.ReadBool() }, "ReadNil": func(e either) { e.ReadNil() },
		"ReadArray": func(e either) { e.ReadArray() }, "ReadObject": func(e either) { e.ReadObject() },
		"Read": func(e either) {
			if ours.ValueType(e.next()) == ours.InvalidValue {
				e.Read()
			}
		},
		"ReportError": func(e either) { e.ReadString(); e.ReportError("op", "msg") },
	} {
		for _, text := range []string{"", "x", `{"a":1`, "[1]", `"a text that is longer than the fifty bytes that an error shows of it" x`, "true", "tru", "nul", "nuul", "falze", ".5", "-0", "-7", "300", "-300", "1.5", "{1", `{"a"1}`, " ]"} {
			a, b := theirs.ParseString(theirs.ConfigDefault, text), ours.ParseString(ours.ConfigDefault, text)
			read(theirIterator(a))
			read(ourIterator(b))
			if op == "Read" && theirIterator(a).bad() != ourIterator(b).bad() {
				t.Errorf("Read %q: %v, want %v", text, b.Error, a.Error)
			}
			if !theirIterator(a).bad() || !ourIterator(b).bad() || op == "ReadNumber" && text == " ]" { // white space is not passed there
				continue
			}
			if want, got := a.Error.Error(), b.Error.Error(); got != want {
				t.Errorf("%s %q: %s\nwant %s", op, text, got, want)
			}
		}
	}
}

type texted struct {
	Name string
	List []struct{ Level }
	More map[string]*texted
}

type Level struct{ Height int16 }

// TestPlacedTexts compares the texts of errors of decoders in structs, lists and maps.
func TestPlacedTexts(t *testing.T) {
	height := reflect2.TypeOf(int16(0))
	c := coder{dec: func(_ unsafe.Pointer, it iterator) { it.ReportError("height", "none") }}
	a, b := theirs.Config{}.Froze(), ours.Config{}.Froze()
	a.RegisterExtension(theirs.DecoderExtension{height: theirCoder{c}})
	b.RegisterExtension(ours.DecoderExtension{height: ourCoder{c}})
	for _, text := range []string{`{"List":[{"Height":1}]}`, `{"More":{"a":{"Name":"b","List":[{},{"Height":1}]}}}`} {
		var v, w texted
		want, got := a.Unmarshal([]byte(text), &v), b.Unmarshal([]byte(text), &w)
		if want == nil || got == nil || got.Error() != want.Error() {
			t.Errorf("%s: %v\nwant %v", text, got, want)
		}
	}
}
