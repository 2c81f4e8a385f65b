package report

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/probe"
)

// sample is a small directory of results as the matrix leaves it.
func sample(t *testing.T) *matrix.Results {
	r := &matrix.Results{Meta: matrix.Meta{
		Go: "go1.26", CPU: "test", Options: matrix.Options{Rounds: 3}, Finished: true,
		Libs:    map[string]string{"std": "go1.26", "zetes": "v0.1.0", "sonic": "v1", "jingo": "-"},
		About:   map[string]string{"std": "the standard", "zetes": "<b>ours</b> & such"},
		Levels:  map[string]string{"std": "exact", "zetes": "exact", "sonic": "relaxed", "jingo": "fastest"},
		Missing: map[string]string{"jingo": "not reachable"},
		Probes:  map[string]map[string]string{probe.All[0].Name: {"std": "escaped", "zetes": "escaped", "sonic": "as they are"}},
	}}
	for _, op := range []string{"marshal", "unmarshal"} {
		for _, data := range []string{"point", "twitter"} {
			for i, lib := range []string{"std", "zetes", "sonic"} {
				ns := float64(300 - 100*i)
				r.Cells = append(r.Cells, &matrix.Cell{
					Key: matrix.Key{Op: op, Data: data, Form: "struct", Procs: 1}, Lib: lib, Size: 51, Same: matrix.SameBytes, N: 10,
					CPU: []float64{ns, ns + 5, ns - 5}, Wall: []float64{ns, ns, ns}, Allocs: float64(i), Bytes: 64,
				})
			}
		}
	}
	// One that was asked to be exact and is not, though it has a faster configuration: it must stay in sight.
	r.Meta.Libs["easyjson"], r.Meta.Levels["easyjson"] = "v1", "exact"
	r.Meta.Libs["easyjson-fastest"], r.Meta.Levels["easyjson-fastest"] = "v1", "relaxed+fastest"
	r.Cells = append(r.Cells, &matrix.Cell{
		Key: matrix.Key{Op: "marshal", Data: "point", Form: "generated", Procs: 1}, Lib: "easyjson", Size: 51, Same: matrix.SameValue, Differs: "order", N: 10,
		CPU: []float64{90}, Wall: []float64{90},
	})
	r.Cells = append(r.Cells, &matrix.Cell{Key: matrix.Key{Op: "valid", Data: "point", Form: "text", Procs: 1}, Lib: "sonic", Err: "</script><b>broken"})
	return r
}

func TestMarkdown(t *testing.T) {
	var b bytes.Buffer
	if err := Markdown(&b, sample(t)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"### marshal, Go types, exact", "| point |", "**255**", "Not timed", "not reachable", "Geometric mean of zetes × best other: **1.50**"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
}

// TestSummary holds that a loss stands as plainly as a win.
func TestSummary(t *testing.T) {
	r := sample(t)
	r.Meta.Levels["sonic"] = "exact" // it takes half of zetes' time
	var b bytes.Buffer
	if err := Overview(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| `zetes` against | std | sonic |", "| Unmarshal into Go types | 1.50 (1.50 point) | *0.50* (0.50 point) |", "geometric mean of 2 documents"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := Summary(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `encoding/json` | 1.5 | 1.5 | – | – | – | – | – | – |\n",
		"| sonic | *0.50* | *0.50* | – | – | – | – | – | Unmarshal into Go types, point: 0.50; Unmarshal into Go types, twitter: 0.50; Marshal of Go types, point: 0.50; Marshal of Go types, twitter: 0.50 |\n",
		"| easyjson, generated | – | *0.45* | – | – | – | – | – | Marshal of Go types, point: 0.45 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in:\n%s", want, b.String())
		}
	}
}

func TestSVG(t *testing.T) {
	charts := Charts(sample(t))
	if len(charts) == 0 {
		t.Fatal("no charts")
	}
	for _, c := range charts {
		var b bytes.Buffer
		if err := c.SVG(&b); err != nil {
			t.Fatal(c.Name, err)
		}
		if !strings.Contains(b.String(), "<svg") || !strings.Contains(b.String(), "<title>") {
			t.Errorf("%s is no picture with a title", c.Name)
		}
	}
}

// browser returns a context of a real browser, or skips.
func browser(t *testing.T, width, height int, more ...chromedp.ExecAllocatorOption) context.Context {
	exe := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			exe = p
			break
		}
	}
	if exe == "" {
		t.Skip("no chromium here: the page is not opened in a browser")
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(exe), chromedp.NoSandbox, chromedp.WindowSize(width, height))
	alloc, cancelAlloc := chromedp.NewExecAllocator(t.Context(), append(opts, more...)...)
	ctx, cancel := chromedp.NewContext(alloc)
	ctx, cancelTime := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(func() { cancelTime(); cancel(); cancelAlloc() })
	return ctx
}

