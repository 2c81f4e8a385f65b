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
	// The drop-in: what encoding/json does, by the same names.
	var o order
	if err := json.Unmarshal([]byte(`{"id": 7, "items": ["tea", "<milk>"]}`), &o); err != nil {
		return err
	}
	out, err := json.Marshal(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n", out)

	// Errors are the toolchain's, with offset and field.
	err = json.Unmarshal([]byte(`{"id": "seven"}`), &o)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		fmt.Fprintf(w, "%s at field %s, offset %d\n", mismatch.Value, mismatch.Field, mismatch.Offset)
	}

	// Beyond: one buffer for many values. Nothing is allocated once it is large enough.
	buf := make([]byte, 0, 256)
	for id := range 3 {
		if buf, err = zetes.Append(buf[:0], order{ID: id}); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", buf)
	}

	// From readers and to writers, by static type.
	var fresh order
	if err := zetes.UnmarshalFrom(strings.NewReader(`{"ID": 8}`), &fresh); err != nil {
		return err
	}
	if err := zetes.MarshalTo(w, fresh); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w)
	return err
}
