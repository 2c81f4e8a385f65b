package stream_test

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/stream"
)

// pieces is a reader that returns as many bytes at a time as its sizes say, in turn.
type pieces struct {
	data  []byte
	sizes []byte
	i     int
}

func (p *pieces) next() []byte {
	n := 1
	if len(p.sizes) > 0 {
		n += int(p.sizes[p.i%len(p.sizes)])
		p.i++
	}
	n = min(n, len(p.data))
	b := p.data[:n:n]
	p.data = p.data[n:]
	return b
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.next())
	return n, nil
}

func gather(seq iter.Seq2[any, error]) (all []any, failed error) {
	for v, err := range seq {
		if err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, nil
}

// FuzzStream holds that a stream gives what encoding/json gives, whatever the pieces are that it comes in.
func FuzzStream(f *testing.F) {
	for _, c := range streams {
		f.Add([]byte(c.in), []byte{0, 3, 1})
	}
	f.Add([]byte(`1e400 {"a":1e400}`), []byte{7})
	f.Fuzz(func(t *testing.T, data, sizes []byte) {
		// Values, as a Decoder.
		var want []any
		var wantErr error
		for d := json.NewDecoder(bytes.NewReader(data)); ; {
			var v any
			if wantErr = d.Decode(&v); wantErr != nil {
				break
			}
			want = append(want, v)
		}
		if wantErr == io.EOF {
			wantErr = nil
		}
		got, err := gather(stream.Values[any](&pieces{data: data, sizes: sizes}))
		if !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
			t.Errorf("values of %q: got %v %v, want %v %v", data, got, err, want, wantErr)
		}
		// The same, pushed.
		p := stream.NewPusher[any]()
		var pushed []any
		var pushErr error
		in := &pieces{data: data, sizes: sizes}
		for len(in.data) > 0 && pushErr == nil {
			var more []any
			more, pushErr = gather(p.Push(in.next()))
			pushed = append(pushed, more...)
		}
		if pushErr == nil {
			var more []any
			more, pushErr = gather(p.Close())
			pushed = append(pushed, more...)
		}
		if !reflect.DeepEqual(pushed, want) || (pushErr == nil) != (wantErr == nil) || err != nil && err.Error() != pushErr.Error() {
			t.Errorf("%q pushed: got %v %v, want %v %v", data, pushed, pushErr, want, err)
		}
		// Elements, as the whole array.
		var array []any
		wantErr = json.Unmarshal(data, &array)
		got, err = gather(stream.Elements[any](&pieces{data: data, sizes: sizes}))
		if null := bytes.Equal(bytes.TrimSpace(data), []byte("null")); (err == nil) != (wantErr == nil && !null) {
			t.Errorf("elements of %q: got %v, want %v", data, err, wantErr)
		}
		if wantErr == nil && len(got)+len(array) > 0 && !reflect.DeepEqual(got, array) {
			t.Errorf("elements of %q: got %v, want %v", data, got, array)
		}
		// Lines, as each line.
		var lines []string
		for line := range bytes.Lines(data) {
			if len(bytes.Trim(line, " \t\r\n")) > 0 {
				var v any
				if json.Unmarshal(line, &v) != nil {
					lines = append(lines, "bad")
				} else {
					out, _ := json.Marshal(v)
					lines = append(lines, string(out))
				}
			}
		}
		for v, err := range stream.Lines[any](&pieces{data: data, sizes: sizes}) {
			out, _ := json.Marshal(v)
			if err != nil {
				out = []byte("bad")
			}
			if len(lines) == 0 || lines[0] != string(out) {
				t.Fatalf("line of %q: got %s, want %q", data, out, lines)
			}
			lines = lines[1:]
		}
		if len(lines) > 0 {
			t.Errorf("lines of %q: %q are missing", data, lines)
		}
	})
}
