package stream

import (
	"io"
	"iter"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/transfer"
)

// WriteLines can encode on several goroutines. The caller's goroutine collects values into batches, starts a goroutine
// to encode each batch, and writes the outputs in order. A batch is used again after it is written: with new memory for
// each batch, the garbage collector takes as long as the encoding of small values.

// batch has some values that are encoded together, each for a line.
type batch[T any] struct {
	values []T
	out    *emitter
	done   chan struct{} // gets a value when the worker has finished out
	err    error         // the error about the first value that is not in out
	end    ending
}

// batchBytes is the output that a batch should have, and mostValues the largest number of a batch's values.
const (
	batchBytes = 128 << 10
	mostValues = 4096
)

// batches has the batches of one call of WriteLines.
type batches[T any] struct {
	w     io.Writer
	o     options
	total *emitter // counts the values that are written
	slots chan struct{}
	queue []*batch[T] // batches that are being encoded, in order
	idle  []*batch[T]
	size  int // number of values in a batch
}

// writeAhead does what WriteLines does, on several goroutines. After an error it waits for running goroutines, since
// they use values of the caller.
func writeAhead[T any](w io.Writer, seq iter.Seq2[T, error], o options) (err error) {
	a := batches[T]{w: w, o: o, total: newEmitter(w, &o), slots: make(chan struct{}, o.parallel), size: 16}
	defer a.release()
	next := a.fresh()
	for v, failed := range seq {
		if err = failed; err != nil {
			break
		}
		if next.values = append(next.values, v); len(next.values) >= a.size {
			if err = a.send(next); err != nil {
				return err
			}
			next = a.fresh()
		}
	}
	if len(next.values) > 0 {
		if failed := a.send(next); failed != nil {
			return failed
		}
	}
	for len(a.queue) > 0 {
		if failed := a.oldest(); failed != nil {
			return failed
		}
	}
	return err
}

// fresh returns a batch without values.
func (a *batches[T]) fresh() *batch[T] {
	if last := len(a.idle) - 1; last >= 0 {
		b := a.idle[last]
		a.idle = a.idle[:last]
		return b
	}
	return &batch[T]{done: make(chan struct{}, 1)}
}

// send starts encoding b. If enough batches are being encoded, it waits for the first of them, and writes its output.
func (a *batches[T]) send(b *batch[T]) error {
	b.out = newEmitter(nil, &a.o)
	a.queue = append(a.queue, b)
	go b.encode(a.slots)
	if len(a.queue) < 2*a.o.parallel {
		return nil
	}
	return a.oldest()
}

// oldest writes the output of the first batch.
func (a *batches[T]) oldest() error {
	b := a.queue[0]
	<-b.done
	a.queue = append(a.queue[:0], a.queue[1:]...)
	defer b.out.release()
	made := len(b.out.buf.Bytes)
	if err := transfer.WriteAll(a.w, b.out.buf.Bytes); err != nil {
		return err
	}
	b.end.again()
	a.total.written += b.out.written
	if b.err != nil {
		return a.total.located(b.err.(*zetes.Error))
	}
	a.size = max(1, min(mostValues, 4*a.size, batchBytes*len(b.values)/max(made, 1)))
	clear(b.values)
	b.values = b.values[:0]
	a.idle = append(a.idle, b)
	return nil
}

// release waits for all running batches.
func (a *batches[T]) release() {
	for _, b := range a.queue {
		<-b.done
		b.out.release()
	}
	a.total.release()
}

// encode encodes the values of b when one of the slots is free.
func (b *batch[T]) encode(slots chan struct{}) {
	slots <- struct{}{}
	defer func() {
		<-slots
		b.done <- struct{}{}
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
