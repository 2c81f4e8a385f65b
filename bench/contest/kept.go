package contest

import (
	"bufio"
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/bench/picture"
)

// Cells that a run has written (--raw) make its tables and pictures again: a run may be made in parts, and what is
// published is what was kept.

// Read returns the cells of a file that --raw has written.
func Read(r io.Reader) (cells []*Cell, err error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		c := new(Cell)
		if err := stdjson.Unmarshal(sc.Bytes(), c); err != nil {
			return nil, err
		}
		if c.Row == "" || c.Lib == "" {
			return nil, fmt.Errorf("no cell: %.60s", sc.Text())
		}
		cells = append(cells, c)
	}
	return cells, sc.Err()
}

// Lead is how many times as fast as a peer the contestant is that a row judges, document by document.
type Lead struct {
	Row, Ours, Peer string
	Docs            []string
	Times           []float64
}

// Leads returns the leads of all rows over all their peers that were measured.
func (p *Plan) Leads(cells []*Cell) (list []Lead) {
	for _, r := range p.Rows {
		names, docs := r.extent(cells)
		for _, n := range names[1:] {
			l := Lead{Row: r.Name, Ours: r.Ours, Peer: n}
			for _, d := range docs {
				ours, c := Find(cells, r.Name, d, r.Ours), Find(cells, r.Name, d, n)
				if ours == nil || c == nil || ours.Err != "" || c.Err != "" {
					continue
				}
				l.Docs, l.Times = append(l.Docs, d), append(l.Times, ours.MBps()/c.MBps())
			}
			if len(l.Times) > 0 {
				list = append(list, l)
			}
		}
	}
	return list
}

// Times writes a ratio with the digits that count.
func Times(x float64) string {
	switch {
	case x >= 10:
		return fmt.Sprintf("%.0f", x)
	case x >= 1:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// WriteTable writes the leads as a Markdown table, a line for each row.
func WriteTable(w io.Writer, leads []Lead) error {
	var b strings.Builder
	b.WriteString("| row | documents | of `zetes` | how many times as fast as |\n|---|---|---|---|\n")
	for i := 0; i < len(leads); {
		first := leads[i]
		var peers []string
		for ; i < len(leads) && leads[i].Row == first.Row; i++ {
			times := make([]string, len(leads[i].Times))
			for k, x := range leads[i].Times {
				times[k] = Times(x)
			}
			peers = append(peers, leads[i].Peer+" "+strings.Join(times, ", "))
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", first.Row, strings.Join(first.Docs, ", "), first.Ours, strings.Join(peers, "; "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// The sizes of a picture, in its units.
const (
	barHeight   = 16
	labelWidth  = 300
	pictureSide = 760
	topMargin   = 46
)

// WritePicture writes the leads as bars on a logarithmic scale (SVG): from the line in the middle, which says as fast,
// to the right where the judged one is faster, and to the left where the peer is. Each bar goes from the least to the
// most of the documents: that it begins at the line, and has a second tone where they differ. The worst lead is first.
func WritePicture(w io.Writer, title string, leads []Lead) error {
	leads = slices.Clone(leads)
	slices.SortStableFunc(leads, func(a, b Lead) int { return cmp.Compare(slices.Min(a.Times), slices.Min(b.Times)) })
	most := 1.0
	for _, l := range leads {
		for _, x := range l.Times {
			most = max(most, math.Abs(math.Log10(x)))
		}
	}
	height := topMargin + barHeight*len(leads) + 24
	half := float64(pictureSide-labelWidth-20) / 2
	line := labelWidth + half
	at := func(x float64) float64 { return line + math.Log10(x)/most*half }
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-size=\"11\">\n", pictureSide, height)
	fmt.Fprintf(&b, "<title>%s</title>\n%s", html.EscapeString(title), picture.Style)
	fmt.Fprintf(&b, "<text x=\"10\" y=\"18\" font-size=\"13\">%s</text>\n", html.EscapeString(title))
	for decade := -math.Floor(most); decade <= most; decade++ {
		x := at(math.Pow(10, decade))
		fmt.Fprintf(&b, "<path d=\"M%.1f %dV%d\" stroke=\"currentColor\" stroke-opacity=\"%s\"/>\n", x, topMargin-4, height-20, map[bool]string{true: "0.7", false: "0.15"}[decade == 0])
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n", x, topMargin-9, math.Pow(10, decade))
	}
	for i, l := range leads {
		y := topMargin + barHeight*i
		least, top := slices.Min(l.Times), slices.Max(l.Times)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", labelWidth-6, y+11, html.EscapeString(l.Row+" over "+l.Peer))
		for _, part := range []struct{ to, opacity float64 }{{top, 0.45}, {least, 1}} {
			color := "0b7a75"
			if part.to < 1 {
				color = "b4552d"
			}
			x := at(part.to)
			fmt.Fprintf(&b, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#%s\" fill-opacity=\"%g\"/>\n", min(x, line), y+2, math.Abs(x-line), barHeight-4, color, part.opacity)
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
