package httpjson

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/tests/guard"
)

// breaks returns a body that has the first n bytes of doc and then fails with err, in as many ways as there are.
func breaks(doc string, n int, err error) map[string]io.Reader {
	body := func() io.Reader { return io.MultiReader(strings.NewReader(doc[:n]), iotest.ErrReader(err)) }
	return map[string]io.Reader{"whole": body(), "bytes": iotest.OneByteReader(body()), "with-error": &withError{doc[:n], err}}
}

// withError returns its error together with its last bytes.
type withError struct {
	text string
	err  error
}

func (r *withError) Read(p []byte) (n int, err error) {
	n = copy(p, r.text)
	if r.text = r.text[n:]; r.text == "" {
		err = r.err
	}
	return n, err
}

const (
	sample  = `{"name":"Ada","age":36,"list":[{"name":"Grace \u00e9","age":-1},{"any":[1,null]}]}`
	maxFail = 12_000 // bytes that a failing call may allocate: less than half of the smallest chunk that a body or an answer takes
)

// TestReadBreaks has bodies end at every position: the target stays as it was, and the error is the reader's.
func TestReadBreaks(t *testing.T) {
	guard.Goroutines(t)
	statusOf := map[error]int{errBroken: 400, io.ErrUnexpectedEOF: 400, context.Canceled: 400, context.DeadlineExceeded: 408}
	for name, opts := range map[string][]Option{
		"plain": nil, "bits": {rejectsUnknown, usesNumber}, "api": {WithAPI(zetes.Standard())}, "no-limit": {MaxBytes(-1)},
	} {
		t.Run(name, func(t *testing.T) {
			for n := range len(sample) + 1 {
				for cause, status := range statusOf {
					for way, body := range breaks(sample, n, cause) {
						v, was := target{Name: "was", List: []target{{}}}, target{Name: "was", List: []target{{}}}
						err := Read(request(body), &v, opts...)
						e, ok := errors.AsType[*Error](err)
						if !ok || e.Status != status || !errors.Is(err, cause) || !reflect.DeepEqual(v, was) {
							t.Errorf("%s after %d bytes, %s: %v, %+v", cause, n, way, err, v)
						}
					}
				}
				// A body that ends as if it were whole.
				if v, err := readAs[target](request(strings.NewReader(sample[:n])), opts...); (err == nil) != (n == len(sample)) || err != nil && !reflect.DeepEqual(v, target{}) {
					t.Errorf("cut after %d bytes: %v, %+v", n, err, v)
				}
			}
			long := strings.Repeat(" ", 200_000) + sample
			guard.Pooled(t, maxFail, func() { _ = Read(request(&withError{long, errBroken}), new(target), opts...) })
		})
	}
}

// answer is a ResponseWriter whose connection breaks after some bytes of the body.
type answer struct {
	header http.Header
	status []int
	body   []byte
	left   int
	failed int // calls of Write after the first failure
}

func newAnswer(left int) *answer { return &answer{header: http.Header{}, left: left} }

func (a *answer) Header() http.Header    { return a.header }
func (a *answer) WriteHeader(status int) { a.status = append(a.status, status) }
func (a *answer) Write(p []byte) (int, error) {
	if a.left < 0 {
		a.failed++
	}
	if len(p) <= a.left {
		a.body, a.left = append(a.body, p...), a.left-len(p)
		return len(p), nil
	}
	n := max(a.left, 0)
	a.body, a.left = append(a.body, p[:n]...), -1
	return n, errBroken
}

