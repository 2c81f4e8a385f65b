package stream

import (
	"io"
	"iter"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/transfer"
)

// batch is some values that are encoded together, each for a line.
type batch[T any] struct {
	values []T
	out    *emitter
	done   chan struct{}
	err    error // about the value behind those that are written
	end    ending
}

// batchBytes is how many bytes a batch is to make, and mostValues how many values it has at most.
const (
	batchBytes = 64 << 10
	mostValues = 4096
)

// writeAhead is WriteLines on several goroutines. Those that are at work when something goes wrong are waited for:
// they use values of the caller's.
func writeAhead[T any](w io.Writer, seq iter.Seq2[T, error], o options) (err error) {
	e := newEmitter(w, &o)
	slots := make(chan struct{}, o.parallel)
	var queue []*batch[T]
	size := 16
	defer func() {
		for _, b := range queue {
			<-b.done
			b.out.release()
		}
		e.release()
	}()
	// oldest writes what the first batch has made.
	oldest := func() error {
		b := queue[0]
		<-b.done
		queue = queue[1:]
		defer b.out.release()
		made := len(b.out.buf.Bytes)
		if failed := transfer.WriteAll(w, b.out.buf.Bytes); failed != nil {
			return failed
		}
		b.end.again()
		e.written += b.out.written
		if b.err != nil {
			return e.located(b.err.(*zetes.Error))
		}
		size = max(1, min(mostValues, 4*size, batchBytes*len(b.values)/max(made, 1)))
		return nil
	}
	send := func(values []T) error {
		b := &batch[T]{values: values, out: newEmitter(nil, &o), done: make(chan struct{})}
		queue = append(queue, b)
		go b.encode(slots)
		if len(queue) < 2*o.parallel {
			return nil
		}
		return oldest()
	}
	var values []T
	for v, failed := range seq {
		if err = failed; err != nil {
			break
		}
		if values = append(values, v); len(values) >= size {
			if err = send(values); err != nil {
				return err
			}
			values = nil
		}
	}
	if len(values) > 0 {
		if failed := send(values); failed != nil {
			return failed
		}
	}
	for len(queue) > 0 {
		if failed := oldest(); failed != nil {
			return failed
		}
	}
	return err
}

// encode encodes the values of b, when one of the slots is free.
func (b *batch[T]) encode(slots chan struct{}) {
	slots <- struct{}{}
	defer func() {
		<-slots
		close(b.done)
	}()
	b.end.catch(func() {
		for i := range b.values {
			if b.err = b.out.add(&b.values[i], "", "\n"); b.err != nil {
				return
			}
			b.out.written++
		}
	})
}
