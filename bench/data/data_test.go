package data

import (
	"encoding/json"
	"errors"
	"io/fs"
	"reflect"
	"testing"
)

// TestLossless holds that the Go types keep all there is in the documents.
func TestLossless(t *testing.T) {
	for _, s := range Sets {
		t.Run(s.Name, func(t *testing.T) {
			text, err := s.Text()
			if errors.Is(err, fs.ErrNotExist) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			v := s.New()
			if err := json.Unmarshal(text, v); err != nil {
				t.Fatal(err)
			}
			out, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var a, b any
			if err := json.Unmarshal(text, &a); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(out, &b); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(a, b) {
				t.Error(firstDifference("", a, b))
			}
		})
	}
}

func firstDifference(at string, a, b any) string {
	if x, ok := a.(map[string]any); ok {
		if y, ok := b.(map[string]any); ok {
			for k := range x {
				if d := firstDifference(at+"/"+k, x[k], y[k]); d != "" {
					return d
				}
			}
			for k := range y {
				if _, ok := x[k]; !ok {
					return at + "/" + k + " is new"
				}
			}
			return ""
		}
	}
	if x, ok := a.([]any); ok {
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range x {
				if d := firstDifference(at+"/-", x[i], y[i]); d != "" {
					return d
				}
			}
			return ""
		}
	}
	if !reflect.DeepEqual(a, b) {
		return at
	}
	return ""
}
