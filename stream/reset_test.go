package stream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// TestDecoderReset reads from several readers, whatever the last one has left behind.
func TestDecoderReset(t *testing.T) {
	d := stream.NewDecoder(strings.NewReader(`{"a":1} {"b":`), stream.MaxValueSize(20))
	d.UseNumber()
	for i, row := range []struct{ text, want string }{
		{`{"a":1} {"b":`, ""}, {`[1,2] 3`, "[1 2]"}, {`{"x":1 2}`, ""}, {`"ok"`, "ok"}, {`"more than twenty bytes"`, ""}, {"7", "7"},
	} {
		d.Reset(strings.NewReader(row.text))
		if i%2 == 0 {
			for {
				if _, err := d.Token(); err != nil {
					break
				}
			}
			continue
		}
		if at := d.InputOffset(); at != 0 {
			t.Errorf("%s: begins at %d", row.text, at)
		}
		var v any
		if err := d.Decode(&v); err != nil || fmt.Sprint(v) != row.want {
			t.Errorf("%s: %v, %v", row.text, v, err)
		}
	}
	// Errors count from the new start, and the value's number too.
	d.Reset(strings.NewReader("1\n x"))
	var v any
	_ = d.Decode(&v)
	err := d.Decode(&v)
	var e *zetes.Error
	if !errors.As(err, &e) || e.Line != 2 || e.Value != 2 {
		t.Errorf("%v", err)
	}
	var zero stream.Decoder
	zero.Reset(strings.NewReader("1"))
	if err := zero.Decode(&v); err != nil || v != 1.0 {
		t.Errorf("%v, %v", v, err)
	}
}

// resetting is a reader that resets its decoder.
type resetting struct {
	d     *stream.Decoder
	inner error
}

func (r *resetting) Read(p []byte) (int, error) {
	if r.inner == nil {
		r.d.Reset(strings.NewReader(`"inner"`))
		var v any
		if r.inner = r.d.Decode(&v); r.inner == nil {
			r.inner = errors.New(v.(string))
		}
	}
	return copy(p, `"outer"`), io.EOF
}

func TestDecoderResetWithin(t *testing.T) {
	r := &resetting{d: stream.NewDecoder(nil)}
	r.d.Reset(r)
	var v any
	if err := r.d.Decode(&v); err != nil || v != "outer" || r.inner == nil || r.inner.Error() != "inner" {
		t.Errorf("%v, %v, within %v", v, err, r.inner)
	}
}

func TestEncoderReset(t *testing.T) {
	e := stream.NewEncoder(failing{})
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	if err := e.Encode(1); err == nil {
		t.Error("no error")
	}
	var out bytes.Buffer
	e.Reset(&out)
	if err := e.Encode([]string{"<"}); err != nil || out.String() != "[\n \"<\"\n]\n" {
		t.Errorf("%s, %v", out.String(), err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("failing") }

// resetter resets the encoder that writes to it, and fails.
type resetter struct {
	e *stream.Encoder
	b *bytes.Buffer
}

func (r resetter) Write([]byte) (int, error) {
	r.e.Reset(r.b)
	return 0, io.ErrClosedPipe
}

// TestResets has zero values, and a writer that gives the encoder another one.
func TestResets(t *testing.T) {
	var b bytes.Buffer
	var e stream.Encoder
	e.SetEscapeHTML(false)
	e.Reset(&b)
	if err := e.Encode("<"); err != nil || b.String() != "\"<\"\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	b.Reset()
	e.Reset(resetter{&e, &b})
	if err := e.Encode(1); err != io.ErrClosedPipe {
		t.Errorf("got %v", err)
	}
	if err := e.Encode(2); err != nil || b.String() != "2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	var d stream.Decoder
	d.UseNumber()
	d.Reset(strings.NewReader("1"))
	var v any
	if err := d.Decode(&v); err != nil || v != json.Number("1") {
		t.Errorf("%v, %v", v, err)
	}
}
