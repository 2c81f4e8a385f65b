package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/zetes-json/zetes/internal/tests/corpus"
)

// documents returns what to measure, and where it is from.
func documents(o benchOptions, files []string) ([]corpus.Doc, string, error) {
	if len(files) > 0 {
		if o.builtin {
			return nil, "", misuse{errors.New("files and -builtin exclude each other")}
		}
		var docs []corpus.Doc
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err == nil {
				err = validateWhole(name, b, "bench measures each file as one document: put a line into a file of its own")
			}
			if err != nil {
				return nil, "", err
			}
			docs = append(docs, corpus.Doc{Name: filepath.Base(name), JSON: b})
		}
		return docs, "given files", nil
	}
	if o.builtin {
		return corpus.Builtin(), "built in", nil
	}
	root := corpus.GoRoot()
	docs, err := corpus.GoTree(root, decompress)
	if err != nil {
		return corpus.Builtin(), fmt.Sprintf("built in (%v)", err), nil
	}
	return docs, "the Go tree " + root, nil
}

// maxDocument bounds what a compressed document may grow to, in bytes.
const maxDocument = 64 << 20

// decompress is a [corpus.Decompress].
func decompress(file []byte) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxDocument))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(file, nil)
}
