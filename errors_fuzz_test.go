package zetes_test

import (
	"bytes"
	"testing"

	"github.com/zetes-json/zetes"
)

// FuzzError holds that an error has the place where encoding/json sees it, and that it is among all errors.
func FuzzError(f *testing.F) {
	for _, c := range places {
		f.Add([]byte(c.in))
	}
	f.Add([]byte(`{"codes":{"":0}}`))
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
		// What comes before the first is a name that does not fit, at a value that encoding/json looks at first.
		for _, each := range all.(zetes.Errors) {
			if each.Offset == e.Offset && each.Error() == e.Error() {
				return
			}
			if each.Pointer != e.Pointer || each.Offset > e.Offset {
				break
			}
		}
		t.Errorf("%q: got %+v, all %+v", data, e, all)
	})
}
