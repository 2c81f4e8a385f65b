package corpus

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Doc is a JSON document and the Go type it is decoded into.
type Doc struct {
	Name string
	JSON []byte
	// New returns a pointer to a fresh zero value of the document's type; nil if there is no type for it but any.
	New func() any
}

// maxSize bounds what a compressed document may grow to.
const maxSize = 64 << 20

// types maps the names of the documents of the Go tree to their Go types.
var types = map[string]func() any{
	"canada_geometry": func() any { return new(Geometry) },
	"citm_catalog":    func() any { return new(Catalog) },
	"golang_source":   func() any { return new(SourceTree) },
	"string_escaped":  func() any { return new(Strings) },
	"string_unicode":  func() any { return new(Strings) },
	"synthea_fhir":    func() any { return new(Bundle) },
	"twitter_status":  func() any { return new(Timeline) },
}

// folders are where the Go tree keeps the documents, in the order in which releases moved them.
var folders = []string{"_embed", "testdata"}

// GoTree returns the documents of the Go tree at goroot, in the order of their names.
func GoTree(goroot string) ([]Doc, error) {
	if goroot == "" {
		return nil, errors.New("no Go tree")
	}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(goroot, "src/encoding/json/internal/jsontest", folder, "*.json.zst"))
		if err != nil || len(paths) == 0 {
			continue
		}
		docs := make([]Doc, 0, len(paths))
		for _, path := range paths {
			doc, err := load(path)
			if err != nil {
				return nil, err
			}
			docs = append(docs, doc)
		}
		return docs, nil
	}
	return nil, fmt.Errorf("the Go tree %s has no JSON documents", goroot)
}

// GoRoot asks the go command, since a built command doesn't know where its Go tree is; "" if there is none.
func GoRoot() string {
	if root := os.Getenv("GOROOT"); root != "" {
		return root
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// load reads one compressed document.
func load(path string) (Doc, error) {
	f, err := os.Open(path)
	if err != nil {
		return Doc{}, err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return Doc{}, fmt.Errorf("%s: %w", path, err)
	}
	defer z.Close()
	b, err := io.ReadAll(io.LimitReader(z, maxSize))
	if err != nil {
		return Doc{}, fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), ".json.zst")
	return Doc{Name: name, JSON: b, New: types[name]}, nil
}

// File returns the document in a file of the caller, which is decoded into any.
func File(path string) (Doc, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return Doc{}, err
	}
	return Doc{Name: filepath.Base(path), JSON: b}, nil
}
