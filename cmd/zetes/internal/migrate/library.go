package migrate

import (
	"slices"
	"strings"
)

// Import paths of zetes.
const (
	library  = "github.com/zetes-json/zetes"
	jsonPath = library + "/json"
	compat   = library + "/compat"
	command  = library + "/cmd/zetes"
)

// target is the name of a package that takes the place of another one.
type target struct{ path, name string }

// source is a package of a JSON library.
type source struct {
	path    string // import path, without a major version
	name    string // the package's name
	library string // as people call it
	page    string // the page about it, in docs

	to     string            // a package with the same names; empty: none
	made   bool              // the library's generator makes code that uses it, which moves too
	compat string            // a package with the same names that is used under -to compat where methods of its types are called by name or were written by hand
	names  map[string]target // names that have others in zetes, or with to == "" the only ones that have any
	apis   []string          // variables with an API that means encoding/json
	loose  []string          // other variables with an API, and functions: their results differ in what loose says
	note   string            // how results of loose names differ

	own   []string          // names whose types are the library's own, or lead to them; nil: all
	words map[string]string // names that have no counterpart: what to write
}

// is reports whether a word of a user names s: an import path or the library's name.
func (s *source) is(word string) bool { return word == s.path || word == s.library }

// matches reports whether path is s, in any major version.
func (s *source) matches(path string) bool {
	if path == s.path {
		return true
	}
	rest, ok := strings.CutPrefix(path, s.path+"/v")
	return ok && rest != "" && strings.Trim(rest, "0123456789") == "" && s.path != "encoding/json"
}

// sourceOf returns the package of a library that has that path, or nil.
func sourceOf(path string) *source {
	for _, s := range sources {
		if s.matches(path) {
			return s
		}
	}
	return nil
}

// libraryNames returns the names of the libraries, each once.
func libraryNames() (names []string) {
	for _, s := range sources {
		if !slices.Contains(names, s.library) {
			names = append(names, s.library)
		}
	}
	return names
}

// like returns the names of encoding/json as those of package json, and more.
func like(more map[string]target) map[string]target {
	names := map[string]target{}
	for name := range strings.FieldsSeq(`Compact HTMLEscape Indent Marshal MarshalIndent Unmarshal Valid Decoder NewDecoder Delim Encoder NewEncoder
		InvalidUTF8Error InvalidUnmarshalError Marshaler MarshalerError Number RawMessage SyntaxError Token UnmarshalFieldError
		UnmarshalTypeError Unmarshaler UnsupportedTypeError UnsupportedValueError`) {
		names[name] = target{jsonPath, name}
	}
	for name, t := range more {
		names[name] = t
	}
	return names
}

// all returns names that are those of the package path too.
func all(path, list string) map[string]target {
	names := map[string]target{}
	for name := range strings.FieldsSeq(list) {
		names[name] = target{path, name}
	}
	return names
}

// methods are those of the API of json-iterator and sonic that functions of zetes take the place of.
var methods = map[string]target{
	"Marshal": {jsonPath, "Marshal"}, "MarshalIndent": {jsonPath, "MarshalIndent"}, "Unmarshal": {jsonPath, "Unmarshal"},
	"Valid": {jsonPath, "Valid"}, "NewEncoder": {jsonPath, "NewEncoder"}, "NewDecoder": {jsonPath, "NewDecoder"},
	"MarshalToString": {library, "MarshalString"}, "UnmarshalFromString": {library, "UnmarshalString"},
}

// native are functions and types of json-iterator that have a counterpart under -to native.
var native = map[string]target{
	"Marshal": {jsonPath, "Marshal"}, "MarshalIndent": {jsonPath, "MarshalIndent"}, "Unmarshal": {jsonPath, "Unmarshal"},
	"Valid": {jsonPath, "Valid"}, "NewEncoder": {jsonPath, "NewEncoder"}, "NewDecoder": {jsonPath, "NewDecoder"},
	"Encoder": {jsonPath, "Encoder"}, "Decoder": {jsonPath, "Decoder"},
	"MarshalToString": {library, "MarshalString"}, "UnmarshalFromString": {library, "UnmarshalString"},
	"RawMessage": {jsonPath, "RawMessage"}, "Number": {jsonPath, "Number"},
}

