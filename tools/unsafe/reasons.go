package main

// A reason says why a package uses unsafe, or what routines in assembly do, and names the tests that hold it. A test
// of another package has that package's path and a dot before its name.
type reason struct {
	why   string
	tests []string
}

// packages has a sentence for each package that uses unsafe. The page is not made without one.
var packages = map[string]reason{
	".": {"turns a finished buffer into the result of `MarshalString`, and reads the argument of `UnmarshalString` without a copy",
		[]string{"internal/tests/conform.TestTable", "internal/tests/hostile.TestArguments"}},
	"buffer": {"reads the argument of `WriteString` as bytes, and returns its own bytes as a string, without a copy", []string{"TestModel"}},
	"codec": {"hands codecs the address of the value that a plan is at, and compares names a word at a time within the window's padding",
		[]string{"TestWindows", "TestTenants", "TestNamesAlike", "FuzzReader", "internal/tests/hostile.TestDecoding"}},
	"compat/easyjson":         {"asks whether a value in an interface is a nil pointer", []string{"TestHelpers"}},
	"compat/easyjson/buffer":  {"allocates output that it fills completely", []string{"compat/easyjson.TestOutput", "compat/easyjson.TestReadCloser"}},
	"compat/easyjson/jlexer":  {"looks at numbers and strings in the caller's text as strings, which methods named unsafe return, and reads numbers where the text goes on after them", []string{"compat/easyjson.TestCopies", "compat/easyjson.TestNotJSON"}},
	"compat/easyjson/jwriter": {"writes numbers and base64 into memory that it has made large enough, and looks at bytes as a string", []string{"compat/easyjson.TestOutput", "compat/easyjson.TestHelpers"}},
	"compat/gjson":            {"reads strings as bytes and returns its own bytes as strings without a copy, and tells whether a result lies in the caller's bytes", []string{"TestCopies", "FuzzPath"}},
	"compat/sjson":            {"reads strings as bytes without a copy", []string{"FuzzSet"}},
	"compat/jsoniter": {"passes the addresses of values to encoders and decoders, whose signatures json-iterator has made so, and finds the fields of structs by their offsets",
		[]string{"TestExtension"}},
	"compat/jsoniter/extra": {"has such decoders for strings, numbers, times and bytes", []string{"TestExtra"}},
	"internal/tests/cases":  {"makes values of the type `unsafe.Pointer`, which JSON refuses; it reads nothing through them and is part of the tests", []string{"internal/tests/conform.TestTable"}},
	"internal/cpu":          {"asks the processor which vector instructions it has", []string{"TestForce", "TestCapped", "TestEnvironment"}},
	"internal/date":         {"reads and writes times a word at a time in memory that its caller has made large enough", []string{"TestRead", "TestWrite", "FuzzRead"}},
	"internal/follow":       {"looks at names in the text of its caller as strings while it compares them", []string{"jsondoc.FuzzParse", "jsondoc.FuzzUnchecked"}},
	"internal/index":        {"looks at unescaped names as strings, and allocates output that it fills completely", []string{"TestBuild", "TestGrouped", "TestCanonicalForms"}},
	"internal/kernel":       {"passes addresses to loops in assembly, and reads eight bytes at a time in their twins in Go", []string{"FuzzMasks", "FuzzEscape", "FuzzValidUTF8", "FuzzSkipUnicode", "TestLoad"}},
	"internal/mem":          {"is the home of loads, stores, views and words of interfaces: each function states what its caller promises", []string{"TestLoadShort", "TestPattern", "TestWithTable", "TestMapsWalk"}},
	"internal/num":          {"reads and writes digits eight at a time in memory that its caller has made large enough", []string{"FuzzReadFloat64", "FuzzReadInt", "FuzzWriteFloat64", "FuzzWriteFloat32", "FuzzWriteInt", "TestReadDecimalLengths"}},
	"internal/order":        {"finds a name by the address of its entry, and loads its first bytes as a word", []string{"TestPrefixOf", "TestSortEntries", "TestFew"}},
	"internal/plan":         {"finds the program of a type by the address of the type, and hands values to methods", []string{"TestTable", "TestTableOf"}},
	"internal/plan/decode": {"stores decoded values at the addresses of fields and elements, as reflection would, and reads the input with zeros after its end",
		[]string{"internal/plan/decode/outside.TestHeldTargets", "internal/plan/decode/outside.TestNothingAliases", "internal/plan/decode/outside.TestRetentionOfStrings", "internal/plan/decode/outside.TestWindows", "internal/tests/conform.FuzzUnmarshalTyped", "internal/tests/hostile.TestDecoding"}},
	"internal/plan/decode/memory": {"hands out memory of a Go type by its address, copies values there and clears them, as reflection would", []string{"TestSlab", "TestAlloc", "TestPointees", "TestKeys", "internal/plan/decode/outside.TestRetentionOfStrings"}},
	"internal/plan/encode": {"loads values from the addresses of fields and elements, as reflection would, and writes before a limit that has a margin after it",
		[]string{"TestRoomAtEveryPlace", "TestFixedRuns", "internal/tests/conform.TestMargin", "internal/tests/conform.TestMarginWide", "internal/tests/conform.FuzzMarshal", "internal/tests/hostile.TestEncoding"}},
	"internal/query":  {"looks at numbers in the text of a tape as strings while it compares them", []string{"jsondoc.FuzzQuery"}},
	"internal/scan":   {"loads bytes of a text and bitmaps of an Input as words, which its tests place before memory that must not be read", []string{"TestMember", "TestUnclosed", "TestNumbers", "TestLoadingText"}},
	"internal/shape":  {"reads the words of a `big.Int`, after it has compared their layout with the expected one and tried it out", []string{"TestSpecialOf", "TestSameLayout", "TestHoldsWords"}},
	"internal/tree":   {"looks at unescaped names and at numbers in the text of a tape as strings while it compares them", []string{"TestSays", "jsondoc.FuzzQuery"}},
	"internal/window": {"reads numbers and tokens in a buffer with zeros after its text", []string{"TestRefill", "TestMoves", "TestPieces", "codec.TestWindows"}},
	"internal/wire":   {"walks over text by address, with bitmaps and zeros after its end", []string{"FuzzScan", "FuzzGroups", "TestAgainstToolchain", "TestStoredParts"}},
	"json/v2":         {"finds what is known of a type by the address of the type, and reads the words of an `Options`, whose layout it has found by reflection", []string{"TestRefused", "TestSomeOptionsServe", "TestTrial"}},
	"jsondoc/jsonedit": {"looks at bytes of its own as a string, and allocates results that it fills completely without clearing them first",
		[]string{"FuzzEdit"}},
	"jsondoc/partial": {"shows text that it only appends to as a string", []string{"FuzzPartialDecoder"}},
}