// TestWriteBreaks has connections end at every position of an answer: the client has got the bytes before that,
// once, and the caller is told how many.
func TestWriteBreaks(t *testing.T) {
	guard.Goroutines(t)
	var v target
	if err := json.Unmarshal([]byte(sample), &v); err != nil {
		t.Fatal(err)
	}
	list := make([]target, 700)
	for i := range list {
		list[i] = v
	}
	for name, c := range map[string]struct {
		v     any
		step  int
		write func(w http.ResponseWriter, opts ...Option) error
	}{
		"value": {v, 1, func(w http.ResponseWriter, opts ...Option) error { return Write(w, 201, v, opts...) }},
		"list":  {list, 997, func(w http.ResponseWriter, opts ...Option) error { return Write(w, 201, list, opts...) }},
		"pieces": {list, 997, func(w http.ResponseWriter, opts ...Option) error {
			return Write(w, 201, list, append(opts, StreamAbove(1000))...)
		}},
		"sequence": {list, 997, func(w http.ResponseWriter, opts ...Option) error {
			return WriteSeq(w, 201, upTo(list, len(list), nil), append(opts, StreamAbove(1000))...)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := json.Marshal(c.v)
			if err != nil {
				t.Fatal(err)
			}
			for n := 0; n < len(want); n += c.step {
				var res Result
				w := newAnswer(n)
				err := c.write(w, WithResult(&res))
				e, ok := errors.AsType[*SendError](err)
				if !ok || e.Err != errBroken || !e.Started || e.Written != int64(n) || res != e.Result {
					t.Errorf("after %d bytes: %v, %+v", n, err, res)
				}
				if !bytes.Equal(w.body, want[:n]) || w.failed > 0 || !reflect.DeepEqual(w.status, []int{201}) {
					t.Errorf("after %d bytes: %d bytes, %d calls after the error, status %v", n, len(w.body), w.failed, w.status)
				}
			}
			w := newAnswer(len(want))
			if err := c.write(w); err != nil || !bytes.Equal(w.body, want) {
				t.Errorf("whole: %v, %d bytes", err, len(w.body))
			}
			w = newAnswer(0)
			guard.Pooled(t, maxFail, func() {
				w.left = 0
				_ = c.write(w)
			})
		})
	}
}

// upTo gives the first n of list, and then err if there is one.
func upTo[T any](list []T, n int, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list[:n] {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}

// TestSequenceBreaks has a sequence, or its context, end before every element: nothing is sent of what is short of
// the threshold, and nothing behind the last whole element.
func TestSequenceBreaks(t *testing.T) {
	guard.Goroutines(t)
	list := make([]person, 40)
	for i := range list {
		list[i] = person{fmt.Sprint("name ", i), int8(i)}
	}
	want, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, above := range []int{0, 300, -1} {
		for n := range list {
			for _, cause := range []error{errBroken, ctx.Err()} {
				w := newAnswer(1 << 20)
				err := WriteSeq(w, 200, upTo(list, n, cause), StreamAbove(above))
				e, ok := errors.AsType[*SendError](err)
				if !ok || e.Err != cause || len(w.status) != 1 {
					t.Fatalf("after %d elements, threshold %d: %v, status %v", n, above, err, w.status)
				}
				switch {
				case e.Started && (w.status[0] != 200 || !bytes.HasPrefix(want, w.body) || int(e.Written) != len(w.body)):
					t.Errorf("after %d elements, threshold %d: %+v, %s", n, above, e, w.body)
				case !e.Started && (w.status[0] != 500 || !strings.Contains(string(w.body), "Internal Server Error") || e.Written != 0):
					t.Errorf("after %d elements, threshold %d: %+v, %s", n, above, e, w.body)
				case e.Started != (above == 0 && n > 0 || above == 300 && n > 11):
					t.Errorf("after %d elements, threshold %d: started is %t", n, above, e.Started)
				}
			}
		}
	}
}

// TestHandlerBreaks has bodies and answers of a handler end at every position: its function is called for whole
// requests alone, and every error is told once.
func TestHandlerBreaks(t *testing.T) {
	guard.Goroutines(t)
	calls, told := 0, []error(nil)
	h := Handler(func(_ context.Context, v target) (target, error) {
		calls++
		return v, nil
	}, OnError(func(_ *http.Request, err error) { told = append(told, err) }))
	for n := range len(sample) + 1 {
		for way, body := range breaks(sample, n, errBroken) {
			calls, told = 0, nil
			w := httptest.NewRecorder()
			h.ServeHTTP(w, request(body))
			if calls != 0 || len(told) != 1 || !errors.Is(told[0], errBroken) || w.Code != 400 || w.Header().Get("Content-Length") != "" {
				t.Errorf("after %d bytes, %s: %d calls, told %v, status %d: %s", n, way, calls, told, w.Code, w.Body)
			}
		}
	}
	full := newAnswer(1 << 20)
	h.ServeHTTP(full, request(strings.NewReader(sample)))
	for n := range full.body {
		calls, told = 0, nil
		w := newAnswer(n)
		aborted := func() (r any) {
			defer func() { r = recover() }()
			h.ServeHTTP(w, request(strings.NewReader(sample)))
			return nil
		}()
		if calls != 1 || len(told) != 1 || !errors.Is(told[0], errBroken) || aborted != http.ErrAbortHandler || !bytes.Equal(w.body, full.body[:n]) {
			t.Errorf("after %d bytes: %d calls, told %v, panic %v, %s", n, calls, told, aborted, w.body)
		}
	}
	guard.Pooled(t, maxFail, func() { h.ServeHTTP(newAnswer(1<<20), request(&withError{sample, errBroken})) })
}

// TestNilError has a handler return a nil *Error as its error, and sends one: that is a mistake of the program's, and
// no panic.
func TestNilError(t *testing.T) {
	var none *Error
	answers := map[string]func(w http.ResponseWriter){
		"handler": func(w http.ResponseWriter) {
			Handler(func(context.Context, target) (target, error) { return target{}, none }).ServeHTTP(w, request(strings.NewReader(sample)))
		},
		"sent":    func(w http.ResponseWriter) { _ = WriteError(w, none) },
		"wrapped": func(w http.ResponseWriter) { _ = WriteError(w, fmt.Errorf("oh: %w", none)) },
	}
	for name, answer := range answers {
		w := httptest.NewRecorder()
		answer(w)
		if want := `{"title":"Internal Server Error","status":500}`; w.Code != 500 || w.Body.String() != want {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
	}
}

// TestNoBody reads responses made by hand, whose Body is nil.
func TestNoBody(t *testing.T) {
	for _, status := range []int{200, 204, 404} {
		resp, v := &http.Response{StatusCode: status}, target{Name: "was"}
		err := ReadResponse(resp, &v)
		e, ok := errors.AsType[*ResponseError](err)
		if ok != (status != 204) || ok && (e.Status != status || len(e.Body) > 0) || status == 200 && !errors.Is(err, ErrEmpty) || v.Name != "was" {
			t.Errorf("status %d: %v, %+v", status, err, v)
		}
	}
}

// closing counts how often a body is closed.
type closing struct {
	io.Reader
	closed int
}

func (c *closing) Close() error {
	c.closed++
	return nil
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestClientBreaks has the bodies of responses end at every position: they are closed once, and nothing of them is
// returned.
func TestClientBreaks(t *testing.T) {
	guard.Goroutines(t)
	for n := range len(sample) + 1 {
		for status, cause := range map[int]error{200: errBroken, 201: io.ErrUnexpectedEOF, 404: errBroken, 500: context.Canceled} {
			for way, text := range breaks(sample, n, cause) {
				body := &closing{Reader: text}
				c := &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
					h := http.Header{"Content-Type": {"application/json"}}
					return &http.Response{StatusCode: status, Header: h, Body: body, ContentLength: -1, Request: r}, nil
				})}
				r, err := NewRequest(t.Context(), "GET", "http://localhost/", nil)
				if err != nil {
					t.Fatal(err)
				}
				v, err := Do[target](c, r)
				e, ok := errors.AsType[*ResponseError](err)
				if !ok || e.Status != status || !errors.Is(err, cause) || !reflect.DeepEqual(v, target{}) || body.closed != 1 {
					t.Errorf("status %d, %s after %d bytes, %s: %v, %+v, closed %d times", status, cause, n, way, err, v, body.closed)
				}
				if status >= 300 && string(e.Body) != sample[:n] {
					t.Errorf("status %d after %d bytes: kept %q", status, n, e.Body)
				}
			}
		}
	}
}

