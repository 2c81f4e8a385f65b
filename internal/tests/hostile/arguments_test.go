package hostile

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"math"
	bignum "math/big"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/buffer"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/codec/ready/sqlnull"
	"github.com/zetes-json/zetes/httpjson"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/jsondoc/jsonedit"
	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/jsondoc/partial"
	"github.com/zetes-json/zetes/opt"
	"github.com/zetes-json/zetes/stream"
)

// functions are the functions of the public packages that can be called with anything. Those that are generic stand
// for int.
var functions = map[string]any{
	"zetes.Inside": zetes.Inside, "zetes.Append": zetes.Append, "stream.Consume": stream.Consume[int], "stream.Elements": stream.Elements[int], "zetes.Fuzzy": zetes.Fuzzy[int],
	"zetes.Union": zetes.Union[any], "zetes.AdjacentUnion": zetes.AdjacentUnion[any], "zetes.ExternalUnion": zetes.ExternalUnion[any], "zetes.UntaggedUnion": zetes.UntaggedUnion[any], "zetes.Case": zetes.Case[int], "zetes.Otherwise": zetes.Otherwise[int],
	"zetes.FuzzyScalars": zetes.FuzzyScalars, "zetes.KebabCase": zetes.KebabCase, "stream.Lines": stream.Lines[int], "stream.LinesAt": stream.LinesAt[int],
	"zetes.LowerCamelCase": zetes.LowerCamelCase, "zetes.Marshal": zetes.Marshal, "zetes.MarshalString": zetes.MarshalString,
	"zetes.MarshalTo": zetes.MarshalTo, "stream.NoError": stream.NoError[int], "zetes.ReadDefault": zetes.ReadDefault[int],
	"zetes.ReadFuzzy": zetes.ReadFuzzy[int], "zetes.ReadValue": zetes.ReadValue,
	"zetes.SnakeCase": zetes.SnakeCase, "zetes.Unmarshal": zetes.Unmarshal[any],
	"zetes.UnmarshalAll": zetes.UnmarshalAll[any], "zetes.UnmarshalFrom": zetes.UnmarshalFrom[any], "zetes.UnmarshalString": zetes.UnmarshalString[any],
	"stream.Values": stream.Values[int], "zetes.WriteDefault": zetes.WriteDefault[int], "stream.WriteArray": stream.WriteArray[int],
	"zetes.WriteValue": zetes.WriteValue, "zetes.ReadContext": zetes.ReadContext, "zetes.ReadOffset": zetes.ReadOffset, "zetes.WriteContext": zetes.WriteContext, "stream.WriteLines": stream.WriteLines[int], "zetes.Standard": zetes.Standard,
	"zetes.Exact": zetes.Exact, "zetes.Strict": zetes.Strict, "zetes.TypedDecoderOf": zetes.TypedDecoderOf[int], "zetes.NewTypedDecoder": zetes.NewTypedDecoder[int],
	"zetes.TypedEncoderOf": zetes.TypedEncoderOf[int], "zetes.NewTypedEncoder": zetes.NewTypedEncoder[int], "stream.NewElementPusher": stream.NewElementPusher[int],
	"stream.NewDecoder": stream.NewDecoder, "stream.NewEncoder": stream.NewEncoder, "stream.NewPusher": stream.NewPusher[int], "stream.MaxValueSize": stream.MaxValueSize, "stream.Using": stream.Using, "stream.Parallel": stream.Parallel, "stream.FlushAt": stream.FlushAt, "stream.InPlace": stream.InPlace,
	"stream.At": stream.At[int], "stream.NewFinder": stream.NewFinder,
	"stream.Events": stream.Events[int], "stream.WriteEvents": stream.WriteEvents[int], "stream.Records": stream.Records[int], "stream.WriteRecords": stream.WriteRecords[int],

	"ready.UnixTime": ready.UnixTime, "ready.Layouts": ready.Layouts, "ready.Duration": ready.Duration, "ready.Hex": ready.Hex[[]byte],
	"ready.Base64": ready.Base64[[]byte], "ready.Numbers": ready.Numbers[[]byte], "ready.Text": ready.Text[int], "ready.Nullable": ready.Nullable[int, int],
	"ready.Named": ready.Named, "ready.ForImplementers": ready.ForImplementers[any], "ready.Hooks": ready.Hooks[any], "ready.StructAsArray": ready.StructAsArray[struct{ A, B int }], "ready.StructsAsArrays": ready.StructsAsArrays, "sqlnull.All": sqlnull.All, "sqlnull.Of": sqlnull.Of[int],

	"buffer.New": buffer.New,

	"codec.ReadElements": codec.ReadElements[int],
	"codec.Inside":       codec.Inside, "codec.WriteElements": codec.WriteElements[int], "codec.WriteMembers": codec.WriteMembers[int], "codec.For": codec.For[int],
	"codec.ForField": codec.ForField[struct{ A int }], "codec.ForKey": codec.ForKey[int], "codec.ForType": codec.ForType, "codec.NewName": codec.NewName,
	"codec.NewNames": codec.NewNames, "codec.IsEmpty": codec.IsEmpty[int], "codec.IsZero": codec.IsZero[int],
	"codec.NewBytesReader": codec.NewBytesReader, "codec.NewReader": codec.NewReader, "codec.NewBytesWriter": codec.NewBytesWriter,
	"codec.NewWriter": codec.NewWriter,

	"httpjson.Fields": httpjson.Fields, "zetes.ParseFields": zetes.ParseFields,
	"httpjson.Do": httpjson.Do[int], "httpjson.Handler": httpjson.Handler[int, int], "httpjson.NewRequest": httpjson.NewRequest,
	"httpjson.Read": httpjson.Read, "httpjson.ReadResponse": httpjson.ReadResponse,
	"httpjson.Request": httpjson.Request, "httpjson.Write": httpjson.Write, "httpjson.WriteError": httpjson.WriteError,
	"httpjson.WriteSeq": httpjson.WriteSeq[int], "httpjson.Errorf": httpjson.Errorf, "httpjson.AllowEmpty": httpjson.AllowEmpty,
	"httpjson.AnyContentType": httpjson.AnyContentType, "httpjson.ContentTypes": httpjson.ContentTypes,
	"httpjson.For":     httpjson.For,
	"stream.Selecting": stream.Selecting, "httpjson.MaxBytes": httpjson.MaxBytes, "httpjson.MaxErrors": httpjson.MaxErrors, "httpjson.OnError": httpjson.OnError,
	"httpjson.Status": httpjson.Status, "httpjson.StreamAbove": httpjson.StreamAbove,
	"httpjson.WithAPI": httpjson.WithAPI, "httpjson.WithResult": httpjson.WithResult,

	"json.Compact": json.Compact, "json.HTMLEscape": json.HTMLEscape, "json.Indent": json.Indent, "json.Marshal": json.Marshal,
	"json.MarshalIndent": json.MarshalIndent, "json.Unmarshal": json.Unmarshal, "json.Valid": json.Valid,
	"json.NewDecoder": json.NewDecoder, "json.NewEncoder": json.NewEncoder,

	"jsondoc.AppendCanonical": jsondoc.AppendCanonical, "jsondoc.AppendIndent": jsondoc.AppendIndent, "jsondoc.Paint": jsondoc.Paint, "jsondoc.Canonical": jsondoc.Canonical, "jsonedit.Delete": jsonedit.Delete, "jsonedit.Diff": jsonedit.Diff, "jsonedit.MergePatch": jsonedit.MergePatch, "jsonedit.New": jsonedit.New, "jsonedit.Patch": jsonedit.Patch, "jsonedit.Set": jsonedit.Set, "jsondoc.Sort": jsondoc.Sort,
	"jsonpath.Compile": jsonpath.Compile, "partial.Complete": partial.Complete, "partial.Find": partial.Find, "partial.Repair": partial.Repair, "jsondoc.Equal": jsondoc.Equal, "jsondoc.Select": jsondoc.Select, "jsondoc.Get": jsondoc.Get, "jsonpath.MustCompile": jsonpath.MustCompile, "jsondoc.PathAt": jsondoc.PathAt, "jsondoc.MustPointer": jsondoc.MustPointer, "jsondoc.NewPath": jsondoc.NewPath, "jsondoc.NewPaths": jsondoc.NewPaths, "jsondoc.Parse": jsondoc.Parse,
	"jsondoc.Pointer": jsondoc.Pointer, "partial.NewDecoder": partial.NewDecoder[any], "jsondoc.Ordered": jsondoc.Ordered,

	"opt.FromPointer": opt.FromPointer[int], "opt.Null": opt.Null[int], "opt.Of": opt.Of[int],
}

