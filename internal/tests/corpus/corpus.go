package corpus

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Doc is a JSON document and the Go type it is decoded into.
type Doc struct {
	Name string
	JSON []byte
	// New returns a pointer to a fresh zero value of the document's type; nil if there is no type for it but any.
	New func() any
}

// types maps the names of the documents of the Go tree to their Go types.
var types = map[string]func() any{
	"canada_geometry": func() any { return new(Geometry) },
	"citm_catalog":    func() any { return new(Catalog) },
	"golang_source":   func() any { return new(Source) },
	"string_escaped":  func() any { return new(Scripts) },
	"string_unicode":  func() any { return new(Scripts) },
	"synthea_fhir":    func() any { return new(Bundle) },
	"twitter_status":  func() any { return new(Tweets) },
}

// folders are where the Go tree keeps the documents, in the order in which releases moved them.
var folders = []string{"_embed", "testdata"}

// suffix is what the names of the documents' files end with.
const suffix = ".json.zst"

// Decompress returns the text of a file that Zstandard has compressed. The library requires no module, so a program
// that reads the documents of the Go tree brings the decoder along.
type Decompress func(file []byte) ([]byte, error)

// GoTree returns the documents of the Go tree at goroot, in the order of their names.
func GoTree(goroot string, decompress Decompress) ([]Doc, error) {
	paths, err := glob(goroot, "*")
	if err != nil {
		return nil, err
	}
	docs := make([]Doc, 0, len(paths))
	for _, path := range paths {
		doc, err := load(path, decompress)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// Read returns the document of that name of the Go tree at goroot, as twitter_status.
func Read(goroot, name string, decompress Decompress) (Doc, error) {
	paths, err := glob(goroot, name)
	if err != nil {
		return Doc{}, err
	}
	return load(paths[0], decompress)
}

// glob returns the files of the Go tree at goroot whose names match the pattern: at least one, or an error about
// fs.ErrNotExist.
func glob(goroot, pattern string) ([]string, error) {
	if goroot == "" {
		return nil, fmt.Errorf("no Go tree: %w", fs.ErrNotExist)
	}
	for _, folder := range folders {
		paths, err := filepath.Glob(filepath.Join(goroot, "src/encoding/json/internal/jsontest", folder, pattern+suffix))
		if err == nil && len(paths) > 0 {
			return paths, nil
		}
	}
	return nil, fmt.Errorf("the Go tree %s has no JSON documents %s%s: %w", goroot, pattern, suffix, fs.ErrNotExist)
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
func load(path string, decompress Decompress) (Doc, error) {
	b, err := os.ReadFile(path)
	if err == nil {
		b, err = decompress(b)
	}
	if err != nil {
		return Doc{}, fmt.Errorf("%s: %w", path, err)
	}
	name := strings.TrimSuffix(filepath.Base(path), suffix)
	return Doc{Name: name, JSON: b, New: types[name]}, nil
}
