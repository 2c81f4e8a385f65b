//go:build unix

package replace

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// child is the name of the variable that has the file that TestSignals' child writes.
const child = "ZETES_TEST_REPLACE"

// TestSignals ends a program while it writes: nothing is left beside the file, which keeps its content. A signal that
// the program ignores does not end it.
func TestSignals(t *testing.T) {
	if name := os.Getenv(child); name != "" {
		writeSlowly(name)
		return
	}
	for _, c := range []struct {
		sig     syscall.Signal
		ignored bool
	}{{syscall.SIGINT, false}, {syscall.SIGTERM, false}, {syscall.SIGHUP, false}, {syscall.SIGHUP, true}} {
		// By nohup, and from a script in the background, the tests and the programs that they start ignore a signal.
		c.ignored = c.ignored || signal.Ignored(c.sig)
		dir := t.TempDir()
		path := file(t, dir, "a", "old", 0o600)
		p := exec.Command(os.Args[0], "-test.run=^TestSignals$")
		p.Env, p.Stderr = append(os.Environ(), child+"="+path), os.Stderr
		if c.ignored {
			p.Env = append(p.Env, child+"_IGNORE=1")
		}
		in, err := p.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		if line, err := r.ReadString('\n'); line != "writing\n" {
			t.Fatalf("%q, %v", line, err)
		}
		if list := names(t, dir); len(list) != 2 {
			t.Errorf("while it writes: %v", list)
		}
		if err := p.Process.Signal(c.sig); err != nil {
			t.Fatal(err)
		}
		in.Close()
		line, _ := r.ReadString('\n')
		text, err := os.ReadFile(path)
		want, content := ErrInterrupted.Error()+"\n", "old"
		if c.ignored {
			want, content = "<nil>\n", "new"
		}
		if line != want || string(text) != content || err != nil || len(names(t, dir)) != 1 {
			t.Errorf("%v, ignored %v: %q, %q, %v, %v", c.sig, c.ignored, line, text, err, names(t, dir))
		}
		if err := p.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// writeSlowly replaces a file, and waits in the middle until a signal has come, or until standard input ends where
// signals are ignored.
func writeSlowly(name string) {
	ignores := os.Getenv(child+"_IGNORE") != ""
	if ignores {
		signal.Ignore(syscall.SIGHUP)
	}
	between = func(s stop) {
		fmt.Println("writing")
		if ignores {
			os.Stdin.Read(make([]byte, 1))
			return
		}
		for !s.asked() {
			time.Sleep(time.Millisecond)
		}
	}
	fmt.Println(File(name, []byte("new")))
}

// TestDevice: what is no regular file is refused before anybody opens it, which could take until another program does.
func TestDevice(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fifo, os.DevNull} {
		for _, err := range []error{Check(name), File(name, nil)} {
			if err == nil || !strings.HasSuffix(err.Error(), ": it can't be written: it is no regular file") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
