package hand

import (
	"time"

	"github.com/zetes-json/zetes/bench/data"
	"github.com/zetes-json/zetes/codec"
)

// WriteInvoice writes an Invoice.
func WriteInvoice(w *codec.Writer, v *data.Invoice) {
	w.BeginObject()
	w.MemberString(nameNumber, v.Number)
	w.Member(nameIssued)
	w.Time(v.Issued, time.RFC3339Nano)
	w.Member(nameDue)
	w.Time(v.Due, time.RFC3339Nano)
	w.MemberString(nameCurrency, v.Currency)
	w.Member(nameSeller)
	writeParty(w, &v.Seller)
	w.Member(nameBuyer)
	writeParty(w, &v.Buyer)
	w.Member(nameLines)
	writeStructs(w, v.Lines, writeLine)
	w.MemberFloat64(nameNet, v.Net)
	w.MemberFloat64(nameTax, v.Tax)
	w.MemberFloat64(nameGross, v.Gross)
	w.MemberBool(namePaid, v.Paid)
	w.Member(nameReference)
	writePointer(w, v.Reference, (*codec.Writer).String)
	if v.Notes != "" {
		w.MemberString(nameNotes, v.Notes)
	}
	w.EndObject()
}

var namesInvoice = codec.NewNames("number", "issued", "due", "currency", "seller", "buyer", "lines", "net", "tax", "gross", "paid", "reference", "notes")

// ReadInvoice reads an Invoice.
func ReadInvoice(r *codec.Reader, v *data.Invoice) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesInvoice)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Number = r.String()
		case 1:
			v.Issued = r.Time(time.RFC3339)
		case 2:
			v.Due = r.Time(time.RFC3339)
		case 3:
			v.Currency = r.String()
		case 4:
			readParty(r, &v.Seller)
		case 5:
			readParty(r, &v.Buyer)
		case 6:
			v.Lines = readStructs(r, readLine)
		case 7:
			v.Net = r.Float64()
		case 8:
			v.Tax = r.Float64()
		case 9:
			v.Gross = r.Float64()
		case 10:
			v.Paid = r.Bool()
		case 11:
			v.Reference = readPointer(r, (*codec.Reader).String)
		case 12:
			v.Notes = r.String()
		default:
			r.Skip()
		}
	}
}

func writeParty(w *codec.Writer, v *data.Party) {
	w.BeginObject()
	w.MemberString(nameName, v.Name)
	w.MemberString(nameStreet, v.Street)
	w.MemberString(nameCity, v.City)
	w.MemberString(namePostal, v.Postal)
	w.MemberString(nameCountry, v.Country)
	if v.TaxID != "" {
		w.MemberString(nameTaxID, v.TaxID)
	}
	w.EndObject()
}

var namesParty = codec.NewNames("name", "street", "city", "postal", "country", "tax_id")

func readParty(r *codec.Reader, v *data.Party) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesParty)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.Name = r.String()
		case 1:
			v.Street = r.String()
		case 2:
			v.City = r.String()
		case 3:
			v.Postal = r.String()
		case 4:
			v.Country = r.String()
		case 5:
			v.TaxID = r.String()
		default:
			r.Skip()
		}
	}
}

func writeLine(w *codec.Writer, v *data.InvoiceLine) {
	w.BeginObject()
	w.MemberString(nameSKU, v.SKU)
	w.MemberString(nameTitle, v.Title)
	w.MemberInt(nameQuantity, int64(v.Quantity))
	w.MemberFloat64(nameUnit, v.Unit)
	if v.Discount != 0 {
		w.MemberFloat64(nameDiscount, v.Discount)
	}
	w.MemberFloat64(nameTotal, v.Total)
	w.EndObject()
}

var namesLine = codec.NewNames("sku", "title", "quantity", "unit", "discount", "total")

func readLine(r *codec.Reader, v *data.InvoiceLine) {
	for r.BeginObject(); ; {
		i, ok := r.NextMemberOf(namesLine)
		if !ok {
			return
		}
		switch i {
		case 0:
			v.SKU = r.String()
		case 1:
			v.Title = r.String()
		case 2:
			v.Quantity = int(r.Int())
		case 3:
			v.Unit = r.Float64()
		case 4:
			v.Discount = r.Float64()
		case 5:
			v.Total = r.Float64()
		default:
			r.Skip()
		}
	}
}