// settings are functions that change the whole program, so that they can't be called here.
var settings = []string{"zetes.Register"}

// receivers makes values of the types that have methods: zero ones, good ones, and some that are at their end.
var receivers = map[string][]func() any{
	"zetes.API": {func() any { return zetes.Standard() }, func() any { return zetes.Strict().Freeze() }, func() any { return zetes.Config{Objects: jsondoc.Ordered}.Freeze() }},
	"zetes.Config": {func() any { return &zetes.Config{} }, func() any { return &zetes.Config{Limits: zetes.Limits{Depth: -1, Bytes: math.MinInt}} }, func() any {
		return &zetes.Config{Codecs: make([]codec.Codec, 2), Fields: make([]codec.Field, 2), Keys: make([]codec.Key, 2)}
	}},
	"zetes.Located":      {func() any { return new(zetes.Located[int]) }, func() any { return &zetes.Located[any]{Start: math.MinInt64} }},
	"zetes.TypedDecoder": {func() any { return zetes.NewTypedDecoder[int]() }},
	"zetes.Generated":    {func() any { return &zetes.Generated{} }},
	"zetes.TypedEncoder": {func() any { return zetes.NewTypedEncoder[int]() }},
	"zetes.Error":        {func() any { return &zetes.Error{} }, func() any { return zetes.UnmarshalString("[1", new(int)) }},
	"zetes.Errors":       {func() any { return &zetes.Errors{} }, func() any { return &zetes.Errors{{}} }},
	"stream.Pusher":      {func() any { return stream.NewPusher[int]() }},
	"zetes.Reason":       {func() any { return new(zetes.Reason) }, func() any { r := zetes.Reason(200); return &r }},
	"zetes.Rule":         {func() any { return new(zetes.Rule) }, func() any { r := zetes.Rule(200); return &r }},
	"zetes.RuleError":    {func() any { return &zetes.RuleError{} }},
	"zetes.TypeError":    {func() any { return &zetes.TypeError{} }},
	"zetes.Decoder":      {func() any { return zetes.Standard().NewDecoder(strings.NewReader(` [1, {"a":2}] x`)) }, func() any { return zetes.Standard().NewDecoder(nil) }},
	"zetes.Encoder":      {func() any { return zetes.Standard().NewEncoder(io.Discard) }},
	"stream.Decoder":     {func() any { return stream.NewDecoder(strings.NewReader(` [1, {"a":2}] x`)) }, func() any { return stream.NewDecoder(nil) }},
	"stream.Finder": {func() any {
		return stream.NewFinder(strings.NewReader(` [1, {"a":2}] x`), []*jsonpath.Query{jsonpath.MustCompile("$[*]")})
	}, func() any { return new(stream.Finder) }},
	"stream.Encoder": {func() any { return stream.NewEncoder(io.Discard) }},
	"zetes.FieldSet": {func() any { return new(zetes.FieldSet) }, func() any { set, _ := zetes.ParseFields("a.b,*"); return set }},

	"buffer.Buffer": {func() any { return buffer.New() }, func() any { b := buffer.New(); b.Release(); return b }},
	"buffer.Reader": {func() any { return new(buffer.Reader) }, func() any { r := buffer.New().ReadCloser(); r.Close(); return r }},

	"codec.Reader": {
		func() any { return codec.NewBytesReader([]byte(`[1,{"a":"b"}]`)) }, func() any { return codec.NewReader(nil) }, func() any { return new(codec.Reader) },
		func() any { r := codec.NewBytesReader([]byte(`{"a":1}`)); r.BeginObject(); return r }, func() any { r := codec.NewBytesReader([]byte(`[x`)); r.BeginArray(); return r },
		func() any { r := codec.NewReader(strings.NewReader(`7`)); r.Release(); return r },
	},
	"codec.Writer": {
		func() any { return codec.NewBytesWriter(nil) }, func() any { return codec.NewWriter(nil) }, func() any { return new(codec.Writer) },
		func() any { w := codec.NewWriter(io.Discard); w.BeginObject(); return w }, func() any { w := codec.NewBytesWriter(nil); w.Release(); return w },
	},
	"codec.Error": {func() any { return &codec.Error{} }}, "codec.Failure": {func() any { return &codec.Failure{} }}, "codec.Panic": {func() any { return &codec.Panic{} }},
	"codec.Code": {func() any { c := codec.Code(255); return &c }}, "codec.Kind": {func() any { k := codec.Kind(255); return &k }},

	"jsondoc.Document":    {func() any { return new(jsondoc.Document) }, func() any { return parsed(`{"a":[1,{"b":null}]}`) }, func() any { d := parsed("[]"); d.Release(); return d }},
	"jsonedit.Edit":       {func() any { return new(jsonedit.Edit) }, func() any { e, _ := jsonedit.New([]byte(`{"a":[1]}`)); return e }},
	"partial.Repairer":    {func() any { return new(partial.Repairer) }},
	"partial.Decoder":     {func() any { return partial.NewDecoder[any](nil) }, func() any { return new(partial.Decoder[int]) }},
	"jsonedit.PatchError": {func() any { return new(jsonedit.PatchError) }, func() any { return &jsonedit.PatchError{Operation: -1, Err: jsonedit.ErrTest} }},
	"jsondoc.KindError":   {func() any { return new(jsondoc.KindError) }, func() any { return &jsondoc.KindError{Want: 255, Got: 255} }},
	"jsondoc.Object": {func() any { return new(jsondoc.Object[int]) }, func() any {
		o := new(jsondoc.Object[int])
		o.Set("a", 1)
		return o
	}},
	"jsondoc.Options": {func() any { return new(jsondoc.Options) }, func() any {
		return &jsondoc.Options{Whole: true, Comments: true, ByteOrderMark: true, API: zetes.Strict().Freeze()}
	}},
	"jsonedit.Options": {func() any { return new(jsonedit.Options) }, func() any {
		return &jsonedit.Options{Comments: true, ByteOrderMark: true, Budget: 100}
	}},
	"jsondoc.Path":       {func() any { return new(jsondoc.Path) }, func() any { p := jsondoc.NewPath("a", 0); return &p }},
	"jsondoc.Paths":      {func() any { return new(jsondoc.Paths) }, func() any { return jsondoc.NewPaths(jsondoc.NewPath("a", 0), jsondoc.Path{}) }},
	"jsonpath.Query":     {func() any { return new(jsonpath.Query) }, func() any { return jsonpath.MustCompile("$..[?@.a==1]") }},
	"jsonpath.Error":     {func() any { return new(jsonpath.Error) }},
	"jsondoc.RangeError": {func() any { return new(jsondoc.RangeError) }},
	"jsondoc.Value": {
		func() any { return new(jsondoc.Value) }, func() any { v := parsed(`{"a":[1,"x"]}`).Root(); return &v },
		func() any { v, _ := jsondoc.Get([]byte(`["7",{}]`)); return &v }, func() any { d := parsed("[1]"); v := d.Root(); d.Release(); return &v },
	},

	"httpjson.Error": {func() any { return &httpjson.Error{} }}, "httpjson.ResponseError": {func() any { return &httpjson.ResponseError{} }},
	"httpjson.SendError": {func() any { return &httpjson.SendError{} }},

	"json.Decoder": {func() any { return json.NewDecoder(strings.NewReader(` [1, {"a":2}] x`)) }},
	"json.Encoder": {func() any { return json.NewEncoder(io.Discard) }},

	"opt.Unknown": {func() any { return new(opt.Unknown) }},
	"opt.Value":   {func() any { return new(opt.Value[int]) }, func() any { v := opt.Of(1); return &v }},
}

