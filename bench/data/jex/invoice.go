package jex

import (
	"time"

	"github.com/go-faster/jx"
	"github.com/zetes-json/zetes/bench/data"
)

// WriteInvoice writes an Invoice.
func WriteInvoice(e *jx.Encoder, v *data.Invoice) {
	e.ObjStart()
	e.FieldStart("number")
	e.StrEscape(v.Number)
	e.FieldStart("issued")
	e.Str(v.Issued.Format(time.RFC3339Nano))
	e.FieldStart("due")
	e.Str(v.Due.Format(time.RFC3339Nano))
	e.FieldStart("currency")
	e.StrEscape(v.Currency)
	e.FieldStart("seller")
	writeParty(e, &v.Seller)
	e.FieldStart("buyer")
	writeParty(e, &v.Buyer)
	e.FieldStart("lines")
	writeList(e, v.Lines, writeLine)
	e.FieldStart("net")
	e.Float64(v.Net)
	e.FieldStart("tax")
	e.Float64(v.Tax)
	e.FieldStart("gross")
	e.Float64(v.Gross)
	e.FieldStart("paid")
	e.Bool(v.Paid)
	e.FieldStart("reference")
	if v.Reference == nil {
		e.Null()
	} else {
		e.StrEscape(*v.Reference)
	}
	if v.Notes != "" {
		e.FieldStart("notes")
		e.StrEscape(v.Notes)
	}
	e.ObjEnd()
}

// ReadInvoice reads an Invoice.
func ReadInvoice(d *jx.Decoder, v *data.Invoice) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "number":
			v.Number, err = d.Str()
		case "issued":
			err = readTime(d, &v.Issued)
		case "due":
			err = readTime(d, &v.Due)
		case "currency":
			v.Currency, err = d.Str()
		case "seller":
			err = readParty(d, &v.Seller)
		case "buyer":
			err = readParty(d, &v.Buyer)
		case "lines":
			err = readList(d, &v.Lines, readLine)
		case "net":
			v.Net, err = d.Float64()
		case "tax":
			v.Tax, err = d.Float64()
		case "gross":
			v.Gross, err = d.Float64()
		case "paid":
			v.Paid, err = d.Bool()
		case "reference":
			if d.Next() == jx.Null {
				return d.Null()
			}
			var s string
			s, err = d.Str()
			v.Reference = &s
		case "notes":
			v.Notes, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func readTime(d *jx.Decoder, t *time.Time) error {
	b, err := d.StrBytes()
	if err != nil {
		return err
	}
	return t.UnmarshalText(b)
}

func writeParty(e *jx.Encoder, v *data.Party) {
	e.ObjStart()
	e.FieldStart("name")
	e.StrEscape(v.Name)
	e.FieldStart("street")
	e.StrEscape(v.Street)
	e.FieldStart("city")
	e.StrEscape(v.City)
	e.FieldStart("postal")
	e.StrEscape(v.Postal)
	e.FieldStart("country")
	e.StrEscape(v.Country)
	if v.TaxID != "" {
		e.FieldStart("tax_id")
		e.StrEscape(v.TaxID)
	}
	e.ObjEnd()
}

func readParty(d *jx.Decoder, v *data.Party) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "name":
			v.Name, err = d.Str()
		case "street":
			v.Street, err = d.Str()
		case "city":
			v.City, err = d.Str()
		case "postal":
			v.Postal, err = d.Str()
		case "country":
			v.Country, err = d.Str()
		case "tax_id":
			v.TaxID, err = d.Str()
		default:
			err = d.Skip()
		}
		return err
	})
}

func writeLine(e *jx.Encoder, v *data.InvoiceLine) {
	e.ObjStart()
	e.FieldStart("sku")
	e.StrEscape(v.SKU)
	e.FieldStart("title")
	e.StrEscape(v.Title)
	e.FieldStart("quantity")
	e.Int(v.Quantity)
	e.FieldStart("unit")
	e.Float64(v.Unit)
	if v.Discount != 0 {
		e.FieldStart("discount")
		e.Float64(v.Discount)
	}
	e.FieldStart("total")
	e.Float64(v.Total)
	e.ObjEnd()
}

func readLine(d *jx.Decoder, v *data.InvoiceLine) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "sku":
			v.SKU, err = d.Str()
		case "title":
			v.Title, err = d.Str()
		case "quantity":
			v.Quantity, err = d.Int()
		case "unit":
			v.Unit, err = d.Float64()
		case "discount":
			v.Discount, err = d.Float64()
		case "total":
			v.Total, err = d.Float64()
		default:
			err = d.Skip()
		}
		return err
	})
}
