//go:build goexperiment.jsonv2 && go1.27

package anytype

import (
	"bytes"
	"encoding"
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/big"
	"math/rand/v2"
	"net"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
)

// Functions for values of random types: what they return depends on the value, as that of the methods.

// writes makes a list of one function with each package. streams says that the function gets an Encoder, and sometimes
// declines.
type writes struct{ std, ours *json.Marshalers }

// number returns a number that depends on the value that v is or leads to.
func number(v any) int { return int(sum(reflect.ValueOf(v), 0)*2654435761>>8) % 122 }

func sum(v reflect.Value, depth int) (n uint32) {
	switch k := v.Kind(); {
	case depth > 8:
	case k == reflect.Pointer || k == reflect.Interface:
		if !v.IsNil() {
			return sum(v.Elem(), depth+1)
		}
	case k == reflect.String:
		return crc32.ChecksumIEEE([]byte(v.String()))
	case k == reflect.Struct:
		for i := range v.NumField() {
			n = 5*n + sum(v.Field(i), depth+1)
		}
	case k == reflect.Slice || k == reflect.Array:
		for i := range v.Len() {
			n = 5*n + sum(v.Index(i), depth+1)
		}
	case k == reflect.Map:
		for it := v.MapRange(); it.Next(); {
			n += 5*sum(it.Key(), depth+1) + sum(it.Value(), depth+1)
		}
	case v.CanInt():
		return uint32(v.Int())
	case v.CanUint():
		return uint32(v.Uint())
	case v.CanFloat():
		return uint32(v.Float() * 8)
	}
	return n
}

func write[T any](streams bool) writes {
	name := fmt.Sprint("func ", reflect.TypeFor[T](), " ")
	if !streams {
		f := func(v T) ([]byte, error) {
			n := number(v)
			if r := reflect.ValueOf(v); n%5 == 0 && r.Kind() == reflect.Pointer && r.Elem().Kind() == reflect.Int {
				r.Elem().SetInt(7)
			}
			return result(name, n)
		}
		return writes{stdjson.MarshalFunc(f), json.MarshalFunc(f)}
	}
	f := func(e *jsontext.Encoder, v T) error {
		n := number(v)
		log = append(log, fmt.Sprint(name, "to ", n))
		if n%3 == 0 {
			return errors.ErrUnsupported
		}
		return e.WriteToken(jsontext.String(name))
	}
	return writes{stdjson.MarshalToFunc(f), json.MarshalToFunc(f)}
}

var writing = []func(streams bool) writes{
	write[int], write[*int], write[string], write[*string], write[float64], write[jsonInt], write[jsonString], write[jsonStruct], write[*jsonStruct], write[*jsonPointer], write[jsonMap],
	write[textInt], write[*textPointer], write[appendInt], write[time.Time], write[*time.Time], write[netip.Addr], write[*big.Int], write[big.Int], write[jsontext.Value], write[v1.Number],
	write[fmt.Stringer], write[v1.Marshaler], write[encoding.TextMarshaler], write[encoding.TextAppender], write[[]int], write[map[string]any], write[[2]int], write[changes], write[jsonMore], write[net.IP],
	write[any], write[*any], write[map[string]string], write[struct{}], write[jsonTo], write[int8],
}

// randomly returns a list of random functions, joined in one of several ways. Some parts come from encoding/json/v2, or
// are nil.
func randomly[S any](rnd *rand.Rand, one func() (std, ours *S), stdJoin, join func(...*S) *S) (std, ours *S) {
	var theirs, own []*S
	for range 1 + rnd.IntN(3) + rnd.IntN(2)*rnd.IntN(6) {
		a, b := one()
		if rnd.IntN(30) == 0 {
			b = a
		}
		if theirs, own = append(theirs, a), append(own, b); rnd.IntN(8) == 0 {
			theirs, own = []*S{stdJoin(theirs...)}, []*S{join(own...)}
		}
		if rnd.IntN(10) == 0 {
			theirs, own = append(theirs, nil), append(own, nil)
		}
	}
	if len(own) == 1 {
		return theirs[0], own[0]
	}
	return stdJoin(theirs...), join(own...)
}