// TestCancelled cancels real calls at each of their steps: while the request is sent, before the answer, and amid
// the answer.
func TestCancelled(t *testing.T) {
	guard.Goroutines(t)
	calls, told := make(chan string, 10), make(chan error, 10)
	read := Handler(func(_ context.Context, v target) (target, error) {
		calls <- v.Name
		return v, nil
	}, OnError(func(_ *http.Request, err error) { told <- err }))
	begun := make(chan struct{}, 1)
	mux := http.NewServeMux()
	mux.Handle("/read", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- struct{}{}
		read.ServeHTTP(w, r)
	}))
	mux.HandleFunc("/write/{n}", func(w http.ResponseWriter, r *http.Request) {
		var n int
		_, _ = fmt.Sscan(r.PathValue("n"), &n)
		w.Header().Set("Content-Type", "application/json")
		if n >= 0 {
			_, _ = io.WriteString(w, sample[:n])
			_ = http.NewResponseController(w).Flush()
		}
		begun <- struct{}{}
		<-r.Context().Done()
	})
	s := httptest.NewServer(mux)
	defer s.Close()

	for _, n := range []int{0, 1, len(sample) / 2, len(sample) - 1, len(sample)} {
		ctx, cancel := context.WithCancel(t.Context())
		pr, pw := io.Pipe()
		r, err := http.NewRequestWithContext(ctx, "POST", s.URL+"/read", pr)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		go func() {
			_, _ = io.WriteString(pw, sample[:n])
			<-begun
			cancel()
			pw.CloseWithError(ctx.Err()) // the transport waits for the body
		}()
		if v, err := Do[target](s.Client(), r); !errors.Is(err, context.Canceled) || !reflect.DeepEqual(v, target{}) {
			t.Errorf("a request after %d bytes: %v, %+v", n, err, v)
		}
		if e, ok := errors.AsType[*Error](<-told); !ok || e.Status != 400 || len(calls)+len(told) > 0 {
			t.Errorf("a request after %d bytes: %v, %d calls, %d more errors", n, e, len(calls), len(told))
		}
		cancel()
	}
	for _, n := range []int{-1, 0, 1, len(sample) / 2, len(sample)} {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := NewRequest(ctx, "GET", fmt.Sprintf("%s/write/%d", s.URL, n), nil)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			<-begun
			cancel()
		}()
		if v, err := Do[target](s.Client(), r); !errors.Is(err, context.Canceled) || !reflect.DeepEqual(v, target{}) {
			t.Errorf("a response after %d bytes: %v, %+v", n, err, v)
		}
		cancel()
	}
}

