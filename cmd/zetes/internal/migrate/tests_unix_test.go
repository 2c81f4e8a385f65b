//go:build unix

package migrate

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestEnded has the context end while a test of the module runs: the program of that test ends too.
func TestEnded(t *testing.T) {
	a := txtar.Parse([]byte(`
-- go.mod --
module example.com/m

go 1.26.0
-- a.go --
package m

import "encoding/json"

var _ = json.Marshal
-- a_test.go --
package m

import (
	"os"
	"strconv"
	"testing"
	"time"
)

func TestLong(t *testing.T) {
	name := os.Getenv("ENDED_PID")
	if os.WriteFile(name+".new", []byte(strconv.Itoa(os.Getpid())), 0o600) != nil || os.Rename(name+".new", name) != nil {
		return
	}
	time.Sleep(time.Minute)
}
`))
	name := filepath.Join(t.TempDir(), "pid")
	t.Setenv("ENDED_PID", name)
	p, err := Make(t.Context(), options(t, a, laid(t, a)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := p.Test(ctx)
		done <- err
	}()
	text, err := os.ReadFile(name)
	for range 3000 {
		if err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
		text, err = os.ReadFile(name)
	}
	cancel()
	pid, _ := strconv.Atoi(string(text))
	if pid == 0 {
		t.Fatalf("no test runs: %v, %v", err, <-done)
	}
	if err := <-done; err == nil {
		t.Error("no error")
	}
	for range 500 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the test still runs")
	syscall.Kill(pid, syscall.SIGKILL)
}
