package data

import "time"

// Point is the smallest document, about 50 bytes.
type Point struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Active bool    `json:"active"`
	Score  float64 `json:"score"`
}

// Session is a log line, about 200 bytes.
type Session struct {
	ID        string            `json:"id"`
	User      string            `json:"user"`
	Email     string            `json:"email"`
	Roles     []string          `json:"roles"`
	Attempts  uint8             `json:"attempts"`
	Latency   float64           `json:"latency"`
	Started   int64             `json:"started"`
	Anonymous bool              `json:"anonymous"`
	Labels    map[string]string `json:"labels,omitempty"`
}

// Invoice is a request of a small service, about 2 kB.
type Invoice struct {
	Number    string        `json:"number"`
	Issued    time.Time     `json:"issued"`
	Due       time.Time     `json:"due"`
	Currency  string        `json:"currency"`
	Seller    Party         `json:"seller"`
	Buyer     Party         `json:"buyer"`
	Lines     []InvoiceLine `json:"lines"`
	Net       float64       `json:"net"`
	Tax       float64       `json:"tax"`
	Gross     float64       `json:"gross"`
	Paid      bool          `json:"paid"`
	Reference *string       `json:"reference"`
	Notes     string        `json:"notes,omitempty"`
}

// Party is the seller or the buyer of an Invoice.
type Party struct {
	Name    string `json:"name"`
	Street  string `json:"street"`
	City    string `json:"city"`
	Postal  string `json:"postal"`
	Country string `json:"country"`
	TaxID   string `json:"tax_id,omitempty"`
}

// InvoiceLine is one thing sold.
type InvoiceLine struct {
	SKU      string  `json:"sku"`
	Title    string  `json:"title"`
	Quantity int     `json:"quantity"`
	Unit     float64 `json:"unit"`
	Discount float64 `json:"discount,omitempty"`
	Total    float64 `json:"total"`
}

// Feed is a page of a news API, about 10 kB: longer texts, some HTML, some non-ASCII, nested comments.
type Feed struct {
	Page     int       `json:"page"`
	Total    int       `json:"total"`
	Articles []Article `json:"articles"`
}

// Article is an entry of a Feed.
type Article struct {
	ID        int64          `json:"id"`
	Slug      string         `json:"slug"`
	Title     string         `json:"title"`
	Summary   string         `json:"summary"`
	Body      string         `json:"body"`
	Author    Author         `json:"author"`
	Tags      []string       `json:"tags"`
	Published string         `json:"published"`
	Counts    map[string]int `json:"counts"`
	Ratings   []float64      `json:"ratings"`
	Comments  []Comment      `json:"comments"`
	Featured  bool           `json:"featured"`
	ParentID  *int64         `json:"parent_id"`
}

// Author wrote an Article.
type Author struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Avatar string `json:"avatar"`
}

// Comment is an answer to an Article.
type Comment struct {
	ID      int64     `json:"id"`
	By      string    `json:"by"`
	Text    string    `json:"text"`
	Likes   int       `json:"likes"`
	Replies []Comment `json:"replies,omitempty"`
}
