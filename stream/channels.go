package stream

import (
	"context"
	"errors"
	"io"
	"iter"
	"sync"
)

// Receive sends the values of seq to ch. It returns nil when seq ends, the error of ctx when ctx is done, and the error
// of seq if seq yields one. It does not close ch; a goroutine that runs Receive can do so afterwards:
//
//	go func() {
//		defer close(ch)
//		errs <- stream.Receive(ctx, ch, stream.Values[Event](r))
//	}()
//
// Receive waits for a reader that blocks. If that matters, give the reader a deadline, or close it.
func Receive[T any](ctx context.Context, ch chan<- T, seq iter.Seq2[T, error]) error {
	return each(ctx, seq, func(v T) { sendTo(ctx, ch, v) })
}

// each calls take with each value of seq, until seq ends or yields an error, or ctx is done.
func each[T any](ctx context.Context, seq iter.Seq2[T, error], take func(v T)) error {
	for v, err := range seq {
		if err != nil {
			return err
		}
		if ctx.Err() == nil {
			take(v)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// sendTo sends v to ch, unless ctx is done first.
func sendTo[T any](ctx context.Context, ch chan<- T, v T) {
	select {
	case ch <- v:
	case <-ctx.Done():
	}
}

// Consume calls do with each value of seq, from at most n goroutines, in no particular order. The first error of do,
// seq or ctx ends it: the context of all calls of do is then canceled, no further value is taken from seq, and Consume
// returns the error after all calls have returned. A panic in do, or a [runtime.Goexit] such as that of
// testing.T.FailNow, ends Consume too, and then ends the caller's goroutine in the same way.
//
// To decode in parallel as well, read values as json.RawMessage, which is little work, and decode them in do.
func Consume[T any](ctx context.Context, n int, seq iter.Seq2[T, error], do func(ctx context.Context, v T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ch := make(chan T)
	var wg sync.WaitGroup
	var first ending // how the first call of do ended that did not return
	var once sync.Once
	work := func(v T) {
		var end ending
		defer func() {
			if end.exited {
				once.Do(func() { first = end })
				cancel(errEnded)
			}
		}()
		end.catch(func() {
			for more := true; more; v, more = <-ch {
				if ctx.Err() != nil {
					continue
				}
				if err := do(ctx, v); err != nil {
					cancel(err)
				}
			}
		})
	}
	started := 0
	take := func(v T) {
		select {
		case ch <- v: // a goroutine is idle
			return
		default:
		}
		if started < max(n, 1) {
			started++
			wg.Go(func() { work(v) })
			return
		}
		sendTo(ctx, ch, v)
	}
	func() {
		// seq may panic: let all goroutines end.
		defer wg.Wait()
		defer close(ch)
		if err := each(ctx, seq, take); err != nil {
			cancel(err)
		}
	}()
	first.again()
	return context.Cause(ctx)
}

// errEnded is the cause with which the context of all calls of do is canceled after one of them has panicked or called
// runtime.Goexit.
var errEnded = errors.New("stream: a call has ended its goroutine")

// Send writes the values from ch to w, each in a line of its own. It returns nil when ch is closed, the error of ctx
// when ctx is done, and an error of encoding or of w. It gathers values while ch has more, and writes as soon as ch has
// none.
func Send[T any](ctx context.Context, w io.Writer, ch <-chan T, opts ...Option) error {
	o := newOptions(0, opts)
	e := newEmitter(w, &o)
	defer e.release()
	for {
		var (
			v  T
			ok bool
		)
		select {
		case v, ok = <-ch:
		default:
			if err := e.flush(); err != nil {
				return err
			}
			select {
			case v, ok = <-ch:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if !ok {
			return e.end(nil)
		}
		if err := ctx.Err(); err != nil {
			return e.end(err)
		}
		if err := e.value(&v, "", "\n"); err != nil {
			return e.end(err)
		}
	}
}
