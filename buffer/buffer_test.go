package buffer

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// text returns n bytes in which every position can be told from its neighbours.
func text(n int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(i*7 + i>>8)
	}
	return p
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); got != want {
			t.Fatalf("panic %v, want %q", got, want)
		}
	}()
	f()
}

// sizes returns the chunk sizes of b.
func sizes(b *Buffer) (s []int) {
	for c := b.l.head; c != nil; c = c.next {
		s = append(s, len(c.mem))
	}
	return s
}

func TestGrowth(t *testing.T) {
	var b Buffer
	for range 100_000 {
		b.WriteByte('x')
	}
	want := []int{128, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10, 32 << 10, 32 << 10}
	if got := sizes(&b); !slices.Equal(got, want) {
		t.Fatalf("chunks %v, want %v", got, want)
	}
	b.Reset()
	b.Write(make([]byte, 20<<10))
	b.Write(make([]byte, 70<<10))
	want = []int{32 << 10, 32 << 10, 32 << 10}
	if got := sizes(&b); !slices.Equal(got, want) {
		t.Fatalf("after large writes: chunks %v, want %v", got, want)
	}
	b.Release()
}

// TestModel compares random calls with a plain slice.
func TestModel(t *testing.T) {
	src := text(200_000)
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b Buffer
		var want []byte
		for step := range 120 {
			n := r.IntN(1 << r.IntN(17))
			p := src[r.IntN(1000):][:n]
			switch r.IntN(9) {
			case 0:
				b.Write(p)
				want = append(want, p...)
			case 1:
				b.WriteString(string(p))
				want = append(want, p...)
			case 2:
				b.WriteByte(byte(n))
				want = append(want, byte(n))
			case 3: // reserve enough
				b.Commit(append(b.Reserve(n), p...))
				want = append(want, p...)
			case 4: // reserve too little: append moves
				b.Commit(append(b.Reserve(n/3), p...))
				want = append(want, p...)
			case 5:
				k, err := b.ReadFrom(iotest.HalfReader(bytes.NewReader(p)))
				if k != int64(n) || err != nil {
					t.Fatalf("seed %d step %d: ReadFrom %d, %v", seed, step, k, err)
				}
				want = append(want, p...)
			case 6: // a writer that fails half way
				w := &limited{n: n}
				k, err := b.WriteTo(w)
				if int(k) != len(w.got) || !bytes.HasPrefix(want, w.got) || (err != nil) != (len(w.got) < len(want)) {
					t.Fatalf("seed %d step %d: WriteTo %d, %v", seed, step, k, err)
				}
				want = want[k:]
			case 7:
				rc := b.ReadCloser()
				p := make([]byte, min(n, len(want)))
				if _, err := io.ReadFull(rc, p); err != nil || !bytes.Equal(p, want[:len(p)]) {
					t.Fatalf("seed %d step %d: reader differs: %v", seed, step, err)
				}
				rest, err := io.ReadAll(rc)
				if err != nil || !bytes.Equal(rest, want[len(p):]) {
					t.Fatalf("seed %d step %d: rest differs: %v", seed, step, err)
				}
				rc.Close()
				want = want[:0:0]
			case 8:
				b.Reserve(n)
			}
			if b.Len() != len(want) {
				t.Fatalf("seed %d step %d: len %d, want %d", seed, step, b.Len(), len(want))
			}
			if got := b.AppendTo([]byte("pre")); !bytes.Equal(got[3:], want) {
				t.Fatalf("seed %d step %d: content differs", seed, step)
			}
		}
		if b.String() != string(want) || !bytes.Equal(b.Bytes(), want) {
			t.Fatalf("seed %d: String or Bytes differ", seed)
		}
		b.Release()
	}
}

// limited takes n bytes, then fails.
type limited struct {
	got []byte
	n   int
}

var errFull = errors.New("full")

func (w *limited) Write(p []byte) (int, error) {
	k := min(len(p), w.n-len(w.got))
	w.got = append(w.got, p[:k]...)
	if k < len(p) {
		return k, errFull
	}
	return k, nil
}

