// Package toolchain calls the running toolchain's encoding/json: for the words of an error, and for values that encoder
// and decoder do not handle. It is used on cold paths only.
//
//	decode.go       errors of decoding; values that encoding/json decodes in place
//	encode.go       errors of encoding; values that encoding/json encodes
//	own.go          errors under configurations that depart from encoding/json, which then gets single values only
//	syntax.go       errors about text that is not JSON; for tokens also words_classic.go and words_v2.go
//	cache.go        a cache of errors about short texts
//	differences.go  how the words of errors differ between releases
package toolchain
