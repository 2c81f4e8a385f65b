package measure

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

var std = Library{"std", json.Marshal, json.Unmarshal}

func numbers(text string) Case {
	return Case{Name: "numbers", Type: "typed", JSON: []byte(text), New: func() any { return new([]int) }}
}

func TestCheck(t *testing.T) {
	lost := errors.New("lost")
	for _, c := range []struct {
		name string
		text string
		lib  Library
		want string
	}{
		{"same", "[1,2]", std, ""},
		{"value", "[1,2]", Library{"lie", json.Marshal, func(b []byte, v any) error { return json.Unmarshal(append(b[:len(b)-1:len(b)-1], ",3]"...), v) }}, "WRONG VALUE"},
		{"output", "[1,2]", Library{"lie", func(v any) ([]byte, error) { return []byte("[1,3]"), nil }, json.Unmarshal}, "WRONG OUTPUT at byte 3"},
		{"longer-output", "[1,2]", Library{"lie", func(v any) ([]byte, error) { return []byte("[1,2] "), nil }, json.Unmarshal}, "WRONG OUTPUT at byte 5"},
		{"decode-error", "[1,2]", Library{"lie", json.Marshal, func([]byte, any) error { return lost }}, "WRONG ERROR"},
		{"encode-error", "[1,2]", Library{"lie", func(any) ([]byte, error) { return nil, lost }, json.Unmarshal}, "WRONG ERROR"},
		{"forgiving", "[1,2]", Library{"lie", json.Marshal, func(b []byte, v any) error {
			if err := json.Unmarshal(b, v); err != nil {
				return nil
			}
			return nil
		}}, "first half: WRONG ERROR"},
		{"both-refuse", `["a"]`, std, "cannot unmarshal string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Check(numbers(c.text), c.lib, std)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestTime(t *testing.T) {
	slow := Library{"slow", json.Marshal, func(b []byte, v any) error {
		for range 200 {
			if err := json.Unmarshal(b, new([]int)); err != nil {
				return err
			}
		}
		return json.Unmarshal(b, v)
	}}
	res, err := Time(numbers("[1,2]"), Decode, std, slow, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if res.Bytes != 5 || res.Cost.Time <= 0 || res.Ref.Time < 10*res.Cost.Time || res.Ratio() <= 1 || res.Rate(res.Cost) <= res.Rate(res.Ref) {
		t.Errorf("%+v", res)
	}
	if res.Cost.Allocs == 0 {
		t.Error("a decoded slice needs an allocation")
	}
}
