package data

import (
	"fmt"
	"time"
)

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

func newPoint() *Point { return &Point{ID: 4711, Name: "Ada", Active: true, Score: 12.5} }

func newSession() *Session {
	return &Session{
		ID: "6f1c2a90-51b7-4a0e", User: "grace.h", Email: "grace@example.org",
		Roles: []string{"admin", "editor"}, Attempts: 3, Latency: 0.0417, Started: 1763645459123,
		Labels: map[string]string{"region": "eu", "tier": "b"},
	}
}

func newInvoice() *Invoice {
	ref := "PO-88213"
	v := &Invoice{
		Number: "2026-004711", Currency: "EUR", Reference: &ref, Paid: true,
		Issued: time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC), Due: time.Date(2026, 4, 13, 0, 0, 0, 0, time.UTC),
		Seller: Party{"Weberei Nordlicht GmbH", "Hafenstraße 12", "Lübeck", "23552", "DE", "DE123456789"},
		Buyer:  Party{"Tea & Textiles Ltd", "4 Mill Lane", "Bristol", "BS1 4QA", "GB", ""},
		Notes:  "Deliver to the back entrance; ask for \"Mr. Jones\".",
	}
	titles := []string{"Linen, natural, 140 cm", "Wool yarn 4-ply, moss", "Cotton thread 500 m", "Tapestry needle set", "Indigo dye 250 g"}
	for i := range 14 {
		l := InvoiceLine{SKU: fmt.Sprintf("NL-%05d", 31337+i*271), Title: titles[i%len(titles)], Quantity: 1 + i*i%17, Unit: 3.95 + float64(i)*2.5}
		if i%3 == 0 {
			l.Discount = 0.05
		}
		l.Total = float64(int(float64(l.Quantity)*l.Unit*(1-l.Discount)*100)) / 100
		v.Net += l.Total
		v.Lines = append(v.Lines, l)
	}
	v.Net = float64(int(v.Net*100)) / 100
	v.Tax = float64(int(v.Net*19)) / 100
	v.Gross = v.Net + v.Tax
	return v
}

func newFeed() *Feed {
	body := "Rivers move slowly here. The <em>old bridge</em> was rebuilt & opened again; nobody counted the stones, " +
		"but the mason's daughter says there are 1,204.\nIn winter the ice sings. "
	people := []string{"Zoë Lindqvist", "Tomáš Novák", "Amara Okafor", "李小龙"}
	v := &Feed{Page: 3, Total: 1289}
	for i := range 8 {
		id := int64(90210 + i*37)
		a := Article{
			ID: id, Slug: fmt.Sprintf("notes-from-the-river-%d", i), Title: fmt.Sprintf("Notes from the river, part %d", i+1),
			Summary: "A walk along the water, with pictures.", Body: body[:90+i*10] + body[:60+i*10],
			Author:    Author{int64(70 + i%4), people[i%4], "https://img.example.org/u/" + fmt.Sprint(70+i%4) + ".png"},
			Tags:      []string{"nature", "walks", "history"}[:1+i%3],
			Published: fmt.Sprintf("2026-0%d-1%dT08:30:00Z", 1+i, i),
			Counts:    map[string]int{"views": 5120 + i*977, "shares": i * 13, "saves": 40 + i},
			Ratings:   []float64{4.5, 3.75, 5, 4.125, 0.1 + float64(i)/3}, Featured: i%4 == 0,
		}
		if i%2 == 1 {
			p := id - 37
			a.ParentID = &p
		}
		for j := range 3 {
			c := Comment{ID: id*10 + int64(j), By: people[(i+j)%4], Text: "I was there in spring; it is just as you say.", Likes: i * j}
			if j == 1 {
				c.Replies = []Comment{{ID: c.ID + 5, By: people[i%4], Text: "Thank you!", Likes: 2}}
			}
			a.Comments = append(a.Comments, c)
		}
		v.Articles = append(v.Articles, a)
	}
	return v
}
