package replace

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// file makes a file with some content.
func file(t *testing.T, dir, name, text string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// names returns what is in a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestFile replaces files of all modes that their owner may give them, and of names as long as names can be.
func TestFile(t *testing.T) {
	data := bytes.Repeat([]byte("new"), 1<<20) // several pieces
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o777, 0o400, 0o755 | fs.ModeSetuid, 0o755 | fs.ModeSetgid, 0o644 | fs.ModeSticky} {
		if runtime.GOOS != "linux" && mode&^fs.ModePerm != 0 || runtime.GOOS == "windows" && mode == 0o400 {
			continue
		}
		dir := t.TempDir()
		path := file(t, dir, "a", "old", mode)
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := File(path, data); err != nil {
			t.Errorf("%v: %v", mode, err)
		}
		after, err := os.Stat(path)
		if err != nil || after.Mode() != before.Mode() || after.Size() != int64(len(data)) {
			t.Errorf("%v: %v became %v, %v", mode, before.Mode(), after.Mode(), err)
		}
		if list := names(t, dir); len(list) != 1 {
			t.Errorf("%v: left over: %v", mode, list)
		}
	}
	for _, n := range []int{1, 200, 244, 251, 255} {
		path := file(t, t.TempDir(), strings.Repeat("n", n), "old", 0o600)
		if err := File(path, nil); err != nil {
			t.Errorf("a name of %d bytes: %v", n, err)
		}
		if text, err := os.ReadFile(path); len(text) > 0 || err != nil {
			t.Errorf("a name of %d bytes: %q, %v", n, text, err)
		}
	}
}

// TestRefused has files that are refused: they keep their content, and nothing is left beside them.
func TestRefused(t *testing.T) {
	for name, want := range map[string]string{
		"none":   "", // in the system's words
		"folder": "folder: it can't be written: it is a folder",
		"hard":   "hard: it can't be written: it has 2 hard links, and the others would keep the old content",
		"other":  "other: it can't be written: it has 2 hard links, and the others would keep the old content",
		"soft":   "soft: it can't be written: it has 2 hard links, and the others would keep the old content",
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		hard := file(t, dir, "hard", "old", 0o600)
		if err := errors.Join(os.Link(hard, "other"), os.Symlink("hard", "soft"), os.Mkdir("folder", 0o700)); err != nil {
			t.Fatal(err)
		}
		before := names(t, dir)
		for _, err := range []error{Check(name), File(name, []byte("new"))} {
			if err == nil || want != "" && err.Error() != want || want == "" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if text, err := os.ReadFile(hard); string(text) != "old" || err != nil || strings.Join(names(t, dir), " ") != strings.Join(before, " ") {
			t.Errorf("%s: %q, %v, %v", name, text, err, names(t, dir))
		}
	}
}

// TestLateSignal: a signal that arrives when the file has its new content is not reported as if it had the old one.
func TestLateSignal(t *testing.T) {
	for _, c := range []struct {
		asked bool
		err   error
		want  string
	}{
		{false, nil, ""},
		{true, nil, "interrupted, after a.json got its new content"},
		{true, ErrInterrupted, "interrupted"},
		{true, fs.ErrPermission, "interrupted"},
		{false, fs.ErrPermission, "a.json: it can't be written: " + fs.ErrPermission.Error()},
	} {
		s := make(stop, 1)
		if c.asked {
			s <- os.Interrupt
		}
		got := ""
		err := s.outcome("a.json", c.err)
		if err != nil {
			got = err.Error()
		}
		if got != c.want || errors.Is(err, ErrInterrupted) != c.asked {
			t.Errorf("a signal %v, error %v: %v", c.asked, c.err, err)
		}
	}
}

// TestOwner gives the file to another owner, as far as the system says it may.
func TestOwner(t *testing.T) {
	wasOwner, wasChown := ownerOf, chown
	defer func() { ownerOf, chown = wasOwner, wasChown }()
	for name, c := range map[string]struct {
		uid, gid int  // of the old file, more than those of a new one
		may      bool // the system lets it be given away
		calls    int
		want     string
	}{
		"the same":               {0, 0, false, 0, ""},
		"another user":           {7, 0, true, 1, ""},
		"another group":          {0, 7, true, 1, ""},
		"another user, refused":  {7, 0, false, 1, "its owner 17 and group 10 can't be kept"},
		"another group, refused": {0, 7, false, 1, "its owner 10 and group 17 can't be kept"},
	} {
		dir := t.TempDir()
		path := file(t, dir, "a", "old", 0o640)
		old, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		ownerOf = func(info fs.FileInfo) (uid, gid int, ok bool) {
			if os.SameFile(info, old) {
				return 10 + c.uid, 10 + c.gid, true
			}
			return 10, 10, true
		}
		calls := 0
		chown = func(f *os.File, uid, gid int) error {
			calls++
			if uid != 10+c.uid || gid != 10+c.gid {
				t.Errorf("%s: given to %d and %d", name, uid, gid)
			}
			// The system takes the bits for execution as another from the mode then: the mode comes later.
			if err := f.Chmod(0); err != nil || !c.may {
				return errors.Join(err, fs.ErrPermission)
			}
			return nil
		}
		text, got := "new", ""
		if c.want != "" {
			text, got = "old", path+": it can't be written: "+c.want
		}
		if err := File(path, []byte("new")); err == nil && c.want != "" || err != nil && err.Error() != got {
			t.Errorf("%s: %v", name, err)
		}
		if b, err := os.ReadFile(path); string(b) != text || err != nil || calls != c.calls || len(names(t, dir)) != 1 {
			t.Errorf("%s: %q, %v, %d calls, %v", name, b, err, calls, names(t, dir))
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != old.Mode() {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}

// TestPending has new content that waits for its name: a new file gets the mode that it is given, symbolic links stay.
func TestPending(t *testing.T) {
	dir := t.TempDir()
	path := file(t, dir, "a", "old", 0o600)
	link, fresh := filepath.Join(dir, "link"), filepath.Join(dir, "fresh")
	if err := os.Symlink("a", link); err != nil {
		t.Fatal(err)
	}
	if _, err := Prepare(fresh, nil, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	for _, name := range []string{link, fresh} {
		p, err := Prepare(name, []byte("never"), 0o640)
		if err != nil {
			t.Fatal(err)
		}
		p.Abandon()
		if p, err = Prepare(name, []byte("new"), 0o640); err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(name); string(text) == "new" {
			t.Errorf("%s has its content before Commit", name)
		}
		if err := p.Commit(); err != nil {
			t.Error(err)
		}
		p.Abandon()
		if text, err := os.ReadFile(name); string(text) != "new" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is %v, %v", info, err)
	}
	if info, err := os.Stat(fresh); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("the new file is %v, %v", info, err)
	}
	if text, _ := os.ReadFile(path); string(text) != "new" || len(names(t, dir)) != 3 {
		t.Errorf("%q, %v", text, names(t, dir))
	}
}
