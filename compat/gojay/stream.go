package gojay

import (
	"io"
	"sync"
	"time"

	"github.com/zetes-json/zetes/codec"
)

// MarshalerStream is implemented by types, such as channels, that write values to a stream. The method is called again
// and again, and writes one value each time.
type MarshalerStream interface {
	MarshalStream(enc *StreamEncoder)
}

// UnmarshalerStream is implemented by types, such as channels, that read values from a stream. The method is called for
// each value and reads it, or nothing, which skips the value.
type UnmarshalerStream interface {
	UnmarshalStream(dec *StreamDecoder) error
}

// Stream has the functions that make a [StreamEncoder] or a [StreamDecoder].
var Stream = stream{}

type stream struct{}

// state is how a stream ends. Its goroutines share it.
type state struct {
	mu    sync.Mutex
	done  chan struct{}
	ended bool
	err   error
	at    time.Time
	until bool
}

func newState() *state { return &state{done: make(chan struct{})} }

func (s *state) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.err = true, err
		close(s.done)
	}
}

// Done returns a channel that is closed when the stream has ended.
func (s *state) Done() <-chan struct{} { return s.done }

// Err returns the error that the stream has ended with.
func (s *state) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Deadline returns the time that SetDeadline was given.
func (s *state) Deadline() (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at, s.until
}

// SetDeadline sets what Deadline returns: the methods make a stream a context.Context. It does not end the stream.
func (s *state) SetDeadline(t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.until = t, true
}

// Value returns nil.
func (s *state) Value(key any) any { return nil }

// StreamEncoder writes values one after the other.
type StreamEncoder struct {
	*Encoder
	*state
	out       *sync.Mutex // is held while the io.Writer writes
	consumers int
	delimiter byte
}

// NewEncoder returns a StreamEncoder to w.
func (stream) NewEncoder(w io.Writer) *StreamEncoder {
	return &StreamEncoder{NewEncoder(w), newState(), new(sync.Mutex), 1, '\n'}
}

// BorrowEncoder is NewEncoder.
func (s stream) BorrowEncoder(w io.Writer) *StreamEncoder { return s.NewEncoder(w) }

// Release does nothing: the goroutines of a stream may still write when its owner is done with it.
func (s *StreamEncoder) Release() {}

// LineDelimited ends each value with a line break, as a new StreamEncoder does. It returns s.
func (s *StreamEncoder) LineDelimited() *StreamEncoder {
	s.delimiter = '\n'
	return s
}

// CommaDelimited ends each value with a comma. It returns s.
func (s *StreamEncoder) CommaDelimited() *StreamEncoder {
	s.delimiter = ','
	return s
}

// NConsumer sets the number of goroutines that call MarshalStream. It returns s.
func (s *StreamEncoder) NConsumer(n int) *StreamEncoder {
	s.consumers = n
	return s
}

// EncodeStream starts goroutines that call m until the stream ends: by Cancel, after an error, or when a call wrote
// nothing.
func (s *StreamEncoder) EncodeStream(m MarshalerStream) {
	go s.consume(m)
	for range s.consumers - 1 {
		other := &StreamEncoder{NewEncoder(s.w), s.state, s.out, 1, s.delimiter}
		go other.consume(m)
	}
}

func (s *StreamEncoder) consume(m MarshalerStream) {
	for {
		select {
		case <-s.done:
			return
		default:
		}
		m.MarshalStream(s)
		if s.Encoder.err != nil {
			s.end(s.Encoder.err)
			return
		}
		s.out.Lock()
		n, err := s.Write()
		s.out.Unlock()
		if err != nil || n == 0 {
			s.end(err)
			return
		}
	}
}

// Cancel ends the stream with err, which Err returns.
func (s *StreamEncoder) Cancel(err error) { s.end(err) }

// AddObject writes v and the delimiter. For a nil value it writes nothing.
func (s *StreamEncoder) AddObject(v MarshalerJSONObject) {
	if !isEmpty(v) {
		s.add(v)
	}
}

// AddArray writes v and the delimiter.
func (s *StreamEncoder) AddArray(v MarshalerJSONArray) { s.add(v) }

// AddString writes v and the delimiter.
func (s *StreamEncoder) AddString(v string) { s.add(v) }

// AddInt writes v and the delimiter.
func (s *StreamEncoder) AddInt(value int) { s.add(value) }

// AddFloat writes v and the delimiter.
func (s *StreamEncoder) AddFloat(value float64) { s.add(value) }

// AddFloat64 writes v and the delimiter.
func (s *StreamEncoder) AddFloat64(value float64) { s.add(value) }

func (s *StreamEncoder) add(v any) {
	s.value(v)
	s.AppendByte(s.delimiter)
}

// StreamDecoder reads values one after the other.
type StreamDecoder struct {
	*Decoder
	*state
}

// NewDecoder returns a StreamDecoder of r.
func (stream) NewDecoder(r io.Reader) *StreamDecoder {
	return &StreamDecoder{NewDecoder(r), newState()}
}

// BorrowDecoder returns a StreamDecoder of r whose memory is from a pool.
func (stream) BorrowDecoder(r io.Reader) *StreamDecoder {
	return &StreamDecoder{BorrowDecoder(r), newState()}
}

// Release ends the use of dec, and gives its memory to the pool.
func (dec *StreamDecoder) Release() {
	dec.Decoder.Release()
	dec.Decoder = &Decoder{r: new(codec.Reader), released: true}
}

// DecodeStream calls c for each value of the input, and then ends the stream. Values are separated by white space or
// commas. An input without values is an [InvalidJSONError].
func (dec *StreamDecoder) DecodeStream(c UnmarshalerStream) error {
	err := dec.top(func() error { return dec.values(c) })
	dec.end(err)
	return err
}

func (dec *StreamDecoder) values(c UnmarshalerStream) error {
	if dec.src == nil {
		return NoReaderError("No reader given to decode stream")
	}
	if !dec.r.More() && dec.r.Err() == nil {
		return InvalidJSONError("Invalid JSON, the input has no value")
	}
	dec.open++
	defer func() { dec.open-- }()
	for dec.r.More() {
		dec.called, dec.array = false, false
		if err := c.UnmarshalStream(dec); err != nil {
			return dec.stop(err)
		}
		if !dec.called {
			dec.r.Skip()
		}
	}
	return dec.fault()
}
