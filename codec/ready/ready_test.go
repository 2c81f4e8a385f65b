package ready_test

import (
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
	"github.com/zetes-json/zetes/codec/ready/sqlnull"
)

// blob is bytes by another name.
type blob []byte

// at is a time in milliseconds since 1970.
func at(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// TestReady has values with their text, which is read to the same value.
func TestReady(t *testing.T) {
	fail := func(string) (url.URL, error) { return url.URL{}, errors.New("no address") }
	for _, row := range []struct {
		c    codec.Codec
		v    any
		text string
	}{
		{ready.UnixTime(time.Second), at(1500000), `1500`},
		{ready.UnixTime(time.Millisecond), at(-1), `-1`},
		{ready.UnixTime(time.Nanosecond), at(1), `1000000`},
		{ready.Layouts(time.DateOnly, time.RFC3339), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), `"2026-01-02"`},
		{ready.Layouts(time.RFC1123), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), `"Fri, 02 Jan 2026 03:04:05 UTC"`},
		{ready.Duration(time.Second), 90 * time.Second, `90`},
		{ready.Duration(time.Second), -1500 * time.Millisecond, `-1.5`},
		{ready.Duration(time.Hour), 90 * time.Second, `0.025`},
		{ready.Duration(time.Nanosecond), time.Duration(1<<63 - 1), `9223372036854775807`},
		{ready.Duration(time.Second), time.Duration(1<<63 - 1), `9223372036.854776`},
		{ready.Duration(time.Second), time.Duration(-1 << 63), `-9223372036.854776`},
		{ready.Hex[blob](), blob{0xab, 1}, `"ab01"`},
		{ready.Hex[blob](), blob(nil), `null`},
		{ready.Hex[blob](), blob{}, `""`},
		{ready.Base64[[]byte](base64.RawURLEncoding), []byte{0xfb, 0xff}, `"-_8"`},
		{ready.Numbers[[]byte](), []byte{1, 255}, `[1,255]`},
		{ready.Numbers[[]byte](), []byte{}, `[]`},
		{ready.Text(func(u url.URL) string { return u.String() }, fail), url.URL{Scheme: "https", Host: "x"}, `"https://x"`},
		{sqlnull.Of[[]int](), sql.Null[[]int]{V: []int{1}, Valid: true}, `[1]`},
		{sqlnull.Of[int](), sql.Null[int]{}, `null`},
		{sqlnull.All()[0], sql.NullString{String: "<", Valid: true}, `"\u003c"`},
		{sqlnull.All()[1], sql.NullInt64{Int64: 5, Valid: true}, `5`},
		{sqlnull.All()[2], sql.NullInt32{}, `null`},
		{sqlnull.All()[3], sql.NullInt16{Int16: -3, Valid: true}, `-3`},
		{sqlnull.All()[4], sql.NullByte{Byte: 200, Valid: true}, `200`},
		{sqlnull.All()[5], sql.NullFloat64{Float64: 1.5, Valid: true}, `1.5`},
		{sqlnull.All()[6], sql.NullBool{Valid: true}, `false`},
		{sqlnull.All()[7], sql.NullTime{Time: at(0), Valid: true}, `"1970-01-01T00:00:00Z"`},
	} {
		api := zetes.Config{Codecs: []codec.Codec{row.c}}.Freeze()
		name := fmt.Sprintf("%T %s", row.v, row.text)
		typ := reflect.TypeOf(row.v)
		list := reflect.MakeSlice(reflect.SliceOf(typ), 0, 2)
		list = reflect.Append(list, reflect.ValueOf(row.v), reflect.ValueOf(row.v))
		for want, value := range map[string]any{row.text: row.v, "[" + row.text + "," + row.text + "]": list.Interface()} {
			out, err := api.Marshal(value)
			if string(out) != want || err != nil {
				t.Errorf("%s: %s, %v", name, out, err)
			}
			if strings.Contains(want, "https") {
				continue
			}
			back := reflect.New(reflect.TypeOf(value))
			if err := api.Unmarshal([]byte(want), back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), value) {
				t.Errorf("%s: read %+v, %v", name, back.Elem(), err)
			}
		}
	}
}

