package load

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zetes-json/zetes/bench/measure"
	"github.com/zetes-json/zetes/bench/progress"
)

// Service is one implementation.
type Service struct {
	Name    string
	Handler http.Handler
}

// Mode says how many documents are bad, and how many times as many requests the second service is wanted to serve.
type Mode struct {
	Name   string
	Bad    int // one in so many; 0: none
	Wanted float64
}

// Modes are all there are.
var Modes = []Mode{{"good", 0, 2.5}, {"mixed", 10, 2}, {"bad", 1, 1.5}}

// Config is a run. Its length is bounded: each service has len(Modes)*Rounds slices.
type Config struct {
	Work
	Services [2]Service // the first one is what the second is measured against
	Modes    []Mode
	Rounds   int
	Line     *progress.Line
}

// Work is what the clients need to know of a run.
type Work struct {
	Slice    time.Duration
	Requests int // most of a slice; 0: as many as it takes
	Clients  int
	Items    int // of an order
	Cancel   int // one request in so many is cancelled; 0: none
	Seed     uint64
}

// Count says what became of requests.
type Count struct {
	OK, Refused, Failed int // answers by their hundreds: 2xx, 4xx, all others
	Cancelled           int // requests
	Differ              int // answers that are not those of the other service
	Broken              int // requests that got no answer
}

func (c *Count) add(o Count) {
	c.OK += o.OK
	c.Refused += o.Refused
	c.Failed += o.Failed
	c.Cancelled += o.Cancelled
	c.Differ += o.Differ
	c.Broken += o.Broken
}

func (c *Count) answers() int { return c.OK + c.Refused + c.Failed }

// Row is one service in one mode.
type Row struct {
	Mode    Mode
	Service string
	Count
	Rates []float64 // answers a second, by round
	CPU   []float64 // processor time of the service for an answer, in nanoseconds, by round
	took  histogram
}

// Quantile returns the latency that the share q of all answers does not exceed.
func (r *Row) Quantile(q float64) time.Duration { return r.took.quantile(q) }

// Memory is what must come back.
type Memory struct {
	Heap       uint64 // bytes in use after a collection
	Goroutines int
}

// Result is what a run has found.
type Result struct {
	Rows          []*Row // two by two: the services of a mode
	Before, After Memory
	Problems      []string // what must not be
}

// patience is how long a service may take to stop, or to give an answer at the end of a slice. Only tests change it.
var patience = 10 * time.Second

// heapSlack is what the heap may grow by: counters of the runtime and of net/http, not bodies, which are of 5 kB
// and more by the thousand.
const heapSlack = 512 << 10

// Run measures the services by turns, each in this process. The clients run at the other end of the connection, which
// Run closes: see Serve. It returns what there is when ctx ends, with the error of ctx.
func Run(ctx context.Context, c Config, clients io.ReadWriteCloser) (*Result, error) {
	cl := &link{end: clients, out: gob.NewEncoder(clients), in: gob.NewDecoder(clients)}
	defer clients.Close()
	defer context.AfterFunc(ctx, func() { _ = clients.Close() })()
	res := new(Result)
	for _, m := range c.Modes {
		for _, s := range c.Services {
			res.Rows = append(res.Rows, &Row{Mode: m, Service: s.Name, Rates: make([]float64, 0, c.Rounds), CPU: make([]float64, 0, c.Rounds)})
		}
	}
	if err := prove(&c, cl); err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	res.Before = memory(0)
	start := time.Now()
	all := time.Duration(len(res.Rows)*c.Rounds) * c.Slice
	for round := range c.Rounds {
		for m := range c.Modes {
			for k := range 2 {
				who := (round + k) % 2 // who goes first changes
				row := res.Rows[2*m+who]
				c.Line.Show("round %d of %d, %s documents, %s, %s of %s", round+1, c.Rounds, row.Mode.Name, row.Service,
					time.Since(start).Round(time.Second), all.Round(time.Second))
				problems, err := c.slice(cl, row, c.Services[who].Handler, uint64(round))
				for _, problem := range problems {
					res.Problems = append(res.Problems, fmt.Sprintf("%s, %s documents, round %d: %s", row.Service, row.Mode.Name, round+1, problem))
				}
				if ctx.Err() != nil {
					return res, ctx.Err()
				}
				if err != nil {
					return nil, err
				}
			}
		}
	}
	res.After = memory(res.Before.Goroutines)
	if n := res.After.Goroutines - res.Before.Goroutines; n > 0 {
		res.Problems = append(res.Problems, fmt.Sprintf("%d goroutines are left", n))
	}
	if n := int64(res.After.Heap - res.Before.Heap); n > heapSlack {
		res.Problems = append(res.Problems, fmt.Sprintf("the heap has grown by %d bytes", n))
	}
	return res, nil
}