type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) - 1, nil }

func TestShortWrite(t *testing.T) {
	var b Buffer
	b.WriteString("abc")
	if n, err := b.WriteTo(short{}); n != 2 || err != io.ErrShortWrite || b.String() != "c" {
		t.Fatalf("%d, %v, rest %q", n, err, b.String())
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestReadFromErrors(t *testing.T) {
	var b Buffer
	if n, err := b.ReadFrom(stuck{}); n != 0 || err != io.ErrNoProgress {
		t.Fatalf("stuck reader: %d, %v", n, err)
	}
	n, err := b.ReadFrom(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(errFull)))
	if n != 3 || err != errFull || b.String() != "abc" {
		t.Fatalf("failing reader: %d, %v, %q", n, err, b.String())
	}
	n, err = b.ReadFrom(iotest.DataErrReader(strings.NewReader("def")))
	if n != 3 || err != nil || b.String() != "abcdef" {
		t.Fatalf("data with EOF: %d, %v, %q", n, err, b.String())
	}
}

func TestReserveCommit(t *testing.T) {
	var b Buffer
	p := b.Reserve(50)
	if len(p) != 0 || cap(p) < 50 {
		t.Fatalf("len %d, cap %d", len(p), cap(p))
	}
	b.Commit(nil)
	if b.Len() != 0 {
		t.Fatal("Commit(nil) added bytes")
	}
	mustPanic(t, "buffer: Commit without Reserve", func() { b.Commit(p) })
	p = b.Reserve(50)
	b.WriteByte('x')
	mustPanic(t, "buffer: Commit without Reserve", func() { b.Commit(append(p, 'y')) })

	big := append(b.Reserve(8), make([]byte, 100_000)...)
	b.Commit(big)
	if t2 := b.l.tail; &t2.mem[0] != &big[0] || t2.class != foreign {
		t.Fatal("grown memory was copied")
	}
	// Memory that is mostly empty isn't worth keeping.
	b.Reserve(8)
	b.Commit(append(make([]byte, 0, 1<<20), text(50_000)...))
	if b.l.tail.class == foreign {
		t.Fatal("sparse memory was adopted")
	}
	if got := b.Reserve(100_000); cap(got) < 100_000 {
		t.Fatalf("cap %d", cap(got))
	}
}

func TestMisuse(t *testing.T) {
	var b Buffer
	b.WriteString("abc")
	b.Release()
	const dead = "buffer: use after Release"
	for name, f := range map[string]func(){
		"Len": func() { b.Len() }, "Write": func() { b.Write(nil) }, "WriteString": func() { b.WriteString("x") },
		"WriteByte": func() { b.WriteByte(1) }, "Reserve": func() { b.Reserve(1) }, "Commit": func() { b.Commit(nil) },
		"ReadFrom": func() { b.ReadFrom(strings.NewReader("")) }, "WriteTo": func() { b.WriteTo(io.Discard) },
		"AppendTo": func() { b.AppendTo(nil) }, "Bytes": func() { b.Bytes() }, "String": func() { _ = b.String() },
		"Reset": func() { b.Reset() }, "ReadCloser": func() { b.ReadCloser() },
	} {
		t.Run(name, func(t *testing.T) { mustPanic(t, dead, f) })
	}
	mustPanic(t, "buffer: released twice", b.Release)

	var c Buffer
	c.WriteString("abc")
	ch := c.l.head
	c.Release()
	mustPanic(t, "buffer: a chunk was released twice", func() { put(ch) })
}

// TestHandedOutTwice puts one chunk into a pool twice, past the check on the way in.
func TestHandedOutTwice(t *testing.T) {
	pools[0].New = func() any { return &chunk{mem: make([]byte, minChunk)} } // in use: never came through put
	defer func() { pools[0].New = nil }()
	mustPanic(t, "buffer: a chunk was handed out twice", func() {
		for { // chunks that other tests have given back come first
			take(1)
		}
	})
}

func TestReaderClose(t *testing.T) {
	var b Buffer
	b.Write(text(1000))
	r := b.ReadCloser()
	if b.Len() != 0 || r.Len() != 1000 {
		t.Fatalf("lengths %d, %d", b.Len(), r.Len())
	}
	if n, err := r.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	r.Close()
	r.Close()
	if _, err := r.Read(make([]byte, 1)); err == nil || err == io.EOF {
		t.Fatalf("read after Close: %v", err)
	}
	if _, err := r.WriteTo(io.Discard); err == nil {
		t.Fatal("WriteTo after Close succeeded")
	}
	if r.Len() != 0 {
		t.Fatal("closed reader holds bytes")
	}
	b.WriteString("again")
	if err := iotest.TestReader(b.ReadCloser(), []byte("again")); err != nil {
		t.Fatal(err)
	}
}

// TestReaderCloseWhileWriting shows that Close returns while a WriteTo is blocked.
func TestReaderCloseWhileWriting(t *testing.T) {
	var b Buffer
	b.Write(text(100_000))
	r := b.ReadCloser()
	pr, pw := io.Pipe()
	done := make(chan error)
	go func() { _, err := r.WriteTo(pw); done <- err }()
	pr.Read(make([]byte, 1)) // WriteTo is under way
	r.Close()
	pr.CloseWithError(errFull)
	if err := <-done; err != errFull {
		t.Fatal(err)
	}
	if r.l.head != nil || r.Len() != 0 {
		t.Fatal("chunks left behind")
	}
}

func TestNet(t *testing.T) {
	for _, network := range []string{"tcp", "unix"} {
		t.Run(network, func(t *testing.T) {
			addr := "127.0.0.1:0"
			if network == "unix" {
				addr = t.TempDir() + "/s"
			}
			l, err := net.Listen(network, addr)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			got := make(chan []byte)
			go func() {
				c, err := l.Accept()
				if err != nil {
					close(got)
					return
				}
				p, _ := io.ReadAll(c)
				got <- p
			}()
			c, err := net.Dial(network, l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			want := text(5 << 20) // more chunks than one call takes
			var b Buffer
			b.Write(want)
			n, err := b.WriteTo(c)
			if n != int64(len(want)) || err != nil || b.Len() != 0 {
				t.Fatalf("%d, %v, rest %d", n, err, b.Len())
			}
			c.Close()
			if !bytes.Equal(<-got, want) {
				t.Fatal("received bytes differ")
			}
			b.Write(want)
			if n, err := b.WriteTo(c); err == nil || int(n)+b.Len() != len(want) {
				t.Fatalf("closed connection: %d, %v, rest %d", n, err, b.Len())
			}
			b.Release()
		})
	}
}

// TestConcurrent passes chunks between many goroutines through the pools; run it under -race.
func TestConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 200 {
				var b Buffer
				want := bytes.Repeat([]byte{byte(g)}, i*97)
				for p := want; len(p) > 0; {
					n := min(len(p), 1000)
					b.Write(p[:n])
					p = p[n:]
				}
				switch i % 3 {
				case 0:
					if !bytes.Equal(b.Bytes(), want) {
						t.Error("content of another goroutine")
					}
				case 1:
					r := b.ReadCloser()
					if got, _ := io.ReadAll(r); !bytes.Equal(got, want) {
						t.Error("content of another goroutine")
					}
					go r.Close()
				case 2:
					b.WriteTo(io.Discard)
				}
				b.Release()
			}
		}()
	}
	wg.Wait()
}

func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("sync.Pool drops at random under the race detector")
	}
	p, dst := text(10_000), make([]byte, 0, 10_000)
	var b Buffer
	n := testing.AllocsPerRun(100, func() {
		b.Write(p)
		dst = b.AppendTo(dst[:0])
		b.Reset()
	})
	if n > 0 {
		t.Errorf("%v allocations", n)
	}
}
