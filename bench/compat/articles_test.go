package compat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestArticles runs the programs that bench measures after the articles, and its documents' types with methods for
// gojay and code by ffjson, with the imports changed to the packages of compat.
func TestArticles(t *testing.T) {
	long.Only(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	change := strings.NewReplacer(`"github.com/francoispqt/gojay"`, `"github.com/zetes-json/zetes/compat/gojay"`, `"github.com/pquerna/ffjson/fflib/v1"`, `"github.com/zetes-json/zetes/compat/ffjson/fflib/v1"`)
	for folder, pattern := range map[string]string{".": "articles/gojay.go", "jay": "data/jay/*.go", "ff": "data/generated/ff/*.go"} {
		files, err := filepath.Glob(filepath.Join(root, "bench", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				write(t, filepath.Join(dir, folder, filepath.Base(name)), []byte(change.Replace(string(text))))
			}
		}
	}
	write(t, filepath.Join(dir, "articles_test.go"), []byte(articles))
	// Internal packages of the library are those of a module below its path too.
	module := strings.Replace(seedModule, "module suite", "module github.com/zetes-json/zetes/articles", 1)
	module = strings.Replace(module, "require (", "require (\n\tgithub.com/zetes-json/zetes/bench v0.1.0", 1) + "\nreplace github.com/zetes-json/zetes/bench => ROOT/bench\n"
	write(t, filepath.Join(dir, "go.mod"), []byte(strings.ReplaceAll(module, "ROOT", filepath.ToSlash(root))))
	run(t, dir, "mod", "tidy")
	if out := string(run(t, dir, "test", "-v", ".")); strings.Contains(out, "FAIL") || !strings.Contains(out, "--- PASS: TestDocuments") || !strings.Contains(out, "--- PASS: TestPayloads") {
		t.Errorf("%s", out)
	}
}

const articles = `package articles

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/articles/ff"
	"github.com/zetes-json/zetes/articles/jay"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/compat/codec"
	"github.com/zetes-json/zetes/compat/ffjson"
	"github.com/zetes-json/zetes/compat/gojay"
	"github.com/zetes-json/zetes/compat/jingo"
)

// TestPayloads: the payloads of the article about jingo are written as encoding/json writes them.
func TestPayloads(t *testing.T) {
	visit, forum, letter := data.NewVisit(), data.NewForum(), data.NewLetter()
	for _, row := range []struct {
		v   any
		jay gojay.MarshalerJSONObject
		enc *jingo.StructEncoder
	}{
		{visit, (*jayVisit)(visit), jingo.NewStructEncoder(*visit)},
		{forum, (*jayForum)(forum), jingo.NewStructEncoder(*forum)},
		{letter, (*jayLetter)(letter), jingo.NewStructEncoder(*letter)},
	} {
		want, err := json.Marshal(row.v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := gojay.MarshalJSONObject(row.jay); err != nil || string(got) != string(want) {
			t.Errorf("gojay: %s, %v, want %s", got, err, want)
		}
		buf := jingo.NewBufferFromPool()
		if row.enc.Marshal(row.v, buf); buf.Err != nil || buf.String() != string(want) {
			t.Errorf("jingo: %s, %v, want %s", buf.Bytes, buf.Err, want)
		}
		buf.ReturnToPool()
		var b []byte
		if err := codec.NewEncoderBytes(&b, new(codec.JsonHandle)).Encode(row.v); err != nil || string(b) != string(want) {
			t.Errorf("codec: %s, %v, want %s", b, err, want)
		}
	}
}

// TestDocuments: documents are read, written and read again by methods for gojay, by code of ffjson, and by codec.
func TestDocuments(t *testing.T) {
	for name, target := range map[string]any{
		"point": new(jay.Point), "session": new(jay.Session), "golang_source": new(jay.Source),
		"ff/point": new(ff.Point), "ff/session": new(ff.Session), "ff/invoice": new(ff.Invoice), "ff/feed": new(ff.Feed), "ff/twitter": new(ff.Tweets),
		"ff/canada": new(ff.Geometry), "ff/golang_source": new(ff.Source),
	} {
		read, made := gojay.Unmarshal, gojay.Marshal
		document := name
		if len(name) > 3 && name[:3] == "ff/" {
			document, read, made = name[3:], ffjson.UnmarshalFast, ffjson.MarshalFast
		}
		set, err := data.Get(document)
		if err != nil {
			t.Fatal(err)
		}
		input, err := set.Compact()
		if err != nil {
			t.Log(err) // The toolchain's tree has no such document.
			continue
		}
		var values any
		if err := read(input, target); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, err := made(target)
		if err == nil {
			err = json.Unmarshal(text, &values)
		}
		again := reflect.New(reflect.TypeOf(target).Elem()).Interface()
		if err != nil || read(text, again) != nil || !reflect.DeepEqual(target, again) {
			t.Errorf("%s: what was written reads back as another value: %v", name, err)
		}
		var std, theirs any
		json.Unmarshal(input, &std)
		h := &codec.JsonHandle{MapKeyAsString: true, PreferFloat: true}
		if err := codec.NewDecoderBytes(input, h).Decode(&theirs); err != nil || !reflect.DeepEqual(std, theirs) {
			t.Errorf("%s: codec reads another value: %v", name, err)
		}
	}
}
`
