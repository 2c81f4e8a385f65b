package buffer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// acts are all that code can do with a Buffer while one of its calls runs.
var acts = map[string]func(b *Buffer){
	"Write":          func(b *Buffer) { b.Write(bytes.Repeat([]byte("w"), 700)) },
	"WriteString":    func(b *Buffer) { b.WriteString(strings.Repeat("w", 700)) },
	"WriteByte":      func(b *Buffer) { b.WriteByte('w') },
	"Reserve":        func(b *Buffer) { b.Commit(append(b.Reserve(9), "w"...)) },
	"Len":            func(b *Buffer) { b.Len() },
	"Bytes":          func(b *Buffer) { b.Bytes() },
	"AppendTo":       func(b *Buffer) { b.AppendTo(nil) },
	"String":         func(b *Buffer) { _ = b.String() },
	"ReadFrom":       func(b *Buffer) { b.ReadFrom(strings.NewReader("w")) },
	"WriteTo":        func(b *Buffer) { b.WriteTo(io.Discard) },
	"WriteTo, Write": func(b *Buffer) { b.WriteTo(io.Discard); b.Write([]byte("w")) },
	"Reset":          func(b *Buffer) { b.Reset() },
	"Reset, Write":   func(b *Buffer) { b.Reset(); b.Write(bytes.Repeat([]byte("w"), 300)) },
	"Release":        func(b *Buffer) { b.Release() },
	"ReadCloser":     func(b *Buffer) { b.ReadCloser().Close() },
}

// user does one act with a Buffer, and fills others, which may get its memory, with text of their own.
type user struct {
	t      *testing.T
	b      *Buffer
	act    func(b *Buffer)
	reads  int
	others []*Buffer
	got    []byte
}

func (u *user) use() {
	defer func() {
		if v := recover(); v != nil && !strings.HasPrefix(fmt.Sprint(v), "buffer: ") {
			u.t.Errorf("panic: %v", v)
		}
	}()
	defer func() {
		for range 4 {
			other := New()
			other.Write(bytes.Repeat([]byte("o"), 2000))
			u.others = append(u.others, other)
		}
	}()
	u.act(u.b)
}

func (u *user) Read(p []byte) (int, error) {
	if u.reads++; u.reads > 3 {
		return 0, io.EOF
	}
	u.use()
	return copy(p, bytes.Repeat([]byte("r"), 300)), nil
}

func (u *user) Write(p []byte) (int, error) {
	if u.reads++; u.reads <= 3 {
		u.use()
	}
	u.got = append(u.got, p...)
	return len(p), nil
}

// TestUseWithinCall uses Buffers while their own ReadFrom and WriteTo run. Whatever is refused, memory of
// others is neither read nor written.
func TestUseWithinCall(t *testing.T) {
	calls := map[string]func(u *user){
		"ReadFrom": func(u *user) { u.b.ReadFrom(u) },
		"WriteTo":  func(u *user) { u.b.WriteTo(u) },
		"WriteTo, failing": func(u *user) {
			u.b.WriteTo(writerFunc(func(p []byte) (int, error) { u.Write(p[:len(p)/2]); return len(p) / 2, errors.New("no") }))
		},
	}
	for call, run := range calls {
		for name, act := range acts {
			t.Run(call+"/"+name, func(t *testing.T) {
				u := &user{t: t, b: New(), act: act}
				u.b.Write(bytes.Repeat([]byte("b"), 900))
				func() {
					defer func() {
						if v := recover(); v != nil && !strings.HasPrefix(fmt.Sprint(v), "buffer: ") {
							t.Errorf("panic: %v", v)
						}
					}()
					run(u)
					u.got = append(u.got, u.b.Bytes()...)
					u.b.Release()
				}()
				if strings.Contains(string(u.got), "o") {
					t.Errorf("text of another buffer is in sight")
				}
				for _, other := range u.others {
					if other.String() != strings.Repeat("o", 2000) {
						t.Fatal("another buffer was written to")
					}
					other.Release()
				}
			})
		}
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestReserveIsClear: the room that Reserve hands out has nothing of others in it.
func TestReserveIsClear(t *testing.T) {
	for range 20 {
		for _, n := range []int{1, 100, 1000, 5000, 30000} {
			b := New()
			b.Write(bytes.Repeat([]byte("secret"), n))
			b.Release()
			for _, before := range []int{0, 1, 200} {
				b = New()
				b.Write(make([]byte, before))
				for range 3 {
					p := b.Reserve(n)
					if i := bytes.IndexAny(p[:cap(p)], "secret"); i >= 0 {
						t.Fatalf("%d bytes, behind %d: %q at %d", n, before, p[i : i+6][:6], i)
					}
					b.Commit(append(p, "own"...))
				}
				b.Release()
			}
		}
	}
}
