//go:build goexperiment.jsonv2 && go1.27

package json

import (
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"
)

func seconds(t time.Time) ([]byte, error) { return fmt.Append(nil, t.Unix()), nil }

// remembers returns how many lists the tables have.
func remembers() (n int) {
	count := func(any, any) bool { n++; return true }
	marshalers.lists.Range(count)
	unmarshalers.lists.Range(count)
	return n
}

// TestFunctionsForgotten: lists that are made for each call are forgotten, also those whose functions refer to them.
func TestFunctionsForgotten(t *testing.T) {
	before := remembers()
	type event struct {
		At   time.Time
		Next *event
	}
	for range 200 {
		var list *Marshalers
		list = JoinMarshalers(MarshalFunc(seconds), MarshalFunc(func(e *event) ([]byte, error) {
			return Marshal(map[string]any{"at": e.At}, WithMarshalers(list))
		}))
		list = JoinMarshalers(nil, list)
		if b, err := Marshal([]event{{}}, WithMarshalers(list)); err != nil || string(b) != `[{"at":-62135596800}]` {
			t.Fatalf("%s, %v", b, err)
		}
		var reads *Unmarshalers
		reads = JoinUnmarshalers(UnmarshalFunc(func(b []byte, v *time.Time) error {
			var n int64
			err := Unmarshal(b, &n, WithUnmarshalers(reads))
			*v = time.Unix(n, 0)
			return err
		}))
		var v event
		if err := Unmarshal([]byte(`{"At":5}`), &v, WithUnmarshalers(reads)); err != nil || v.At.Unix() != 5 {
			t.Fatalf("%v, %v", v, err)
		}
	}
	if n := remembers(); n < before+10 {
		t.Errorf("%d lists are remembered, %d before the test", n, before)
	}
	for range 100 { // pools keep a list of an earlier call for some time
		runtime.GC()
		if time.Sleep(time.Millisecond); remembers() <= before {
			return
		}
	}
	t.Errorf("%d lists are remembered, %d before the test", remembers(), before)
}

