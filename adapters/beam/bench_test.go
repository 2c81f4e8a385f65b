package beamjson

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// order is a value of the size that pipelines often have. Its coder is zetes.
type order struct {
	ID       int64             `json:"id"`
	Time     time.Time         `json:"time"`
	Customer customer          `json:"customer"`
	Items    []item            `json:"items"`
	Paid     bool              `json:"paid"`
	Total    float64           `json:"total"`
	Tags     []string          `json:"tags"`
	Labels   map[string]string `json:"labels"`
}

type customer struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	Town  string `json:"town"`
}

type item struct {
	Name  string  `json:"name"`
	Count int     `json:"count"`
	Price float64 `json:"price"`
}

// jsonOrder and rowOrder are orders with Beam's own coders: encoding/json, and rows, which cannot hold every type.
type (
	jsonOrder order
	rowOrder  struct {
		ID       int64
		Time     int64
		Customer customer
		Items    []item
		Paid     bool
		Total    float64
		Tags     []string
		Labels   map[string]string
	}
)

func init() { Register[order](nil) }

// someOrders returns orders that differ.
func someOrders() (all []order) {
	for i := range 64 {
		o := order{
			ID: 1_000_000 + int64(i)*7919, Time: time.Date(2026, 1, 2, 3, 4, i%60, 0, time.UTC),
			Customer: customer{fmt.Sprintf("Customer %d", i), fmt.Sprintf("customer%d@example.com", i), "Zürich"},
			Paid:     i%2 == 0, Total: float64(i) * 12.35, Tags: []string{"new", "mail"}, Labels: map[string]string{"shop": "north"},
		}
		for k := range 1 + i%5 {
			o.Items = append(o.Items, item{fmt.Sprintf("item %d", k), k, float64(k) + 0.99})
		}
		all = append(all, o)
	}
	return all
}

// BenchmarkCoder sends values through Beam's coder of their type, and back. Run it with -cpu 1: then the time is that of
// a processor, with the garbage collector's.
func BenchmarkCoder(b *testing.B) {
	orders := someOrders()
	var zetesOrders, jsonOrders, rowOrders []any
	for _, o := range orders {
		zetesOrders = append(zetesOrders, o)
		jsonOrders = append(jsonOrders, jsonOrder(o))
		rowOrders = append(rowOrders, rowOrder{o.ID, o.Time.Unix(), o.Customer, o.Items, o.Paid, o.Total, o.Tags, o.Labels})
	}
	for _, row := range []struct {
		name   string
		values []any
		rows   bool
	}{{"zetes", zetesOrders, true}, {"json", jsonOrders, false}, {"row", rowOrders, true}} {
		beam.EnableSchemas = row.rows
		t := reflect.TypeOf(row.values[0])
		enc, dec := beam.NewElementEncoder(t), beam.NewElementDecoder(t)
		beam.EnableSchemas = true
		b.Run(row.name, func(b *testing.B) {
			for _, v := range row.values {
				var buf bytes.Buffer
				if err := enc.Encode(v, &buf); err != nil {
					b.Fatal(err)
				}
				if got, err := dec.Decode(&buf); err != nil || !reflect.DeepEqual(got, v) {
					b.Fatalf("%+v, %v, want %+v", got, err, v)
				}
			}
			b.ReportAllocs()
			var buf bytes.Buffer
			for i := 0; b.Loop(); i++ {
				buf.Reset()
				if err := enc.Encode(row.values[i%len(row.values)], &buf); err != nil {
					b.Fatal(err)
				}
				if _, err := dec.Decode(&buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