// sources has a row for each package. Rows of one library follow each other.
var sources = []*source{
	{path: "encoding/json", name: "json", library: "encoding/json", to: jsonPath, own: []string{"Decoder", "NewDecoder", "Encoder", "NewEncoder"}},
	{path: "encoding/json/v2", name: "json", library: "encoding/json/v2", page: "v2.md", to: jsonPath + "/v2"},
	{path: "github.com/json-iterator/go", name: "jsoniter", library: "json-iterator", page: "migrate-jsoniter.md", to: compat + "/jsoniter",
		apis: []string{"ConfigCompatibleWithStandardLibrary"}, loose: []string{"ConfigDefault", "ConfigFastest"},
		note: "maps come out sorted, and HTML characters of ConfigFastest are escaped"},
	{path: "github.com/json-iterator/go/extra", name: "extra", library: "json-iterator", page: "migrate-jsoniter.md", to: compat + "/jsoniter/extra"},
	{path: "github.com/goccy/go-json", name: "json", library: "goccy", page: "migrate-goccy.md", names: like(nil), words: map[string]string{
		"MarshalNoEscape": "zetes.Marshal(v)", "MarshalOf": "zetes.Marshal(v)", "UnmarshalNoEscape": "zetes.Unmarshal(data, &v)", "UnmarshalOf": "zetes.Unmarshal(data, &v)",
		"MarshalWithOption":       "zetes.Config{…}.Freeze(), made once, and its Marshal",
		"MarshalIndentWithOption": "zetes.Config{…}.Freeze(), made once, and its MarshalIndent",
		"UnmarshalWithOption":     "zetes.Config{…}.Freeze(), made once, and its Unmarshal",
		"DisableHTMLEscape":       "zetes.Config{NoEscapeHTML: true}", "UnorderedMap": "zetes.Config{UnsortedMaps: true}",
		"MarshalContext": "api.WithContext(ctx).Marshal(v); methods MarshalJSON(context.Context) are not called", "UnmarshalContext": "api.WithContext(ctx).Unmarshal(data, &v)",
		"MarshalerContext": "a codec by codec.For, which asks zetes.WriteContext(cw)", "UnmarshalerContext": "a codec by codec.For, which asks zetes.ReadContext(cr)",
		"SetFieldQueryToContext": "zetes.ParseFields, and the set in zetes.PerCall", "BuildFieldQuery": "zetes.ParseFields",
		"CreatePath": "package jsondoc",
	}},
	{path: "github.com/bytedance/sonic", name: "sonic", library: "sonic", page: "migrate-sonic.md",
		names: map[string]target{
			"Marshal": {jsonPath, "Marshal"}, "MarshalIndent": {jsonPath, "MarshalIndent"}, "Unmarshal": {jsonPath, "Unmarshal"}, "Valid": {jsonPath, "Valid"},
			"MarshalString": {library, "MarshalString"}, "UnmarshalString": {library, "UnmarshalString"},
		},
		apis: []string{"ConfigStd"}, loose: []string{"Marshal", "MarshalIndent", "MarshalString", "ConfigDefault", "ConfigFastest"},
		note: "<, > and & come out escaped, and maps sorted, which sonic does under ConfigStd only; zetes.Config{NoEscapeHTML: true, UnsortedMaps: true} keeps both",
		words: map[string]string{
			"ConfigStd": "zetes.Standard()", "ConfigDefault": "zetes.Config{NoEscapeHTML: true, UnsortedMaps: true}.Freeze()", "ConfigFastest": "zetes.Config{NoEscapeHTML: true, UnsortedMaps: true}.Freeze()",
			"Config": "zetes.Config{…}.Freeze()", "API": "*zetes.API", "Pretouch": "delete it", "Get": "jsondoc.Get(data, path...)", "GetFromString": "jsondoc.Get([]byte(s), path...)",
			"GetCopyFromString": "jsondoc.Get([]byte(s), path...)", "Encoder": "*json.Encoder", "Decoder": "*json.Decoder",
		}},
	{path: "github.com/bytedance/sonic/ast", name: "ast", library: "sonic", page: "migrate-sonic.md", words: map[string]string{"": "jsondoc.Parse(data), and the methods of jsondoc.Value"}},
	{path: "github.com/bytedance/sonic/encoder", name: "encoder", library: "sonic", page: "migrate-sonic.md", words: map[string]string{
		"Encode": "json.Marshal(v)", "EncodeInto": "zetes.Append(buf, v)", "NewStreamEncoder": "json.NewEncoder(w)", "": "an option of zetes.Config"}},
	{path: "github.com/bytedance/sonic/decoder", name: "decoder", library: "sonic", page: "migrate-sonic.md", words: map[string]string{
		"NewStreamDecoder": "json.NewDecoder(r)", "NewDecoder": "zetes.UnmarshalString(s, &v)", "": "an option of zetes.Config"}},
	{path: "github.com/segmentio/encoding/json", name: "json", library: "segmentio", names: like(nil), words: map[string]string{
		"Append": "zetes.Append(buf, v), which takes no flags", "Parse": "zetes.Unmarshal(data, &v), which takes no flags", "NewTokenizer": "codec.NewBytesReader(data)",
		"": "an option of zetes.Config"}},
	{path: "github.com/mailru/easyjson", name: "easyjson", library: "easyjson", page: "migrate-easyjson.md", compat: compat + "/easyjson",
		names: map[string]target{"Marshal": {jsonPath, "Marshal"}, "Unmarshal": {jsonPath, "Unmarshal"}, "RawMessage": {jsonPath, "RawMessage"}},
		words: map[string]string{
			"MarshalToWriter": "zetes.MarshalTo(w, v)", "UnmarshalFromReader": "zetes.UnmarshalFrom(r, &v)", "MarshalToHTTPResponseWriter": "httpjson.Write(w, http.StatusOK, v)",
			"MarshalerUnmarshaler": "any", "Marshaler": "json.Marshaler", "Unmarshaler": "json.Unmarshaler", "UnknownFieldsProxy": "opt.Unknown, with zetes.Config{KeepUnknown: true}",
			"UnknownsUnmarshaler": "opt.Unknown, with zetes.Config{KeepUnknown: true}", "UnknownsMarshaler": "opt.Unknown, with zetes.Config{KeepUnknown: true}",
		}},
	{path: "github.com/mailru/easyjson/jlexer", name: "jlexer", library: "easyjson", page: "migrate-easyjson.md", compat: compat + "/easyjson/jlexer", words: map[string]string{"": "a codec.Reader, in a codec by codec.For"}},
	{path: "github.com/mailru/easyjson/jwriter", name: "jwriter", library: "easyjson", page: "migrate-easyjson.md", compat: compat + "/easyjson/jwriter", words: map[string]string{"": "a codec.Writer, in a codec by codec.For"}},
	{path: "github.com/mailru/easyjson/opt", name: "opt", library: "easyjson", page: "migrate-easyjson.md", compat: compat + "/easyjson/opt", words: map[string]string{"": "the type of that name in zetes/opt, with the tag option omitzero; opt.Of(v) makes one"}},
	{path: "github.com/mailru/easyjson/buffer", name: "buffer", library: "easyjson", page: "migrate-easyjson.md", compat: compat + "/easyjson/buffer", words: map[string]string{"Init": "delete it: chunks have 128 bytes to 32 KB", "": "buffer.Buffer of zetes: WriteTo, AppendTo, ReadCloser"}},
	{path: "github.com/pquerna/ffjson/ffjson", name: "ffjson", library: "ffjson", page: "migrate-ffjson.md", compat: compat + "/ffjson",
		names: map[string]target{
			"Marshal": {jsonPath, "Marshal"}, "Unmarshal": {jsonPath, "Unmarshal"}, "MarshalFast": {library, "Marshal"}, "UnmarshalFast": {library, "Unmarshal"},
		},
		words: map[string]string{"Pool": "buffer.Buffer, whose Release returns the memory", "NewEncoder": "zetes.MarshalTo(w, &v)", "NewDecoder": "zetes.UnmarshalFrom(r, &v)"}},
	{path: "github.com/pquerna/ffjson/fflib/v1", name: "v1", library: "ffjson", page: "migrate-ffjson.md", compat: compat + "/ffjson/fflib/v1", words: map[string]string{"": "a codec by codec.For, or methods of encoding/json"}},
	{path: "github.com/francoispqt/gojay", name: "gojay", library: "gojay", page: "migrate-gojay.md", to: compat + "/gojay", made: true},
	{path: "github.com/bet365/jingo", name: "jingo", library: "jingo", page: "migrate-jingo.md", to: compat + "/jingo"},
	{path: "github.com/ugorji/go/codec", name: "codec", library: "go/codec", page: "migrate-ugorji.md", names: all(compat+"/codec", `JsonHandle Handle BasicHandle EncodeOptions DecodeOptions RPCOptions TypeInfos
		NewTypeInfos Encoder NewEncoder NewEncoderBytes Decoder NewDecoder NewDecoderBytes NewDecoderString Selfer Ext InterfaceExt BytesExt SelfExt Raw MapBySlice MissingFielder`),
		words: map[string]string{"": "keep it for formats that are not JSON"}},
	{path: "github.com/tidwall/gjson", name: "gjson", library: "gjson", page: "migrate-gjson.md", to: compat + "/gjson"},
	{path: "github.com/tidwall/sjson", name: "sjson", library: "sjson", page: "migrate-gjson.md", to: compat + "/sjson"},
	{path: "github.com/valyala/fastjson", name: "fastjson", library: "fastjson", page: "migrate-fastjson.md", words: map[string]string{
		"Parser": "jsondoc.Parse(data)", "ParserPool": "nothing: jsondoc.Parse has a pool", "Parse": "jsondoc.Parse([]byte(s))", "ParseBytes": "jsondoc.Parse(data)", "GetString": `jsondoc.Get(data, "a", 0)`,
		"Exists": `jsondoc.Get(data, "a"), and its Exists`, "Validate": "json.Valid([]byte(s))", "ValidateBytes": "json.Valid(data)", "Value": "jsondoc.Value", "Object": "jsondoc.Value", "": "jsondoc.Get and the methods of jsondoc.Value"}},
	{path: "github.com/buger/jsonparser", name: "jsonparser", library: "jsonparser", page: "documents.md", words: map[string]string{
		"Get": "jsondoc.Get(data, path...)", "ArrayEach": "jsondoc.Get(data, path...), and its Elements", "ObjectEach": "jsondoc.Get(data, path...), and its Members", "Set": "jsonedit.Set(data, v, path...)",
		"Delete": "jsonedit.Delete(data, path...)", "": "jsondoc.Get(data, path...), and the methods of jsondoc.Value"}},
	{path: "github.com/velox-io/json", name: "vjson", library: "velox", words: map[string]string{"": "the name of encoding/json in package json"}},
}

