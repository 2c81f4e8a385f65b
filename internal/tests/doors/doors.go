package doors

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"
)

// Door is one way in. A nil function means that the door does not lead there.
type Door struct {
	Name string

	// Marshal returns v's JSON, or whatever else the door shows of its output.
	Marshal func(a *API, s *Static, v any) ([]byte, error)

	// Unmarshal decodes data into v and returns what else can be seen, as text.
	Unmarshal func(a *API, s *Static, data []byte, v any) (trace string, err error)

	// Typed says that the door needs the Static of the value.
	Typed bool
}

// All lists every door.
var All = []Door{
	{
		Name:      "v1",
		Marshal:   func(a *API, _ *Static, v any) ([]byte, error) { return a.Marshal(v) },
		Unmarshal: func(a *API, _ *Static, data []byte, v any) (string, error) { return "", a.Unmarshal(data, v) },
	},
	{
		Name:    "v1 indent",
		Marshal: func(a *API, _ *Static, v any) ([]byte, error) { return a.MarshalIndent(v, ">", " \t") },
	},
	{
		Name:      "v1 stream",
		Marshal:   encodeTwice(func(Encoder) {}),
		Unmarshal: decode(whole, func(Decoder) {}),
	},
	{
		Name:      "v1 stream cut after every byte",
		Unmarshal: decode(iotest.OneByteReader, func(Decoder) {}),
	},
	{
		Name:      "v1 stream, data with EOF",
		Unmarshal: decode(iotest.DataErrReader, func(Decoder) {}),
	},
	{
		Name:    "v1 stream, escape off",
		Marshal: encodeTwice(func(e Encoder) { e.SetEscapeHTML(false) }),
	},
	{
		Name:    "v1 stream, indent",
		Marshal: encodeTwice(func(e Encoder) { e.SetIndent("", "  ") }),
	},
	{
		Name:      "v1 stream, numbers",
		Unmarshal: decode(whole, func(d Decoder) { d.UseNumber() }),
	},
	{
		Name:      "v1 stream, strict",
		Unmarshal: decode(whole, func(d Decoder) { d.DisallowUnknownFields() }),
	},
	{
		Name: "append",
		Marshal: func(a *API, _ *Static, v any) ([]byte, error) {
			return a.Append([]byte("before"), v)
		},
	},
	{
		Name:    "typed",
		Marshal: func(a *API, s *Static, v any) ([]byte, error) { return a.Static(s).Marshal(v) },
		Unmarshal: func(a *API, s *Static, data []byte, v any) (string, error) {
			return "", a.Static(s).Unmarshal(data, v)
		},
		Typed: true,
	},
	{
		Name: "string",
		Marshal: func(a *API, s *Static, v any) ([]byte, error) {
			out, err := a.Static(s).MarshalString(v)
			return []byte(out), err
		},
		Unmarshal: func(a *API, s *Static, data []byte, v any) (string, error) {
			return "", a.Static(s).UnmarshalString(string(data), v)
		},
		Typed: true,
	},
	{
		Name: "to",
		Marshal: func(a *API, _ *Static, v any) ([]byte, error) {
			var b bytes.Buffer
			err := a.MarshalTo(&b, v)
			return b.Bytes(), err
		},
	},
	{
		Name: "pieces",
		Marshal: func(a *API, _ *Static, v any) (all []byte, err error) {
			for _, n := range pieceFillers {
				b, err := a.MarshalPieces([]any{strings.Repeat("x", n), v})
				if err != nil {
					return nil, err
				}
				all = append(all, b...)
			}
			return all, nil
		},
	},
	{
		Name: "from",
		Unmarshal: func(a *API, s *Static, data []byte, v any) (string, error) {
			return "", a.Static(s).UnmarshalFrom(iotest.HalfReader(bytes.NewReader(data)), v)
		},
		Typed: true,
	},
	{
		Name:    "generated",
		Marshal: func(a *API, _ *Static, v any) ([]byte, error) { return a.MarshalGenerated(v) },
		Unmarshal: func(a *API, _ *Static, data []byte, v any) (string, error) {
			return "", a.UnmarshalGenerated(data, v)
		},
	},
}

// pieceFillers are lengths of a text before a value that is written in pieces: for each of them the first piece ends at
// another place within the value.
var pieceFillers = [...]int{1022, 1018, 1012, 1003, 990, 970}

func whole(r io.Reader) io.Reader { return r }

// encodeTwice encodes v twice with one Encoder: the second time shows whether an error or a value left anything in it.
func encodeTwice(set func(Encoder)) func(*API, *Static, any) ([]byte, error) {
	return func(a *API, _ *Static, v any) ([]byte, error) {
		var w writes
		e := a.NewEncoder(&w)
		set(e)
		if err := e.Encode(v); err != nil {
			return w.Bytes(), errors.Join(err, e.Encode("after"))
		}
		err := e.Encode(v)
		return fmt.Appendf(w.Bytes(), "%d writes", w.n), err
	}
}

// writes counts the calls of Write.
type writes struct {
	bytes.Buffer
	n int
}

func (w *writes) Write(p []byte) (int, error) {
	w.n++
	return w.Buffer.Write(p)
}

// decode decodes the first value of data, and tells what the Decoder says about the rest.
func decode(cut func(io.Reader) io.Reader, set func(Decoder)) func(*API, *Static, []byte, any) (string, error) {
	return func(a *API, _ *Static, data []byte, v any) (string, error) {
		r := cut(bytes.NewReader(data))
		d := a.NewDecoder(r)
		set(d)
		err := d.Decode(v)
		trace := fmt.Sprintf("at %d", d.InputOffset())
		// How much is read ahead is not promised; that nothing is lost is.
		buffered, _ := io.ReadAll(d.Buffered())
		rest, _ := io.ReadAll(r)
		// The rest is copied out: the caller overwrites data.
		return trace + ", then " + string(buffered) + string(rest), err
	}
}