// TestPage opens the page in a browser, tries every control and looks for every cell.
func TestPage(t *testing.T) {
	r := sample(t)
	if dir := os.Getenv("BENCH_RESULTS"); dir != "" { // a real directory of results, to look at
		var err error
		if r, err = matrix.Open(dir); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	if keep := os.Getenv("BENCH_SCREENSHOTS"); keep != "" {
		dir = keep
	}
	file := filepath.Join(dir, "report.html")
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"http://", "https://"} {
		for _, attr := range []string{"src=\"", "href=\"", "url("} {
			if strings.Contains(b.String(), attr+text) {
				t.Errorf("the page loads something from the network: %s%s", attr, text)
			}
		}
	}
	for _, size := range [][2]int{{1280, 1000}, {768, 1024}, {390, 844}} {
		t.Run(fmt.Sprintf("width-%d", size[0]), func(t *testing.T) { tryPage(t, r, dir, file, size[0], size[1]) })
	}
}

// do runs one step in the browser.
func do[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func tryPage(t *testing.T, r *matrix.Results, dir, file string, width, height int) {
	ctx := browser(t, width, height)
	do(t, ctx, chromedp.EmulateViewport(int64(width), int64(height)))
	if err := chromedp.Listen(ctx, func(ev any) {
		if name := fmt.Sprintf("%T", ev); strings.Contains(name, "ExceptionThrown") || strings.Contains(name, "log.EntryAdded") {
			t.Errorf("the page is not quiet: %s %+v", name, ev)
		}
	}); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate("file://"+file))
	do(t, ctx, chromedp.WaitVisible(chromedp.CSS("#chart")))
	drawn := do(t, ctx, chromedp.Evaluate[string](`document.body.dataset.drawn`))
	label := do(t, ctx, chromedp.Evaluate[string](`document.getElementById("chart").getAttribute("aria-label")`))
	count := do(t, ctx, chromedp.Evaluate[string](`document.getElementById("count").textContent`))
	overflow := do(t, ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > document.documentElement.clientWidth`))
	// The layout, whatever the fonts: heads stand over their figures, and nothing but a box that scrolls is cut.
	if wrong := do(t, ctx, chromedp.Evaluate[string](`(() => {
		const middle = (e) => { const r = document.createRange(); r.selectNodeContents(e); const b = r.getBoundingClientRect(); return b.left + b.width / 2; };
		const head = [...document.querySelectorAll("#overview thead th")], row = document.querySelector("#overview tbody tr").children;
		const stacked = getComputedStyle(document.querySelector("#overview thead")).position === "absolute";
		for (let i = 1; i < head.length && !stacked; i++) {
			if (Math.abs(middle(head[i]) - middle(row[i])) > 2) return head[i].textContent + " does not stand over its figures";
		}
		for (const e of document.querySelectorAll("h1, h2, p, label, select, button, svg text")) {
			if (e.closest(".wide") || !e.getClientRects().length) continue;
			const b = e.getBoundingClientRect();
			if (b.left < -1 || b.right > innerWidth + 1) return e.textContent.slice(0, 40) + " is cut";
		}
		// The first four tables fit, and no table has a column without a figure.
		for (const id of ["means", "duels", "overview", "others"]) {
			const box = document.getElementById(id).parentElement;
			if (box.scrollWidth > box.clientWidth + 1) return id + " is wider than its box";
		}
		for (const t of document.querySelectorAll("table")) {
			const rows = [...t.querySelectorAll("tbody tr")];
			// The questions have words, and the rows of all cells are made as they are scrolled to.
			if (t.id !== "probes" && (t.id !== "cells" || rows.length === RESULTS.cells.length)) for (let i = 0; i < t.querySelectorAll("thead th").length; i++) {
				if (rows.length && rows.every((r) => ["", "–"].includes(r.children[i].textContent))) return "column " + i + " of " + t.id + " is empty";
			}
		}
		// The conclusion is seen first, and rows go from the worst to the best.
		const lead = document.querySelector("main .lead").getBoundingClientRect();
		if (lead.bottom > innerHeight / 2) return "the conclusion is not at the top";
		for (const id of ["means", "duels"]) {
			const ratios = [...document.querySelectorAll("#" + id + " td.bar")].map((td) => Number(td.textContent));
			if (!ratios.length || ratios.some((x, i) => i && x < ratios[i - 1])) return id + " is in no order: " + ratios;
		}
		return "";
	})()`)); wrong != "" {
		t.Error(wrong)
	}
	do(t, ctx, chromedp.Sleep(400*time.Millisecond))
	shot := do(t, ctx, chromedp.CaptureScreenshot())
	before := do(t, ctx, chromedp.Evaluate[string](`document.documentElement.dataset.theme`))
	do(t, ctx, chromedp.Focus(chromedp.CSS("#theme")))
	do(t, ctx, chromedp.KeyEvent("\r")) // by keyboard
	after := do(t, ctx, chromedp.Evaluate[string](`document.documentElement.dataset.theme`))
	do(t, ctx, chromedp.Sleep(400*time.Millisecond))
	darkShot := do(t, ctx, chromedp.CaptureScreenshot())
	for name, b := range map[string][]byte{"light": shot, "dark": darkShot} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.png", name, width)), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasPrefix(drawn, "exact/") || !strings.Contains(label, "zetes") {
		t.Errorf("first view is %q, %q", drawn, label)
	}
	if want := fmt.Sprintf("%d of %d", len(r.Cells), len(r.Cells)); count != want {
		t.Errorf("table of all cells shows %s, not %s", count, want)
	}
	if overflow {
		t.Error("the page is wider than the window")
	}
	if before == after {
		t.Errorf("the theme stays %q", after)
	}
	// A view has a link, which leads there again, and so does each figure of the overview.
	if want := do(t, ctx, chromedp.Evaluate[bool](`(() => {
		const want = "exact/unmarshal/twitter/struct/1/ns";
		location.hash = "#level=exact&op=unmarshal&data=twitter&form=struct&procs=1&measure=ns";
		dispatchEvent(new HashChangeEvent("hashchange"));
		const link = document.getElementById("link").getAttribute("href");
		return document.body.dataset.drawn === want && new URLSearchParams(link.slice(1)).get("data") === "twitter";
	})()`)); !want {
		t.Error("a link does not lead to its view")
	}
	heat := do(t, ctx, chromedp.Evaluate[string](`(() => {
		const rows = [...document.querySelectorAll("#overview tbody tr")];
		const row = rows.find((r) => r.firstChild.textContent === "zetes");
		row.querySelector("button").click();
		return row.querySelector("button").title + "; " + document.body.dataset.drawn;
	})()`))
	if !strings.Contains(heat, "of the fastest's speed, first on") || !strings.Contains(heat, "; exact/"+strings.Fields(heat)[1]) {
		t.Errorf("the overview has %q", heat)
	}
	// The first column stays in sight, and rows come as they are scrolled to.
	if stays := do(t, ctx, chromedp.Evaluate[bool](`(() => {
		const t = document.getElementById("cells"), box = t.parentElement;
		box.scrollLeft = 200;
		const td = t.querySelector("tbody td");
		const left = Math.abs(td.getBoundingClientRect().left - box.getBoundingClientRect().left) < 3;
		for (let i = 0; i < 1000 && box.scrollTop + box.clientHeight + 2 < box.scrollHeight; i++) {
			box.scrollTop = box.scrollHeight;
			box.onscroll();
		}
		return left && t.querySelectorAll("tbody tr").length === RESULTS.cells.length;
	})()`)); !stays {
		t.Error("the table of all cells does not scroll to its end, or loses its first column")
	}
	// Every value of every control draws, and every cell is reached through the controls.
	reached := do(t, ctx, chromedp.Evaluate[int](`(() => {
		const seen = new Set();
		const ids = ["level", "op", "data", "form", "procs"];
		const walk = (i) => {
			if (i === ids.length) {
				const at = ids.slice(1).map((id) => document.getElementById(id).value).join("/");
				for (const td of document.querySelectorAll("#figures tbody tr td:first-child")) seen.add(at + "/" + td.textContent);
				return;
			}
			const s = document.getElementById(ids[i]);
			for (const v of [...s.options].map((o) => o.value)) {
				s.value = v;
				s.dispatchEvent(new Event("change"));
				walk(i + 1);
			}
		};
		walk(0);
		const m = document.getElementById("measure");
		for (const v of [...m.options].map((o) => o.value)) {
			m.value = v;
			m.dispatchEvent(new Event("change"));
			if (!document.body.dataset.drawn.endsWith(v)) throw new Error("measure " + v + " is not drawn");
		}
		const s = document.getElementById("search");
		s.value = "no such cell";
		s.dispatchEvent(new Event("input"));
		if (document.querySelectorAll("#cells tbody tr").length) throw new Error("search finds what is not there");
		return seen.size;
	})()`))
	if reached != len(r.Cells) {
		t.Errorf("%d of %d cells are reached through the controls", reached, len(r.Cells))
	}
}
