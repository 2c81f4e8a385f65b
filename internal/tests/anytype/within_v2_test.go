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
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json/v2"
)

// Functions that get an Encoder or a Decoder call the package again: with its Options, or with the Encoder itself.

// entries are the entry points of a package that such functions call.
type entries struct {
	marshal         func(any, ...json.Options) ([]byte, error)
	marshalEncode   func(*jsontext.Encoder, any, ...json.Options) error
	unmarshal       func([]byte, any, ...json.Options) error
	unmarshalDecode func(*jsontext.Decoder, any, ...json.Options) error
	joinM           func(...*json.Marshalers) *json.Marshalers
	joinU           func(...*json.Unmarshalers) *json.Unmarshalers
}

var theirEntries = entries{stdjson.Marshal, stdjson.MarshalEncode, stdjson.Unmarshal, stdjson.UnmarshalDecode, stdjson.JoinMarshalers, stdjson.JoinUnmarshalers}
var ourEntries = entries{json.Marshal, json.MarshalEncode, json.Unmarshal, json.UnmarshalDecode, json.JoinMarshalers, json.JoinUnmarshalers}

// nested counts the calls of functions within one another.
var nested int

func encodes[T any](by *entries) *json.Marshalers {
	name := fmt.Sprint(reflect.TypeFor[T]())
	f := func(e *jsontext.Encoder, v T) error {
		n := number(v)
		log = append(log, fmt.Sprint(name, n, e.StackPointer(), e.StackDepth(), e.OutputOffset()))
		if nested > 2 {
			return errors.ErrUnsupported
		}
		nested++
		defer func() { nested-- }()
		inner := []any{n, "s", map[string]int8{"k": int8(n)}, time.Unix(int64(n), 0).UTC(), jsonInt(n), &n}[n%6]
		switch n % 9 {
		case 0:
			return errors.ErrUnsupported
		case 1, 2:
			b, err := by.marshal(inner, e.Options())
			if err != nil {
				return err
			}
			return e.WriteValue(b)
		case 3:
			return by.marshalEncode(e, inner)
		case 4:
			_ = e.WriteToken(jsontext.BeginObject)
			_ = e.WriteToken(jsontext.String(name))
			if err := by.marshalEncode(e, inner, json.WithMarshalers(nil)); err != nil {
				return err
			}
			return e.WriteToken(jsontext.EndObject)
		case 5:
			if n%5 == 0 {
				return failure(n)
			}
			return nil // nothing is written, which is an error
		case 6:
			return by.marshalEncode(e, inner, json.StringifyNumbers(true))
		}
		return e.WriteToken(jsontext.String(name))
	}
	if by == &ourEntries {
		return json.MarshalToFunc(f)
	}
	return stdjson.MarshalToFunc(f)
}

var encodingBy = []func(*entries) *json.Marshalers{
	encodes[int], encodes[*int], encodes[string], encodes[*string], encodes[float64], encodes[jsonInt], encodes[jsonStruct], encodes[*jsonStruct], encodes[jsonMap], encodes[time.Time],
	encodes[fmt.Stringer], encodes[v1.Marshaler], encodes[encoding.TextMarshaler], encodes[[]int], encodes[map[string]any], encodes[any], encodes[*any], encodes[jsonTo], encodes[int8],
}

func decodes[T any](by *entries) *json.Unmarshalers {
	name := fmt.Sprint(reflect.TypeFor[T]())
	f := func(d *jsontext.Decoder, v T) error {
		k := d.PeekKind()
		log = append(log, fmt.Sprint(name, reflect.TypeOf(v), k, d.StackPointer(), d.StackDepth(), d.InputOffset()))
		if nested > 2 {
			return errors.ErrUnsupported
		}
		nested++
		defer func() { nested-- }()
		var inner any
		switch (int(d.InputOffset()) + len(log)) % 8 {
		case 0:
			return errors.ErrUnsupported
		case 1:
			b, err := d.ReadValue()
			if err != nil {
				return err
			}
			err = by.unmarshal(b, &inner, d.Options())
			log = append(log, fmt.Sprint(inner, err))
			return err
		case 2:
			err := by.unmarshalDecode(d, &inner)
			log = append(log, fmt.Sprint(inner, err))
			return err
		case 3:
			var n []int
			return by.unmarshalDecode(d, &n)
		case 4:
			return d.SkipValue()
		case 5:
			var n int
			err := by.unmarshalDecode(d, &n, json.StringifyNumbers(true), json.WithUnmarshalers(nil))
			log = append(log, fmt.Sprint(n, err))
			return err
		case 6:
			if len(log)%4 == 0 {
				return failure(len(log))
			}
			return nil // nothing is read, which is an error
		}
		_, err := d.ReadValue()
		return err
	}
	if by == &ourEntries {
		return json.UnmarshalFromFunc(f)
	}
	return stdjson.UnmarshalFromFunc(f)
}

var decodingBy = []func(*entries) *json.Unmarshalers{
	decodes[*int], decodes[*string], decodes[*float64], decodes[*readsJSON], decodes[*readsText], decodes[*readsBoth], decodes[*time.Time], decodes[*jsontext.Value],
	decodes[v1.Unmarshaler], decodes[encoding.TextUnmarshaler], decodes[fmt.Stringer], decodes[*[]int], decodes[*[]string], decodes[*map[string]int],
	decodes[any], decodes[*any], decodes[*map[string]any], decodes[**int], decodes[*bool],
}

