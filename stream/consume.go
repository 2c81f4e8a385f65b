package stream

import (
	"context"
	"errors"
	"iter"
	"sync"
)

// Consume calls do with each value of seq, from at most n goroutines, in no particular order. The first error of do,
// seq or ctx ends it: the context of all calls of do is then canceled, no further value is taken from seq, and Consume
// returns the error after all calls have returned. A panic in do, or a [runtime.Goexit], which testing.T.FailNow calls,
// ends Consume too, and then ends the caller's goroutine in the same way.
//
// To decode in parallel as well, read values as json.RawMessage, which is little work, and decode them in do.
func Consume[T any](ctx context.Context, n int, seq iter.Seq2[T, error], do func(ctx context.Context, v T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ch := make(chan T)
	var wg sync.WaitGroup
	var first ending // how the first call of do ended that has panicked or called Goexit
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
		select {
		case ch <- v:
		case <-ctx.Done():
		}
	}
	func() {
		// seq may panic: let all goroutines end.
		defer wg.Wait()
		defer close(ch)
		for v, err := range seq {
			if err != nil {
				cancel(err)
			}
			if ctx.Err() == nil {
				take(v)
			}
			if ctx.Err() != nil {
				return
			}
		}
	}()
	first.again()
	return context.Cause(ctx)
}

// errEnded is the cause with which the context of all calls of do is canceled after one of them has panicked or called
// runtime.Goexit.
var errEnded = errors.New("stream: a call has ended its goroutine")