// memory returns the memory in use when no request is being served, after waiting for goroutines to come down to their number.
func memory(goroutines int) Memory {
	for end := time.Now().Add(patience); goroutines > 0 && runtime.NumGoroutine() > goroutines && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	for range 3 { // a pool holds on for two collections
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return Memory{m.HeapAlloc, runtime.NumGoroutine()}
}

// server is a service on a port of its own.
type server struct {
	http.Server
	addr   string
	calls  atomic.Int64 // of the handler
	done   chan error
	faults faults
}

// faults keeps what a server logs, which is what must not happen: panics, and answers that are no HTTP.
type faults struct {
	mu   sync.Mutex
	text []byte
}

func (f *faults) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.text) < 1000 {
		f.text = append(f.text, p...)
	}
	return len(p), nil
}

func serve(h http.Handler) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{addr: l.Addr().String(), done: make(chan error, 1)}
	s.ErrorLog = log.New(&s.faults, "", 0)
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		h.ServeHTTP(w, r)
	})
	go func() { s.done <- s.Serve(l) }()
	return s, nil
}

// stop waits for all requests to end.
func (s *server) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		return errors.Join(err, s.Close())
	}
	if err := <-s.done; err != http.ErrServerClosed {
		return err
	}
	if len(s.faults.text) > 0 {
		return errors.New("the server logs: " + strings.Join(strings.Fields(string(s.faults.text)), " "))
	}
	return nil
}

// prove has the clients ask both services for every document, one at a time, and compare the answers. It also compiles
// the plans and fills the pools.
func prove(c *Config, cl *link) error {
	for _, service := range c.Services {
		s, err := serve(service.Handler)
		if err != nil {
			return err
		}
		_, err = cl.do(&order{Work: c.Work, Addr: s.addr, Prove: true})
		if err = errors.Join(err, s.stop()); err != nil {
			return fmt.Errorf("%s: %w", service.Name, err)
		}
	}
	return nil
}

// slice measures one service once, and returns what must not be.
func (c *Config) slice(cl *link, row *Row, h http.Handler, round uint64) (problems []string, err error) {
	before := runtime.NumGoroutine()
	s, err := serve(h)
	if err != nil {
		return nil, err
	}
	runtime.GC() // the other service's garbage
	cpu := measure.CPUTime()
	sum, err := cl.do(&order{Work: c.Work, Addr: s.addr, Bad: row.Mode.Bad, Round: round})
	cpu = measure.CPUTime() - cpu
	if stopped := s.stop(); stopped != nil {
		problems = append(problems, stopped.Error())
	}
	if err != nil {
		return problems, err
	}
	for _, e := range sum.Errs {
		problems = append(problems, "no answer: "+e)
	}
	row.took.merge(&sum.Took)
	row.add(sum.Count)
	n := sum.answers()
	if n > 0 {
		row.Rates = append(row.Rates, float64(n)/sum.Time.Seconds())
		row.CPU = append(row.CPU, float64(cpu)/float64(n))
	}
	if calls := int(s.calls.Load()); calls < n || calls > n+sum.Cancelled+sum.Broken {
		problems = append(problems, fmt.Sprintf("%d calls of the handler for %d answers and %d cancelled requests", calls, n, sum.Cancelled))
	}
	if sum.Differ > 0 || sum.Failed > 0 {
		problems = append(problems, fmt.Sprintf("%d answers differ, %d are neither 2xx nor 4xx", sum.Differ, sum.Failed))
	}
	if n := memory(before).Goroutines - before; n > 0 {
		problems = append(problems, fmt.Sprintf("%d goroutines are left", n))
	}
	return problems, nil
}
