package httpjson

import (
	"errors"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/engine"
	"github.com/zetes-json/zetes/internal/transfer"
)

const (
	// piece is about how many bytes are encoded and sent at a time while streaming.
	piece = 32 << 10
	// firstBatch is the number of elements that are encoded before their size is known.
	firstBatch = 64
	// measured is the length up to which package net/http finds the Content-Length of a body that is written at once.
	measured = 2048
)

// Result says how much was sent.
type Result struct {
	Started bool  // the header with the requested status was sent: it is too late for another answer
	Written int64 // bytes of the body that were sent
}

// SendError is the error of Write and WriteSeq. It says how much they sent before the error.
//
// If Started is false, the client has got a problem document instead: with status 500 if the value could not be
// encoded, or about the error of the sequence. Otherwise the answer is incomplete. The handler can then panic with
// http.ErrAbortHandler, so that the client notices.
type SendError struct {
	Result
	Err error // the error of the encoder, the sequence or the connection
}

// Error returns the text of the cause and how much was sent.
func (e *SendError) Error() string {
	if !e.Started {
		return fmt.Sprintf("httpjson: nothing sent: %v", e.Err)
	}
	return fmt.Sprintf("httpjson: broken off after %d bytes: %v", e.Written, e.Err)
}

// Unwrap returns the cause.
func (e *SendError) Unwrap() error { return e.Err }

// Write answers with the JSON of v. Before it sends the first byte, it sets Content-Length, and also Content-Type to
// application/json if the header has none. Slices whose JSON is longer than the threshold (StreamAbove) are sent while
// they are encoded, without Content-Length.
//
// If v can't be encoded, the client gets a problem document with status 500; see SendError.
// A status that allows no body (1xx, 204, 304) is sent alone, and v is ignored.
func Write(w http.ResponseWriter, status int, v any, opts ...Option) error {
	return write(w, status, v, newConfig(opts))
}

// WriteSeq answers with the JSON array of the values of seq, in bounded memory: when the threshold (StreamAbove) is
// reached, it sends what is encoded so far. The first error of seq ends the array. If nothing has been sent, the client
// gets a problem document about that error, as the function WriteError sends it. An error of encoding is a
// [*zetes.Error] whose Value and Pointer lead to the element.
func WriteSeq[T any](w http.ResponseWriter, status int, seq iter.Seq2[T, error], opts ...Option) error {
	return send(w, status, newConfig(opts), func(s *sender) error {
		s.buf.Bytes = append(s.buf.Bytes, '[')
		n := 0
		for v, err := range seq {
			if err != nil {
				return err
			}
			if n > 0 {
				s.buf.Bytes = append(s.buf.Bytes, ',')
			}
			if err := s.append(&v); err != nil {
				if e, ok := err.(*zetes.Error); ok {
					e.Value, e.Pointer = n+1, "/"+strconv.Itoa(n)+e.Pointer
				}
				return encodeError{err}
			}
			n++
			if err := s.flush(); err != nil {
				return err
			}
		}
		s.buf.Bytes = append(s.buf.Bytes, ']')
		return nil
	})
}

// encodeError wraps the error of encoding a value. It has no Unwrap method, so that an *Error in it is not sent to the
// client.
type encodeError struct{ error }

func write(w http.ResponseWriter, status int, v any, c *config) error {
	return send(w, status, c, func(s *sender) error {
		if list, ok := s.streamable(v); ok {
			return s.batches(list)
		}
		if err := s.append(v); err != nil {
			return encodeError{err}
		}
		return nil
	})
}

// writer returns the API that encodes values.
func (c *config) writer() *zetes.API {
	if c.api != nil {
		return c.api
	}
	return zetes.Standard()
}

// sender has the state of one answer that is being sent.
type sender struct {
	Result
	w      http.ResponseWriter
	status int
	c      *config
	buf    *engine.Scratch // JSON that is encoded and not sent yet
}

// errHead ends encoding: the answer to a HEAD request is too long to have a Content-Length.
var errHead = errors.New("header is enough")

func send(w http.ResponseWriter, status int, c *config, encode func(*sender) error) error {
	s := &sender{w: w, status: status, c: c, buf: engine.Borrow()}
	defer s.buf.Release()
	s.buf.Bytes = s.buf.Bytes[:0]
	var err error
	if status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified {
		if err = encode(s); err == nil {
			err = s.finish()
		}
	} else {
		s.Started = true
		w.WriteHeader(status)
	}
	if err == errHead {
		err = nil
	}
	if c.result != nil {
		*c.result = s.Result
	}
	if err == nil {
		return nil
	}
	// The server is to blame for errors of encoding, so the client must not see them.
	asked := err
	if e, ok := err.(encodeError); ok {
		err, asked = e.error, nil
	}
	if !s.Started {
		// Ignore the error: if the client can't be told, there is nothing else to do.
		_ = writeProblem(w, problemOf(asked, true), c)
	}
	return &SendError{s.Result, err}
}

