package load

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// The clients are a process of their own, so that the processor time of the services is theirs alone. The process that
// has the services sends an order for each piece of work, and gets a report when it is done.

// order is work for the clients.
type order struct {
	Work
	Addr  string
	Prove bool   // ask for every document once, and keep or compare the answers
	Bad   int    // otherwise one document in so many is bad
	Round uint64 // chooses the sequence of documents: both services get the same
}

// report is what the clients have seen.
type report struct {
	Count
	Time time.Duration
	Took histogram
	Errs []string // the first of each client
	Err  string   // why the work was not done
}

// link is the connection to the clients.
type link struct {
	end io.Closer
	out *gob.Encoder
	in  *gob.Decoder
}

// do has the clients carry out an order.
func (l *link) do(o *order) (*report, error) {
	r := new(report)
	if err := l.out.Encode(o); err != nil {
		return nil, fmt.Errorf("the clients: %w", err)
	}
	if err := l.in.Decode(r); err != nil {
		return nil, fmt.Errorf("the clients: %w", err)
	}
	if r.Err != "" {
		return nil, errors.New(r.Err)
	}
	return r, nil
}

// Serve is the body of the process that has the clients: it carries out what Run asks for until in ends. The end of in
// also ends the work under way.
func Serve(in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	orders := make(chan *order)
	go func() {
		defer close(orders)
		defer cancel()
		for d := gob.NewDecoder(in); ; {
			o := new(order)
			if d.Decode(o) != nil {
				return
			}
			orders <- o
		}
	}()
	var docs *documents
	e := gob.NewEncoder(out)
	for o := range orders {
		r, err := new(report), error(nil)
		if docs == nil {
			docs, err = newDocuments(o.Items, o.Seed)
		}
		switch {
		case err != nil:
		case o.Prove:
			err = docs.prove(ctx, o.Addr)
		default:
			r = o.run(ctx, docs)
		}
		if err != nil {
			r.Err = err.Error()
		}
		if err := e.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// prove asks a service for every document. The first service gives the answers.
func (d *documents) prove(ctx context.Context, addr string) error {
	cl := &client{addr: addr, until: time.Now().Add(6 * patience)}
	defer cl.close()
	for _, list := range append([][]*document{d.good}, d.bad...) {
		for _, x := range list {
			err := ctx.Err()
			if err == nil {
				err = x.prove(cl)
			}
			if err != nil {
				return fmt.Errorf("a %s document: %w", x.kind, err)
			}
		}
	}
	return nil
}

// prove has the first service give the answer, and compares the other's with it.
func (d *document) prove(cl *client) error {
	status, body, err := cl.ask(d.request)
	switch {
	case err != nil:
		return err
	case d.kind == "good" && status != http.StatusOK, d.kind != "good" && status/100 != 4:
		return fmt.Errorf("status %d: %.200s", status, body)
	case d.status == 0:
		d.status = status
		if d.kind == "good" {
			d.answer = bytes.Clone(body)
		}
	case !d.same(status, body):
		return fmt.Errorf("the answer is not that of the other service: status %d, %.200s", status, body)
	}
	return nil
}

// same compares an answer with the proven one: good documents to the byte, bad ones by the hundreds of the status.
func (d *document) same(status int, body []byte) bool {
	if d.answer == nil {
		return status/100 == d.status/100
	}
	return status == d.status && bytes.Equal(body, d.answer)
}

// run has all clients send documents to a service, for the time of a slice.
func (o *order) run(ctx context.Context, docs *documents) *report {
	works := make([]worker, o.Clients)
	var (
		left  atomic.Int64
		group sync.WaitGroup
	)
	left.Store(int64(o.Requests))
	start := time.Now()
	for i := range works {
		w := &works[i]
		w.r = rand.New(rand.NewPCG(o.Seed+o.Round, uint64(i)))
		w.cl = client{addr: o.Addr, until: start.Add(o.Slice + patience)}
		group.Go(func() { w.run(ctx, o, docs, start.Add(o.Slice), &left) })
	}
	group.Wait()
	sum := &report{Time: time.Since(start)}
	for i := range works {
		w := &works[i]
		sum.add(w.Count)
		sum.Took.merge(&w.took)
		if w.err != nil {
			sum.Errs = append(sum.Errs, w.err.Error())
		}
	}
	return sum
}

// worker is one client at work.
type worker struct {
	Count
	cl   client
	r    *rand.Rand
	took histogram
	err  error // the first that a request got instead of an answer
}

func (w *worker) run(ctx context.Context, o *order, docs *documents, end time.Time, left *atomic.Int64) {
	defer w.cl.close()
	for now := time.Now(); now.Before(end) && ctx.Err() == nil; now = time.Now() {
		if o.Requests > 0 && left.Add(-1) < 0 {
			return
		}
		d := docs.pick(w.r, o.Bad)
		if o.Cancel > 0 && w.r.IntN(o.Cancel) == 0 {
			w.Cancelled++
			// The request was cut on purpose, so its error says nothing about the service.
			_ = w.cl.cancel(d.request, w.r)
			continue
		}
		start := time.Now()
		status, body, err := w.cl.ask(d.request)
		if err != nil {
			w.Broken++
			if w.err == nil {
				w.err = fmt.Errorf("%s document: %w", d.kind, err)
			}
			if w.Broken > 100 {
				return
			}
			continue
		}
		w.took.add(time.Since(start))
		switch status / 100 {
		case 2:
			w.OK++
		case 4:
			w.Refused++
		default:
			w.Failed++
		}
		if !d.same(status, body) {
			w.Differ++
		}
	}
}
