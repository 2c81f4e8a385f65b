// Package kernel holds the loops over bytes that vector instructions speed up.
//
// Each kernel x has a portable twin xGeneric, which is its specification. Without the build tag purego
// there are versions for AVX2 and AVX-512 on amd64, and for NEON on arm64, that package cpu chooses between:
//
//	masks.go   Masks, where strings end and white space ends, with a UTF-8 check
//	escape.go  Escape and AppendString, the text of a JSON string
//	load.go    Load, which copies a text and makes its masks
//	html.go    MasksHTML and LoadHTML, the same for texts that are written, with a look for HTML's characters
//	brackets.go Brackets, where arrays and objects begin and end
//	pass.go    PassBlocks, for values that are passed over unchecked
//	strings.go WriteStrings, lists of short strings, on AVX2 and AVX-512
//	tokens.go  GatherTokens, for values that are checked, on AVX2 and on AVX-512 with VBMI2
//	tree.go    Grow, which makes cells of documents of what that finds, on AVX-512 with VBMI2
//	integers.go WriteIntegers, lists of integers, on AVX2 and on AVX-512 with VBMI2
//	number.go  CopyNumber, for numbers that are texts, with AVX2
//	base64.go  EncodeBase64 and AppendDecodeBase64
//	utf8.go    ValidUTF8
//	unicode.go SkipUnicode, for texts made of \uXXXX
//	name.go    WriteName, for short names
//	swar.go    eight bytes at a time in a uint64, what the twins are made of
//
// kernel_asm.go has what the architectures with assembly share, kernel_amd64.go and kernel_arm64.go what each of them
// has, as load_amd64.go, base64_amd64.go, pass_amd64.go, container_amd64.go, number_amd64.go, tokens_amd64.go,
// strings_amd64.go and integers_amd64.go do; the files named _noasm.go stand for them elsewhere. race_on.go and
// race_off.go keep lists from the race detector's blind spot. The assembly for amd64 is made by the module in _asm.
// That for arm64 is written by hand, with neon_arm64.h and tables from there.
package kernel
