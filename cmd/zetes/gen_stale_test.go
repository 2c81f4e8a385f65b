package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/long"
)

// staleSource is what zetes gen sees.
const staleSource = `package m

import (
	"fmt"
	"time"
)

type T struct {
	A    int ` + "`json:\"a\"`" + `
	B    string
	K    Kind
	L    []Kind
	Ks   map[string]Kind
	Tags Tags
	In   Inner
	Ptr  *Inner
	List []Inner
	Base
	*Deep
	Any  any
	Anon struct{ X int }
	At   time.Time
	note *fmt.Stringer
	Omit *Kind ` + "`json:\",omitempty\"`" + `
	Q    int ` + "`json:\",string\"`" + `
	Own  Own
	Pair Pair[int]
	Grid [2]Kind
}

type (
	Kind        int
	Tags        []string
	Inner       struct{ X, Y int }
	Base        struct{ F, G int }
	Deep        struct{ H Kind }
	Own         struct{ N []Inner }
	Pair[P any] struct{ P, Q P }
)

var _ = time.Now
var _ fmt.Stringer
`

// staleChanges are what becomes of it, by what it was and what it is.
var staleChanges = map[string][]string{
	"none":                  {"", ""},
	"removed":               {"\tB    string\n", ""},
	"renamed":               {"B    string", "C string"},
	"retyped":               {"B    string", "B []int"},
	"added":                 {"\tB    string\n", "\tB string\n\tNew int\n"},
	"reordered":             {"\tA    int `json:\"a\"`\n\tB    string\n", "\tB string\n\tA int `json:\"a\"`\n"},
	"tagged":                {"B    string", "B string `json:\"b,omitempty\"`"},
	"tag_gone":              {" `json:\"a\"`", ""},
	"left_out":              {"B    string", "B string `json:\"-\"`"},
	"another_tag":           {"`json:\"a\"`", "`json:\"a\" yaml:\"b\"`"},
	"pointer":               {"A    int", "A *int"},
	"no_pointer":            {"Ptr  *Inner", "Ptr Inner"},
	"unexported":            {"note *fmt.Stringer", "note [7]byte"},
	"unexported_gone":       {"\tnote *fmt.Stringer\n", ""},
	"quoted_no_more":        {" `json:\",string\"`", ""},
	"scalar":                {"Kind        int", "Kind        string"},
	"scalar_struct":         {"Kind        int", "Kind struct{ Z int }"},
	"scalar_methods":        {"var _ = time", "func (k Kind) MarshalText() ([]byte, error) { return fmt.Appendf(nil, \"k%d\", int(k)), nil }\nfunc (k *Kind) UnmarshalText(b []byte) error { *k = Kind(len(b)); return nil }\nvar _ = time"},
	"slice":                 {"Tags        []string", "Tags        map[string]int"},
	"slice_elements":        {"Tags        []string", "Tags        []Inner"},
	"inner_added":           {"Inner       struct{ X, Y int }", "Inner       struct{ X, Y, Z int }"},
	"inner_removed":         {"Inner       struct{ X, Y int }", "Inner       struct{ Y int }"},
	"inner_scalar":          {"Inner       struct{ X, Y int }", "Inner       int"},
	"inner_methods":         {"var _ = time", "func (i Inner) MarshalJSON() ([]byte, error) { return []byte(\"1\"), nil }\nfunc (i *Inner) UnmarshalJSON(b []byte) error { i.X = len(b); return nil }\nvar _ = time"},
	"inner_reads":           {"var _ = time", "func (i *Inner) UnmarshalJSON(b []byte) error { i.X += len(b); if i.X > 9 { return fmt.Errorf(\"no\") }; return nil }\nvar _ = time"},
	"base_added":            {"Base        struct{ F, G int }", "Base        struct{ F, G, I int }"},
	"base_removed":          {"Base        struct{ F, G int }", "Base        struct{ G int }"},
	"base_hides":            {"Base        struct{ F, G int }", "Base        struct{ F int; G int `json:\"B\"` }"},
	"base_pointer":          {"\tBase\n", "\t*Base\n"},
	"base_named":            {"\tBase\n", "\tBase Base\n"},
	"base_tagged":           {"\tBase\n", "\tBase `json:\"base\"`\n"},
	"base_gone":             {"\tBase\n", ""},
	"deep_value":            {"\t*Deep\n", "\tDeep\n"},
	"deep_removed":          {"Deep        struct{ H Kind }", "Deep        struct{ I Kind }"},
	"deep_in_deep":          {"Deep        struct{ H Kind }", "Deep        struct{ H Kind; *Inner }"},
	"an_interface":          {"Any  any", "Any fmt.Stringer"},
	"anonymous":             {"Anon struct{ X int }", "Anon struct{ X int `json:\"x\"`; Y int }"},
	"time":                  {"At   time.Time", "At time.Duration"},
	"array":                 {"Grid [2]Kind", "Grid [3]Kind"},
	"arguments":             {"Pair Pair[int]", "Pair Pair[string]"},
	"generic":               {"struct{ P, Q P }", "struct{ P P }"},
	"no_struct":             {"type T struct {", "type T []int\n\ntype S struct {"},
	"a_map":                 {"type T struct {", "type T map[string]int\n\ntype S struct {"},
	"holds_itself":          {"B    string", "B *Bare"},
	"two_of_a_name":         {"B    string", "B string; BB int `json:\"B\"`"},
	"much_more":             {"B    string", "B string; Z1, Z2, Z3, Z4, Z5 [9]int"},
	"the_other_way_about":   {"A    int `json:\"a\"`\n\tB    string", "A int `json:\"B\"`\n\tB string `json:\"a\"`"},
	"inner_loses_its_order": {"Inner       struct{ X, Y int }", "Inner       struct{ Y, X int }"},
}

