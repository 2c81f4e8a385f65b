package hand

import (
	"time"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteInvoice writes an Invoice.
func WriteInvoice(w *codec.Writer, v *data.Invoice) {
	w.BeginObject()
	w.Name("number")
	w.String(v.Number)
	w.Name("issued")
	w.Time(v.Issued, time.RFC3339Nano)
	w.Name("due")
	w.Time(v.Due, time.RFC3339Nano)
	w.Name("currency")
	w.String(v.Currency)
	w.Name("seller")
	writeParty(w, &v.Seller)
	w.Name("buyer")
	writeParty(w, &v.Buyer)
	w.Name("lines")
	writeStructs(w, v.Lines, writeLine)
	w.Name("net")
	w.Float64(v.Net)
	w.Name("tax")
	w.Float64(v.Tax)
	w.Name("gross")
	w.Float64(v.Gross)
	w.Name("paid")
	w.Bool(v.Paid)
	w.Name("reference")
	writePointer(w, v.Reference, (*codec.Writer).String)
	if v.Notes != "" {
		w.Name("notes")
		w.String(v.Notes)
	}
	w.EndObject()
}

// ReadInvoice reads an Invoice.
func ReadInvoice(r *codec.Reader, v *data.Invoice) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "number":
			v.Number = r.String()
		case "issued":
			v.Issued = r.Time(time.RFC3339)
		case "due":
			v.Due = r.Time(time.RFC3339)
		case "currency":
			v.Currency = r.String()
		case "seller":
			readParty(r, &v.Seller)
		case "buyer":
			readParty(r, &v.Buyer)
		case "lines":
			v.Lines = readStructs(r, readLine)
		case "net":
			v.Net = r.Float64()
		case "tax":
			v.Tax = r.Float64()
		case "gross":
			v.Gross = r.Float64()
		case "paid":
			v.Paid = r.Bool()
		case "reference":
			v.Reference = readPointer(r, (*codec.Reader).String)
		case "notes":
			v.Notes = r.String()
		default:
			r.Skip()
		}
	}
}

func writeParty(w *codec.Writer, v *data.Party) {
	w.BeginObject()
	w.Name("name")
	w.String(v.Name)
	w.Name("street")
	w.String(v.Street)
	w.Name("city")
	w.String(v.City)
	w.Name("postal")
	w.String(v.Postal)
	w.Name("country")
	w.String(v.Country)
	if v.TaxID != "" {
		w.Name("tax_id")
		w.String(v.TaxID)
	}
	w.EndObject()
}

func readParty(r *codec.Reader, v *data.Party) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "name":
			v.Name = r.String()
		case "street":
			v.Street = r.String()
		case "city":
			v.City = r.String()
		case "postal":
			v.Postal = r.String()
		case "country":
			v.Country = r.String()
		case "tax_id":
			v.TaxID = r.String()
		default:
			r.Skip()
		}
	}
}

func writeLine(w *codec.Writer, v *data.InvoiceLine) {
	w.BeginObject()
	w.Name("sku")
	w.String(v.SKU)
	w.Name("title")
	w.String(v.Title)
	w.Name("quantity")
	w.Int(int64(v.Quantity))
	w.Name("unit")
	w.Float64(v.Unit)
	if v.Discount != 0 {
		w.Name("discount")
		w.Float64(v.Discount)
	}
	w.Name("total")
	w.Float64(v.Total)
	w.EndObject()
}

func readLine(r *codec.Reader, v *data.InvoiceLine) {
	for r.BeginObject(); ; {
		name, ok := r.NextMemberBytes()
		if !ok {
			return
		}
		switch string(name) {
		case "sku":
			v.SKU = r.String()
		case "title":
			v.Title = r.String()
		case "quantity":
			v.Quantity = int(r.Int())
		case "unit":
			v.Unit = r.Float64()
		case "discount":
			v.Discount = r.Float64()
		case "total":
			v.Total = r.Float64()
		default:
			r.Skip()
		}
	}
}
