package data

import (
	"fmt"
	"time"
)

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
