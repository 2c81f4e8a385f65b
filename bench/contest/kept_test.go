package contest

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestKept makes the table and the picture of a few cells.
func TestKept(t *testing.T) {
	p := &Plan{Rows: []*Row{{Name: "far", Ours: "we"}, {Name: "near", Ours: "we"}, {Name: "never", Ours: "we"}}}
	cells, err := Read(strings.NewReader(`{"Row":"far","Data":"a","Lib":"we","Size":1000,"CPU":[1000,900,5000]}
{"Row":"far","Data":"b","Lib":"we","Size":1000,"CPU":[1000]}
{"Row":"far","Data":"a","Lib":"they <&>","Size":1000,"CPU":[50000]}
{"Row":"far","Data":"b","Lib":"they <&>","Size":1000,"CPU":[400]}
{"Row":"far","Data":"b","Lib":"nobody","Size":1000,"Err":"can't"}
{"Row":"near","Data":"a","Lib":"we","Size":1000,"CPU":[1000]}
{"Row":"near","Data":"a","Lib":"other","Size":1000,"CPU":[1530]}
`))
	if err != nil {
		t.Fatal(err)
	}
	leads := p.Leads(cells)
	if len(leads) != 2 || !slices.Equal(leads[0].Docs, []string{"a", "b"}) || !slices.Equal(leads[0].Times, []float64{50, 0.4}) {
		t.Fatalf("%+v", leads)
	}
	var table, picture bytes.Buffer
	if err := WriteTable(&table, leads); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"| `far` | a, b | `we` | they <&> 50, 0.40 |\n", "| `near` | a | `we` | other 1.5 |\n"} {
		if !strings.Contains(table.String(), line) {
			t.Errorf("%s lacks %s", table.String(), line)
		}
	}
	if err := WritePicture(&picture, "a < b", leads); err != nil {
		t.Fatal(err)
	}
	bars := 0
	for d := xml.NewDecoder(&picture); ; {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "rect" {
			bars++
		}
	}
	if bars != 2*len(leads) { // no background
		t.Errorf("%d rectangles", bars)
	}
	for _, bad := range []string{"{", `{"Row":"x"}`, "text"} {
		if _, err := Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}
