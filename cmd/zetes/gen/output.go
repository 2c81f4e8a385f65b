package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// output is what a run writes: files beside their places, all of which get their names when all are there.
type output struct {
	files []written
	text  []byte // what is to be printed instead
}

// written is a file under a name for the time being.
type written struct{ temporary, name string }

// add writes text beside the file name.
func (out *output) add(name string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return cannot(name, errors.New("it is a folder"))
	} else if err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".zetes-*")
	if err != nil {
		return cannot(name, err)
	}
	out.files = append(out.files, written{f.Name(), name})
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return cannot(name, err)
	}
	return nil
}

// commit gives all files their names: others see of each the old one or the new one.
func (out *output) commit() error {
	for len(out.files) > 0 {
		f := out.files[0]
		if err := os.Rename(f.temporary, f.name); err != nil {
			return cannot(f.name, err)
		}
		out.files = out.files[1:]
	}
	return nil
}

// abandon removes what has not got its name.
func (out *output) abandon() {
	for _, f := range out.files {
		os.Remove(f.temporary)
	}
}

// cannot returns the error about a file that can't be written, without the name it has for the time being.
func cannot(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("%s: it can't be written: %w", short(name), err)
}