// TestFunctionsWithinV2: functions that get an Encoder or Decoder, whatever they call, have the results of
// encoding/json/v2 through every entry point, also in the middle of a stream, and by options of the Encoder or Decoder.
func TestFunctionsWithinV2(t *testing.T) {
	count := 6000
	if long.On() {
		count = 100_000
	}
	failed, bad, called := 0, 0, 0
	for n := range count {
		run := func(by *entries) (out string, err error, target any) {
			defer func() {
				if p := recover(); p != nil {
					out += fmt.Sprint("panic ", p)
					nested = 0
				}
			}()
			rnd := rand.New(rand.NewPCG(51, uint64(n)))
			log = nil
			var set json.Options = json.Deterministic(true)
			if rnd.IntN(3) == 0 {
				set = json.JoinOptions(randomSet(rnd), set)
			}
			way, middle := rnd.IntN(6), rnd.IntN(4)
			if rnd.IntN(2) == 0 {
				var list []*json.Marshalers
				for range 1 + rnd.IntN(4) {
					list = append(list, encodingBy[rnd.IntN(len(encodingBy))](by))
				}
				with := json.WithMarshalers(by.joinM(list...))
				v := reflect.New(callingType(rnd, 1+rnd.IntN(3)))
				fill(v.Elem(), rnd, []int{1 << 30, 200, 20}[n%3], 0)
				value := v.Interface()
				if rnd.IntN(2) == 0 {
					value = v.Elem().Interface()
				}
				var b bytes.Buffer
				e := jsontext.NewEncoder(&b, set)
				if way < 3 {
					e = jsontext.NewEncoder(&b, set, with)
				}
				for _, tok := range [][]jsontext.Token{nil, {jsontext.BeginArray, jsontext.Int(1)}, {jsontext.BeginObject, jsontext.String("a")}, {jsontext.BeginObject}}[middle] {
					_ = e.WriteToken(tok)
				}
				switch way {
				case 0, 1:
					err = by.marshalEncode(e, value)
				case 2:
					var text []byte
					text, err = by.marshal(value, e.Options())
					out = string(text)
				case 3, 4:
					err = by.marshalEncode(e, value, with)
				case 5:
					var text []byte
					text, err = by.marshal(value, set, with)
					out = string(text)
				}
				if err == nil && way != 2 && way != 5 {
					err = by.marshalEncode(e, value, with)
				}
				return out + fmt.Sprint("|", b.String(), e.OutputOffset(), e.StackPointer(), e.StackDepth()), err, value
			}
			var list []*json.Unmarshalers
			for range 1 + rnd.IntN(4) {
				list = append(list, decodingBy[rnd.IntN(len(decodingBy))](by))
			}
			with := json.WithUnmarshalers(by.joinU(list...))
			typ := readingType(rnd, 1+rnd.IntN(3))
			doc := document(typ, rnd, []int{1 << 30, 40, 8}[n%3])
			v := reflect.New(typ).Interface()
			if rnd.IntN(2) == 0 {
				_ = stdjson.Unmarshal([]byte(document(typ, rnd, 1000)), v)
			}
			text := []string{"", "[1,", `{"a":`, "{"}[middle] + doc + " " + []string{doc, "," + doc + "]", "}", ":1}"}[middle]
			d := jsontext.NewDecoder(bytes.NewBufferString(text), set)
			if way < 3 {
				d = jsontext.NewDecoder(bytes.NewBufferString(text), set, with)
			}
			for range []int{0, 2, 2, 1}[middle] {
				_, _ = d.ReadToken()
			}
			switch way {
			case 0, 1:
				err = by.unmarshalDecode(d, v)
			case 2:
				err = by.unmarshal([]byte(doc), v, d.Options())
			case 3, 4:
				err = by.unmarshalDecode(d, v, with)
			case 5:
				err = by.unmarshal([]byte(doc), v, set, with)
			}
			if err == nil && way != 2 && way != 5 {
				err = by.unmarshalDecode(d, v, with)
			}
			return fmt.Sprint(text, d.InputOffset(), d.StackPointer(), d.StackDepth()), err, v
		}
		out, err, v := run(&ourEntries)
		gotLog, differs := log, true
		for i := 0; i < 20_000 && differs; i++ {
			want, wantErr, target := run(&theirEntries)
			differs = out != want || fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(withoutOrder(err), withoutOrder(wantErr)) || !reflect.DeepEqual(v, target) || !reflect.DeepEqual(gotLog, log)
			if differs && i == 19_999 {
				if failed++; failed < 10 {
					t.Errorf("case %d: %T\n got %q, %v, %+v, %q\nwant %q, %v, %+v, %q", n, v, out, err, v, gotLog, want, wantErr, target, log)
				}
			}
		}
		if len(gotLog) > 0 {
			called++
		}
		if err != nil {
			bad++
		}
	}
	t.Logf("%d of %d calls are errors, %d call functions or methods", bad, count, called)
	if bad*10 < count || bad*10 > count*9 || called*4 < count {
		t.Errorf("%d of %d calls are errors, %d call functions or methods", bad, count, called)
	}
}
