package beamjson

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// Bad says what is wrong with a line, or with an element of an array, that could not be read. It has a JSON form, which
// WriteLines[Bad] writes.
type Bad struct {
	File    string // the name of the file
	Line    int    // counted from 1; 0 in ranges beyond the first gigabyte of a plain file, where lines are not counted
	Column  int    // counted from 1, in characters: a character is any number of bytes of UTF-8
	Offset  int64  // the bytes of the file's text before the place
	Pointer string // JSON Pointer (RFC 6901) to the value that does not fit
	Excerpt string // the part of the line around the place
	Error   string // what is wrong, in the words of encoding/json
}

// countedBytes is how far into a plain file the lines before a range are counted, to number a bad line in it. Counting
// reads the file once more, up to that line.
const countedBytes = 1 << 30

// ReadLines returns the values of the lines of the files that glob names, as stream.Lines reads them, and the lines that
// are not JSON, do not fit T or are longer than [MaxValueSize]. T must be registered. Blank lines are skipped.
//
// Plain files are divided by ranges of bytes. Files named *.gz, *.zst and *.zstd are read as a whole, each by one
// worker; their progress is that of their compressed bytes. A file that can't be read, or whose compression is broken,
// fails the pipeline, and so does a glob without * that names no file.
func ReadLines[T any](s beam.Scope, glob string, opts ...Option) (values, bad beam.PCollection) {
	return read[T](s.Scope("beamjson.ReadLines"), glob, false, opts)
}

// ReadArrays returns the elements of the arrays in the files that glob names, one array in each, and the elements that
// do not fit T. Each file is read as a whole, in memory for one element, otherwise as by [ReadLines]. Text that is not
// JSON, or an element longer than [MaxValueSize], ends its file: it goes to the bad ones, and the elements after it are
// lost.
func ReadArrays[T any](s beam.Scope, glob string, opts ...Option) (values, bad beam.PCollection) {
	return read[T](s.Scope("beamjson.ReadArrays"), glob, true, opts)
}

func read[T any](s beam.Scope, glob string, array bool, opts []Option) (values, bad beam.PCollection) {
	mustKind[T]()
	o := newOptions(opts)
	return beam.ParDo2(s, &readFn[T]{Array: array, Block: o.block, Max: o.max}, fileio.MatchFiles(s, glob))
}

// readFn reads files. It is a splittable DoFn: ProcessElement reads one part of a file.
type readFn[T any] struct {
	Array bool
	Block int64
	Max   int
}

// CreateInitialRestriction returns the part that is the file.
func (f *readFn[T]) CreateInitialRestriction(m fileio.FileMetadata) part {
	return part{End: m.Size, Whole: f.Array || formOf(m.Path) != plain}
}

// SplitRestriction divides a plain file into blocks.
func (f *readFn[T]) SplitRestriction(_ fileio.FileMetadata, p part) []part { return p.split(f.Block) }

// RestrictionSize returns the size of a part in bytes.
func (f *readFn[T]) RestrictionSize(_ fileio.FileMetadata, p part) float64 {
	return float64(p.End - p.Start)
}

// CreateTracker returns the tracker of a part.
func (f *readFn[T]) CreateTracker(p part) *sdf.LockRTracker { return newTracker(p) }

// ProcessElement reads a part of a file.
func (f *readFn[T]) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, m fileio.FileMetadata, emit func(T), bad func(Bad)) error {
	src, err := open(ctx, m.Path)
	if err == nil {
		r := reading[T]{ctx: ctx, name: m.Path, src: src, part: rt.GetRestriction().(part), rt: rt, emit: emit, bad: bad}
		r.claimed = r.part.Start - 1
		r.opts = []stream.Option{stream.MaxValueSize(f.Max), stream.Using(mustKind[T]().api)}
		err = errors.Join(r.read(f.Array), src.Close())
	}
	if err != nil {
		return fmt.Errorf("beamjson: %s: %w", m.Path, err)
	}
	return nil
}

// reading is the state of one call of ProcessElement.
type reading[T any] struct {
	ctx     context.Context
	name    string
	src     *file
	opts    []stream.Option
	part    part
	rt      *sdf.LockRTracker
	claimed int64 // the last position that was claimed of a whole file
	emit    func(T)
	bad     func(Bad)

	numbered bool // before is known
	before   int  // the lines before the first one that is read, or -1 if they are not counted
}

func (r *reading[T]) read(array bool) error {
	if !r.part.Whole {
		at, ok := r.src.ReadCloser.(io.ReaderAt)
		if !ok {
			at = &forward{r: r.src}
		}
		return r.lines(at, r.part.Start, r.part.End)
	}
	r.numbered = true // it starts with the first line
	text, err := formOf(r.name).unpack(r.src)
	if err != nil {
		return err
	}
	if array {
		err = r.elements(text)
	} else {
		err = r.lines(&forward{r: text}, 0, math.MaxInt64)
	}
	return errors.Join(err, text.Close())
}

func (r *reading[T]) lines(src io.ReaderAt, from, to int64) error {
	for l, err := range stream.LinesAt[T](src, from, to, r.opts...) {
		if more, err := r.value(l.Start, l.Value, err); !more {
			return err
		}
	}
	return r.end()
}

func (r *reading[T]) elements(text io.Reader) error {
	for v, err := range stream.Elements[T](text, r.opts...) {
		if more, err := r.value(0, v, err); !more {
			return err
		}
	}
	return r.end()
}

// value gives a value to its output: that of a line at start, or an element. It returns false if the rest of the part is
// another worker's, or the file can't be read.
func (r *reading[T]) value(start int64, v T, err error) (more bool, _ error) {
	e, ok := errors.AsType[*zetes.Error](err)
	if err != nil && !ok {
		return false, err
	}
	if !r.claim(start) {
		return false, nil
	}
	if err == nil {
		r.emit(v)
		return true, nil
	}
	b := Bad{File: r.name, Column: e.Column, Offset: e.Offset, Pointer: e.Pointer, Excerpt: e.Excerpt, Error: e.Err.Error()}
	if b.Line, err = r.line(start, e.Line); err != nil {
		return false, err
	}
	r.bad(b)
	return true, nil
}

// claim asks for the line at start. In a whole file, which is never divided, it claims the compressed bytes that have
// been read, to show the progress.
func (r *reading[T]) claim(start int64) bool {
	if r.part.Whole {
		start = min(r.src.n, r.part.End-1)
		if start <= r.claimed {
			return true
		}
		r.claimed = start
	}
	return r.rt.TryClaim(start)
}

// end claims the end of the part, which says that nothing is left of it.
func (r *reading[T]) end() error {
	r.rt.TryClaim(r.part.End)
	return r.rt.GetError()
}

// line returns the number of the line at start, which is the given one among those that are read.
func (r *reading[T]) line(start int64, among int) (int, error) {
	if !r.numbered {
		r.numbered, r.before = true, -1
		if start <= countedBytes {
			src, err := open(r.ctx, r.name)
			if err != nil {
				return 0, err
			}
			feeds, err := lineFeeds(src, start)
			if err = errors.Join(err, src.Close()); err != nil {
				return 0, err
			}
			r.before = feeds + 1 - among
		}
	}
	if r.before < 0 {
		return 0, nil
	}
	return r.before + among, nil
}