func parsed(text string) *jsondoc.Document {
	d, err := jsondoc.Parse([]byte(text))
	if err != nil {
		panic(err)
	}
	return d
}

type broken struct{}

func (broken) Read([]byte) (int, error)  { return 0, errors.New("broken") }
func (broken) Write([]byte) (int, error) { return 0, errors.New("broken") }

// liar returns counts that can't be.
type liar struct{ n int }

func (l liar) Read([]byte) (int, error)  { return l.n, nil }
func (l liar) Write([]byte) (int, error) { return l.n, nil }

type endless struct{ Next *endless }

var ring = func() *endless { e := new(endless); e.Next = e; return e }()

// arguments are values of a type to call functions with, the first a good one.
func arguments(t reflect.Type) (list []reflect.Value) {
	add := func(values ...any) {
		for _, v := range values {
			x := reflect.New(t).Elem()
			if v != nil {
				if r := reflect.ValueOf(v); r.Type().AssignableTo(t) {
					x.Set(r)
				} else {
					x.Set(r.Convert(t))
				}
			}
			list = append(list, x)
		}
	}
	request := func() *http.Request {
		return httptest.NewRequest("POST", "/", strings.NewReader(`{"a":1}`))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	done := make(chan int)
	close(done)
	switch t {
	case reflect.TypeFor[any]():
		add([]int{1}, nil, (*int)(nil), new(int), new(any), make(chan int), func() {}, math.NaN(), ring, 1, map[any]any{1: 2}, reflect.Value{}, (*error)(nil), errors.New("x"), struct{ A chan int }{}, [0]func(){}, complex(1, 2))
	case reflect.TypeFor[error]():
		add(errors.New("x"), nil, (*zetes.Error)(nil))
	case reflect.TypeFor[io.Reader]():
		add(strings.NewReader(`[1,2]`), nil, (*bytes.Buffer)(nil), broken{}, liar{-1}, liar{math.MaxInt}, liar{0})
	case reflect.TypeFor[io.Writer]():
		add(new(bytes.Buffer), nil, (*bytes.Buffer)(nil), broken{}, liar{-1}, liar{math.MaxInt}, liar{0})
	case reflect.TypeFor[context.Context]():
		add(ctx, nil)
	case reflect.TypeFor[*http.Request]():
		add(request(), nil, new(http.Request))
	case reflect.TypeFor[*http.Response]():
		add(&http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader("[1]")), Header: http.Header{}}, nil, new(http.Response))
	case reflect.TypeFor[*http.Client]():
		add(&http.Client{Transport: noTransport{}}, nil)
	case reflect.TypeFor[http.ResponseWriter]():
		add(httptest.NewRecorder(), nil)
	case reflect.TypeFor[*codec.Reader]():
		add(codec.NewBytesReader([]byte("[1,[2]]")), nil)
		for _, make := range receivers["codec.Reader"] {
			add(make())
		}
	case reflect.TypeFor[*codec.Writer]():
		add(codec.NewBytesWriter(nil), nil)
		for _, make := range receivers["codec.Writer"] {
			add(make())
		}
	case reflect.TypeFor[codec.Codec]():
		add(codec.For[int](nil, nil), codec.Codec{})
	case reflect.TypeFor[*codec.Names]():
		add(codec.NewNames("a", "b"), nil, new(codec.Names))
	case reflect.TypeFor[*codec.Name]():
		add(codec.NewName("a"), nil, new(codec.Name))
	case reflect.TypeFor[*zetes.API]():
		add(zetes.Standard(), nil, zetes.Strict().Freeze())
	case reflect.TypeFor[*bignum.Int]():
		add(bignum.NewInt(1), nil)
	case reflect.TypeFor[*bignum.Float]():
		add(bignum.NewFloat(1), nil, new(bignum.Float).SetInf(true))
	case reflect.TypeFor[*base64.Encoding]():
		add(base64.StdEncoding, nil)
	case reflect.TypeFor[time.Time]():
		add(time.Unix(0, 0), time.Time{}, time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0))
	case reflect.TypeFor[<-chan int](), reflect.TypeFor[chan<- int]():
		if t.ChanDir() == reflect.RecvDir {
			add(done)
		} else {
			add(make(chan int, 10))
		}
		add(nil)
	default:
		switch k := t.Kind(); k {
		case reflect.Bool:
			add(true, false)
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			add(1, 0, -1, 64, 65, 1000)
			most := reflect.New(t).Elem()
			most.SetInt(math.MaxInt64 >> (64 - t.Bits()))
			least := reflect.New(t).Elem()
			least.SetInt(math.MinInt64 >> (64 - t.Bits()))
			list = append(list, most, least)
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			add(uint(1), uint(0), uint(200))
			most := reflect.New(t).Elem()
			most.SetUint(math.MaxUint64 >> (64 - t.Bits()))
			list = append(list, most)
		case reflect.Float32, reflect.Float64:
			add(1.5, 0.0, math.NaN(), math.Inf(1), -math.MaxFloat64)
		case reflect.String:
			add(`[1]`, "", "\xff\x00", strings.Repeat("[", 100), "A", "utf8")
		case reflect.Slice:
			if t.Elem().Kind() == reflect.Uint8 {
				add([]byte(`[1,2]`), nil, []byte{}, []byte("\xff{"), []byte(strings.Repeat(`[`, 500)))
				break
			}
			add(nil)
			one := reflect.MakeSlice(t, 1, 1)
			list = append(list, one)
			if values := arguments(t.Elem()); len(values) > 0 {
				good := reflect.MakeSlice(t, 1, 1)
				good.Index(0).Set(values[0])
				list = append(list, good)
			}
		case reflect.Func:
			list = append(list, reflect.MakeFunc(t, func([]reflect.Value) (out []reflect.Value) {
				for i := range t.NumOut() {
					out = append(out, reflect.Zero(t.Out(i)))
				}
				return out
			}), reflect.Zero(t))
		case reflect.Pointer:
			list = append(list, reflect.New(t.Elem()), reflect.Zero(t))
		default:
			list = append(list, reflect.Zero(t))
		}
	}
	return list
}

