package encode

import (
	"errors"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/locate"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/shape"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// written is a type that codecs in these tests write. Text is the JSON of the value.
type written struct{ Text string }

// codecs returns a meaning with one codec: the function write, for values of type written.
func codecs(write func(w *codec.Writer, v *written)) plan.Meaning {
	t := reflect.TypeFor[written]()
	return plan.Meaning{
		Options: option.V1, Own: true, Shape: shape.Options{Meaning: option.V1},
		Codecs: map[reflect.Type]*plan.Codec{t: writing(t, func(w *codec.Writer, v mem.Ptr) { write(w, (*written)(v)) })},
	}
}

// writing returns a codec for t that calls write.
func writing(t reflect.Type, write func(w *codec.Writer, v mem.Ptr)) *plan.Codec {
	return &plan.Codec{Type: t, Write: func(w *loan.Writer, v mem.Ptr) { write((*codec.Writer)(mem.Ptr(w)), v) }}
}

// desk gives this test access to the internals of package codec.
var desk = codec.Inside(loan.Within())

func raw(w *codec.Writer, v *written) { w.Raw([]byte(v.Text)) }

// TestCodecInPlace writes values by a codec in every kind of place, such as fields, elements and interfaces. Some
// values are small, and for some the buffer must grow.
func TestCodecInPlace(t *testing.T) {
	c := plan.New(codecs(raw))
	type pair struct {
		A int
		V written
		P *written `json:",omitempty"`
		B string
	}
	for _, text := range []string{"1", `{"x":[1,2]}`, `"` + strings.Repeat("x", 20_000) + `"`} {
		v := written{text}
		for name, row := range map[string]struct {
			value any
			want  string
		}{
			"alone":    {v, text},
			"pointer":  {&v, text},
			"in any":   {[]any{1, v, &v, 2}, "[1," + text + "," + text + ",2]"},
			"elements": {[]written{v, v}, "[" + text + "," + text + "]"},
			"array":    {[2]written{v, v}, "[" + text + "," + text + "]"},
			"member":   {pair{1, v, nil, "b"}, `{"A":1,"V":` + text + `,"B":"b"}`},
			"pointers": {&pair{1, v, &v, "b"}, `{"A":1,"V":` + text + `,"P":` + text + `,"B":"b"}`},
			"map":      {map[string]written{"a": v, "b": v}, `{"a":` + text + `,"b":` + text + "}"},
			"nil":      {(*written)(nil), "null"},
		} {
			got, err := (&Call{Config: c}).Append([]byte("before "), row.value)
			if err != nil || string(got) != "before "+row.want {
				t.Errorf("%s: %.100s, %v, want %.100s", name, got, err, row.want)
			}
			if got, err = (&Call{Config: c}).Marshal(row.value); err != nil || string(got) != row.want {
				t.Errorf("%s: %.100s, %v, want %.100s", name, got, err, row.want)
			}
		}
	}
}

// TestCodecFails holds that an error, misuse or panic of a codec becomes an error with its place in the output, and
// that the caller's bytes are returned unchanged. For codecs of a configuration, encodeGuarded recovers panics, and for
// types with MarshalZetes, writeGuarded.
func TestCodecFails(t *testing.T) {
	for name, row := range map[string]struct {
		write func(w *codec.Writer, v *written)
		cause func(err error) bool
	}{
		"fails":    {func(w *codec.Writer, _ *written) { w.Fail(io.ErrNoProgress) }, func(err error) bool { return errors.Is(err, io.ErrNoProgress) }},
		"panics":   {func(*codec.Writer, *written) { panic("at work") }, func(err error) bool { p := (*codec.Panic)(nil); return errors.As(err, &p) && p.Value == "at work" }},
		"nothing":  {func(*codec.Writer, *written) {}, func(err error) bool { return err != nil }},
		"too much": {func(w *codec.Writer, _ *written) { w.Int(1); w.Int(2) }, func(err error) bool { return err != nil }},
		"open":     {func(w *codec.Writer, _ *written) { w.BeginArray() }, func(err error) bool { return err != nil }},
	} {
		selfWrite = row.write
		type pair struct {
			A int
			V written
			W selfWritten
		}
		m := codecs(row.write)
		for by, c := range map[string]*plan.Dialect{"codec": plan.New(m), "self": plan.V1} {
			got, err := (&Call{Config: c}).Append([]byte("before "), []pair{{}})
			f, ok := err.(*fault.Fault)
			if string(got) != "before " || !ok || f.Code != fault.Codec || !row.cause(f.Err) {
				t.Errorf("%s by %s: %s, %v", name, by, got, err)
				continue
			}
			var failure *codec.Failure
			var place *locate.Written
			at := int64(len(`[{"A":0,"V":`))
			if by == "self" {
				at = int64(len(`[{"A":0,"V":{"Text":""},"W":`))
			}
			if !errors.As(f.Err, &failure) || failure.Offset != at || !failure.Writing || failure.Err == nil {
				t.Errorf("%s by %s: the failure is %#v, want it at %d", name, by, failure, at)
			}
			if !errors.As(f.Err, &place) || len(place.Steps) < 2 {
				t.Errorf("%s by %s: the place is %+v", name, by, place)
			}
		}
		agree(t, "after "+name, map[string]any{"a": []int{1}})
	}
}

// selfWritten is a type whose MarshalZetes method calls selfWrite.
type selfWritten struct{ Text string }

var selfWrite func(w *codec.Writer, v *written)

func (s selfWritten) MarshalZetes(w *codec.Writer) { selfWrite(w, (*written)(&s)) }

// TestInnermostCodec holds that the error of nested codecs names the innermost one that has failed, and its place in
// the whole output.
func TestInnermostCodec(t *testing.T) {
	type outer struct{ V written }
	m := codecs(func(w *codec.Writer, _ *written) { w.Fail(io.EOF) })
	var c *plan.Dialect
	typ := reflect.TypeFor[outer]()
	m.Codecs[typ] = writing(typ, func(w *codec.Writer, v mem.Ptr) {
		w.BeginArray()
		w.Int(7)
		buf, _, level, set, ok := desk.BeginValue(w)
		html := set.HTML()
		if !ok || !html || level != 2+codecDepth {
			t.Errorf("a value is due: %v, HTML: %v, level %d", ok, html, level)
		}
		p := (*outer)(v)
		buf, err := (&Call{Config: c, Depth: level}).Append(buf, &p.V)
		_, err = toolchain.MarshalError(p.V, html, err)
		desk.EndValue(w, buf, err)
		w.EndArray()
	})
	c = plan.New(m)
	_, err := (&Call{Config: c}).Marshal(map[string]outer{"m": {}})
	var failure *codec.Failure
	if !errors.As(err, &failure) || failure.Type != reflect.TypeFor[written]() || !errors.Is(failure.Err, io.EOF) {
		t.Fatalf("%v: %v", err, failure)
	}
	if want := int64(len(`{"m":[7,`)); failure.Offset != want {
		t.Errorf("the failure is at %d, want %d", failure.Offset, want)
	}
}

// TestOtherPanics holds that a panic of code that is no codec goes on to the caller, even if the configuration has
// codecs.
func TestOtherPanics(t *testing.T) {
	c := plan.New(codecs(raw))
	defer func() {
		if v := recover(); v != io.ErrShortWrite {
			t.Errorf("recovered %v", v)
		}
		if b, err := (&Call{Config: c}).Marshal(written{"1"}); string(b) != "1" {
			t.Errorf("after it: %s, %v", b, err)
		}
	}()
	(&Call{Config: c}).Marshal([]any{written{"1"}, funcJSON(func() string { panic(io.ErrShortWrite) })})
}

// TestCodecEndsGoroutine holds that a codec that keeps its writer and ends its goroutine can no longer write to the
// buffer.
func TestCodecEndsGoroutine(t *testing.T) {
	for _, v := range []any{&written{}, &selfWritten{}} {
		var kept *codec.Writer
		selfWrite = func(w *codec.Writer, _ *written) {
			w.BeginArray()
			kept = w
			runtime.Goexit()
		}
		c := plan.New(codecs(selfWrite))
		if _, self := v.(*selfWritten); self {
			c = plan.V1
		}
		done := make(chan bool)
		go func() {
			defer close(done)
			(&Call{Config: c}).Marshal(v)
		}()
		<-done
		kept.Int(1)
		if b := kept.Bytes(); len(b) > 0 || kept.Err() == nil {
			t.Errorf("%T: the writer has %q, error %v", v, b, kept.Err())
		}
	}
}

// TestBare holds that with Call.Bare the codec of the value's type is not called for the value itself, but for values
// of that type inside it.
func TestBare(t *testing.T) {
	type node struct {
		Name string
		Next *node
	}
	typ := reflect.TypeFor[node]()
	c := plan.New(plan.Meaning{Options: option.V1, Own: true, Codecs: map[reflect.Type]*plan.Codec{
		typ: writing(typ, func(w *codec.Writer, _ mem.Ptr) { w.String("by the codec") }),
	}})
	v := &node{"a", &node{"b", nil}}
	got, err := (&Call{Config: c, Bare: true}).Append(nil, v)
	if want := `{"Name":"a","Next":"by the codec"}`; string(got) != want || err != nil {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	if first := bareOf(c, typ); first != bareOf(c, typ) {
		t.Error("each call makes a program")
	}
	if got, err = (&Call{Config: c}).Append(nil, v); string(got) != `"by the codec"` || err != nil {
		t.Errorf("with it: %s, %v", got, err)
	}
}

// TestCodecTests holds that the functions Empty and Zero of a codec decide what "omitempty" and "omitzero" leave out,
// and that a codec of the field comes before that of the type.
func TestCodecTests(t *testing.T) {
	m := codecs(raw)
	of := m.Codecs[reflect.TypeFor[written]()]
	of.Empty = func(v any) bool { return v.(*written).Text == `"empty"` }
	of.Zero = func(v any) bool { return v.(*written).Text == `"zero"` }
	type record struct {
		A written `json:",omitempty"`
		B written `json:",omitzero"`
		C written `json:",omitempty,omitzero"`
		D written `json:",omitempty"`
		E int
	}
	m.Fields = map[plan.FieldKey]*plan.Codec{{Struct: reflect.TypeFor[record](), Name: "D"}: writing(of.Type, func(w *codec.Writer, _ mem.Ptr) {
		w.String("the field's")
	})}
	c := plan.New(m)
	for text, want := range map[string]string{
		`1`:       `{"A":1,"B":1,"C":1,"D":"the field's","E":0}`,
		`"empty"`: `{"B":"empty","D":"the field's","E":0}`,
		`"zero"`:  `{"A":"zero","D":"the field's","E":0}`,
	} {
		v := written{text}
		if got, err := (&Call{Config: c}).Marshal(record{v, v, v, v, 0}); string(got) != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

// TestWriterIsLent holds that a machine lends the same writer to all codecs of one encoding, and does not keep the
// writer of a codec that has failed.
func TestWriterIsLent(t *testing.T) {
	var seen []*codec.Writer
	c := plan.New(codecs(func(w *codec.Writer, v *written) {
		if seen = append(seen, w); v.Text == "fail" {
			w.Fail(io.EOF)
		}
		w.Null()
	}))
	m := get(&Call{Config: c, Depth: 10})
	m.use(m.own)
	p := ProgramOf(c, reflect.TypeFor[[]written]())
	list := []written{{}, {}, {"fail"}}
	if n := m.encode(p, nil, unsafe.Pointer(&list), 0); n >= 0 {
		t.Fatalf("position %d behind a codec that fails", n)
	}
	if len(seen) != 3 || seen[0] != seen[1] || seen[1] != seen[2] {
		t.Errorf("the writers are %p", seen)
	}
	if m.writer != nil {
		t.Error("the writer of a codec that has failed is lent again")
	}
	if m.abandon() == nil || m.err != nil {
		t.Error("the fault stays")
	}
}