// staleGeneric is a generic type that zetes gen sees, and what it is made of.
const staleGeneric = `package m

import "fmt"

type T[P any, K comparable] struct {
	A    int ` + "`json:\"a\"`" + `
	B    P
	L    []P
	Ks   map[K]P
	In   Inner
	Ptr  *P
	List []Inner
	Base[P]
	*Deep
	Pair Pair[P]
	note P
	Omit P   ` + "`json:\",omitempty\"`" + `
	Q    int ` + "`json:\",string\"`" + `
	At   Sum[int]
	Any  any
	Tags []string ` + "`json:\",omitzero\"`" + `
	Anon struct{ X P }
}

type (
	Number          interface{ ~int | ~float64 }
	Inner           struct{ X, Y int }
	Base[P any]     struct{ F, G P }
	Deep            struct{ H int }
	Pair[P any]     struct{ P, Q P }
	Sum[N Number]   struct{ N N }
	Text            string
)

func (t Text) MarshalText() ([]byte, error) { return []byte("t" + string(t)), nil }
func (t *Text) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return fmt.Errorf("no text")
	}
	*t = Text(b[1:])
	return nil
}
`

// staleInstances are the arguments that it gets, where %[1]s is the package: the first three where it has changed.
var staleInstances = []string{
	"int, string", "%[1]s.Inner, int8", "%[1]s.Text, string", "string, %[1]s.Text", "float64, string", "bool, string", "[]byte, string",
	"[2]int16, string", "map[string]int, string", "any, string", "*int, string", "[]string, string", "*%[1]s.Inner, uint",
	"%[1]s.Pair[string], string", "*%[1]s.Text, string", "struct{ X int }, string", "fmt.Stringer, string",
}