type noTransport struct{}

func (noTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader("[1]")), Header: http.Header{}, Request: r}, nil
}

// own is how the frames of the module's own code look in a stack.
const own = "github.com/zetes-json/zetes"

// attempt calls f with args, uses what it returns, and says how it panicked, if by the runtime.
func attempt(f reflect.Value, args []reflect.Value) (fault string) {
	defer func() {
		v := recover()
		if _, ok := v.(runtime.Error); ok {
			fault = fmt.Sprintf("%v\n%s", v, debug.Stack())
		}
	}()
	for _, out := range f.Call(args) {
		use(out)
	}
	return ""
}

// use calls a few times what is a function, and asks errors for their text.
func use(out reflect.Value) {
	if out.Kind() == reflect.Func && !out.IsNil() && out.Type().NumIn() == 1 && out.Type().In(0).Kind() == reflect.Func {
		n := 0
		yield := out.Type().In(0)
		out.Call([]reflect.Value{reflect.MakeFunc(yield, func([]reflect.Value) []reflect.Value {
			n++
			return []reflect.Value{reflect.ValueOf(n < 3)}
		})})
	}
	if out.CanInterface() {
		switch x := out.Interface().(type) {
		case error:
			_ = fmt.Sprintf("%v %+v", x, x)
		case http.Handler:
			x.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", strings.NewReader("1")))
		}
	}
}

