package foobar

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/mailru/easyjson"
	"github.com/pquerna/ffjson/ffjson"
)

const text = `{"Foo":"some text","Bar":12345,"Baz":["one","two","three"]}`

func check(tb testing.TB, err error) {
	if err != nil {
		tb.Fatal(err)
	}
}

// TestSame proves that all three do the same work.
func TestSame(t *testing.T) {
	var p Plain
	var f FF
	var e Easy
	check(t, json.Unmarshal([]byte(text), &p))
	check(t, ffjson.UnmarshalFast([]byte(text), &f))
	check(t, easyjson.Unmarshal([]byte(text), &e))
	if !reflect.DeepEqual(p, Plain(f)) || !reflect.DeepEqual(p, Plain(e)) {
		t.Fatalf("%+v, %+v, %+v", p, f, e)
	}
	a, err := json.Marshal(&p)
	check(t, err)
	b, err := ffjson.MarshalFast(&f)
	check(t, err)
	c, err := easyjson.Marshal(&e)
	check(t, err)
	if string(a) != text || string(b) != text || string(c) != text {
		t.Fatalf("%s\n%s\n%s", a, b, c)
	}
}

func BenchmarkFooBar(b *testing.B) {
	var p Plain
	var f FF
	var e Easy
	check(b, json.Unmarshal([]byte(text), &p))
	f, e = FF(p), Easy(p)
	run := func(name string, do func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			before := cpuTime()
			for i := 0; i < b.N; i++ {
				check(b, do())
			}
			b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
		})
	}
	run("op=marshal/lib=std", func() error { _, err := json.Marshal(&p); return err })
	run("op=marshal/lib=ffjson", func() error { _, err := ffjson.MarshalFast(&f); return err })
	run("op=marshal/lib=easyjson", func() error { _, err := easyjson.Marshal(&e); return err })
	run("op=unmarshal/lib=std", func() error { return json.Unmarshal([]byte(text), new(Plain)) })
	run("op=unmarshal/lib=ffjson", func() error { return ffjson.UnmarshalFast([]byte(text), new(FF)) })
	run("op=unmarshal/lib=easyjson", func() error { return easyjson.Unmarshal([]byte(text), new(Easy)) })
}
