package load

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/examples/webservice/orders"
)

// short is a run of fractions of a second.
func short(first, second http.Handler) Config {
	return Config{
		Services: [2]Service{{"first", first}, {"second", second}}, Modes: Modes, Rounds: 2, Line: progress.New(nil),
		Work: Work{Slice: 10 * time.Second, Requests: 60, Clients: 4, Items: 40, Cancel: 5, Seed: 1},
	}
}

// clients are in this process.
func clients(t *testing.T) io.ReadWriteCloser {
	in, orders := io.Pipe()
	reports, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(in, out) }()
	t.Cleanup(func() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return struct {
		io.Reader
		io.WriteCloser
	}{reports, orders}
}

// TestRun holds that every request is counted once, and that the two implementations of the service answer alike.
func TestRun(t *testing.T) {
	c := short(orders.StdHandler(), orders.Handler())
	res, err := Run(t.Context(), c, clients(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Error(strings.Join(res.Problems, "\n"))
	}
	if len(res.Rows) != 2*len(Modes) {
		t.Fatalf("%d rows", len(res.Rows))
	}
	for _, r := range res.Rows {
		if n := r.answers() + r.Cancelled; n != c.Rounds*c.Requests || r.Cancelled == 0 || r.Differ+r.Broken+r.Failed > 0 {
			t.Errorf("%s, %s: %+v are %d requests, not %d", r.Service, r.Mode.Name, r.Count, n, c.Rounds*c.Requests)
		}
		if good, bad := r.OK > 0, r.Refused > 0; good != (r.Mode.Bad != 1) || bad != (r.Mode.Bad > 0) {
			t.Errorf("%s, %s: %+v", r.Service, r.Mode.Name, r.Count)
		}
		if len(r.Rates) != c.Rounds || r.Quantile(0.5) <= 0 || r.Quantile(0.99) < r.Quantile(0.5) {
			t.Errorf("%s, %s: rates %v, latencies %s and %s", r.Service, r.Mode.Name, r.Rates, r.Quantile(0.5), r.Quantile(0.99))
		}
	}
	for _, markdown := range []bool{false, true} {
		var b strings.Builder
		res.Print(&b, markdown)
		if n := strings.Count(b.String(), "second"); n != len(Modes) || strings.Contains(b.String(), "PROBLEM") {
			t.Errorf("%d rows of the second service:\n%s", n, &b)
		}
	}
}

// faulty is the service, except that one call in so many is changed by spoil.
func faulty(every int64, spoil func(w http.ResponseWriter, r *http.Request, body string)) http.Handler {
	var calls atomic.Int64
	h := orders.StdHandler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The proof, which asks for each document once, comes first.
		if n := calls.Add(1) - int64(variants*(1+len(badKinds))); n <= 0 || n%every != 0 {
			h.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		spoil(w, r, rec.Body.String())
	})
}

// TestFaults holds that a run tells what a service does wrong.
func TestFaults(t *testing.T) {
	leak := make(chan struct{})
	defer close(leak)
	var kept atomic.Pointer[[2 * heapSlack]byte]
	for _, c := range []struct {
		name, want string
		spoil      func(w http.ResponseWriter, r *http.Request, body string)
	}{
		{"byte", "answers differ", func(w http.ResponseWriter, _ *http.Request, body string) {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			_, _ = io.WriteString(w, strings.Replace(body, "a", "b", 1))
		}},
		{"class", "are neither 2xx nor 4xx", func(w http.ResponseWriter, _ *http.Request, _ string) { http.Error(w, "no", 500) }},
		{"panic", "panic serving", func(http.ResponseWriter, *http.Request, string) { panic("oh") }},
		{"broken-off", "no answer", func(http.ResponseWriter, *http.Request, string) { panic(http.ErrAbortHandler) }},
		{"goroutine", "goroutines are left", func(w http.ResponseWriter, _ *http.Request, _ string) {
			go func() { <-leak }()
			http.Error(w, "no", 400)
		}},
		{"memory", "the heap has grown", func(w http.ResponseWriter, _ *http.Request, _ string) {
			kept.Store(&[2 * heapSlack]byte{})
			http.Error(w, "no", 400)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			patienceFor(t, 200*time.Millisecond)
			conf := short(orders.StdHandler(), faulty(30, c.spoil))
			conf.Modes, conf.Rounds, conf.Cancel = Modes[:1], 1, 0
			res, err := Run(t.Context(), conf, clients(t))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(strings.Join(res.Problems, "\n"), c.want) {
				t.Errorf("problems: %q", res.Problems)
			}
			if first := res.Rows[0]; first.Differ+first.Failed+first.Broken > 0 {
				t.Errorf("the other service: %+v", first.Count)
			}
		})
	}
	runtime.KeepAlive(&kept)
}

func patienceFor(t *testing.T, d time.Duration) {
	old := patience
	patience = d
	t.Cleanup(func() { patience = old })
}

// TestProof holds that services that don't answer alike are not measured at all.
func TestProof(t *testing.T) {
	lie := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		orders.Handler().ServeHTTP(rec, r)
		if rec.Code != 200 {
			w.Header().Set("Content-Length", "2")
			_, _ = w.Write([]byte("{}"))
			return
		}
		w.Header().Set("Content-Length", rec.Header().Get("Content-Length"))
		_, _ = w.Write(rec.Body.Bytes())
	})
	if _, err := Run(t.Context(), short(orders.StdHandler(), lie), clients(t)); err == nil || !strings.Contains(err.Error(), "second: a cut document: status 200") {
		t.Errorf("error %v", err)
	}
}

// TestStops holds that a run ends with its context and returns what it has.
func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var calls atomic.Int64
	second := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > 500 {
			cancel()
		}
		orders.Handler().ServeHTTP(w, r)
	})
	c := short(orders.StdHandler(), second)
	c.Requests = 0
	c.Slice = 200 * time.Millisecond
	c.Rounds = 1000
	if res, err := Run(ctx, c, clients(t)); err != context.Canceled || res == nil || len(res.Rows[0].Rates) == 0 {
		t.Errorf("%v, %v", res, err)
	}
}

func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var h, parts [2]histogram
	var all []time.Duration
	for i := range 20_000 {
		d := time.Duration(math.Exp(r.Float64() * 30))
		all = append(all, d)
		h[0].add(d)
		parts[i%2].add(d)
	}
	slices.Sort(all)
	h[1].merge(&parts[0])
	h[1].merge(&parts[1])
	for _, q := range []float64{0, 0.001, 0.25, 0.5, 0.99, 0.9999, 1} {
		want := all[min(int(q*float64(len(all))), len(all)-1)]
		for i := range h {
			if got := h[i].quantile(q); math.Abs(float64(got-want)) > float64(want)/32 {
				t.Errorf("quantile %v is %d, not %d", q, got, want)
			}
		}
	}
	var none histogram
	if none.quantile(0.5) != 0 {
		t.Error("a latency of nothing")
	}
	none.add(math.MaxInt64)
	if got := none.quantile(0.5); got < math.MaxInt64/32*31 {
		t.Errorf("the longest is %d", got)
	}
}

func TestDocuments(t *testing.T) {
	d, err := newDocuments(40, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, good := range d.good {
		if n := len(good.request); n < 4500 || n > 6000 {
			t.Errorf("a good request of %d bytes", n)
		}
	}
	for i, list := range d.bad {
		if len(list) != variants || list[0].kind != badKinds[i].name {
			t.Errorf("%d documents that are %s", len(list), badKinds[i].name)
		}
	}
}