// TestFunctionsServed: plans serve lists that this package has made, of any types with functions for JSON.
func TestFunctionsServed(t *testing.T) {
	type event struct {
		At   time.Time
		Took time.Duration
	}
	took := MarshalFunc(func(d time.Duration) ([]byte, error) { return fmt.Appendf(nil, "%q", d), nil })
	streams := MarshalToFunc(func(e *jsontext.Encoder, n int8) error { return e.WriteToken(jsontext.Null) })
	for i, row := range []struct {
		list   *Marshalers
		serves bool
	}{
		{JoinMarshalers(MarshalFunc(seconds), took), true},
		{JoinMarshalers(streams, JoinMarshalers(nil, took)), true},
		{JoinMarshalers(took, MarshalToFunc(func(*jsontext.Encoder, time.Duration) error { return nil })), true},
		{JoinMarshalers(MarshalToFunc(func(*jsontext.Encoder, time.Duration) error { return nil }), took), false},
		{JoinMarshalers(MarshalToFunc(func(*jsontext.Encoder, fmt.Stringer) error { return nil }), took), false},
		{MarshalFunc(func(fmt.Stringer) ([]byte, error) { return []byte("1"), nil }), true},
		{stdjson.JoinMarshalers(MarshalFunc(seconds), took), false},
		{JoinMarshalers(stdjson.MarshalFunc(seconds), took), false},
		{JoinMarshalers(slicesOf(took, mostFunctions+1)...), false},
	} {
		c := marshaling([]Options{JoinOptions(WithMarshalers(row.list), Deterministic(true))})
		if serves := c != nil && !c.refuses(reflect.TypeFor[event]()); serves != row.serves {
			t.Errorf("list %d: plans serve it: %v", i, serves)
		}
	}
	if marshaling([]Options{WithMarshalers(took), stdjson.WithMarshalers(stdjson.MarshalFunc(seconds))}) != nil {
		t.Error("plans serve an unknown list")
	}
	if marshaling([]Options{WithUnmarshalers(nil)}) != plainMarshaling || unmarshaling([]Options{WithMarshalers(nil)}) == nil {
		t.Error("there are other functions than none")
	}
	// The standard library of Go 1.27 panics for some values under a nil list.
	for _, v := range []any{1, []any{1}, map[string]any{"a": "b"}, struct{ A any }{[]byte("x")}, struct{ A any }{}} {
		outcome := func(marshal func(any, ...Options) ([]byte, error), unmarshal func([]byte, any, ...Options) error) (all []any) {
			try := func(f func() (any, error)) {
				defer func() { all = append(all, fmt.Sprint(recover())) }()
				result, err := f()
				all = append(all, result, fmt.Sprint(err))
			}
			try(func() (any, error) { return marshal(v, WithMarshalers(JoinMarshalers(nil))) })
			try(func() (any, error) { return marshal(v, WithMarshalers(MarshalFunc(seconds)), WithMarshalers(nil)) })
			try(func() (any, error) {
				var to struct{ A any }
				err := unmarshal([]byte(`{"A":[5]}`), &to, WithUnmarshalers(JoinUnmarshalers(nil)))
				return to, err
			})
			return all
		}
		if got, want := outcome(Marshal, Unmarshal), outcome(stdjson.Marshal, stdjson.Unmarshal); !reflect.DeepEqual(got, want) {
			t.Errorf("%#v under a nil list: %v, want %v", v, got, want)
		}
	}
	v := make([]event, 30)
	o := WithMarshalers(JoinMarshalers(MarshalFunc(func(time.Time) ([]byte, error) { return []byte("1"), nil }), MarshalFunc(func(time.Duration) ([]byte, error) { return []byte("2"), nil })))
	if n := testing.AllocsPerRun(100, func() { _, _ = Marshal(&v, o) }); n > 70 {
		t.Errorf("%v allocations for 60 calls", n)
	}
}

// TestFunctionsInNamedInterface: a function for *any reads the values that go into an interface of another name.
func TestFunctionsInNamedInterface(t *testing.T) {
	type anything any
	read := UnmarshalFunc(func(text []byte, v *any) error {
		*v = "read " + string(text)
		return nil
	})
	var v anything
	want := anything(map[string]any{"a": "read 1"})
	if err := Unmarshal([]byte(`{"a":1}`), &v, WithUnmarshalers(read)); err != nil || !reflect.DeepEqual(v, want) {
		t.Errorf("%v, %v, want %v", v, err, want)
	}
}

func slicesOf(m *Marshalers, n int) (list []*Marshalers) {
	for range n {
		list = append(list, m)
	}
	return list
}

// TestFunctionsTogether: a list works in several goroutines at once, and the panic of a function reaches the caller.
func TestFunctionsTogether(t *testing.T) {
	type event struct {
		A, B time.Time
		N    []int
	}
	o := WithMarshalers(MarshalFunc(seconds))
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			own := WithMarshalers(MarshalFunc(func(n int) ([]byte, error) { return fmt.Append(nil, n+i), nil }))
			for range 100 {
				v := &event{A: time.Unix(int64(i), 0), B: time.Unix(2, 0), N: []int{1}}
				if b, err := Marshal(v, o); err != nil || string(b) != fmt.Sprintf(`{"A":%d,"B":2,"N":[1]}`, i) {
					t.Errorf("%s, %v", b, err)
				}
				if b, err := Marshal(v.N, own); err != nil || string(b) != fmt.Sprintf(`[%d]`, 1+i) {
					t.Errorf("%s, %v", b, err)
				}
			}
		})
	}
	all.Wait()
	defer func() {
		if v := recover(); v != "asked to" {
			t.Errorf("panic %v", v)
		}
	}()
	_, _ = Marshal(&event{}, WithMarshalers(MarshalFunc(func(time.Time) ([]byte, error) { panic("asked to") })))
}
