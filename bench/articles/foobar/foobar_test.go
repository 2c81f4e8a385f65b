package foobar

import "testing"

const text = `{"Foo":123,"Bar":"benchmark","Baz":123.456}`

// inputs are what is read, by the names of their benchmarks.
var inputs = []struct {
	op, text string
	want     Plain
	bad      bool
}{
	// The article's input, letter by letter. It is no JSON, and the article drops the error.
	{"printed", `{"foo": 1, "bar": "my string", bar: 1.123}`, Plain{}, true},
	// With the quotes that it lacks: a number for a string is an error too.
	{"quoted", `{"foo": 1, "bar": "my string", "bar": 1.123}`, Plain{}, true},
	{"meant", `{"foo": 1, "bar": "my string", "baz": 1.123}`, Plain{1, "my string", 1.123}, false},
}

// TestSame proves that all do the same work.
func TestSame(t *testing.T) {
	for _, c := range contenders {
		for _, f := range []func() ([]byte, error){c.once, c.marshal()} {
			if b, err := f(); err != nil || string(b) != text {
				t.Errorf("%s: %s, %v", c.name, b, err)
			}
		}
		for _, in := range inputs {
			if v, err := c.unmarshal([]byte(in.text)); in.bad != (err != nil) || !in.bad && v != in.want {
				t.Errorf("%s, %s: %+v, %v", c.name, in.op, v, err)
			}
		}
	}
}

func BenchmarkFooBar(b *testing.B) {
	for _, c := range contenders {
		run := func(op string, do func()) {
			b.Run("op="+op+"/lib="+c.name, func(b *testing.B) {
				b.ReportAllocs()
				before := cpuTime()
				for i := 0; i < b.N; i++ {
					do()
				}
				b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
			})
		}
		f := c.marshal()
		run("marshal", func() { _, _ = f() })
		for _, in := range inputs {
			input := []byte(in.text)
			run("unmarshal-"+in.op, func() { _, _ = c.unmarshal(input) })
		}
	}
}
