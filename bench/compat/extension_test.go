package compat

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/guregu/null/v6"
	theirs "github.com/json-iterator/go"
	"github.com/modern-go/reflect2"
	ours "github.com/zetes-json/zetes/compat/jsoniter"
)

// Codecs for the types of the article about null types, as functions for both packages.

type coder struct {
	enc func(unsafe.Pointer, stream)
	dec func(unsafe.Pointer, iterator)
}

var coders = map[reflect.Type]coder{
	reflect.TypeFor[null.Int](): {
		func(p unsafe.Pointer, s stream) {
			if v := (*null.Int)(p); v.Valid {
				s.WriteInt64(v.Int64)
			} else {
				s.WriteNil()
			}
		},
		func(p unsafe.Pointer, it iterator) {
			if v := (*null.Int)(p); !it.ReadNil() {
				v.Valid, v.Int64 = true, it.ReadInt64()
			}
		},
	},
	reflect.TypeFor[null.String](): {
		func(p unsafe.Pointer, s stream) {
			if v := (*null.String)(p); v.Valid {
				s.WriteStringWithHTMLEscaped(v.String)
			} else {
				s.WriteNil()
			}
		},
		func(p unsafe.Pointer, it iterator) {
			if v := (*null.String)(p); !it.ReadNil() {
				v.Valid, v.String = true, it.ReadString()
			}
		},
	},
	reflect.TypeFor[time.Time](): {
		func(p unsafe.Pointer, s stream) {
			b := append(s.Buffer(), '"')
			s.SetBuffer(append((*time.Time)(p).AppendFormat(b, time.RFC3339Nano), '"'))
		},
		func(p unsafe.Pointer, it iterator) {
			t, err := time.Parse(time.RFC3339, it.ReadString())
			if err != nil {
				it.ReportError("time", err.Error())
			}
			*(*time.Time)(p) = t
		},
	},
}

type ourCoder struct{ coder }

func (c ourCoder) IsEmpty(unsafe.Pointer) bool                { return false }
func (c ourCoder) Encode(p unsafe.Pointer, s *ours.Stream)    { c.enc(p, s) }
func (c ourCoder) Decode(p unsafe.Pointer, it *ours.Iterator) { c.dec(p, it) }

type theirCoder struct{ coder }

func (c theirCoder) IsEmpty(unsafe.Pointer) bool                  { return false }
func (c theirCoder) Encode(p unsafe.Pointer, s *theirs.Stream)    { c.enc(p, s) }
func (c theirCoder) Decode(p unsafe.Pointer, it *theirs.Iterator) { c.dec(p, it) }

// Extensions that give each member of a struct a name in lower case, as a naming strategy does.

type ourNames struct{ ours.DummyExtension }

func (*ourNames) UpdateStructDescriptor(d *ours.StructDescriptor) {
	for _, b := range d.Fields {
		b.ToNames, b.FromNames = lowered(b.ToNames), lowered(b.FromNames)
	}
}

type theirNames struct{ theirs.DummyExtension }

func (*theirNames) UpdateStructDescriptor(d *theirs.StructDescriptor) {
	for _, b := range d.Fields {
		b.ToNames, b.FromNames = lowered(b.ToNames), lowered(b.FromNames)
	}
}

func lowered(names []string) (low []string) {
	for _, name := range names {
		low = append(low, strings.ToLower(name))
	}
	return low
}

type nullable struct {
	ID           null.Int
	Name         null.String
	Born, Joined time.Time
	Level        null.Int
	Note         null.String
}

type parcel struct {
	Number   int
	Sender   string
	Weight   float64
	Fragile  bool
	Labels   []string
	Contents []item
}

type item struct {
	Title string
	Count int
	Parts map[string]int
}

type marshaler interface {
	Marshal(any) ([]byte, error)
	Unmarshal([]byte, any) error
}

// BenchmarkExtension writes and reads values with codecs and names of extensions.
func BenchmarkExtension(b *testing.B) {
	coded, theirCoded := ours.Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze(), theirs.Config{EscapeHTML: true, SortMapKeys: true, ValidateJsonRawMessage: true}.Froze()
	for t, c := range coders {
		t2 := reflect2.Type2(t)
		coded.RegisterExtension(ours.EncoderExtension{t2: ourCoder{c}})
		coded.RegisterExtension(ours.DecoderExtension{t2: ourCoder{c}})
		theirCoded.RegisterExtension(theirs.EncoderExtension{t2: theirCoder{c}})
		theirCoded.RegisterExtension(theirs.DecoderExtension{t2: theirCoder{c}})
	}
	named, theirNamed := ours.Config{}.Froze(), theirs.Config{}.Froze()
	named.RegisterExtension(&ourNames{})
	theirNamed.RegisterExtension(&theirNames{})
	day := time.Date(2026, 1, 2, 15, 4, 5, 123456789, time.UTC)
	one := nullable{null.IntFrom(4211), null.StringFrom("Ada Lovelace"), day, day.Add(-time.Hour), null.Int{}, null.StringFrom("a note of some length")}
	many := make([]nullable, 50)
	for i := range many {
		many[i] = one
	}
	parcels := make([]parcel, 20)
	for i := range parcels {
		parcels[i] = parcel{i * 100, "a sender", 1.25 * float64(i), i%2 == 0, []string{"north", "glass", "heavy"}, []item{{"cup", 2, map[string]int{"handle": 1}}, {"plate", i, nil}}}
	}
	for _, row := range []struct {
		name         string
		value        any
		ours, theirs marshaler
	}{{"codecs", &one, coded, theirCoded}, {"codecs list", &many, coded, theirCoded}, {"names", &parcels[1], named, theirNamed}, {"names list", &parcels, named, theirNamed}} {
		text, err := row.theirs.Marshal(row.value)
		if err != nil {
			b.Fatal(err)
		}
		if got, err := row.ours.Marshal(row.value); string(got) != string(text) || err != nil {
			b.Fatalf("%s, %v, want %s", got, err, text)
		}
		for _, a := range []struct {
			name string
			api  marshaler
		}{{"json-iterator", row.theirs}, {"compat", row.ours}} {
			b.Run(row.name+"/marshal/"+a.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := a.api.Marshal(row.value); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(row.name+"/unmarshal/"+a.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					v := reflect.New(reflect.TypeOf(row.value).Elem())
					if err := a.api.Unmarshal(text, v.Interface()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