// append encodes v at the end of buf.
func (s *sender) append(v any) error {
	out, err := s.c.writer().Append(s.buf.Bytes, v)
	s.buf.Bytes = out
	return err
}

// streamable reports whether v is a slice that can be encoded in parts: it is long, its type has no methods and codecs,
// it is not of bytes, and it is written compactly.
func (s *sender) streamable(v any) (list reflect.Value, ok bool) {
	api := s.c.writer()
	if _, prefix, indent := root.Config(api); s.c.threshold < 0 || prefix != "" || indent != "" {
		return list, false
	}
	list = reflect.ValueOf(v)
	if list.Kind() == reflect.Pointer && !list.IsNil() && list.Type().NumMethod() == 0 && !api.HasCodec(list.Type()) {
		list = list.Elem()
	}
	if list.Kind() != reflect.Slice || list.Len() <= firstBatch ||
		list.Type().NumMethod() != 0 || api.HasCodec(list.Type()) || list.Type().Elem().Kind() == reflect.Uint8 {
		return list, false
	}
	// Take the slice as it is now: methods of elements, and the writer, may shorten the slice that v points to.
	return list.Slice(0, list.Len()), true
}

// batches encodes list as several shorter slices and joins them into one array: [a,b] [c] become [a,b ,c].
func (s *sender) batches(list reflect.Value) error {
	for i, n := 0, firstBatch; i < list.Len(); {
		end := min(i+n, list.Len())
		start := len(s.buf.Bytes)
		if err := s.append(list.Slice(i, end).Interface()); err != nil {
			return encodeError{placedIn(i, err)}
		}
		if i > 0 {
			s.buf.Bytes[start] = ','
		}
		if size := len(s.buf.Bytes) - start; size > piece {
			n = max(n/2, 1)
		} else if size < piece/2 {
			n *= 2
		}
		if end < list.Len() {
			s.buf.Bytes = s.buf.Bytes[:len(s.buf.Bytes)-1]
		}
		if err := s.flush(); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// placedIn turns err, which is about a part of a list, into an error about the list. The part starts at element n.
func placedIn(n int, err error) error {
	e, ok := err.(*zetes.Error)
	if !ok || n == 0 {
		return err
	}
	index, rest, _ := strings.Cut(strings.TrimPrefix(e.Pointer, "/"), "/")
	i, bad := strconv.Atoi(index)
	if bad != nil {
		return err
	}
	path := root.PathOf(e)
	further, ok := strings.CutPrefix(*path, "["+index+"]")
	if !ok {
		return err
	}
	index = strconv.Itoa(n + i)
	*path = "[" + index + "]" + further
	if e.Pointer = "/" + index; rest != "" {
		e.Pointer += "/" + rest
	}
	return e
}

// flush sends the encoded bytes if there are more than the threshold. If the answer has begun, it sends once there are
// enough bytes for a piece.
func (s *sender) flush() error {
	n := len(s.buf.Bytes)
	switch {
	case s.Started && n < piece, !s.Started && (s.c.threshold < 0 || n <= s.c.threshold):
		return nil
	case s.Started:
		return s.writeBuf()
	}
	s.start()
	if s.c.head {
		return errHead
	}
	return s.writeBuf()
}

// start sends the header.
func (s *sender) start() {
	if h := s.w.Header(); len(h["Content-Type"]) == 0 {
		h["Content-Type"] = []string{"application/json"}
	}
	s.Started = true
	s.w.WriteHeader(s.status)
}

// finish sends the rest. If that is the whole body, it sets the length first.
func (s *sender) finish() error {
	if !s.Started {
		h := s.w.Header()
		// Package net/http finds the length of short bodies itself, in less time than setting a header takes. If the
		// header names an encoding, w may change the length of the body, so no length is set.
		n := len(s.buf.Bytes)
		if short := s.c == &whole && n <= measured; !short && h.Get("Content-Encoding") == "" && h.Get("Transfer-Encoding") == "" {
			h["Content-Length"] = []string{strconv.Itoa(n)}
		}
		s.start()
	}
	if s.c.head || len(s.buf.Bytes) == 0 {
		return nil
	}
	return s.writeBuf()
}

func (s *sender) writeBuf() error {
	n, err := transfer.Write(s.w, s.buf.Bytes)
	s.buf.Bytes = s.buf.Bytes[:0]
	s.Written += int64(n)
	return err
}
