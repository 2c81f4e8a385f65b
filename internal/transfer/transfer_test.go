package transfer

import (
	"errors"
	"io"
	"math"
	"testing"
)

type reading func(p []byte) (int, error)

func (f reading) Read(p []byte) (int, error) { return f(p) }

type writing func(p []byte) (int, error)

func (f writing) Write(p []byte) (int, error) { return f(p) }

var errOwn = errors.New("own")

func TestRead(t *testing.T) {
	count := ErrReadCount
	for _, c := range []struct {
		count int
		err   error
		n     int
		want  error
	}{
		{3, nil, 3, nil}, {3, io.EOF, 3, io.EOF}, {8, nil, 8, nil}, {0, io.EOF, 0, io.EOF}, {0, errOwn, 0, errOwn}, {0, nil, 0, io.ErrNoProgress},
		{9, nil, 0, count}, {9, errOwn, 0, count}, {math.MaxInt, nil, 0, count},
		{-1, nil, 0, count}, {math.MinInt, nil, 0, count}, {-1, errOwn, 0, errOwn}, {-1, io.EOF, 0, io.EOF},
	} {
		n, err := Read(reading(func([]byte) (int, error) { return c.count, c.err }), make([]byte, 8))
		if n != c.n || err != c.want {
			t.Errorf("%d, %v: %d, %v", c.count, c.err, n, err)
		}
	}
	idle := 0
	if n, err := Read(reading(func([]byte) (int, error) {
		if idle++; idle < maxIdle {
			return 0, nil
		}
		return 1, nil
	}), make([]byte, 8)); n != 1 || err != nil {
		t.Errorf("behind %d empty reads: %d, %v", idle, n, err)
	}
}

func TestWrite(t *testing.T) {
	count := ErrWriteCount
	for _, c := range []struct {
		count int
		err   error
		n     int
		want  error
	}{
		{8, nil, 8, nil}, {8, errOwn, 8, errOwn}, {3, nil, 3, io.ErrShortWrite}, {3, errOwn, 3, errOwn}, {0, nil, 0, io.ErrShortWrite},
		{9, nil, 0, count}, {-1, nil, 0, count}, {9, errOwn, 0, errOwn}, {-1, errOwn, 0, errOwn}, {math.MinInt, nil, 0, count},
	} {
		n, err := Write(writing(func([]byte) (int, error) { return c.count, c.err }), make([]byte, 8))
		if n != c.n || err != c.want {
			t.Errorf("%d, %v: %d, %v", c.count, c.err, n, err)
		}
	}
}
