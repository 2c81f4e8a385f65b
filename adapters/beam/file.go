package beamjson

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // names without a scheme
)

// A form is the compression of a file. The end of the file's name says which one.
type form int

const (
	plain form = iota
	gzipped
	zstandard
)

func formOf(name string) form {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return gzipped
	case ".zst", ".zstd":
		return zstandard
	}
	return plain
}

// unpack returns a reader of the text of r.
func (f form) unpack(r io.Reader) (io.ReadCloser, error) {
	switch f {
	case gzipped:
		z, err := gzip.NewReader(r)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // an empty file is not a gzip file
		}
		if err != nil {
			return nil, err
		}
		return z, nil
	case zstandard:
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return io.NopCloser(r), nil
}

// pack returns a writer of text, which goes to w. Close ends the text, and leaves w open.
func (f form) pack(w io.Writer) (io.WriteCloser, error) {
	switch f {
	case gzipped:
		return gzip.NewWriter(w), nil
	case zstandard:
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	}
	return nopCloser{w}, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// A file is one that is open for reading. It counts the bytes that Read has returned.
type file struct {
	io.ReadCloser
	fs filesystem.Interface
	n  int64
}

func open(ctx context.Context, name string) (*file, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := fs.OpenRead(ctx, name)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	return &file{ReadCloser: r, fs: fs}, nil
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.ReadCloser.Read(b)
	f.n += int64(n)
	return n, err
}

func (f *file) Close() error { return errors.Join(f.ReadCloser.Close(), f.fs.Close()) }

// kept is how many bytes a forward reader can go back. stream.LinesAt looks for the start of a line in pieces of this
// size, and then reads from there.
const kept = 4 << 10

// forward makes an io.ReaderAt of a reader that only goes forward. It serves readers that do the same, apart from steps
// back within the last short piece that they have read.
type forward struct {
	r    io.Reader
	at   int64  // the offset of the next byte of r
	last []byte // the bytes before at that may be read again
}

func (f *forward) ReadAt(b []byte, off int64) (int, error) {
	n := 0
	if back := f.at - off; back > 0 {
		if back > int64(len(f.last)) {
			return 0, errors.New("beamjson: the file can't be read backwards")
		}
		n = copy(b, f.last[int64(len(f.last))-back:])
	} else if back < 0 {
		skipped, err := io.CopyN(io.Discard, f.r, -back)
		f.at, f.last = f.at+skipped, f.last[:0]
		if err != nil {
			return 0, err
		}
	}
	if n == len(b) {
		return n, nil
	}
	var err error
	for n < len(b) && err == nil { // io.ReadFull would hide a text that is cut
		var m int
		m, err = f.r.Read(b[n:])
		f.at, n = f.at+int64(m), n+m
	}
	if f.last = f.last[:0]; n <= kept {
		f.last = append(f.last, b[:n]...)
	}
	return n, err
}

// lineFeeds counts the line feeds in the first n bytes of r.
func lineFeeds(r io.Reader, n int64) (count int, err error) {
	b := make([]byte, 64<<10)
	for r = io.LimitReader(r, n); ; {
		n, err := r.Read(b)
		count += bytes.Count(b[:n], []byte{'\n'})
		if err == io.EOF {
			return count, nil
		}
		if err != nil {
			return count, err
		}
	}
}
