package compat

import (
	"encoding/json"
	"testing"

	theirs "github.com/json-iterator/go"
	ours "github.com/zetes-json/zetes/compat/jsoniter"
)

// document returns a list of records, as a value and as text.
func document() (v []record, text []byte) {
	for i := range 100 {
		v = append(v, record{i, "record number", float64(i) * 1.25, []string{"red", "green", "blue"}, map[string]float64{"width": 1.5, "height": 20.25}, nil, "any", json.RawMessage(`{"r":1}`)})
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return v, text
}

// BenchmarkDocument reads and writes a document under the three configurations of both packages.
func BenchmarkDocument(b *testing.B) {
	v, text := document()
	for _, c := range []struct {
		name   string
		theirs theirs.API
		ours   ours.API
	}{
		{"default", theirs.ConfigDefault, ours.ConfigDefault},
		{"compatible", theirs.ConfigCompatibleWithStandardLibrary, ours.ConfigCompatibleWithStandardLibrary},
		{"fastest", theirs.ConfigFastest, ours.ConfigFastest},
	} {
		type api interface {
			Marshal(any) ([]byte, error)
			Unmarshal([]byte, any) error
		}
		for name, a := range map[string]api{"json-iterator": c.theirs, "compat": c.ours} {
			b.Run(c.name+"/marshal/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := a.Marshal(v); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(c.name+"/unmarshal/"+name, func(b *testing.B) {
				for b.Loop() {
					var v []record
					if err := a.Unmarshal(text, &v); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkIterator reads the document a piece at a time.
func BenchmarkIterator(b *testing.B) {
	_, text := document()
	fields := func(e either, sum *float64) {
		for e.ReadArray() {
			for name := e.ReadObject(); name != ""; name = e.ReadObject() {
				switch name {
				case "id":
					*sum += float64(e.ReadInt())
				case "price":
					*sum += e.ReadFloat64()
				case "name":
					*sum += float64(len(e.ReadString()))
				default:
					e.Skip()
				}
			}
		}
		if e.bad() {
			b.Fatal(e.err())
		}
	}
	vals := func(e either, sum *float64) {
		for e.ReadArray() {
			var r record
			e.ReadVal(&r)
			*sum += r.Price
		}
		if e.bad() {
			b.Fatal(e.err())
		}
	}
	for name, read := range map[string]func(either, *float64){"fields": fields, "ReadVal": vals} {
		var sum float64
		b.Run(name+"/json-iterator", func(b *testing.B) {
			it := theirs.NewIterator(theirs.ConfigDefault)
			e := theirIterator(it)
			for b.Loop() {
				it.ResetBytes(text)
				it.Error = nil
				read(e, &sum)
			}
		})
		b.Run(name+"/compat", func(b *testing.B) {
			it := ours.NewIterator(ours.ConfigDefault)
			e := ourIterator(it)
			for b.Loop() {
				it.ResetBytes(text)
				it.Error = nil
				read(e, &sum)
			}
		})
	}
}

// BenchmarkStream writes a piece at a time.
func BenchmarkStream(b *testing.B) {
	write := func(s stream) {
		s.Reset(nil)
		s.WriteArrayStart()
		for i := range 100 {
			if i > 0 {
				s.WriteMore()
			}
			s.WriteObjectStart()
			s.WriteObjectField("id")
			s.WriteInt(i * 1000)
			s.WriteMore()
			s.WriteObjectField("name")
			s.WriteString("a record with a name of usual length")
			s.WriteMore()
			s.WriteObjectField("price")
			s.WriteFloat64(float64(i) * 1.37)
			s.WriteMore()
			s.WriteObjectField("ok")
			s.WriteBool(i%2 == 0)
			s.WriteObjectEnd()
		}
		s.WriteArrayEnd()
	}
	for name, s := range map[string]stream{"json-iterator": theirs.NewStream(theirs.ConfigDefault, nil, 1<<16), "compat": ours.NewStream(ours.ConfigDefault, nil, 1<<16)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				write(s)
			}
		})
	}
}
