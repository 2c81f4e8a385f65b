package zetes_test

import (
	"bytes"
	"testing"

	"github.com/zetes-json/zetes"
)

// FuzzError holds that an error has the place where encoding/json sees it, and that all errors begin with that one.
func FuzzError(f *testing.F) {
	for _, c := range places {
		f.Add([]byte(c.in))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var v order
		err := zetes.Unmarshal(data, &v)
		all := zetes.UnmarshalAll(data, new(order), 3)
		if (err == nil) != (all == nil) {
			t.Fatalf("%q: got %v, all %v", data, err, all)
		}
		if err == nil {
			return
		}
		e := err.(*zetes.Error)
		if e.Offset < 0 || e.Offset > int64(len(data)) || e.Line != 1+bytes.Count(data[:e.Offset], []byte("\n")) {
			t.Errorf("%q: %+v", data, e)
		}
		if first := all.(zetes.Errors)[0]; first.Offset != e.Offset || first.Error() != e.Error() {
			t.Errorf("%q: got %+v, all %+v", data, e, first)
		}
	})
}
