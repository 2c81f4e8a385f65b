package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Every document fits its type, with no member left over: else the benchmark would time skipping.
func TestTypes(t *testing.T) {
	for _, doc := range Builtin() {
		t.Run(doc.Name, func(t *testing.T) {
			d := json.NewDecoder(bytes.NewReader(doc.JSON))
			d.DisallowUnknownFields()
			if err := d.Decode(doc.New()); err != nil {
				t.Fatal(err)
			}
			if len(doc.JSON) < 10_000 {
				t.Errorf("only %d bytes", len(doc.JSON))
			}
		})
	}
}

func TestBuiltinIsTheSameEachTime(t *testing.T) {
	a, b := Builtin(), Builtin()
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].JSON, b[i].JSON) {
			t.Errorf("%s differs between two calls", a[i].Name)
		}
		if reflect.DeepEqual(a[i].New(), nil) {
			t.Errorf("%s has no type", a[i].Name)
		}
	}
}

// treeOf makes a Go tree with documents of those names, whose files hold the names.
func treeOf(t *testing.T, folder string, names ...string) (goroot string) {
	goroot = t.TempDir()
	dir := filepath.Join(goroot, "src/encoding/json/internal/jsontest", folder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name+".json.zst"), []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return goroot
}

func quoted(b []byte) ([]byte, error) { return append(append([]byte{'"'}, b...), '"'), nil }

func TestGoTree(t *testing.T) {
	for _, folder := range folders {
		root := treeOf(t, folder, "twitter_status", "news")
		docs, err := GoTree(root, quoted)
		if err != nil || len(docs) != 2 || docs[0].Name != "news" || string(docs[0].JSON) != `"news"` || docs[0].New != nil {
			t.Fatalf("%s: %v, %v", folder, docs, err)
		}
		if _, ok := docs[1].New().(*Tweets); !ok {
			t.Errorf("%s: %s has the type %T", folder, docs[1].Name, docs[1].New())
		}
		if doc, err := Read(root, "twitter_status", quoted); err != nil || string(doc.JSON) != `"twitter_status"` {
			t.Errorf("%s: %s, %v", folder, doc.JSON, err)
		}
		if doc, err := Read(root, "twitter", quoted); err == nil {
			t.Errorf("%s: twitter is %s", folder, doc.Name)
		}
	}
}

func TestGoTreeWithoutDocuments(t *testing.T) {
	if _, err := GoTree(t.TempDir(), quoted); err == nil {
		t.Error("an empty tree has documents")
	}
	if _, err := GoTree("", quoted); err == nil {
		t.Error("no tree has documents")
	}
	broken := errors.New("broken")
	if _, err := GoTree(treeOf(t, "testdata", "x"), func([]byte) ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("a broken document is read: %v", err)
	}
}
