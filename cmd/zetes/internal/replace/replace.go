// Package replace gives files new content in one step: a program that opens the file sees the old content or the new
// one, never a part.
//
// The new content is written beside the file, under a short name of its own, and takes the file's name when all of it
// is on the disk. The result is a new file, so everything that belongs to the old one has to be copied: the mode with
// all its bits, the owner and the group. A file whose owner or mode can't be copied is refused, and so is a file with
// another hard link, which would keep the old content.
//
// owner_unix.go, owner_windows.go and owner_other.go know owners and links on each system.
package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// ErrInterrupted says that a signal asked the program to end.
var ErrInterrupted = errors.New("interrupted")

// Signals are those that ask a program to end.
var Signals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// File replaces the content of a file that is there. A signal that asks the program to end is an [ErrInterrupted]: the
// file has its old content then, unless the error says otherwise, and nothing is left beside it.
func File(name string, data []byte) error {
	stop := notified()
	p, err := prepare(name, data, 0, stop)
	if err == nil {
		defer p.Abandon()
		err = p.Commit()
	}
	return stop.outcome(name, err)
}

// outcome is the error of File, for which err is what has become of the file.
func (s stop) outcome(name string, err error) error {
	switch asked := s.ended(); {
	case asked && err == nil:
		return fmt.Errorf("%w, after %s got its new content", ErrInterrupted, name)
	case asked:
		return ErrInterrupted
	case err != nil:
		return Cannot(name, err)
	}
	return nil
}

// Check returns an error for a file that [File] would refuse before it writes anything.
func Check(name string) error {
	if _, _, err := resolve(name); err != nil {
		return Cannot(name, err)
	}
	return nil
}

// Cannot returns the error about a file that can't be written. It leaves out the name that the file has meanwhile.
func Cannot(name string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("%s: it can't be written: %w", name, err)
}

// stop is where signals arrive while a file is written.
type stop chan os.Signal

// notified returns a stop for the signals that the program does not ignore: nohup ignores SIGHUP.
func notified() stop {
	s := make(stop, len(Signals))
	for _, sig := range Signals {
		if !signal.Ignored(sig) {
			signal.Notify(s, sig)
		}
	}
	return s
}

// asked reports whether a signal has arrived.
func (s stop) asked() bool { return len(s) > 0 }

// ended gives the signals back to the program, and reports whether one has arrived before.
func (s stop) ended() bool {
	signal.Stop(s)
	return s.asked()
}

// Pending is new content beside its file.
type Pending struct{ temporary, name string }

// Prepare writes data beside the file of that name, or beside the file to which a symbolic link of that name leads. A
// file that is not there gets the mode given.
func Prepare(name string, data []byte, mode fs.FileMode) (*Pending, error) {
	return prepare(name, data, mode, nil)
}

// between is called between the pieces that are written. Tests wait there.
var between = func(stop) {}

func prepare(name string, data []byte, mode fs.FileMode, s stop) (p *Pending, err error) {
	name, old, err := resolve(name)
	if err != nil && (mode == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".zetes-*") // short: the file's own name may be as long as names can be
	if err != nil {
		return nil, err
	}
	p = &Pending{f.Name(), name}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			p.Abandon()
			p = nil
		}
	}()
	const piece = 1 << 20
	for len(data) > 0 {
		n, err := f.Write(data[:min(len(data), piece)])
		if err != nil {
			return p, err
		}
		data = data[n:]
		between(s)
		if s.asked() {
			return p, ErrInterrupted
		}
	}
	if old != nil {
		mode, err = old.Mode(), keepOwner(f, old)
	}
	if err == nil {
		err = keepMode(f, mode)
	}
	if err == nil {
		err = synced(f)
	}
	if err == nil && s.asked() {
		err = ErrInterrupted
	}
	return p, err
}

// Commit gives the new content the file's name.
func (p *Pending) Commit() error {
	if err := os.Rename(p.temporary, p.name); err != nil {
		return err
	}
	// The content is safe. The name is when the folder is on the disk, which not all systems can be asked for.
	if dir, err := os.Open(filepath.Dir(p.name)); err == nil {
		dir.Sync()
		dir.Close()
	}
	p.temporary = ""
	return nil
}

// Abandon removes the new content, unless it has got its name.
func (p *Pending) Abandon() {
	if p.temporary != "" {
		os.Remove(p.temporary)
	}
}

// resolve follows symbolic links, and returns the file that they lead to with its FileInfo.
func resolve(name string) (string, fs.FileInfo, error) {
	info, err := os.Stat(name)
	if err != nil {
		return name, nil, err
	}
	switch {
	case info.IsDir():
		return name, nil, errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return name, nil, errors.New("it is no regular file")
	}
	if n := links(name, info); n > 1 {
		return name, nil, fmt.Errorf("it has %d hard links, and the others would keep the old content", n)
	}
	name, err = filepath.EvalSymlinks(name)
	return name, info, err
}

// modeBits are the bits of a mode that a program can set.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// keepMode gives f a mode. Systems leave out bits that the user may not set without an error, so it looks.
func keepMode(f *os.File, mode fs.FileMode) error {
	if err := f.Chmod(mode & modeBits); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Mode()&modeBits != mode&modeBits {
		err = fmt.Errorf("its mode %v can't be kept", mode)
	}
	return err
}

// keepOwner gives f the owner and the group of old. It comes before keepMode: a new owner takes bits from the mode.
func keepOwner(f *os.File, old fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	uid, gid, ok := ownerOf(old)
	if u, g, _ := ownerOf(info); !ok || u == uid && g == gid {
		return nil
	}
	if chown(f, uid, gid) != nil {
		return fmt.Errorf("its owner %d and group %d can't be kept", uid, gid)
	}
	return nil
}

// chown is a variable for tests, which may not give files away.
var chown = (*os.File).Chown

// synced writes f to the disk. Some file systems can't, which is no reason to leave the file as it was.
func synced(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
