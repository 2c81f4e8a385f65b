package gen

import (
	"strings"
	"testing"
)

// What a generic type leads to in the file: the fields that the code is for, with the constraints that they need, and
// a way to each type that depends on type parameters.
func TestGeneric(t *testing.T) {
	const others = `
type Number interface{ ~int | ~float64 }
type Any[T any] struct{ V T }
type Sum[N Number] struct{ N N }
type Ring[T any] struct{ R T; *Ring[T] }
`
	for source, want := range map[string]string{
		"A[T any] struct{ X T }": "type zetesAFieldsA[Of any, T any] struct { X T }…type zetesAInstanceA[Of any, T any] struct { static.Layout[*Of, *zetesAFieldsA[Of, T]] typeT static.Type[T] }" +
			"…s := static.Instance[zetesAInstanceA[A[T], T]](&zetesALayoutA) if !s.Same() {…static.Encode(w, n, &f.X, &s.typeT)…static.Value(in, p, &f.X, &s.typeT)…s.Names.Member",
		"A[K comparable, V any] struct{ M map[K]V }":                                "zetesAFieldsA[Of any, K comparable, V any] struct { M map[K]V }",
		"A[T comparable] struct{ X []T }":                                           "zetesAFieldsA[Of any, T any] struct { X []T }",
		"A[T ~string] struct{ X Any[T] }":                                           "zetesAFieldsA[Of any, T any] struct { X Any[T] }",
		"A[T Number] struct{ X Sum[T] }":                                            "zetesAFieldsA[Of any, T Number] struct { X Sum[T] }",
		"A[S ~[]E, E ~int] struct{ X S; Y Sum[E] }":                                 "zetesAFieldsA[Of any, S ~[]E, E ~int] struct",
		"A[T Number] struct{ X *A[T]; Y []A[T] }":                                   "zetesAFieldsA[Of any, T any] struct { X *Of Y []Of }…typePointerToAOfT static.Type[*Of]",
		"A[T any] struct{ Any[T] }":                                                 "zetesAFieldsA[Of any, T any] struct { Any struct { V T } }…&f.Any.V, &s.typeT",
		"A[T any] struct{ Ring[T] }":                                                "Ring struct { R T *Ring[T] }",
		"A[T any] struct{ *A[T]; X T }":                                             "zetesAFieldsA[Of any, T any] struct { *A[T] X T }",
		"A[Of any] struct{ X Of }":                                                  "zetesAFieldsA[Of_ any, Of any] struct { X Of }",
		"A[T any] struct{ x T; y [2]T; z []T; X T }":                                "struct { _ T _ [2]T _ []byte X T }",
		"A[T any] struct{ X T `json:\",omitempty\"`; Y []T `json:\",omitempty\"` }": "if !static.Empty(&f.X) {…if len(f.Y) != 0 {",
		"A[T any] struct{ X T `json:\",omitzero\"` }":                               "By a compiled plan: it is not plain when X is zero. return static.EncodeOf(w, n, v)…static.Value(in, p, &f.X, &s.typeT)",
		"A[T any] struct{ X *T `json:\",omitzero\"` }":                              "By a compiled plan: it is not plain when X is zero.",
		"A[T any] struct{ X T `json:\",string\"` }":                                 "static.Member(in, p, f, 0, \"X\", &s.typeAOfT)",
		"A[s any] struct{ X s }":                                                    "s_ := static.Instance[zetesAInstanceA[A[s], s]](&zetesALayoutA) if !s_.Same()",
		"A[T any] struct{ X interface{ M([]T) } }":                                  "zetesAFieldsA[Of any, T any] struct { X interface{ M([]T) } }…&f.X, &s.typeInterface",
		"A[T any] []T": "return static.EncodeOf(w, n, v)…return static.ValueOf(in, p, v)",
		"A[T any] struct{ X T; Y struct{ Z T } }": "static.Encode(w, n, &f.Y, &s.typeStruct)",
	} {
		file, err := emitted(t, "//zetes:json\ntype "+source+others, Options{})
		if got := strings.Join(strings.Fields(file), " "); err != nil || !has(got, want) {
			t.Errorf("%s:\ngot  %s, %v\nwant %s", source, file, err, want)
		}
	}
}
