package zetes_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
)

// small has the shape of the first payload in the benchmarks that jingo publishes.
type small struct {
	St   int    `json:"st"`
	Sid  int    `json:"sid"`
	Tt   string `json:"tt"`
	Gr   int    `json:"gr"`
	UUID string `json:"uuid"`
	IP   string `json:"ip"`
	Ua   string `json:"ua"`
	Tz   int    `json:"tz"`
	V    int    `json:"v"`
}

var smallValue = &small{1, 2, "TestString", 4, "8f9a65eb-4807-4d57-b6e0-bda5d62f1429", "127.0.0.1", "user_agent", 8, 6}

func BenchmarkEncode(b *testing.B) {
	enc := zetes.NewTypedEncoder[small]()
	dst := make([]byte, 0, 4096)
	b.Run("by=typed", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst, _ = enc.Append(dst[:0], smallValue)
		}
	})
	b.Run("by=append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst, _ = zetes.Append(dst[:0], smallValue)
		}
	})
	b.Run("by=std", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = json.Marshal(smallValue)
		}
	})
}

func BenchmarkCodecs(b *testing.B) {
	api := rowAPI()
	enc, dec := zetes.TypedEncoderOf[row](api), zetes.TypedDecoderOf[row](api)
	at := time.Unix(1700000000, 0).UTC()
	v := row{at, &at, nullInt{7, true}, nullString{"name", true}, at}
	dst, err := enc.Append(make([]byte, 0, 4096), &v)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("op=encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst, _ = enc.Append(dst[:0], &v)
		}
	})
	b.Run("op=decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = dec.Decode(dst, &v)
		}
	})
}

// BenchmarkRules compares decoding without and with a look at the whole input.
func BenchmarkRules(b *testing.B) {
	data, err := json.Marshal(newPayload())
	if err != nil {
		b.Fatal(err)
	}
	for name, api := range map[string]*zetes.API{"exact": zetes.Exact().Freeze(), "strict": zetes.Strict().Freeze()} {
		dec := zetes.TypedDecoderOf[payload](api)
		b.Run("api="+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				var v payload
				if err := dec.Decode(data, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
