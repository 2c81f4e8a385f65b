package stream

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"strings"

	"github.com/zetes-json/zetes"
)

// An Event is an event of a stream of server-sent events (text/event-stream) whose data is JSON.
type Event[T any] struct {
	Name string // the event's type; browsers take "message" for ""
	ID   string // when reading, the last id in the stream so far; when writing, the event's own id or ""
	Data T
	Text string // the data as text, if it is not JSON or does not fit T; some services end their streams by [DONE]
}

// Events returns the events of r that have data, as [Values] does. Several lines of data are one value. Data that is
// not JSON, does not fit T or is longer than [MaxValueSize] comes with an [*zetes.Error], whose place counts from the
// start of the data, and the next event follows. Lines end with LF, CR or both; comments and times of reconnections are
// skipped. If r ends within an event that has data, there is an [*zetes.Error] about [io.ErrUnexpectedEOF].
func Events[T any](r io.Reader, opts ...Option) iter.Seq2[Event[T], error] {
	o := newOptions(DefaultMaxValueSize, opts)
	d := &eventReader{most: o.most()}
	d.lines = splitter{r: r, ends: "\r\n", most: d.most + len("data: ")}
	return func(yield func(Event[T], error) bool) {
		for {
			err := d.next()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Event[T]{}, err)
				return
			}
			e := Event[T]{Name: d.name, ID: d.id}
			if err = o.text(d.data, &e.Data, d.given); err != nil && len(d.data) <= d.most {
				e.Text = string(d.data)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// eventReader reads the lines of events.
type eventReader struct {
	lines    splitter
	most     int
	begun    bool // the first line has been read
	end      byte // the byte that ended the last line
	given    int  // number of complete events so far
	name, id string
	has      bool   // the event has data
	data     []byte // up to most+1 bytes
}

// next reads the next event that has data.
func (d *eventReader) next() error {
	d.name, d.has, d.data = "", false, d.data[:0]
	for {
		line, end, err := d.lines.next()
		if err == io.EOF && len(line) > 0 {
			d.field(line)
		}
		if err == io.EOF && d.has {
			return &zetes.Error{Err: io.ErrUnexpectedEOF, Value: d.given + 1}
		}
		if err != nil {
			return err
		}
		second := d.end == '\r' && end == '\n' && len(line) == 0 // end is the second byte of a line end CR LF
		if d.end = end; second {
			continue
		}
		if !d.begun {
			d.begun, line = true, bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		switch {
		case len(line) > 0:
			d.field(line)
		case d.has:
			d.given++
			return nil
		default:
			d.name = ""
		}
	}
}

// field reads the field of an event in line, which is not empty.
func (d *eventReader) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "data":
		if d.has {
			d.data = append(d.data, '\n')
		}
		d.has = true
		d.data = append(d.data, value...)
		d.data = d.data[:min(len(d.data), d.most+1)]
	case "event":
		d.name = string(value)
	case "id":
		if !bytes.ContainsRune(value, 0) {
			d.id = string(value)
		}
	}
}

// WriteEvents writes events to w, as [WriteLines] writes values. It writes each event in one call of Write. Then it
// calls w's method Flush, if w has one, as an http.ResponseWriter does. Name and ID must be one line. A Text is not
// written.
func WriteEvents[T any](w io.Writer, seq iter.Seq2[Event[T], error], opts ...Option) error {
	o := newOptions(0, opts)
	e := newEmitter(w, &o)
	defer e.release()
	e.least = math.MaxInt
	return e.end(emit(seq, func(v *Event[T]) error { return e.event(v.Name, v.ID, &v.Data) }))
}

// event writes an event.
func (e *emitter) event(name, id string, data any) error {
	if strings.ContainsAny(name+id, "\r\n\x00") {
		return e.located(&zetes.Error{Err: errors.New("stream: the name or id of an event is not one line")})
	}
	before := "data: "
	if id != "" {
		before = "id: " + id + "\n" + before
	}
	if name != "" {
		before = "event: " + name + "\n" + before
	}
	if err := e.value(data, before, "\n"); err != nil {
		return err
	}
	e.buf.Bytes = append(e.buf.Bytes, '\n')
	if err := e.flush(); err != nil {
		return err
	}
	switch w := e.w.(type) {
	case interface{ Flush() error }:
		e.err = w.Flush()
	case interface{ Flush() }:
		w.Flush()
	}
	return e.err
}