// assembly has a sentence for each family of routines, and the tests that compare them with their twins in Go.
var assembly = map[string]reason{
	"base64":   {"encode and decode base64", []string{"TestEncodeBase64", "TestDecodeBase64", "TestDecodeBase64Blocks"}},
	"brackets": {"find brackets outside of strings", []string{"TestBrackets"}},
	"classes":  {"sort the first bytes of tokens into classes", []string{"TestGatherTokens"}},
	"cpu":      {"execute CPUID and XGETBV", []string{"internal/cpu.TestForce", "internal/cpu.TestCapped"}},
	"escape":   {"copy a string and stop at what has to be escaped", []string{"TestEscape", "TestEscapeNoise", "FuzzEscape"}},
	"html":     {"make the bitmaps of text and look for `<`, `>` and `&`", []string{"TestHTML", "TestHTMLBytes"}},
	"integers": {"write lists of integers", []string{"TestWriteIntegers", "TestEightDigits"}},
	"kernel":   {"jump to the implementation in force", []string{"TestForced"}},
	"load":     {"copy a text and make its bitmaps", []string{"TestLoad"}},
	"masks":    {"make the bitmaps of a text and check its UTF-8", []string{"TestMasks", "TestMasksAllBytes", "FuzzMasks"}},
	"number":   {"copy the text of a number and check it", []string{"TestCopyNumber"}},
	"pass":     {"count brackets of values that are passed over", []string{"TestPassBlocks"}},
	"strings":  {"write lists of short strings", []string{"TestWriteStrings"}},
	"tokens":   {"gather the first bytes of tokens", []string{"TestGatherTokens", "internal/wire.FuzzGroups"}},
	"tree":     {"make cells of a document from tokens", []string{"internal/index.TestGrouped", "internal/index.TestGroupedRoom"}},
	"unicode":  {`pass over text made of \uXXXX`, []string{"TestSkipUnicode", "TestSkipUnicodeBytes", "FuzzSkipUnicode"}},
	"utf8":     {"check UTF-8", []string{"TestValidUTF8", "TestUTF8Quads", "FuzzValidUTF8"}},
}

const intro = `<!-- go run ./tools/unsafe -w makes this page. Its sentences are in tools/unsafe/reasons.go. -->
# Where zetes uses unsafe and assembly

This page lists each package of the library, the command, the adapters and module compat that uses ` + "`unsafe`" + `, directly or through ` + "`internal/mem`" + `, and each family of routines in assembly. A tool
counts the uses in the source, checks that every package has a reason and that the named tests exist, and fails if the page is stale. Packages that are not listed use none. No code
uses ` + "`go:linkname`" + ` or is made at run time.

Two rules make most of it safe: text that is read a word at a time has zeros after its end, and output that is written a word at a time has a margin after its limit. Values of Go types
are read and written at the addresses that ` + "`reflect`" + ` gives for their fields and elements.
`

const assemblyIntro = `
## Assembly

Each routine, except those that ask the processor (cpu) and that jump to another one (kernel), has a twin in Go, which is its specification. With the build tag ` + "`purego`" + ` or with ` + "`ZETES_CPU=generic`" + ` the twin runs instead; twins of routines that other code can do without are only in tests. Tests compare each implementation with its twin at every
length and position, with the text's end at a page that cannot be read. A number counts the routines of all tiers: AVX2 and AVX-512 on amd64, NEON on arm64. A generator makes the routines for amd64.

The tests are those of ` + "`internal/kernel`" + ` unless a package is named.
`

const outro = `
## What watches over all of it

| check | finds |
|---|---|
| ` + "`internal/tests/conform`, `internal/tests/agree`" + ` | results that differ from ` + "`encoding/json`" + `'s, over a table of cases and over random types |
| ` + "`internal/tests/hostile`" + ` | methods, codecs, readers and writers that change, keep or release memory while it is in use |
| ` + "`internal/tests/guard`" + ` | reads and writes beyond a text, by pages that fault |
| ` + "`.ci/run checkptr`" + ` | conversions and arithmetic that leave an allocation |
| ` + "`.ci/run asan`" + ` | reads and writes outside of an allocation, also in assembly's callers |
| ` + "`.ci/run gc`" + ` | pointers that the collector does not see: it runs all the time and clobbers what is free |
| ` + "`.ci/run race`" + ` | memory that two goroutines use at once |
| ` + "`.ci/run purego`, `386`, `qemu`" + ` | code that depends on assembly, on 64 bits, or on the order of bytes |
| ` + "`.ci/run fuzz`" + ` | inputs that break one of the agreements above, in every fuzz target |
`