// call calls a function with all values for one argument at a time, and with many combinations. It is a method of a
// zero value if zero is true.
func call(t *testing.T, name string, zero bool, of func() reflect.Value) {
	typ := of().Type()
	random := rand.New(rand.NewPCG(1, 1))
	at := func(i int) reflect.Type { return typ.In(i) }
	tries := long.Rounds(20, 60)
	var picks [][]int
	for i := range typ.NumIn() {
		for k := range arguments(at(i)) {
			pick := make([]int, typ.NumIn())
			pick[i] = k
			picks = append(picks, pick)
		}
	}
	for range tries * min(typ.NumIn(), 2) {
		pick := make([]int, typ.NumIn())
		for i := range pick {
			pick[i] = random.IntN(len(arguments(at(i))))
		}
		picks = append(picks, pick)
	}
	if typ.NumIn() == 0 {
		picks = append(picks, nil)
	}
	said := map[string]bool{}
	for _, pick := range picks {
		var args []reflect.Value
		var shown []string
		for i, k := range pick {
			v := arguments(at(i))[k]
			shown = append(shown, fmt.Sprintf("%d: %.40s", k, fmt.Sprintf("%T", v.Interface())))
			if typ.IsVariadic() && i == typ.NumIn()-1 {
				for j := range v.Len() {
					args = append(args, v.Index(j))
				}
				continue
			}
			args = append(args, v)
		}
		fault := attempt(of(), args)
		if fault == "" || strings.HasPrefix(fault, nilUsed) && anyNil(args) || documented(name, fault, zero, args) {
			continue
		}
		if key, _, _ := strings.Cut(fault, "\n"); !said[key] {
			said[key] = true
			t.Errorf("%s(%s): %s", name, strings.Join(shown, ", "), brief(fault))
		}
	}
}