var staleGenericChanges = map[string][]string{
	"none":            {"", ""},
	"removed":         {"\tB    P\n", ""},
	"renamed":         {"B    P", "C P"},
	"retyped":         {"B    P", "B int"},
	"retyped_to_p":    {"A    int", "A P"},
	"added":           {"\tB    P\n", "\tB P\n\tNew P\n"},
	"reordered":       {"\tA    int `json:\"a\"`\n\tB    P\n", "\tB P\n\tA int `json:\"a\"`\n"},
	"tagged":          {"B    P", "B P `json:\"b,omitempty\"`"},
	"pointer":         {"B    P", "B *P"},
	"elements":        {"L    []P", "L []*P"},
	"values":          {"Ks   map[K]P", "Ks map[string]P"},
	"unexported":      {"note P", "note [7]byte"},
	"unexported_gone": {"\tnote P\n", ""},
	"no_option":       {"Omit P   `json:\",omitempty\"`", "Omit P"},
	"base_removed":    {"struct{ F, G P }", "struct{ G P }"},
	"base_retyped":    {"struct{ F, G P }", "struct{ F P; G int }"},
	"base_argument":   {"\tBase[P]\n", "\tBase[int]\n"},
	"base_pointer":    {"\tBase[P]\n", "\t*Base[P]\n"},
	"pair_removed":    {"struct{ P, Q P }", "struct{ P P }"},
	"argument":        {"Pair Pair[P]", "Pair Pair[[]P]"},
	"inner_methods":   {"func (t Text)", "func (i Inner) MarshalJSON() ([]byte, error) { return []byte(\"1\"), nil }\nfunc (i *Inner) UnmarshalJSON(b []byte) error { i.X = len(b); return nil }\nfunc (t Text)"},
	"pair_methods":    {"func (t Text)", "func (i Pair[P]) MarshalJSON() ([]byte, error) { return []byte(\"1\"), nil }\nfunc (i *Pair[P]) UnmarshalJSON(b []byte) error { return nil }\nfunc (t Text)"},
	"constraint":      {"T[P any, K comparable]", "T[P, K comparable]"},
	"no_constraint":   {"Sum[N Number] ", "Sum[N any] "},
	"no_struct":       {"type T[P any, K comparable] struct {", "type T[P any, K comparable] []P\n\ntype S[P any, K comparable] struct {"},
	"zero":            {"\tBase[P]\n", "\tBase[P]\n\tBB P `json:\",omitzero\"`\n"},
}

const staleMain = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	"github.com/zetes-json/zetes"
%s)

var docs = []string{
	` + "`" + `{"a":1,"B":"b","K":2,"L":[1,2],"Ks":{"a":1},"Tags":["x"],"In":{"X":1,"Y":2},"Ptr":{"X":3,"Y":4,"Z":5},"List":[{"X":5,"Y":6},{"Y":7,"X":8}],"F":7,"G":8,"H":9,"Any":[1],"Anon":{"X":1},"At":"2020-01-02T03:04:05Z","Omit":3,"Q":"4","Own":{"N":[{"X":1}]},"Pair":{"P":1,"Q":2},"Grid":[1,2]}` + "`" + `,
	"[1,2]", "{\"a\":1", "null", "7", "{}", "{\"New\":1,\"C\":\"c\",\"b\":\"b\",\"I\":3,\"Base\":{\"F\":1},\"base\":{\"F\":1},\"A\":5}", "{\"In\":{\"X\":\"x\"},\"a\":2}", "{\"Tags\":{\"k\":1},\"K\":\"k\"}", "{\"B\":{\"B\":{\"a\":1}},\"K\":{\"Z\":1}}",
}

func init() {
	for _, name := range strings.Fields("a B K L Ks Tags In Ptr List F G H Any Anon At Omit Q Own Pair Grid BB") {
		for _, value := range []string{"null", "1", "\"x\"", "[]", "{}", "[[1]]", "{\"X\":[]}", "true", "[\"x\"]", "[{\"X\":\"x\"}]", "{\"P\":\"p\"}"} {
			docs = append(docs, fmt.Sprintf("{\"a\":3,%%q:%%s,\"Q\":\"5\"}", name, value))
		}
		docs = append(docs, fmt.Sprintf("{\"a\":3,%%q:{\"X\":[{", name))
	}
}

var bad = 0