// TestReadyErrors: what does not fit is an error with its place, and leaves the value.
func TestReadyErrors(t *testing.T) {
	for _, row := range []struct {
		c     codec.Codec
		v     any
		texts []string
	}{
		{ready.UnixTime(time.Second), at(7000), []string{`1.5`, `"1"`, `1e3`, `99999999999999999999`, `{}`}},
		{ready.Layouts(time.DateOnly, time.TimeOnly), at(7000), []string{`"2026"`, `1`, `""`}},
		{ready.Duration(time.Hour), time.Duration(7), []string{`1e300`, `-1e300`, `9223372036854775807`, `"1"`, `3000000000.5`}},
		{ready.Duration(time.Nanosecond), time.Duration(7), []string{`9223372036854775808`, `-9223372036854775809`, `9223372036854776000`}},
		{ready.Hex[blob](), blob{7}, []string{`"abc"`, `"xx"`, `12`, `[1]`}},
		{ready.Base64[blob](base64.StdEncoding), blob{7}, []string{`"a"`, `"-_8="`, `1`}},
		{ready.Numbers[blob](), blob{7}, []string{`[256]`, `[-1]`, `"AA"`, `[1,"x"]`}},
		{sqlnull.All()[1], sql.NullInt64{Int64: 7, Valid: true}, []string{`"x"`, `1.5`, `[]`}},
		{ready.Text(func(n int) string { return "" }, func(string) (int, error) { return 0, errors.New("no number") }), 7, []string{`"x"`, `1`}},
	} {
		api := zetes.Config{Codecs: []codec.Codec{row.c}}.Freeze()
		for _, text := range row.texts {
			list := reflect.New(reflect.SliceOf(reflect.TypeOf(row.v)))
			list.Elem().Set(reflect.Append(list.Elem(), reflect.ValueOf(row.v), reflect.ValueOf(row.v)))
			var e *zetes.Error
			if err := api.Unmarshal([]byte("[null,"+text+"]"), list.Interface()); !errors.As(err, &e) || !strings.HasPrefix(e.Pointer, "/1") {
				t.Errorf("%T, %s: %v", row.v, text, err)
			}
			if got := list.Elem().Index(1).Interface(); !reflect.DeepEqual(got, row.v) {
				t.Errorf("%T, %s: the value is %v", row.v, text, got)
			}
		}
	}
	for name, f := range map[string]func(){
		"unit": func() { ready.UnixTime(7) }, "no unit": func() { ready.UnixTime(0) }, "no layout": func() { ready.Layouts() }, "duration": func() { ready.Duration(-1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestReadyNull: null keeps a value or makes it zero, as is said, and what is not there is left out where tags say so.
func TestReadyNull(t *testing.T) {
	type held struct {
		T time.Time                   `json:",omitzero"`
		B blob                        `json:",omitempty"`
		S sql.NullString              `json:",omitzero"`
		N sql.Null[map[string]string] `json:",omitempty"`
		I sql.NullInt64
	}
	api := zetes.Config{Codecs: append(sqlnull.All(), sqlnull.Of[map[string]string](), ready.UnixTime(time.Second), ready.Hex[blob]())}.Freeze()
	if out, err := api.MarshalString(held{}); out != `{"I":null}` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	v := held{at(7000), blob{7}, sql.NullString{String: "x", Valid: true}, sql.Null[map[string]string]{V: map[string]string{"a": "b"}, Valid: true}, sql.NullInt64{Int64: 7, Valid: true}}
	if out, err := api.MarshalString(v); out != `{"T":7,"B":"07","S":"x","N":{"a":"b"},"I":7}` || err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if err := api.UnmarshalString(`{"T":null,"B":null,"S":null,"N":null,"I":null}`, &v); err != nil || !reflect.DeepEqual(v, held{T: at(7000)}) {
		t.Errorf("%+v, %v", v, err)
	}
}

func ExampleLayouts() {
	type log struct{ At, Until time.Time }
	api := zetes.Config{Codecs: []codec.Codec{ready.Layouts(time.DateTime, time.RFC3339, time.DateOnly)}}.Freeze()
	var l log
	err := api.UnmarshalString(`{"At": "2026-11-22", "Until": "2026-11-22T08:00:00Z"}`, &l)
	out, _ := api.MarshalString(l)
	fmt.Println(out, err)
	// Output: {"At":"2026-11-22 00:00:00","Until":"2026-11-22 08:00:00"} <nil>
}

func ExampleNullable() {
	// Optional is a type of somebody else's.
	type Optional struct {
		Value float64
		Set   bool
	}
	api := zetes.Config{Codecs: []codec.Codec{
		ready.Nullable(func(o *Optional) (*float64, *bool) { return &o.Value, &o.Set }),
	}}.Freeze()
	out, err := api.MarshalString([]Optional{{1.5, true}, {}})
	fmt.Println(out, err)
	// Output: [1.5,null] <nil>
}

// TestUnixBeyond: no form of times as numbers turns a number over into another era, alone or beside layouts.
func TestUnixBeyond(t *testing.T) {
	for _, name := range []string{"unix", "unixmilli", "unixmicro", "unixnano", "unix|RFC3339", "RFC3339|unix", "DateOnly|unixnano|RFC1123"} {
		c, ok := ready.Named(name, reflect.TypeFor[time.Time]())
		if !ok {
			t.Fatal(name)
		}
		api := zetes.Config{Codecs: []codec.Codec{c}}.Freeze()
		for _, text := range []string{"9223372036854775807", "-9223372036854775808", "9223371974719179008", "9223371974719179007", "-9223372028741760001", "9223372036854775808", "1e30", "253402300800", "-62135596801"} {
			at := time.Unix(5, 0)
			err := api.UnmarshalString(text, &at)
			if below := text[0] == '-'; err == nil && below != (at.Year() < 1970) || err != nil && !at.Equal(time.Unix(5, 0)) {
				t.Errorf("%s: %s is read as %v, %v", name, text, at, err)
			}
		}
	}
}
