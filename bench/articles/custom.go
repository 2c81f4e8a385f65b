package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	segmentio "github.com/segmentio/encoding/json"
	zetesjson "github.com/zetes-json/zetes/json"
)

// naive is the article's document: a plain struct.
type naive struct {
	Id       int
	Stuff    []string
	Desc     string
	Time     time.Time
	Insiders map[string]insider
}

type insider struct {
	Id   int
	Name string
}

// newNaive returns the article's value, whose time is in a zone an hour ahead.
func newNaive() *naive {
	return &naive{
		123, []string{"fee", "fi", "fo", "fum"}, `Something with "quotes" to untangle.`, time.Unix(1000, 0).In(time.FixedZone("", 3600)),
		map[string]insider{"One": {321, "Eenie"}, "Two": {421, "Meenie"}},
	}
}

// hinted has the names in tags.
type hinted struct {
	Id       int                      `json:"Id"`
	Stuff    []string                 `json:"Stuff"`
	Desc     string                   `json:"Desc"`
	Time     time.Time                `json:"Time"`
	Insiders map[string]hintedInsider `json:"Insiders"`
}

type hintedInsider struct {
	Id   int    `json:"Id"`
	Name string `json:"Name"`
}

// smart writes the object itself.
type smart naive

// MarshalJSON implements json.Marshaler. Its strings need no other escapes than strconv's quotes.
func (d *smart) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 300), `{"Id":`...)
	b = append(strconv.AppendInt(b, int64(d.Id), 10), `,"Stuff":[`...)
	for i, s := range d.Stuff {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, s)
	}
	b = strconv.AppendQuote(append(b, `],"Desc":`...), d.Desc)
	b = d.Time.AppendFormat(append(b, `,"Time":"`...), time.RFC3339Nano)
	b = append(b, `","Insiders":{`...)
	for i, name := range slices.Sorted(maps.Keys(d.Insiders)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendQuote(b, name), `:{"Id":`...)
		b = strconv.AppendInt(b, int64(d.Insiders[name].Id), 10)
		b = append(strconv.AppendQuote(append(b, `,"Name":`...), d.Insiders[name].Name), '}')
	}
	return append(b, "}}"...), nil
}

// fake returns bytes that were made before: all that is left is what calling it costs.
type fake struct{ text []byte }

// MarshalJSON implements json.Marshaler.
func (f *fake) MarshalJSON() ([]byte, error) { return f.text, nil }

// nested asks the library for what is in it, and puts an object around that: the article asks what becomes of methods
// in objects that are nested deeper.
type nested struct {
	in      any
	marshal func(any) ([]byte, error)
}

// MarshalJSON implements json.Marshaler.
func (n *nested) MarshalJSON() ([]byte, error) {
	b, err := n.marshal(n.in)
	return append(append([]byte(`{"In":`), b...), '}'), err
}

// nest returns v within so many others.
func nest(v any, levels int, marshal func(any) ([]byte, error)) any {
	for range levels {
		v = &nested{v, marshal}
	}
	return v
}

// variant is a way to write the document, with the article's figure for encoding/json, on an i5 at 2.8 GHz with Go
// 1.6.1.
type variant struct {
	name, published string
	v               any
}

// variants returns the article's, for a library.
func variants(marshal func(any) ([]byte, error)) ([]variant, error) {
	d := newNaive()
	text, err := stdjson.Marshal(d)
	if err != nil {
		return nil, err
	}
	h := &hinted{d.Id, d.Stuff, d.Desc, d.Time, map[string]hintedInsider{}}
	for name, in := range d.Insiders {
		h.Insiders[name] = hintedInsider(in)
	}
	s := (*smart)(d)
	all := []variant{{"naïve: a plain struct", "4299 ns", d}, {"hinted: names in tags", "4293 ns", h}, {"smart: MarshalJSON by hand", "6490 ns", s}, {"fake: MarshalJSON returns what is ready", "2299 ns", &fake{text}}}
	for _, levels := range []int{1, 4, 16} {
		all = append(all, variant{fmt.Sprintf("smart, in %d MarshalJSON around it", levels), "", nest(s, levels, marshal)})
	}
	return all, nil
}

// custom runs table (e).
func custom(ctx context.Context, w io.Writer, o Options) error {
	fmt.Fprintln(w, "published: encoding/json of Go 1.6.1 on an i5 at 2.8 GHz; a method of one's own is estimated there at 50 % slower with checks of what it\n"+
		"returns, and 3.5 % faster without. How that grows with nesting is asked and not answered.")
	for _, l := range []struct {
		name    string
		marshal func(any) ([]byte, error)
	}{
		{"zetes", zetesjson.Marshal}, {"encoding/json", stdjson.Marshal}, {"goccy", goccy.Marshal}, {"sonic ConfigStd", sonic.ConfigStd.Marshal},
		{"json-iterator", jsoniter.ConfigCompatibleWithStandardLibrary.Marshal}, {"segmentio", segmentio.Marshal},
	} {
		all, err := variants(l.marshal)
		if err != nil {
			return err
		}
		plain, err := variants(stdjson.Marshal)
		if err != nil {
			return err
		}
		var entries []entry
		for i, v := range all {
			want, err := stdjson.Marshal(plain[i].v)
			if err != nil {
				return err
			}
			e := entry{name: v.name, size: len(want), start: once(func() error { _, err := l.marshal(v.v); return err }), prove: func() error {
				got, err := l.marshal(v.v)
				if err == nil && string(got) != string(want) {
					err = fmt.Errorf("another result than encoding/json: %.40s", got)
				}
				return err
			}}
			if l.name == "encoding/json" {
				e.published = v.published
			}
			entries = append(entries, e)
		}
		if l.name == "encoding/json" {
			s, f := (*smart)(newNaive()), all[3].v.(*fake)
			entries = append(entries,
				entry{name: "smart, direct: the method alone", size: len(f.text), published: "4149 ns", start: once(func() error { _, err := s.MarshalJSON(); return err })},
				entry{name: "fake, direct: the method alone", size: len(f.text), published: "115 ns", start: once(func() error { _, err := f.MarshalJSON(); return err })})
		}
		if err := versus(ctx, w, o, "(e) a custom MarshalJSON in "+l.name, 1, entries); err != nil {
			return err
		}
	}
	return nil
}
