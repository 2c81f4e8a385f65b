// Package jsoniter has the names of github.com/json-iterator/go v1.1.12 over zetes: a program that uses that library is
// moved by changing its import path.
//
//	import jsoniter "github.com/zetes-json/zetes/compat/jsoniter"
//
// [ConfigCompatibleWithStandardLibrary] gives the bytes, values and errors of encoding/json. The other configurations
// depart from it where their fields say so, and check what json-iterator does not check: documents are JSON, raw
// messages and the output of methods are JSON, text is UTF-8. Errors of these configurations are a *zetes.Error, with
// the place in the input, around encoding/json's error. The page docs/migrate-jsoniter.md lists what is different.
//
// An [Iterator] reads, and a [Stream] writes, a piece at a time, and neither keeps an account of open arrays and objects.
// For new code the package codec has types that do.
//
// Methods of extensions, and of [API], name types of github.com/modern-go/reflect2, which this package requires for
// that reason alone. That package reaches into Go's runtime by linkname. The library itself requires nothing.
package jsoniter