// becomes returns what a name of s becomes: the target, and how its result differs. ok is false where it has no counterpart.
func (s *source) becomes(name, to string) (t target, note string, ok bool) {
	if s.library == "json-iterator" && s.name == "jsoniter" && to == "native" {
		if t, ok := native[name]; ok {
			return t, "", true
		}
	}
	if t, ok = s.names[name]; !ok {
		if s.to == "" {
			return t, "", false
		}
		t = target{s.to, name}
	}
	if slices.Contains(s.loose, name) && s.to == "" {
		note = s.note
	}
	return t, note, true
}

// becomesAPI returns what methods of the API in a variable become, where it has the meaning of encoding/json under to.
func (s *source) becomesAPI(variable, to string) (note string, ok bool) {
	if s.to != "" && to == "compat" {
		return "", false
	}
	if slices.Contains(s.apis, variable) {
		return "", true
	}
	if s.to != "" && to != "native" || !slices.Contains(s.loose, variable) || !strings.HasPrefix(variable, "Config") {
		return "", false
	}
	return s.note, true
}

// isOwn reports whether a value of the named type, or one that the named function returns, has a type of the library's own.
func (s *source) isOwn(name string) bool { return s.own == nil || slices.Contains(s.own, name) }

// advice says what to write in place of a name that has no counterpart of its own.
func (s *source) advice(name string) string {
	words, ok := s.words[name]
	if !ok {
		words = s.words[""]
	}
	page := ""
	if s.page != "" {
		page = " (docs/" + s.page + ")"
	}
	if words == "" {
		return "no counterpart" + page
	}
	if strings.HasPrefix(words, "delete ") || strings.HasPrefix(words, "keep ") {
		return words + page
	}
	return "write " + words + page
}