// nilUsed is what the runtime says where nil is used: as everywhere in Go that is what comes of a nil reader, writer
// or function where one is needed.
const nilUsed = "runtime error: invalid memory address or nil pointer dereference"

// anyNil reports whether one of args is nil, or has nil in it.
func anyNil(args []reflect.Value) bool {
	for _, v := range args {
		for v.Kind() == reflect.Interface && !v.IsNil() {
			v = v.Elem()
		}
		switch v.Kind() {
		case reflect.Pointer, reflect.Func, reflect.Interface, reflect.Map, reflect.Chan:
			if v.IsNil() {
				return true
			}
			if v.Type() == reflect.TypeFor[*http.Request]() || v.Type() == reflect.TypeFor[*http.Response]() {
				if v.Elem().IsZero() {
					return true
				}
			}
		case reflect.Slice:
			for i := range v.Len() {
				if anyNil([]reflect.Value{v.Index(i)}) {
					return true
				}
			}
		}
	}
	return false
}

// documented reports whether the documentation says of a fault that it comes.
func documented(name, fault string, zero bool, args []reflect.Value) bool {
	switch {
	case name == "buffer.Buffer.Reserve":
		return strings.HasPrefix(fault, "runtime error: makeslice: ")
	case strings.HasPrefix(name, "codec.Writer.") && zero:
		return strings.HasPrefix(fault, nilUsed)
	}
	for _, v := range args {
		if w, ok := v.Interface().(*codec.Writer); ok && reflect.ValueOf(w).Elem().IsZero() {
			return true
		}
	}
	return false
}

