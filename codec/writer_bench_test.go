package codec_test

import (
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

// leaf has the members of a node in a profile: names and numbers, most of them short.
type leaf struct {
	Name    string  `json:"name"`
	Kids    []leaf  `json:"kids"`
	Weight  float64 `json:"cl_weight"`
	Touches int     `json:"touches"`
	MinT    int64   `json:"min_t"`
	MaxT    int64   `json:"max_t"`
	MeanT   int64   `json:"mean_t"`
	Live    bool    `json:"live"`
}

func leaves() *leaf {
	one := leaf{"src/cmd/gc/doc.go", []leaf{}, 0.75, 3, 1253046121, 1253746121, 1253346121, true}
	root := one
	for range 20 {
		root.Kids = append(root.Kids, one)
	}
	return &root
}

func writeLeaf(w *codec.Writer, n *leaf) {
	w.BeginObject()
	w.Name("name")
	w.String(n.Name)
	w.Name("kids")
	w.BeginArray()
	for i := range n.Kids {
		writeLeaf(w, &n.Kids[i])
	}
	w.EndArray()
	w.Name("cl_weight")
	w.Float64(n.Weight)
	w.Name("touches")
	w.Int(int64(n.Touches))
	w.Name("min_t")
	w.Int(n.MinT)
	w.Name("max_t")
	w.Int(n.MaxT)
	w.Name("mean_t")
	w.Int(n.MeanT)
	w.Name("live")
	w.Bool(n.Live)
	w.EndObject()
}

var (
	leafName    = codec.NewName("name")
	leafKids    = codec.NewName("kids")
	leafWeight  = codec.NewName("cl_weight")
	leafTouches = codec.NewName("touches")
	leafMinT    = codec.NewName("min_t")
	leafMaxT    = codec.NewName("max_t")
	leafMeanT   = codec.NewName("mean_t")
	leafLive    = codec.NewName("live")
)

func writeKnownLeaf(w *codec.Writer, n *leaf) {
	w.BeginObject()
	w.MemberString(leafName, n.Name)
	w.Member(leafKids)
	codec.WriteElements(w, n.Kids, writeKnownLeaf)
	w.MemberFloat64(leafWeight, n.Weight)
	w.MemberInt(leafTouches, int64(n.Touches))
	w.MemberInt(leafMinT, n.MinT)
	w.MemberInt(leafMaxT, n.MaxT)
	w.MemberInt(leafMeanT, n.MeanT)
	w.MemberBool(leafLive, n.Live)
	w.EndObject()
}

// BenchmarkWrite compares a loop written by hand with the compiled plan.
func BenchmarkWrite(b *testing.B) {
	v := leaves()
	buf := make([]byte, 0, 16<<10)
	for _, by := range []struct {
		name  string
		write func(*codec.Writer, *leaf)
	}{{"hand", writeLeaf}, {"known", writeKnownLeaf}} {
		b.Run("by="+by.name, func(b *testing.B) {
			b.ReportAllocs()
			w := codec.NewBytesWriter(nil)
			for b.Loop() {
				w.ResetBytes(buf)
				by.write(w, v)
				b.SetBytes(int64(len(w.Bytes())))
			}
		})
	}
	b.Run("by=plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			got, err := zetes.Append(buf, v)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(got)))
		}
	})
}