// bursting is a ResponseWriter that panics at its left-th call of WriteHeader or Write, after another answer was sent.
type bursting struct {
	header http.Header
	body   []byte
	left   int
	other  func()
}

func (b *bursting) Header() http.Header { return b.header }
func (b *bursting) WriteHeader(int)     { b.step() }
func (b *bursting) Write(p []byte) (int, error) {
	was := bytes.Clone(p)
	b.step()
	if !bytes.Equal(p, was) {
		panic("the bytes have changed while they were written")
	}
	b.body = append(b.body, p...)
	return len(p), nil
}

func (b *bursting) step() {
	if b.other(); b.left == 0 {
		panic(errBroken)
	}
	b.left--
}

// TestWritePanics has each call of a ResponseWriter panic: the panic is the caller's, the client has got a part of its
// own answer, and later answers have nothing of this one, also those that other goroutines send at that time.
func TestWritePanics(t *testing.T) {
	guard.Goroutines(t)
	secret := make([]person, 400)
	for i := range secret {
		secret[i] = person{fmt.Sprintf("secret %d ", i) + strings.Repeat("s", i), 1}
	}
	whole, err := json.Marshal(secret)
	if err != nil {
		t.Fatal(err)
	}
	check := func(n int) {
		list := make([]person, n)
		for i := range list {
			list[i] = person{"other", int8(n)}
		}
		want, _ := json.Marshal(list)
		for _, above := range []int{0, -1} {
			if w := newAnswer(1 << 30); WriteSeq(w, 200, upTo(list, n, nil), StreamAbove(above)) != nil || !bytes.Equal(w.body, want) {
				t.Errorf("%d others are %.200q", n, w.body)
			}
		}
		w := newAnswer(1 << 30)
		if err := WriteError(w, Errorf(400, "no")); err != nil || string(w.body) != `{"title":"Bad Request","status":400,"detail":"no"}` {
			t.Errorf("%v, %s", err, w.body)
		}
	}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for left := range 4 {
				for name, write := range map[string]func(w http.ResponseWriter){
					"value":    func(w http.ResponseWriter) { _ = Write(w, 200, map[string]any{"all": secret}) },
					"pieces":   func(w http.ResponseWriter) { _ = Write(w, 200, secret, StreamAbove(0)) },
					"sequence": func(w http.ResponseWriter) { _ = WriteSeq(w, 200, upTo(secret, len(secret), nil), StreamAbove(0)) },
					"problem":  func(w http.ResponseWriter) { _ = WriteError(w, Errorf(400, "secret")) },
				} {
					n := 0
					w := &bursting{header: http.Header{}, left: left, other: func() { n += 10; check(n) }}
					met := func() (v any) {
						defer func() { v = recover() }()
						write(w)
						return nil
					}()
					if met != errBroken && (met != nil || name == "pieces" || name == "sequence") {
						t.Errorf("%s, call %d: %v", name, left, met)
					}
					if (name == "pieces" || name == "sequence") && !bytes.HasPrefix(whole, w.body) {
						t.Errorf("%s, call %d: sent %.200q", name, left, w.body)
					}
					check(1)
					check(300)
				}
			}
		})
	}
	group.Wait()
}
