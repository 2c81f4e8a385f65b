package outside

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// BenchmarkLong decodes arrays of structs of 100 bytes. With kept the last two results stay, as in programs that work
// with them: else the collector mostly runs when there is nothing to mark.
func BenchmarkLong(b *testing.B) {
	type row struct {
		ID    int      `json:"id"`
		Name  string   `json:"name"`
		Mail  string   `json:"mail"`
		Price float64  `json:"price"`
		Ok    bool     `json:"ok"`
		Tags  []string `json:"tags"`
	}
	for _, size := range []int{100e3, 1e6, 10e6, 100e6} {
		var text bytes.Buffer
		for i := 0; text.Len() < size; i++ {
			fmt.Fprintf(&text, `,{"id":%d,"name":"user %d","mail":"user%d@example.com","price":%d.25,"ok":true,"tags":["a","b%d"]}`, i, i, i, i%1000, i%77)
		}
		text.WriteByte(']')
		doc := text.Bytes()
		doc[0] = '['
		for _, kept := range []int{0, 2} {
			b.Run(fmt.Sprintf("size=%d/kept=%d", size, kept), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				results := make([][]row, kept)
				for i := range b.N {
					var v []row
					if err := json.Unmarshal(doc, &v); err != nil {
						b.Fatal(err)
					}
					if kept > 0 {
						results[i%kept] = v
					}
				}
			})
		}
	}
}
