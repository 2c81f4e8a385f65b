package gen

import (
	"github.com/zetes-json/zetes/cmd/zetes/internal/replace"
)

// output is the text that a run writes: files beside their places, which get their names when all are there.
type output struct {
	files []*replace.Pending
	names []string
	text  []byte // what is to be printed instead
}

// add writes text beside the file name.
func (out *output) add(name string, text []byte) error {
	p, err := replace.Prepare(name, text, 0o644)
	if err != nil {
		return cannot(name, err)
	}
	out.files, out.names = append(out.files, p), append(out.names, name)
	return nil
}

// commit gives all files their names: other programs see the old file or the new one.
func (out *output) commit() error {
	for i, f := range out.files {
		if err := f.Commit(); err != nil {
			return cannot(out.names[i], err)
		}
	}
	return nil
}

// abandon removes the files that have not got their names.
func (out *output) abandon() {
	for _, f := range out.files {
		f.Abandon()
	}
}

// cannot returns the error about a file that can't be written.
func cannot(name string, err error) error { return replace.Cannot(short(name), err) }
