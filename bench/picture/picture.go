// Package picture writes pictures (SVG) for light and dark pages: they have a sans-serif face and no background, and text
// and lines have the colour that goes with the theme of the viewer. An <img> follows the theme too.
package picture

import (
	"html"
	"io"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Style is the style sheet of a picture. Its text and what is drawn in currentColor are dark on light pages, and light
// on dark ones.
const Style = `<style>svg { color: #16202c; font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif } text { fill: currentColor } ` +
	"@media (prefers-color-scheme: dark) { svg { color: #e6ecf2 } }</style>\n"

// New returns an empty plot of this look.
func New(title string) *plot.Plot {
	// The plotter measures text by this face, which is as wide as those of Style.
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	plotter.DefaultFont = plot.DefaultFont
	p := plot.New()
	p.Title.Text, p.BackgroundColor = title, nil
	return p
}

var (
	face  = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:normal;font-style:normal;`)
	black = regexp.MustCompile(`(fill|stroke):#000000`)
)

// Write writes a plot of this size, with its title for screen readers too. crop is what stays empty: left, right, below
// and above, negative at the right and above.
func Write(w io.Writer, p *plot.Plot, width, height vg.Length, crop [4]vg.Length) error {
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(canvas), crop[0], crop[1], crop[2], crop[3]))
	var b strings.Builder
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	text := black.ReplaceAllString(face.ReplaceAllString(b.String(), ""), "$1:currentColor")
	_, err := io.WriteString(w, strings.Replace(text, "<g ", "<title>"+html.EscapeString(p.Title.Text)+"</title>\n"+Style+"<g ", 1))
	return err
}
