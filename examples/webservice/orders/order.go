package orders

import (
	"errors"
	"time"
)

// Order is what a client sends.
type Order struct {
	ID       int64     `json:"id"`
	Placed   time.Time `json:"placed"`
	Customer Customer  `json:"customer"`
	Items    []Item    `json:"items"`
	Note     string    `json:"note,omitempty"`
}

// Customer is somebody who orders.
type Customer struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Country string `json:"country"`
}

// Item is one position of an order. Prices are in cents.
type Item struct {
	SKU      string   `json:"sku"`
	Name     string   `json:"name"`
	Quantity int      `json:"quantity"`
	Price    int64    `json:"price"`
	Weight   float64  `json:"weight"`
	Gift     bool     `json:"gift"`
	Tags     []string `json:"tags,omitempty"`
}

// Invoice is what the client gets back.
type Invoice struct {
	Order    int64     `json:"order"`
	Placed   time.Time `json:"placed"`
	Customer Customer  `json:"customer"`
	Lines    []Line    `json:"lines"`
	Weight   float64   `json:"weight"`
	Total    int64     `json:"total"`
}

// Line is one position of an invoice.
type Line struct {
	SKU      string   `json:"sku"`
	Name     string   `json:"name"`
	Quantity int      `json:"quantity"`
	Total    int64    `json:"total"`
	Tax      int64    `json:"tax"`
	Weight   float64  `json:"weight"`
	Tags     []string `json:"tags,omitempty"`
}

// maxBody is how long an order may be.
const maxBody = 1 << 20

var errNoItems = errors.New("an order has at least one item")

// bill makes the invoice of an order, with a tax of a fifth.
func bill(o *Order) (Invoice, error) {
	if len(o.Items) == 0 {
		return Invoice{}, errNoItems
	}
	v := Invoice{Order: o.ID, Placed: o.Placed, Customer: o.Customer, Lines: make([]Line, len(o.Items))}
	for i := range o.Items {
		it := &o.Items[i]
		total := int64(it.Quantity) * it.Price
		v.Lines[i] = Line{it.SKU, it.Name, it.Quantity, total, total / 6, float64(it.Quantity) * it.Weight, it.Tags}
		v.Total += total
		v.Weight += v.Lines[i].Weight
	}
	return v, nil
}
