package beyond

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/bench/data/hand"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/corpus"
	"github.com/zetes-json/zetes/stream"
)

// streamRows compare reading an array of 10 MB element by element with decoding it whole.
func streamRows() []*row {
	const mostHeld = 1e6
	whole := []contest.Peer{{Name: "whole", Min: 0.7}}
	both := []string{"sessions", "statuses"}
	return []*row{
		{contest.Row{Name: "stream/elements", Ours: "stream.Elements", Peers: whole, Docs: both}, enterStream("stream.Elements"), noLimit, mostHeld, 0},
		{contest.Row{Name: "stream/values", Ours: "zetes.ReadValue", Peers: whole, Docs: both}, enterStream("zetes.ReadValue"), noLimit, mostHeld, 0},
		{contest.Row{Name: "stream/by-hand", Ours: "codec.Reader", Peers: whole, Docs: both[:1]}, enterByHand, noLimit, mostHeld, 0},
	}
}

// streamed is the least size of the arrays.
const streamed = 10 << 20

// sessions and statuses return arrays of small and of large elements.
func sessions() ([]byte, error) {
	set, err := data.Get("session")
	if err != nil {
		return nil, err
	}
	text, err := set.Text()
	if err != nil {
		return nil, err
	}
	return arrayOf(streamed, func(dst []byte, i int) ([]byte, error) {
		var s data.Session
		if err := stdjson.Unmarshal(text, &s); err != nil {
			return nil, err
		}
		s.ID, s.Started = fmt.Sprintf("%s-%d", s.ID, i), s.Started+int64(i)
		b, err := stdjson.Marshal(&s)
		return append(dst, b...), err
	})
}

func statuses() ([]byte, error) {
	set, err := data.Get("twitter")
	if err != nil {
		return nil, err
	}
	text, err := set.Text()
	if err != nil {
		return nil, err
	}
	var tweets struct {
		Statuses []stdjson.RawMessage `json:"statuses"`
	}
	if err := stdjson.Unmarshal(text, &tweets); err != nil {
		return nil, err
	}
	return arrayOf(streamed, func(dst []byte, i int) ([]byte, error) {
		return append(dst, tweets.Statuses[i%len(tweets.Statuses)]...), nil
	})
}

func arrayOf(size int, element func(dst []byte, i int) ([]byte, error)) (b []byte, err error) {
	b = append(b, '[')
	for i := 0; len(b) < size; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = element(b, i); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func enterStream(ours string) func(doc string) (*entrants, error) {
	return func(doc string) (*entrants, error) {
		if doc == "sessions" {
			text, err := sessions()
			return streams(text, ours, reading[data.Session](ours)), err
		}
		text, err := statuses()
		return streams(text, ours, reading[corpus.Status](ours)), err
	}
}

// reading returns one of the ways to read an array of T that need no code for T.
func reading[T any](ours string) func(r io.Reader, keep func(*T)) error {
	if ours == "stream.Elements" {
		return func(r io.Reader, keep func(*T)) error {
			for v, err := range stream.Elements[T](r) {
				if err != nil {
					return err
				}
				keep(&v)
			}
			return nil
		}
	}
	return arrays(func(r *codec.Reader, v *T) { zetes.ReadValue(r, v) })
}

// arrays reads an array with a codec.Reader, each element by read.
func arrays[T any](read func(r *codec.Reader, v *T)) func(src io.Reader, keep func(*T)) error {
	return func(src io.Reader, keep func(*T)) error {
		r := codec.NewReader(src)
		for range r.Array() {
			v := new(T)
			read(r, v)
			keep(v)
		}
		return r.Err()
	}
}

func enterByHand(string) (*entrants, error) {
	text, err := sessions()
	return streams(text, "codec.Reader", arrays(hand.ReadSession)), err
}

// streams makes the entries of a way to read text, and of decoding it whole.
func streams[T any](text []byte, name string, each func(r io.Reader, keep func(*T)) error) *entrants {
	all := func() (any, error) {
		got := new([]T)
		err := each(bytes.NewReader(text), func(v *T) { *got = append(*got, *v) })
		return got, err
	}
	return &entrants{len(text), read[[]T](text), []contest.Entry{
		{
			Name:   name,
			Result: all,
			Run: func(n int) error {
				for range n {
					if err := each(bytes.NewReader(text), func(*T) {}); err != nil {
						return err
					}
				}
				return nil
			},
			Peak: func() (float64, error) {
				w := &watch{src: bytes.NewReader(text)}
				w.look()
				w.first = w.most
				err := each(w, func(*T) {})
				return float64(w.most - w.first), err
			},
		},
		decoding("whole", text, func(b []byte, v *[]T) error { return zetes.Unmarshal(b, v) }),
	}}
}

// watch looks at the heap each time a part of the input has been read: at what is in use, garbage aside.
type watch struct {
	src         *bytes.Reader
	read, next  int
	first, most uint64
}

// watchEvery is how many bytes lie between two looks, each of which collects the garbage.
const watchEvery = 256 << 10

func (w *watch) Read(p []byte) (int, error) {
	n, err := w.src.Read(p)
	if w.read += n; w.read >= w.next {
		w.next = w.read + watchEvery
		w.look()
	}
	return n, err
}

func (w *watch) look() {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	w.most = max(w.most, m.HeapAlloc)
}
