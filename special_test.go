package zetes_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestSpecialKeys: a codec for values of a type does not change its keys, whose names are those of its methods.
func TestSpecialKeys(t *testing.T) {
	type addrs map[netip.Addr]netip.Addr
	api := zetes.Config{Codecs: []codec.Codec{codec.For(
		func(w *codec.Writer, a *netip.Addr) { w.String("<" + a.String() + ">") },
		func(r *codec.Reader, a *netip.Addr) { *a, _ = netip.ParseAddr(r.String()[1:]) },
	)}}.Freeze()
	v := addrs{netip.MustParseAddr("::1"): {}}
	out, err := api.MarshalString(v)
	if want := `{"::1":"\u003cinvalid IP\u003e"}`; out != want || err != nil {
		t.Errorf("got %s, %v; want %s", out, err, want)
	}
	var got addrs
	if err := api.UnmarshalString(`{"::1":" 1.2.3.4"}`, &got); err != nil || !reflect.DeepEqual(got, addrs{netip.MustParseAddr("::1"): netip.MustParseAddr("1.2.3.4")}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// textDuration is what a time.Duration is under DurationsAsStrings, said by methods.
type textDuration time.Duration

func (d textDuration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }
func (d *textDuration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err == nil {
		*d = textDuration(v)
	}
	return err
}

// durations has the places of a duration of type D.
type durations[D comparable] struct {
	V, W D
	P    *D
	S    []D
	A    [2]D
	M    map[string]D
	K    map[D]*D
	E    D `json:",omitempty"`
	N    int
}

// TestDurations compares durations as strings with a type that has methods, under encoding/json.
func TestDurations(t *testing.T) {
	n := uint64(5000)
	if !long.On() {
		n = 500
	}
	api := zetes.Config{DurationsAsStrings: true}.Freeze()
	accepted := uint64(0)
	for seed := range n {
		rnd := rand.New(rand.NewPCG(seed, 1))
		text := durationDocument(rnd)
		var want durations[textDuration]
		var got durations[time.Duration]
		wantErr, gotErr := json.Unmarshal([]byte(text), &want), api.UnmarshalString(text, &got)
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("%s: %v, want %v", text, gotErr, wantErr)
		}
		if wantErr != nil {
			continue
		}
		accepted++
		wantText, _ := json.Marshal(&want)
		gotText, err := api.Marshal(&got)
		if err != nil || string(gotText) != string(wantText) {
			t.Fatalf("%s: %s, %v; want %s", text, gotText, err, wantText)
		}
		var back durations[time.Duration]
		if err := api.Unmarshal(gotText, &back); err != nil || !reflect.DeepEqual(back, got) {
			t.Fatalf("%s becomes %+v, want %+v (%v)", gotText, back, got, err)
		}
	}
	if accepted < n/10 || accepted > n*9/10 {
		t.Errorf("%d of %d documents are accepted", accepted, n)
	}
}

// durationDocument makes a document for durations, which may have something wrong.
func durationDocument(rnd *rand.Rand) string {
	text := func() string {
		d := time.Duration(rnd.Uint64() >> rnd.IntN(64))
		if rnd.IntN(3) == 0 {
			d = -d
		}
		s := d.String()
		if rnd.IntN(40) == 0 {
			at := rnd.IntN(len(s))
			s = s[:at] + string(".hms0 +-9"[rnd.IntN(9)]) + s[at+1:]
		}
		return strconv.Quote(s)
	}
	value := func() string {
		if rnd.IntN(60) == 0 {
			return []string{`1`, `"1"`, `""`, `"-"`, `{}`, `true`, `[]`, `"5 m"`}[rnd.IntN(8)]
		}
		if rnd.IntN(20) == 0 {
			return []string{`null`, `"0"`, `"1.5h"`, `"+1m"`, `"\u0031s"`, `"1h1h"`, `"3us"`, `"3μs"`}[rnd.IntN(8)]
		}
		return text()
	}
	var members []string
	for range 1 + rnd.IntN(5) {
		m := "VWPSAMKEN"[rnd.IntN(9)]
		v := value()
		switch m {
		case 'S', 'A':
			v = "[" + v + " , " + value() + "]"
		case 'M':
			v = `{"a":` + v + `,"b":` + value() + `}`
		case 'K':
			v = "{" + text() + ":" + v + "," + text() + ":" + value() + "}"
		case 'N':
			v = "1"
		}
		members = append(members, `"`+string(m)+`":`+v)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestDurationsAll: each value that is no duration is an error of its own.
func TestDurationsAll(t *testing.T) {
	api := zetes.Config{DurationsAsStrings: true}.Freeze()
	var v durations[time.Duration]
	err := api.UnmarshalAll([]byte(`{"V":5,"W":"1s","S":["x","2s",{}],"K":{"3":"1s","4s":"5"},"N":6}`), &v, 10)
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatal(err)
	}
	var got []string
	for _, err := range list.Unwrap() {
		e, ok := err.(*zetes.Error)
		if !ok {
			t.Fatalf("%T", err)
		}
		got = append(got, e.Pointer)
	}
	if want := []string{"/V", "/S/0", "/S/2", "/K/3", "/K/4s"}; !reflect.DeepEqual(got, want) {
		t.Errorf("errors at %v, want %v", got, want)
	}
	if v.W != time.Second || len(v.S) != 3 || v.S[1] != 2*time.Second || v.N != 6 {
		t.Errorf("got %+v", v)
	}
}
