package jingo_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/compat/jingo"
)

type MyPayload struct {
	Name string `json:"name"`
	Age  int    `json:"age"`
	ID   int    // not written: it has no tag
}

var enc = jingo.NewStructEncoder(MyPayload{})

func Example() {
	p := MyPayload{Name: "Mr Payload", Age: 33}
	buf := jingo.NewBufferFromPool()
	enc.Marshal(&p, buf)
	fmt.Println(buf.String())
	buf.ReturnToPool()
	// Output: {"name":"Mr Payload","age":33}
}

func ExampleSliceEncoder() {
	enc := jingo.NewSliceEncoder([]MyPayload{})
	buf := jingo.NewBufferFromPoolWithCap(100)
	defer buf.ReturnToPool()
	enc.Marshal(&[]MyPayload{{Name: "a"}, {Name: "b", Age: 1}}, buf)
	if _, err := buf.WriteTo(os.Stdout); err != nil {
		panic(err)
	}
	// Output: [{"name":"a","age":0},{"name":"b","age":1}]
}

type money int

func (m *money) JSONEncode(b *jingo.Buffer) { fmt.Fprintf(b, `"%d.%02d"`, *m/100, *m%100) }

type text string

func (t *text) EncodeJSON(w io.Writer) { io.WriteString(w, string(*t)) }

type state int

func (s state) String() string { return fmt.Sprint("state ", int(s)) }

type inner struct {
	B []byte `json:"b"`
}

type options struct {
	inner
	Raw     []byte    `json:"raw,raw"`
	Text    string    `json:"text,raw"`
	State   state     `json:"state,stringer"`
	Escaped string    `json:"escaped,escape"`
	Price   money     `json:"price,encoder"`
	None    *money    `json:"none,encoder"`
	Writer  text      `json:"writer,encoder"`
	Empty   string    `json:"empty,omitempty"`
	Slice   []int     `json:"slice"`
	In      *inner    `json:"in"`
	Time    time.Time `json:"time"`
	Skipped int       `json:",omitempty"`
}

// TestOptions: tags have jingo's meaning.
func TestOptions(t *testing.T) {
	v := options{Raw: []byte("{ }"), State: 3, Escaped: "a\"\n<", Price: 1234, Writer: "[1]", In: &inner{[]byte{1, 2}}, Skipped: 1, Time: time.Unix(0, 5).UTC()}
	var b jingo.Buffer
	jingo.NewStructEncoder(options{}).Marshal(&v, &b)
	const want = `{"raw":{},"text":null,"state":"state 3","escaped":"a\"\n<","price":"12.34","none":null,"writer":[1],"empty":"","slice":[],"in":{"b":[1,2]},"time":"1970-01-01T00:00:00.000000005Z"}`
	if b.Err != nil || b.String() != want {
		t.Errorf("%s, %v", b.String(), b.Err)
	}
	// Unexported fields are written too. Go vet warns of their tags.
	hidden := reflect.StructOf([]reflect.StructField{{Name: "hidden", PkgPath: "m", Type: reflect.TypeFor[int](), Tag: `json:"hidden"`}})
	b.Reset()
	if jingo.NewStructEncoder(reflect.Zero(hidden).Interface()).Marshal(reflect.New(hidden).Interface(), &b); b.String() != `{"hidden":0}` {
		t.Errorf("%s, %v", b.String(), b.Err)
	}
}

type loop struct {
	Next *loop   `json:"next"`
	F    float64 `json:"f"`
	Raw  string  `json:"raw,raw"`
	T    text    `json:"t,encoder"`
}

// TestErrors: what can't be written leaves the Buffer as it was, with the error.
func TestErrors(t *testing.T) {
	enc := jingo.NewStructEncoder(loop{})
	circle := &loop{T: "1"}
	circle.Next = circle
	for _, v := range []any{nil, 1, MyPayload{}, &loop{F: math.NaN(), T: "1"}, &loop{Raw: "{", T: "1"}, &loop{T: "["}, &loop{}, circle} {
		b := jingo.NewBufferFromPool()
		b.WriteString("x")
		enc.Marshal(v, b)
		var out bytes.Buffer
		if _, err := b.WriteTo(&out); b.Err == nil || err != b.Err || b.String() != "x" || out.Len() != 0 {
			t.Errorf("%T: %s, %v", v, b.String(), b.Err)
		}
		b.ReturnToPool()
	}
	b := jingo.NewBufferFromPool()
	enc.Marshal(&loop{Raw: "1 2", T: "1"}, b)
	if !errors.As(b.Err, new(*zetes.Error)) {
		t.Errorf("%T", b.Err)
	}
	for _, v := range []any{nil, 1, &loop{}, []int{}, struct {
		C chan int `json:"c"`
	}{}, struct {
		N int `json:"n,stringer"`
	}{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an encoder for %T does not panic", v)
				}
			}()
			jingo.NewStructEncoder(v)
		}()
	}
}

// TestReturnedTwice: a Buffer that is returned twice does not get two users, and what is written to it afterwards is not
// in the next user's.
func TestReturnedTwice(t *testing.T) {
	for range 100 { // The pool may drop a Buffer.
		b := jingo.NewBufferFromPool()
		b.ReturnToPool()
		b.ReturnToPool()
		b.WriteString("late")
		b.Err = io.EOF
		one, two := jingo.NewBufferFromPool(), jingo.NewBufferFromPool()
		if one == two || len(one.Bytes)+len(two.Bytes) > 0 || one.Err != nil {
			t.Fatalf("%q, %q, %v", one.Bytes, two.Bytes, one.Err)
		}
		one.ReturnToPool()
		two.ReturnToPool()
	}
}
