package stream

import (
	"bytes"
	"io"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/frame"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/relax"
	"github.com/zetes-json/zetes/internal/transfer"
)

// Lines can decode on several goroutines. One read at a time fetches a piece of the input. The piece ends at the last
// line feed that was read; the bytes after that begin the next piece. A goroutine decodes each piece as a stream of its
// own, which starts at the piece's place in the input, so that places in errors are the same. Values are yielded in the
// order of the pieces. With two lines in each piece, and two goroutines:
//
//	read        |1 2|3 4|5 6|
//	decode          |1 2|5 6|
//	                  |3 4|
//	yield               |1|2|3|4|5|6|

// pieceSize is the number of bytes of one read.
const pieceSize = 128 << 10

// ahead reads lines ahead of the loop over their values.
type ahead[T any] struct {
	src   io.Reader
	o     options
	size  int           // the number of bytes of a piece
	slots chan struct{} // has one slot for each goroutine that decodes

	queue  []*piece[T] // pieces in order; the first one has the next value
	idle   []*piece[T] // pieces whose values were yielded, to be used again
	given  int         // number of values of the earlier pieces
	lines  int         // number of line feeds of the earlier pieces
	pieces int         // number of earlier pieces
	at     int64       // where the next piece starts
	skips  bool        // the rest of a line that is too long comes next, and is skipped

	next    *piece[T]    // the piece that is being read
	reads   chan arrived // gets the result of the running read
	reading bool
	err     error // the error of the source, or the error that ended the stream
}

// arrived is the result of one read.
type arrived struct {
	n   int
	err error
	end ending
}

// piece is some lines and their values.
type piece[T any] struct {
	memory []byte
	n      int // bytes in memory
	reader *valueReader[T]
	done   chan struct{}

	values []lineValue[T]
	lines  int   // number of line feeds
	first  int   // the first value that is not yielded yet
	err    error // the error that has ended the stream, or nil
	end    ending
}

type lineValue[T any] struct {
	v   T
	err error
}

func newAhead[T any](r io.Reader, o options) *ahead[T] {
	return &ahead[T]{src: relax.NewReader(r, o.c.Options), o: o, size: pieceSize, slots: make(chan struct{}, o.parallel), reads: make(chan arrived, 1)}
}

// each yields the values that can be read now.
func (a *ahead[T]) each(yield func(T, error) bool) {
	for {
		if !a.reading && a.err == nil && len(a.queue) < 2*cap(a.slots) {
			a.read()
		}
		if a.err != nil && len(a.queue) == 0 {
			if a.err != io.EOF {
				yield(*new(T), a.err)
			}
			return
		}
		var done chan struct{}
		if len(a.queue) > 0 {
			done = a.queue[0].done
		}
		select {
		case got := <-a.reads:
			a.reading = false
			got.end.again()
			a.receive(got)
		case <-done:
			if !a.yieldFirst(yield) {
				return
			}
		}
	}
}

// read starts to read bytes into the next piece, after the bytes that are there.
func (a *ahead[T]) read() {
	if a.next == nil {
		a.next = a.fresh()
	}
	p := a.next
	if p.n == len(p.memory) {
		p.memory = append(p.memory, make([]byte, max(a.size, len(p.memory)))...)
	}
	into := p.memory[p.n:]
	a.reading = true
	go func() {
		var got arrived
		defer func() { a.reads <- got }()
		got.end.catch(func() { got.n, got.err = transfer.Read(a.src, into) })
	}()
}

// receive adds the bytes of a read to the next piece. If they end a line, it starts decoding the piece.
func (a *ahead[T]) receive(got arrived) {
	if a.err != nil {
		return // the stream has ended before
	}
	p := a.next
	if a.skips {
		// The line feed stays, as a blank line.
		i := bytes.IndexByte(p.memory[:got.n], '\n')
		if a.skips = i < 0; a.skips {
			i = got.n
		}
		a.at += int64(i)
		got.n = copy(p.memory, p.memory[i:got.n])
	}
	stop := bytes.LastIndexByte(p.memory[p.n:p.n+got.n], '\n') + 1
	if stop > 0 {
		stop += p.n
	}
	p.n += got.n
	if a.err = got.err; a.err == io.EOF {
		stop = p.n
	}
	if stop == 0 && p.n > a.o.max {
		stop, a.skips = p.n, true // the reader of the piece reports that the line is too long
	}
	if stop == 0 {
		return
	}
	a.next = nil
	if rest := p.memory[stop:p.n]; len(rest) > 0 {
		a.next = a.fresh()
		if len(a.next.memory) < len(rest) {
			a.next.memory = make([]byte, max(a.size, len(rest)))
		}
		a.next.n = copy(a.next.memory, rest)
	}
	lines := p.memory[:stop]
	p.reader.stream.Over(lines, locate.Cursor{Offset: a.at}) // lines are counted where the piece is decoded
	a.at += int64(stop)
	p.done = make(chan struct{})
	a.queue = append(a.queue, p)
	go p.decode(lines, a.slots)
}

// fresh returns a piece without bytes.
func (a *ahead[T]) fresh() *piece[T] {
	if last := len(a.idle) - 1; last >= 0 {
		p := a.idle[last]
		a.idle = a.idle[:last]
		p.n, p.first, p.values = 0, 0, p.values[:0]
		return p
	}
	return &piece[T]{memory: make([]byte, a.size), reader: newValueReader[T](frame.NewStream(nil, frame.Lines, a.o.max), frame.Lines, &a.o)}
}

// decode decodes the lines of p when one of the slots is free.
func (p *piece[T]) decode(lines []byte, slots chan struct{}) {
	slots <- struct{}{}
	defer func() {
		<-slots
		close(p.done)
	}()
	var end locate.Cursor
	end.Advance(lines)
	p.lines = end.Lines
	p.end.catch(func() {
		defer p.reader.values.End()
		for n := 0; ; n++ {
			// The slots after the last value are zero: yielding a value clears its slot.
			list := append(p.values, lineValue[T]{})
			more, err := p.reader.next(&list[n].v)
			if list[n].err = err; !more {
				if p.err = err; err != nil {
					p.values = list
				}
				return
			}
			p.values = list
		}
	})
}

// place changes the place in err, an error of the first piece, so that values and lines count from the start of the
// input.
func (a *ahead[T]) place(err error) {
	e, ok := err.(*zetes.Error)
	if !ok {
		return
	}
	if e.Value > 0 {
		e.Value += a.given
	}
	if e.Line > 0 {
		e.Line += a.lines
	}
}

// yieldFirst yields the values of the first piece, which is decoded. It returns false if the loop must end: yield has
// returned false, or the last value came with the error that ended the stream.
func (a *ahead[T]) yieldFirst(yield func(T, error) bool) bool {
	p, pieces, yielded := a.queue[0], a.pieces, false
	for p.first < len(p.values) {
		l := &p.values[p.first]
		v, err := l.v, l.err
		*l = lineValue[T]{} // from here on only the caller keeps the value's memory alive
		p.first++
		if err != nil {
			a.place(err)
		}
		if yielded = true; !yield(v, err) {
			return false
		}
		if a.pieces != pieces {
			return true // a loop within the loop has continued: p may be another piece by now
		}
	}
	p.end.again()
	a.pieces++
	a.given += p.reader.stream.Given()
	a.lines += p.lines
	if p.err != nil {
		a.err, a.queue = p.err, nil
		return !yielded // if a value was yielded, it came with the error
	}
	a.queue = append(a.queue[:0], a.queue[1:]...)
	if len(p.memory) <= 4*a.size {
		a.idle = append(a.idle, p)
	}
	return true
}
