package corpus

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Every document fits its type, with no member left over: else the benchmark would time skipping.
func TestTypes(t *testing.T) {
	docs, err := GoTree(GoRoot())
	if err != nil {
		t.Log(err)
	}
	for _, doc := range append(docs, Builtin()...) {
		t.Run(doc.Name, func(t *testing.T) {
			if doc.New == nil {
				t.Skip("a newer Go tree has a document that we have no type for")
			}
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

func TestGoTreeWithoutDocuments(t *testing.T) {
	if _, err := GoTree(t.TempDir()); err == nil {
		t.Error("an empty tree has documents")
	}
	if _, err := GoTree(""); err == nil {
		t.Error("no tree has documents")
	}
	dir := filepath.Join(t.TempDir(), "src/encoding/json/internal/jsontest/testdata")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.json.zst"), []byte("not zstd"), 0o666); err != nil {
		t.Fatal(err)
	}
	root := filepath.Clean(dir + "/../../../../../..")
	if _, err := GoTree(root); err == nil {
		t.Error("a broken document is read")
	}
}
