package compat

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	theireasy "github.com/mailru/easyjson"
	easyours "github.com/zetes-json/zetes/bench/compat/easy/ours"
	easytheirs "github.com/zetes-json/zetes/bench/compat/easy/theirs"
	oureasy "github.com/zetes-json/zetes/compat/easyjson"
)

// TestEasyjsonCopy holds that folder easy/ours is a copy of easy/theirs with other import paths, in which easyjson has
// generated code.
func TestEasyjsonCopy(t *testing.T) {
	for _, name := range []string{"order.go", "order_easyjson.go"} {
		theirs, err := os.ReadFile("easy/theirs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := os.ReadFile("easy/ours/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.ReplaceAll(theirs, []byte("github.com/mailru/easyjson"), []byte("github.com/zetes-json/zetes/compat/easyjson")); !bytes.Equal(ours, want) {
			t.Errorf("easy/ours/%s should be\n%s", name, want)
		}
	}
}

// easyOrder is a document for both.
func easyOrder(t testing.TB) (text []byte, ours *easyours.Order, theirs *easytheirs.Order) {
	comment := "Leave it at the door, please: “thank you”\n"
	theirs = &easytheirs.Order{ID: 1234567890, Customer: "María Fernández", Email: "maria@example.com", Paid: true, Total: 1234.5, Tags: []string{"express", "gift", "returning customer"}, Comment: &comment}
	for i := range 8 {
		theirs.Lines = append(theirs.Lines, easytheirs.Line{SKU: strings.Repeat("AB-12", 1+i%3), Quantity: i * 3, Price: float64(i) * 9.99, Note: strings.Repeat("wrap it well ", i%2)})
	}
	text, err := theireasy.Marshal(theirs)
	if err != nil {
		t.Fatal(err)
	}
	ours = new(easyours.Order)
	if err := oureasy.Unmarshal(text, ours); err != nil {
		t.Fatal(err)
	}
	again := new(easytheirs.Order)
	if err := theireasy.Unmarshal(text, again); err != nil || !reflect.DeepEqual(again, theirs) {
		t.Fatal(again, err)
	}
	if same, err := oureasy.Marshal(ours); err != nil || !bytes.Equal(same, text) {
		t.Fatalf("%s, %v, want %s", same, err, text)
	}
	return text, ours, theirs
}

// TestEasyjsonOrder: code that easyjson has generated reads and writes the same over both.
func TestEasyjsonOrder(t *testing.T) { easyOrder(t) }

// BenchmarkEasyjson runs code that easyjson has generated over easyjson and over compat/easyjson.
func BenchmarkEasyjson(b *testing.B) {
	text, ours, theirs := easyOrder(b)
	for _, row := range []struct {
		name string
		f    func() error
	}{
		{"unmarshal/easyjson", func() error { return theireasy.Unmarshal(text, new(easytheirs.Order)) }},
		{"unmarshal/compat", func() error { return oureasy.Unmarshal(text, new(easyours.Order)) }},
		{"marshal/easyjson", func() error { _, err := theireasy.Marshal(theirs); return err }},
		{"marshal/compat", func() error { _, err := oureasy.Marshal(ours); return err }},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := row.f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