func check[T, B any](name string) {
	differ := func(what, doc string, got, want any) {
		if bad++; bad < 20 {
			fmt.Printf("%%s: %%s: %%s: got %%v, want %%v\n", name, what, doc, got, want)
		}
	}
	text := func(err error) string {
		if err == nil {
			return ""
		}
		return strings.NewReplacer("Bare", "T", "type *m.", "type m.").Replace(err.Error())
	}
	for _, doc := range docs {
		for i, unmarshal := range []func([]byte, any) error{json.Unmarshal, func(b []byte, v any) error { return zetes.Unmarshal(b, v.(*T)) }, func(b []byte, v any) error { return any(v).(json.Unmarshaler).UnmarshalJSON(b) }} {
			if i > 0 && doc == "null" {
				continue
			}
			var t T
			var b B
			for range 2 {
				got, want := unmarshal([]byte(doc), &t), json.Unmarshal([]byte(doc), &b)
				if (got == nil) != (want == nil) || i != 1 && text(got) != text(want) {
					differ("error", doc, got, want)
				}
				if is := reflect.ValueOf(t).Convert(reflect.TypeFor[B]()).Interface(); !reflect.DeepEqual(is, any(b)) {
					differ("value", doc, fmt.Sprintf("%%+v", is), fmt.Sprintf("%%+v", b))
				}
			}
			want, _ := json.Marshal(&b)
			for _, marshal := range []func(any) ([]byte, error){json.Marshal, func(v any) ([]byte, error) { return zetes.Marshal(v.(*T)) }, func(v any) ([]byte, error) { return any(v).(json.Marshaler).MarshalJSON() }, func(v any) ([]byte, error) {
				return any(v).(interface{ AppendJSON([]byte) ([]byte, error) }).AppendJSON(nil)
			}} {
				if got, err := marshal(&t); !bytes.Equal(got, want) || err != nil {
					differ("marshal", doc, string(got), string(want))
				}
			}
		}
	}
}

func main() {
%s	if bad > 0 {
		fmt.Println(bad, "differences")
		os.Exit(1)
	}
}
`

// TestGenStale: code of a type that has changed since compiles, and means what the type means by now.
func TestGenStale(t *testing.T) {
	changes := staleChanges
	if !long.On() { // one of them
		changes = map[string][]string{"retyped": staleChanges["retyped"]}
	}
	t.Run("plain", func(t *testing.T) {
		testStale(t, staleSource, changes, []string{"check[%[1]s.T, %[1]s.Bare](%[1]q)"})
	})
	if !long.On() {
		return
	}
	t.Run("generic", func(t *testing.T) {
		var calls []string
		for _, arguments := range staleInstances {
			calls = append(calls, "check[%[1]s.T["+arguments+"], %[1]s.Bare["+arguments+"]](%[1]q)")
		}
		testStale(t, staleGeneric, staleGenericChanges, calls)
	})
}

// testStale generates code for the T of source, compiles it with what becomes of that by each of changes, and runs
// calls in a program that imports all of them.
func testStale(t *testing.T, source string, changes map[string][]string, calls []string) {
	library, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := genModule(t, map[string]string{"m.go": source})
	if got := invoke(t, dir, "", "gen", "-type", "T", "m.go"); got.status != 0 {
		t.Fatalf("%v", got)
	}
	code := read(t, filepath.Join(dir, "m_zetes.go"))
	var imports, body strings.Builder
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, change := range changes {
		text := strings.Replace(source, change[0], change[1], 1)
		if text == source && name != "none" {
			t.Fatalf("%s changes nothing", name)
		}
		write(name+"/m.go", text+bareOf(text))
		most := len(calls)
		if name != "none" {
			most = min(most, 3)
		}
		write(name+"/m_zetes.go", code)
		fmt.Fprintf(&imports, "\t%s \"example.com/m/%[1]s\"\n", name)
		for _, call := range calls[:most] {
			fmt.Fprintf(&body, "\t"+call+"\n", name)
		}
	}
	write("main/main.go", fmt.Sprintf(staleMain, imports.String(), body.String()))
	write("go.mod", "module example.com/m\n\ngo 1.26\n\nrequire github.com/zetes-json/zetes v0.0.0\n\nreplace github.com/zetes-json/zetes => "+strconv.Quote(library)+"\n")
	cmd := exec.Command("go", "run", "./main")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// bareOf declares Bare as what the T of source is made of.
func bareOf(source string) string {
	_, list, _ := strings.Cut(source, "\ntype T")
	if list, _, _ = strings.Cut(list, "] "); !strings.HasPrefix(list, "[") || strings.HasPrefix(list, "[]") {
		return "\ntype Bare T\n"
	}
	var names []string
	for parameter := range strings.SplitSeq(list[1:], ", ") {
		name, _, _ := strings.Cut(parameter, " ")
		names = append(names, name)
	}
	return "\ntype Bare" + list + "] T[" + strings.Join(names, ", ") + "]\n"
}
