package shape

import (
	"reflect"
	"strings"
)

// ValueLayout is the memory layout of a jsondoc.Value. It is declared here so that the decoder makes Values without
// importing package jsondoc, which imports the decoder.
type ValueLayout struct {
	Text []byte    // the JSON of the value
	At   int       // offset of the value in the text that it was found in
	In   *struct{} // the document that has the value, or nil
}

var (
	documentType    = reflect.TypeFor[ValueLayout]()
	documentPackage = strings.TrimSuffix(documentType.PkgPath(), "internal/shape") + "jsondoc"
)

// isDocument reports whether t, a type of package jsondoc, is jsondoc.Value.
func isDocument(t reflect.Type) bool {
	return t.Name() == "Value" && t.Size() == documentType.Size() && t.Field(0).Type == documentType.Field(0).Type
}
