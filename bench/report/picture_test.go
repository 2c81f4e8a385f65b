package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// The pictures of the page are compared with kept ones, on every machine: the page gets a font of its own, so that no
// line breaks elsewhere, and each picture is made small before, a point for each 16 by 16 of its points, the mean of
// their colours. How a machine draws the edges of letters makes next to nothing of that; what is moved, cut, missing or
// of another colour does. testdata/page holds such small pictures; -update makes them again.

var update = flag.Bool("update", false, "write testdata/page anew")

const (
	blockSide = 16 // points of a picture for one of its small one
	// A small point is another one if a colour differs by more than this of 255, and a picture is another one if more
	// small points differ than so many: a label is some ten.
	otherColour = 12
	otherPoints = 2
)

// small returns the picture with a point for each block.
func small(img image.Image) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, (b.Dx()+blockSide-1)/blockSide, (b.Dy()+blockSide-1)/blockSide))
	for y := range out.Bounds().Dy() {
		for x := range out.Bounds().Dx() {
			block := image.Rect(x*blockSide, y*blockSide, (x+1)*blockSide, (y+1)*blockSide).Add(b.Min).Intersect(b)
			var sum [3]uint32
			for v := block.Min.Y; v < block.Max.Y; v++ {
				for u := block.Min.X; u < block.Max.X; u++ {
					r, g, b, _ := img.At(u, v).RGBA()
					sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
				}
			}
			n := uint32(block.Dx() * block.Dy())
			out.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return out
}

// others returns where two small pictures differ. Where one of them has no point, it does.
func others(kept, now *image.RGBA) (list []image.Point) {
	all := kept.Bounds().Union(now.Bounds())
	for y := range all.Dy() {
		for x := range all.Dx() {
			p := image.Pt(x, y)
			a, b := kept.RGBAAt(x, y), now.RGBAAt(x, y)
			far := max(apart(a.R, b.R), apart(a.G, b.G), apart(a.B, b.B))
			if far > otherColour || p.In(kept.Bounds()) != p.In(now.Bounds()) {
				list = append(list, p)
			}
		}
	}
	return list
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// comparePicture compares a picture with the kept one. What differs is shown by a picture: the kept one in its small
// form beside the present one, with what differs in red.
func comparePicture(t *testing.T, name string, shot []byte) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	now, file := small(img), filepath.Join("testdata", "page", name+".png")
	if *update {
		writePNG(t, file, now)
		return
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	old, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	kept := image.NewRGBA(old.Bounds())
	draw.Draw(kept, kept.Bounds(), old, image.Point{}, draw.Src)
	diff := others(kept, now)
	t.Logf("%s: %d of %d small points differ", name, len(diff), now.Bounds().Dx()*now.Bounds().Dy())
	if len(diff) <= otherPoints {
		return
	}
	dir, err := os.MkdirTemp("", "bench-page-")
	if err != nil {
		t.Fatal(err)
	}
	seen := filepath.Join(dir, name+".png")
	writePNG(t, seen, differences(kept, img, diff))
	t.Errorf("%s looks different in %d places of %d by %d points: see %s. If it is as it should be: go test -run '^TestPictures$' ./bench/report -update",
		name, len(diff), blockSide, blockSide, seen)
}

// differences puts the kept picture beside the present one.
func differences(kept *image.RGBA, now image.Image, diff []image.Point) image.Image {
	width := kept.Bounds().Dx() * blockSide
	out := image.NewRGBA(image.Rect(0, 0, width+now.Bounds().Dx(), max(kept.Bounds().Dy()*blockSide, now.Bounds().Dy())))
	for y := range kept.Bounds().Dy() {
		for x := range kept.Bounds().Dx() {
			draw.Draw(out, image.Rect(x*blockSide, y*blockSide, (x+1)*blockSide, (y+1)*blockSide), image.NewUniform(kept.At(x, y)), image.Point{}, draw.Src)
		}
	}
	at := image.Rect(width, 0, out.Bounds().Dx(), out.Bounds().Dy())
	draw.Draw(out, at, now, now.Bounds().Min, draw.Src)
	red := image.NewUniform(color.RGBA{255, 0, 0, 255})
	for _, p := range diff {
		block := image.Rect(0, 0, blockSide, blockSide).Add(image.Pt(width+p.X*blockSide, p.Y*blockSide))
		draw.DrawMask(out, block, red, image.Point{}, image.NewUniform(color.Alpha{96}), image.Point{}, draw.Over)
	}
	return out
}

func writePNG(t *testing.T, file string, img image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(file, func(b *bytes.Buffer) error { return png.Encode(b, img) }); err != nil {
		t.Fatal(err)
	}
}

func writeFile(name string, write func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}

// ownFont returns the page with a font of its own in all places.
func ownFont(page string) string {
	const name = "Page"
	face := func(weight string, ttf []byte) string {
		return fmt.Sprintf("@font-face { font-family: %s; font-weight: %s; src: url(data:font/ttf;base64,%s); }\n", name, weight, base64.StdEncoding.EncodeToString(ttf))
	}
	style := "<style>" + face("400", goregular.TTF) + face("600 700", gobold.TTF) + "</style></head>"
	page = strings.Replace(page, "</head>", style, 1)
	page = strings.Replace(page, "<script>const RESULTS", "<script>Chart.defaults.font.family = '"+name+"';</script>\n<script>const RESULTS", 1)
	return strings.ReplaceAll(page, "system-ui, sans-serif", name)
}

// TestPictures holds that the page looks as it did, at three widths, light and dark.
func TestPictures(t *testing.T) {
	var b bytes.Buffer
	if err := HTML(&b, sample(t)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(ownFont(b.String())), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{1280, 1000}, {768, 1024}, {390, 844}} {
		t.Run(fmt.Sprintf("width-%d", size[0]), func(t *testing.T) {
			ctx := browser(t, size[0], size[1], chromedp.Flag("force-prefers-reduced-motion", true)) // no bars that grow
			do(t, ctx, chromedp.EmulateViewport(int64(size[0]), int64(size[1])))
			do(t, ctx, chromedp.Navigate("file://"+file))
			do(t, ctx, chromedp.WaitVisible(chromedp.CSS("#chart")))
			for range 100 {
				if do(t, ctx, chromedp.Evaluate[bool](`document.fonts.status === "loaded" && [...document.fonts].every((f) => f.status === "loaded")`)) {
					break
				}
				do(t, ctx, chromedp.Sleep(50*time.Millisecond))
			}
			// A window as high as the page, for the chart is drawn anew when that changes.
			height := do(t, ctx, chromedp.Evaluate[int](`document.documentElement.scrollHeight`))
			do(t, ctx, chromedp.EmulateViewport(int64(size[0]), int64(height)))
			for _, theme := range []string{"light", "dark"} {
				// What was drawn before the font was there is drawn again.
				got := do(t, ctx, chromedp.Evaluate[string](`(() => {
					if (document.documentElement.dataset.theme !== "`+theme+`") document.getElementById("theme").click();
					document.getElementById("measure").dispatchEvent(new Event("change"));
					return document.documentElement.dataset.theme;
				})()`))
				if got != theme {
					t.Fatalf("the theme is %q", got)
				}
				shot := still(t, ctx)
				if keep := os.Getenv("BENCH_SCREENSHOTS"); keep != "" {
					if err := os.WriteFile(filepath.Join(keep, fmt.Sprintf("whole-%s-%d.png", theme, size[0])), shot, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				comparePicture(t, fmt.Sprintf("%s-%d", theme, size[0]), shot)
			}
		})
	}
}

// still returns a picture of the page when it is drawn: when several in a row are the same.
func still(t *testing.T, ctx context.Context) []byte {
	t.Helper()
	var last []byte
	for same, tries := 0, 0; same < 3 && tries < 60; tries++ {
		do(t, ctx, chromedp.Sleep(100*time.Millisecond))
		shot := do(t, ctx, chromedp.CaptureScreenshot())
		if same++; !bytes.Equal(shot, last) {
			same = 0
		}
		last = shot
	}
	return last
}

// TestOthers: noise makes no other picture, and a label that is moved or gone does.
func TestOthers(t *testing.T) {
	page := func(labelAt int, noise uint8) *image.RGBA {
		img := image.NewRGBA(image.Rect(0, 0, 390, 844))
		draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{255 - noise, 255 - noise, 255, 255}), image.Point{}, draw.Src)
		for x := labelAt; x < labelAt+100; x += 2 {
			draw.Draw(img, image.Rect(x, 300, x+1, 312), image.Black, image.Point{}, draw.Src)
		}
		return small(img)
	}
	kept := page(20, 0)
	for name, c := range map[string]struct {
		now   *image.RGBA
		other bool
	}{
		"same": {page(20, 0), false}, "noise": {page(20, 10), false}, "a point aside": {page(21, 0), false},
		"moved": {page(120, 0), true}, "gone": {page(1000, 0), true}, "colour": {page(20, 60), true},
		"longer": {small(image.NewRGBA(image.Rect(0, 0, 390, 900))), true},
	} {
		if n := len(others(kept, c.now)); c.other != (n > otherPoints) {
			t.Errorf("%s: %d small points differ", name, n)
		}
	}
}
