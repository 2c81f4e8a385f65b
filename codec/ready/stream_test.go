package ready_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/stream"
)

type sent struct {
	Name string    `json:"name"`
	Text io.Reader `json:"text" codec:"text"`
	Body io.Reader `json:"body" codec:"base64"`
	End  int       `json:"end"`
}

type received struct {
	Name string    `json:"name"`
	Text io.Writer `json:"text" codec:"text"`
	Body io.Writer `json:"body" codec:"base64"`
	End  int       `json:"end"`
}

var named = zetes.Config{CodecNamed: ready.Named}.Freeze()

// TestNamedStreams: readers are written, and strings are read into writers, as the same text in memory would be.
func TestNamedStreams(t *testing.T) {
	for _, n := range []int{0, 3, 1000, 200_000} {
		text := strings.Repeat("é<\n", n)
		want, err := zetes.Marshal(struct {
			Name string `json:"name"`
			Text string `json:"text"`
			Body []byte `json:"body"`
			End  int    `json:"end"`
		}{"a", text, []byte(text), 7})
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{0, 1, 100, 1 << 20} {
			var out bytes.Buffer
			v := sent{"a", strings.NewReader(text), strings.NewReader(text), 7}
			if err := stream.NewEncoder(&out, stream.Using(named), stream.FlushAt(size)).Encode(v); err != nil || out.String() != string(want)+"\n" {
				t.Fatalf("%d, pieces of %d: %.300q, %v", n, size, out.String(), err)
			}
		}
		got, err := named.Marshal(sent{"a", iotest.HalfReader(strings.NewReader(text)), strings.NewReader(text), 7})
		if err != nil || string(got) != string(want) {
			t.Fatalf("%d: %.300q, %v", n, got, err)
		}
		var a, b strings.Builder
		back := received{Text: &a, Body: &b}
		if err := named.Unmarshal(want, &back); err != nil || a.String() != text || b.String() != text || back.End != 7 {
			t.Fatalf("%d: %.300q, %.300q, %v", n, a.String(), b.String(), err)
		}
	}
	both := struct {
		A io.ReadWriter `codec:"base64url"`
	}{bytes.NewBufferString("?>?>")}
	if got, err := named.MarshalString(both); err != nil || got != `{"A":"Pz4_Pg=="}` {
		t.Error(got, err)
	}
	if err := named.UnmarshalString(`{"A":"Pz4_Pg=="}`, &both); err != nil || both.A.(*bytes.Buffer).String() != "?>?>" {
		t.Error(both.A, err)
	}
	if got, err := named.MarshalString(sent{}); err != nil || got != `{"name":"","text":null,"body":null,"end":0}` {
		t.Error(got, err)
	}
	if err := named.UnmarshalString(`{"text":null}`, new(received)); err != nil {
		t.Error(err)
	}
	for doc, want := range map[string]string{
		`{"text":"x"}`: "there is no writer", `{"text":1}`: "number instead of string", `{"body":"*"}`: "illegal base64 data at input byte 0",
	} {
		v := new(received)
		if want != "there is no writer" {
			v.Text, v.Body = io.Discard, io.Discard
		}
		err := named.UnmarshalString(doc, v)
		if e, ok := errors.AsType[*zetes.Error](err); !ok || !strings.Contains(err.Error(), want) || e.Pointer != doc[2:6] && e.Pointer != "/"+doc[2:6] {
			t.Errorf("%s: %v", doc, err)
		}
	}
	err := named.Check(struct {
		A io.Reader `codec:"hex"`
		B io.Closer `codec:"text"`
	}{})
	if err == nil || !strings.Contains(err.Error(), "A") || !strings.Contains(err.Error(), "B") {
		t.Error(err)
	}
}

// zeros is a source without an end, or of so many bytes.
type zeros int

func (z *zeros) Read(p []byte) (int, error) {
	if *z == 0 {
		return 0, io.EOF
	}
	n := len(p)
	if *z > 0 {
		n = min(n, int(*z))
		*z -= zeros(n)
	}
	clear(p)
	return n, nil
}

// TestNamedStreamMemory: a source of 64 MB is a string of a struct in constant memory under FlushAt, and a source
// without an end ends at the limit on output.
func TestNamedStreamMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	many := zeros(64 << 20)
	err := stream.WriteArray(io.Discard, stream.NoError(func(yield func([]sent) bool) {
		yield([]sent{{Name: "x", Body: &many}})
	}), stream.Using(named), stream.FlushAt(0))
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; err != nil || many != 0 || taken > 1<<20 {
		t.Errorf("%v, %d bytes are taken, %d are left", err, taken, many)
	}

	runtime.ReadMemStats(&before)
	endless := zeros(-1)
	limited := zetes.Config{CodecNamed: ready.Named, Limits: zetes.Limits{OutputBytes: 100_000}}.Freeze()
	_, err = limited.Marshal(sent{Text: &endless})
	runtime.ReadMemStats(&after)
	taken := after.TotalAlloc - before.TotalAlloc
	if rule, ok := errors.AsType[*zetes.RuleError](err); !ok || rule.Rule != zetes.MaxOutput || taken > 2<<20 {
		t.Errorf("%v, %d bytes are taken", err, taken)
	}
}

var errGone = errors.New("the connection is gone")

// failing takes n bytes.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errGone
	}
	return len(p), nil
}

// TestNamedStreamErrors: errors of a destination and of a source end the call, also behind pieces that are written.
func TestNamedStreamErrors(t *testing.T) {
	for _, size := range []int{100, 100_000} {
		for _, n := range []int{10, 100_000, 300_000} {
			text := strings.NewReader(strings.Repeat("x", 1_000_000))
			enc := stream.NewEncoder(&failing{n}, stream.Using(named), stream.FlushAt(size))
			err := enc.Encode(sent{Text: text})
			if err != errGone || text.Len() == 0 {
				t.Errorf("%d, pieces of %d: %v, %d are left", n, size, err, text.Len())
			}
			enc = stream.NewEncoder(io.Discard, stream.Using(named), stream.FlushAt(size))
			err = enc.Encode(sent{Text: io.MultiReader(strings.NewReader(strings.Repeat("x", n)), iotest.ErrReader(errGone))})
			if _, ok := errors.AsType[*codec.Failure](err); !ok || !errors.Is(err, errGone) {
				t.Errorf("a source that fails at %d, pieces of %d: %v", n, size, err)
			}
			enc = stream.NewEncoder(io.Discard, stream.Using(named), stream.FlushAt(size))
			err = enc.Encode(sent{Text: io.MultiReader(strings.NewReader(strings.Repeat("x", n)), panicking{})})
			if _, ok := errors.AsType[*codec.Panic](err); !ok {
				t.Errorf("a source that panics at %d, pieces of %d: %v", n, size, err)
			}
		}
	}
	if got, err := named.MarshalString(sent{Name: "x"}); err != nil {
		t.Error(got, err)
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("no more") }
