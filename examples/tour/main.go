// Command tour shows the drop-in package and the root package side by side.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

type order struct {
	ID    int      `json:"id"`
	Items []string `json:"items,omitempty"`
	Note  *string  `json:"note"`
}

func main() {
	if err := tour(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func tour(w io.Writer) error {
	fmt.Fprintln(w, "The drop-in is encoding/json by the same names:")
	var o order
	if err := json.Unmarshal([]byte(`{"id": 7, "items": ["tea", "<milk>"]}`), &o); err != nil {
		return err
	}
	out, err := json.Marshal(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "  %s\n", out)

	fmt.Fprintln(w, "Errors are the toolchain's:")
	err = json.Unmarshal([]byte(`{"id": "seven"}`), &o)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		fmt.Fprintf(w, "  a %s for the field %s, at offset %d\n", mismatch.Value, mismatch.Field, mismatch.Offset)
	}

	fmt.Fprintln(w, "The root package's have a place too:")
	err = zetes.Unmarshal([]byte(`{"id": 8, "items": ["tea", 9]}`), &o)
	var placed *zetes.Error
	if errors.As(err, &placed) {
		fmt.Fprintf(w, "  line %d, column %d, at %s\n", placed.Line, placed.Column, placed.Pointer)
	}

	// Nothing is allocated once the buffer is large enough.
	fmt.Fprintln(w, "One buffer for many values:")
	buf := make([]byte, 0, 256)
	for id := range 2 {
		if buf, err = zetes.Append(buf[:0], order{ID: id}); err != nil {
			return err
		}
		fmt.Fprintf(w, "  %s\n", buf)
	}

	fmt.Fprintln(w, "Choices are made once, and have all functions as methods:")
	api := zetes.Config{EmptySlices: true, OmitZero: true}.Freeze()
	var fresh order
	if err := api.UnmarshalFrom(strings.NewReader(`{"ID": 8, "items": []}`), &fresh); err != nil {
		return err
	}
	fmt.Fprint(w, "  ")
	if err := api.MarshalTo(w, fresh); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w)
	return err
}
