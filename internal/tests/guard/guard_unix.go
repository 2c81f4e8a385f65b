//go:build linux || darwin

package guard

import (
	"syscall"
	"testing"
)

// Trapping reports whether touching a guard page faults on this system.
const Trapping = true

func mapGuarded(t testing.TB, n int) ([]byte, func()) {
	t.Helper()
	page := syscall.Getpagesize()
	n = (n + page - 1) &^ (page - 1)
	all, err := syscall.Mmap(-1, 0, n+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal("mmap:", err)
	}
	for _, edge := range [][]byte{all[:page], all[page+n:]} {
		if err := syscall.Mprotect(edge, syscall.PROT_NONE); err != nil {
			t.Fatal("mprotect:", err)
		}
	}
	return all[page : page+n : page+n], func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error("munmap:", err)
		}
	}
}