// brief is what failed, and the last functions of the module's that were at work.
func brief(fault string) string {
	lines := strings.Split(fault, "\n")
	out := lines[0]
	n := 0
	for _, l := range lines {
		if strings.HasPrefix(l, own) && !strings.Contains(l, "internal/tests/hostile") && n < 3 {
			out += "\n\t" + strings.TrimPrefix(l, own)
			n++
		}
	}
	return out
}

// exported returns the exported functions and methods of the module's public packages, but for static, which is for
// generated code alone: its functions take positions from one another.
func exported(t *testing.T) (all []string) {
	_, file, _, _ := runtime.Caller(0)
	root := filepath.Join(filepath.Dir(file), "..", "..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name := d.Name()
		if path != root {
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil || name == "internal" || name == "examples" || name == "testdata" || name[0] == '.' || name[0] == '_' {
				return filepath.SkipDir
			}
		}
		p, err := build.ImportDir(path, 0)
		if err != nil {
			return nil // no package
		}
		for _, f := range p.GoFiles {
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(path, f), nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, d := range parsed.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() {
					continue
				}
				at := p.Name + "."
				if path != root && name == "v2" {
					at = p.Name + "v2."
				}
				if f.Recv != nil {
					typ := f.Recv.List[0].Type
					if star, ok := typ.(*ast.StarExpr); ok {
						typ = star.X
					}
					if index, ok := typ.(*ast.IndexExpr); ok {
						typ = index.X
					}
					id := typ.(*ast.Ident)
					if !id.IsExported() {
						continue
					}
					at += id.Name + "."
				}
				all = append(all, at+f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 200 {
		t.Fatalf("only %d functions and methods", len(all))
	}
	return all
}

// TestArguments calls all that the public packages export with arguments that make no sense: nil, zero values, huge
// and negative counts, readers and writers that lie. Calls may fail or panic with words of their own.
func TestArguments(t *testing.T) {
	for _, name := range exported(t) {
		parts := strings.Split(name, ".")
		if len(parts) == 2 {
			if f, ok := functions[name]; ok {
				t.Run(name, func(t *testing.T) { call(t, name, false, func() reflect.Value { return reflect.ValueOf(f) }) })
			} else if !slices.Contains(settings, name) {
				t.Errorf("%s has no row", name)
			}
			continue
		}
		if name == "buffer.Buffer.Reserve" && strconv.IntSize == 32 {
			continue // the largest int is more memory than there is, but not out of range
		}
		makers, ok := receivers[parts[0]+"."+parts[1]]
		if !ok {
			t.Errorf("%s.%s has no row", parts[0], parts[1])
		}
		for i, m := range makers {
			if !reflect.ValueOf(m()).MethodByName(parts[2]).IsValid() {
				t.Errorf("%s, row %d: no method", name, i)
				continue
			}
			t.Run(fmt.Sprint(name, "/", i), func(t *testing.T) {
				call(t, name, reflect.ValueOf(m()).Elem().IsZero(), func() reflect.Value { return reflect.ValueOf(m()).MethodByName(parts[2]) })
			})
		}
	}
}
