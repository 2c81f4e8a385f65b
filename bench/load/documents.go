package load

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zetes-json/zetes/examples/webservice/orders"
)

// document is one request, and what its answer was when the services were proven alike.
type document struct {
	kind    string
	request []byte // head and body
	status  int    // that the answer must have, or the hundreds of it for a bad document
	answer  []byte // that a good document must get
}

const head = "POST /invoice HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"

func newDocument(kind string, body []byte) *document {
	return &document{kind: kind, request: append(fmt.Appendf(nil, head, len(body)), body...)}
}

// documents are what a run sends: bad ones by kind, so that each kind comes equally often.
type documents struct {
	good []*document
	bad  [][]*document
}

const variants = 32 // of good documents, and of each kind of bad ones

func newDocuments(items int, seed uint64) (*documents, error) {
	r := rand.New(rand.NewPCG(seed, 0))
	d := &documents{bad: make([][]*document, len(badKinds))}
	for range variants {
		body, err := stdjson.Marshal(newOrder(r, items))
		if err != nil {
			return nil, err
		}
		d.good = append(d.good, newDocument("good", body))
		for i, k := range badKinds {
			d.bad[i] = append(d.bad[i], newDocument(k.name, k.spoil(r, bytes.Clone(body))))
		}
	}
	return d, nil
}

// badKinds are the ways in which documents are bad.
var badKinds = []struct {
	name  string
	spoil func(r *rand.Rand, body []byte) []byte
}{
	{"cut", func(r *rand.Rand, b []byte) []byte { return b[:1+r.IntN(len(b)-1)] }},
	{"wrong-kind", func(r *rand.Rand, b []byte) []byte {
		// One of the quantities becomes a string: the same length and syntax, somewhere.
		name := []byte(`"quantity":`)
		n := r.IntN(bytes.Count(b, name))
		at := 0
		for range n + 1 {
			at += bytes.Index(b[at:], name) + len(name)
		}
		end := at + bytes.IndexByte(b[at:], ',')
		return append(b[:at:at], append([]byte(`"`+string(b[at:end])+`"`), b[end:]...)...)
	}},
	{"nul", func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(len(b))] = 0
		return b
	}},
	{"brackets", func(*rand.Rand, []byte) []byte { return bytes.Repeat([]byte("["), 100_000) }},
	{"empty", func(*rand.Rand, []byte) []byte { return nil }},
}

var (
	words  = strings.Fields("brass copper linen walnut kettle lamp chair bowl blanket clock Täschchen garden winter small large grey blue mirror shelf étagère")
	tags   = strings.Fields("kitchen sale new garden outlet gift-wrap heavy fragile")
	people = strings.Fields("Ada Grace Barbara Edsger Donald Niklaus Frances Radia")
)

func newOrder(r *rand.Rand, items int) *orders.Order {
	person := people[r.IntN(len(people))]
	o := &orders.Order{
		ID: 10_000_000 + r.Int64N(90_000_000), Placed: time.Date(2026, 11, 22, r.IntN(24), r.IntN(60), r.IntN(60), 0, time.UTC),
		Customer: orders.Customer{Name: person, Email: strings.ToLower(person) + "@example.com", Country: "BE"},
		Items:    make([]orders.Item, items), Note: "Please ring twice & leave it at the door if nobody opens.",
	}
	for i := range o.Items {
		it := &o.Items[i]
		it.SKU = fmt.Sprintf("%c-%05d", 'A'+r.IntN(26), r.IntN(100_000))
		it.Name = words[r.IntN(len(words))] + " " + words[r.IntN(len(words))]
		it.Quantity, it.Price = 1+r.IntN(9), 100+r.Int64N(100_000)
		it.Weight, it.Gift = float64(r.IntN(10_000))/1000, r.IntN(10) == 0
		for range r.IntN(3) {
			it.Tags = append(it.Tags, tags[r.IntN(len(tags))])
		}
	}
	return o
}

// pick returns the next document: one in bad is a bad one, none if bad is 0.
func (d *documents) pick(r *rand.Rand, bad int) *document {
	if bad > 0 && r.IntN(bad) == 0 {
		kind := d.bad[r.IntN(len(d.bad))]
		return kind[r.IntN(len(kind))]
	}
	return d.good[r.IntN(len(d.good))]
}