// TestWritesByFunctionsV2 writes values under random lists of functions and random options: output, error, the calls of
// functions and methods and their order are those of the standard library.
func TestWritesByFunctionsV2(t *testing.T) {
	count := 10_000
	if long.On() {
		count = 100_000
	}
	failed, bad, called := 0, 0, 0
	for n := range count {
		rnd := rand.New(rand.NewPCG(31, uint64(n)))
		typ := callingType(rnd, 1+rnd.IntN(3))
		std, ours := randomly(rnd, func() (*json.Marshalers, *json.Marshalers) {
			w := writing[rnd.IntN(len(writing)-rnd.IntN(2)*rnd.IntN(20))](rnd.IntN(9) == 0)
			return w.std, w.ours
		}, stdjson.JoinMarshalers, json.JoinMarshalers)
		set := json.Deterministic(true)
		if n%4 == 3 {
			set = json.JoinOptions(randomSet(rnd), set)
		}
		value := func() any {
			rnd := rand.New(rand.NewPCG(32, uint64(n)))
			v := reflect.New(typ)
			fill(v.Elem(), rnd, []int{1 << 30, 200, 20}[n%3], 0)
			if n%2 == 0 {
				return v.Interface()
			}
			return v.Elem().Interface()
		}
		own := value()
		var v any
		var want []byte
		var wantErr error
		judge := func() []string {
			v, log = value(), nil
			if want, wantErr = stdjson.Marshal(v, set, json.WithMarshalers(std)); wantErr != nil && n%7 == 0 {
				want = nil // how much is written before an error is not compared
			}
			return log
		}
		wantLog := judge()
		log = nil
		opts := []json.Options{set, json.WithMarshalers(ours)}
		if n%5 == 0 {
			opts = []json.Options{json.JoinOptions(json.WithMarshalers(json.MarshalFunc(func(any) ([]byte, error) { panic("replaced") })), json.WithUnmarshalers(nil), json.WithMarshalers(ours)), set}
		}
		var got []byte
		var err error
		if n%7 > 0 {
			got, err = json.Marshal(own, opts...)
		} else {
			b := bytes.NewBuffer(nil)
			if err = json.MarshalWrite(b, own, opts...); err == nil {
				got = b.Bytes()
			}
		}
		gotLog, differs := log, true
		for i := 0; i < 1000 && differs; i++ {
			differs = fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(withoutOrder(err), withoutOrder(wantErr)) || string(got) != string(want) || !reflect.DeepEqual(gotLog, wantLog) || !reflect.DeepEqual(v, own)
			if again := judge(); differs && !reflect.DeepEqual(again, wantLog) {
				differs = false // functions for keys are called in the order of maps
			}
		}
		if differs {
			if failed++; failed < 10 {
				t.Errorf("value %d: %T under %s\n got %q, %v, %v\nwant %q, %v, %v", n, v, describe(set), got, err, gotLog, want, wantErr, wantLog)
			}
		}
		if len(gotLog) > 0 {
			called++
		}
		if wantErr != nil {
			bad++
		}
	}
	t.Logf("%d of %d values are errors, %d call functions or methods", bad, count, called)
	if bad*10 < count || bad*10 > count*9 || called*4 < count {
		t.Errorf("%d of %d values are errors, %d call functions or methods", bad, count, called)
	}
}

type reads struct{ std, ours *json.Unmarshalers }

func readBy[T any](streams bool) reads {
	name := fmt.Sprint("func ", reflect.TypeFor[T](), " ")
	f := func(b []byte, v T) error {
		var s string
		err := read(fmt.Sprint(name, reflect.TypeOf(v), " into ", number(v)), b, &s)
		if r := reflect.ValueOf(v).Elem(); len(b)%2 == 0 {
			r.SetZero()
		} else if r.Kind() == reflect.String {
			r.SetString(s)
		} else if r.Kind() == reflect.Int {
			r.SetInt(int64(len(s)))
		}
		return err
	}
	if !streams {
		return reads{stdjson.UnmarshalFunc(f), json.UnmarshalFunc(f)}
	}
	from := func(d *jsontext.Decoder, v T) error {
		if k := d.PeekKind(); k == '0' || k == 'n' {
			log = append(log, name+"declines")
			return errors.ErrUnsupported
		}
		b, err := d.ReadValue()
		if err != nil {
			return err
		}
		return f(b, v)
	}
	return reads{stdjson.UnmarshalFromFunc(from), json.UnmarshalFromFunc(from)}
}

var readers = []func(streams bool) reads{
	readBy[*int], readBy[*string], readBy[*float64], readBy[*readsJSON], readBy[*readsSlice], readBy[*readsText], readBy[*readsString], readBy[*readsBoth], readBy[*readsInside], readBy[*time.Time],
	readBy[*netip.Addr], readBy[*big.Int], readBy[*net.IP], readBy[*jsontext.Value], readBy[*v1.Number], readBy[v1.Unmarshaler], readBy[encoding.TextUnmarshaler], readBy[fmt.Stringer],
	readBy[*[]int], readBy[*[2]int8], readBy[*writesOnly], readBy[*readsFrom], readBy[*[]string], readBy[*map[string]int],
	readBy[any], readBy[*any], readBy[*map[string]any], readBy[**int], readBy[*bool],
}

// TestReadsByFunctionsV2 decodes under random lists of functions and random options: target, error, the calls of
// functions and methods and their order are those of the standard library.
func TestReadsByFunctionsV2(t *testing.T) {
	count := 10_000
	if long.On() {
		count = 100_000
	}
	failed, bad, called := 0, 0, 0
	for n := range count {
		rnd := rand.New(rand.NewPCG(41, uint64(n)))
		typ := readingType(rnd, 1+rnd.IntN(3))
		doc := document(typ, rnd, []int{1 << 30, 40, 8}[n%3])
		if at := rnd.IntN(len(doc)); n%10 == 0 {
			doc = doc[:at] + []string{"", "x", `"`, "}", ",", "\xff"}[rnd.IntN(6)] + doc[at+rnd.IntN(2):]
		}
		std, ours := randomly(rnd, func() (*json.Unmarshalers, *json.Unmarshalers) {
			r := readers[rnd.IntN(len(readers)-rnd.IntN(2)*5)](rnd.IntN(9) == 0)
			return r.std, r.ours
		}, stdjson.JoinUnmarshalers, json.JoinUnmarshalers)
		var set json.Options
		if n%4 == 3 {
			set = randomSet(rnd)
		}
		want, got := reflect.New(typ), reflect.New(typ)
		if n%2 == 1 { // over values that the targets hold
			first := []byte(document(typ, rnd, 1000))
			_, _ = stdjson.Unmarshal(first, want.Interface()), stdjson.Unmarshal(first, got.Interface())
		}
		log = nil
		wantErr := stdjson.Unmarshal([]byte(doc), want.Interface(), set, json.WithUnmarshalers(std))
		wantLog := log
		log = nil
		var err error
		switch {
		case n%5 == 1 && wantErr == nil: // of other readers, which can't go back, errors are unsteady
			err = json.UnmarshalRead(struct{ io.Reader }{bytes.NewBufferString(doc)}, got.Interface(), set, json.WithUnmarshalers(ours))
		case n%5 == 0:
			err = json.UnmarshalRead(bytes.NewBufferString(doc), got.Interface(), json.JoinOptions(json.WithUnmarshalers(ours), json.WithMarshalers(nil)), set)
		default:
			err = json.Unmarshal([]byte(doc), got.Interface(), set, json.WithUnmarshalers(ours))
		}
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(withoutOrder(err), withoutOrder(wantErr)) || !reflect.DeepEqual(got.Interface(), want.Interface()) || !reflect.DeepEqual(log, wantLog) {
			if failed++; failed < 10 {
				t.Errorf("document %d: %q into %v under %s\n got %+v, %v, %q\nwant %+v, %v, %q", n, doc, typ, describe(set), got.Elem(), err, log, want.Elem(), wantErr, wantLog)
			}
		}
		if len(log) > 0 {
			called++
		}
		if wantErr != nil {
			bad++
		}
	}
	t.Logf("%d of %d documents are errors, %d call functions or methods", bad, count, called)
	if bad*10 < count || bad*10 > count*9 || called*4 < count {
		t.Errorf("%d of %d documents are errors, %d call functions or methods", bad, count, called)
	}
}
