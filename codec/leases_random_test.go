package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// marked is the text by which all of a tenant's input and output is told from that of others.
var marked = regexp.MustCompile(`<\d+>`)

// tenant is one of many goroutines that share the pools. Whatever it gets to see is its own.
type tenant struct {
	*rand.Rand
	t     *testing.T
	mark  string
	acts  int // that are left in this round
	depth int // of calls that call the tenant back
	kept  []keptText
	api   *zetes.API
	out   bytes.Buffer
}

// keptText is a result that is kept, and a copy of it.
type keptText struct {
	got  string
	copy string
}

// sees checks that text is the tenant's own.
func (p *tenant) sees(text string) {
	for _, m := range marked.FindAllString(text, -1) {
		if m != p.mark {
			p.t.Errorf("%s sees %.200q", p.mark, text)
			return
		}
	}
}

func (p *tenant) keep(s string) {
	p.sees(s)
	p.kept = append(p.kept, keptText{s, strings.Clone(s)})
}

// settle checks that what was kept is as it was.
func (p *tenant) settle() {
	for _, k := range p.kept {
		if k.got != k.copy {
			p.t.Errorf("%s: %q has become %q", p.mark, k.copy, k.got)
		}
	}
	p.kept = p.kept[:0]
}

// text returns a string of the tenant's, some with escapes.
func (p *tenant) text() string {
	return strings.Repeat(p.mark, 1+p.IntN(1<<p.IntN(8))) + []string{"", "\n", "é", `"`}[p.IntN(4)]
}

// doc returns a document of the tenant's.
func (p *tenant) doc(depth int) string {
	switch k := p.IntN(8); {
	case depth == 0 || k < 4:
		b, _ := zetes.Marshal(p.text())
		return string(b)
	case k < 6:
		list := make([]string, p.IntN(6))
		for i := range list {
			list[i] = p.doc(depth - 1)
		}
		return "[" + strings.Join(list, []string{",", " , "}[p.IntN(2)]) + "]"
	default:
		list := make([]string, p.IntN(5))
		for i := range list {
			name, _ := zetes.Marshal([]string{"a", "b", p.text()}[p.IntN(3)])
			list[i] = string(name) + ":" + p.doc(depth-1)
		}
		return "{" + strings.Join(list, ",") + "}"
	}
}

// guest is what the module reads and writes by the methods of a tenant.
type guest struct {
	p    *tenant
	r    *codec.Reader
	w    *codec.Writer
	text string
}

func (g *guest) UnmarshalJSON(b []byte) error {
	g.p.sees(string(b))
	g.text = string(b)
	g.p.misuse(g.r, g.w)
	return nil
}

func (g *guest) MarshalJSON() ([]byte, error) {
	g.p.misuse(g.r, g.w)
	return []byte(g.p.doc(2)), nil
}

// guestSource is a source or an output of a tenant, which uses whoever is at work with it.
type guestSource struct {
	p    *tenant
	r    *codec.Reader
	w    *codec.Writer
	text string
}

func (g *guestSource) Read(b []byte) (int, error) {
	if g.p.IntN(4) == 0 {
		g.p.misuse(g.r, nil)
	}
	n := copy(b[:min(len(b), 1+g.p.IntN(1<<g.p.IntN(10)))], g.text)
	if g.text = g.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (g *guestSource) Write(b []byte) (int, error) {
	g.p.sees(string(b))
	if g.p.IntN(4) == 0 {
		g.p.misuse(nil, g.w)
	}
	return len(b), nil
}

// misuse does with a Reader and a Writer that are at work what must not be done with them, or something else.
func (p *tenant) misuse(r *codec.Reader, w *codec.Writer) {
	if p.depth++; p.depth > 3 {
		p.depth--
		return
	}
	defer func() { p.depth-- }()
	switch k := p.IntN(14); {
	case k < 2:
		runtime.Gosched()
	case k == 2:
		p.reads()
	case k == 3:
		p.writes()
	case k == 4:
		p.serves()
	case k == 5:
		panic("a tenant's")
	case r != nil:
		switch k {
		case 6:
			r.Release()
		case 7:
			r.ResetBytes([]byte(p.doc(2)))
		case 8:
			r.Reset(strings.NewReader(p.doc(2)))
		case 9:
			p.sees(string(r.Raw()))
		case 10:
			p.sees(string(r.Buffered()))
			r.Skip()
		case 11:
			zetes.ReadValue(r, new(any))
		default:
			p.read(r)
		}
	case w != nil:
		switch k {
		case 6:
			w.Release()
		case 7:
			w.ResetBytes([]byte(p.mark))
		case 8:
			w.Reset(&p.out)
		case 9:
			p.sees(string(w.Bytes()))
		case 10:
			w.Flush()
		case 11:
			zetes.WriteValue(w, p.mark)
		default:
			p.write(w)
		}
	}
}

// read reads a value in one of many ways.
func (p *tenant) read(r *codec.Reader) {
	if p.acts--; p.acts < 0 {
		r.Skip()
		return
	}
	switch p.IntN(12) {
	case 0:
		p.sees(string(r.Raw()))
	case 3:
		zetes.ReadValue(r, &guest{p: p, r: r})
	case 4:
		var v any
		zetes.ReadValue(r, &v)
		p.sees(fmt.Sprint(v))
	case 5:
		p.sees(string(r.Buffered()))
		r.Skip()
	case 6:
		r.SetLimits(codec.Limits{String: p.IntN(1000), Elements: p.IntN(10), Depth: p.IntN(8)})
	case 7:
		if p.IntN(4) == 0 {
			r.Fail(errors.New(p.mark))
		}
	}
	switch r.Peek() {
	case codec.String:
		switch p.IntN(3) {
		case 0:
			p.sees(string(r.StringBytes()))
		case 1:
			p.keep(string(r.StringBytes()))
		default:
			p.keep(r.String())
		}
	case codec.Array:
		switch p.IntN(2) {
		case 0:
			for _, s := range codec.ReadElements(r, func(r *codec.Reader, s *string) { p.element(r, s) }) {
				p.keep(s)
			}
		default:
			for range r.Array() {
				p.read(r)
			}
		}
	case codec.Object:
		switch p.IntN(2) {
		case 0:
			for i := range r.ObjectOf(twoNames) {
				if i == codec.Unknown {
					p.keep(string(r.MemberName()))
				}
				p.read(r)
			}
		default:
			for name := range r.Object() {
				p.keep(name)
				p.read(r)
			}
		}
	default:
		r.Skip()
	}
	p.sees(fmt.Sprintf("%+v", r.Err()))
}

var twoNames = codec.NewNames("a", "b")

func (p *tenant) element(r *codec.Reader, s *string) {
	if r.Peek() == codec.String {
		*s = r.String()
		return
	}
	p.read(r)
}

// write writes a value in one of many ways.
func (p *tenant) write(w *codec.Writer) {
	p.acts--
	switch k := p.IntN(9); {
	case p.acts < 0 || k == 0:
		w.String(p.text())
	case k == 1:
		w.BeginArray()
		for range p.IntN(5) {
			p.write(w)
		}
		w.EndArray()
	case k == 2:
		w.BeginObject()
		for range p.IntN(4) {
			w.Name(p.text())
			p.write(w)
		}
		w.EndObject()
	case k == 3:
		zetes.WriteValue(w, &guest{p: p, w: w})
	case k == 4:
		codec.WriteMembers(w, map[string]int{p.mark: 1, "a": 2}, func(w *codec.Writer, _ int) { p.write(w) })
	case k == 5:
		codec.WriteElements(w, make([]int, 3), func(w *codec.Writer, _ *int) { p.write(w) })
	case k == 6:
		w.Raw([]byte(p.doc(2)))
	case k == 7:
		p.sees(string(w.Bytes()))
		w.Int(7)
	default:
		w.StringBytes([]byte(p.text()))
	}
	p.sees(fmt.Sprintf("%+v", w.Err()))
}

// reads borrows a Reader, reads with it and releases it, or leaves it to the collector.
func (p *tenant) reads() {
	src := &guestSource{p: p, text: p.doc(4)}
	var r *codec.Reader
	if p.IntN(2) == 0 {
		r = codec.NewReader(src)
	} else {
		r = codec.NewBytesReader([]byte(src.text))
	}
	src.r = r
	defer func() {
		if p.IntN(8) > 0 {
			r.Release()
		}
	}()
	p.read(r)
	if p.IntN(3) == 0 {
		r.ResetBytes([]byte(p.doc(3)))
		p.read(r)
	}
}

// writes does the same with a Writer.
func (p *tenant) writes() {
	out := &guestSource{p: p}
	if p.IntN(2) == 0 {
		w := codec.NewBytesWriter([]byte(p.mark))
		p.write(w)
		b := w.Bytes()
		p.sees(string(b[:cap(b)]))
		defer func() {
			w.Release()
			p.keep(string(b))
		}()
		return
	}
	w := codec.NewWriter(out)
	out.w = w
	defer w.Release()
	for range 1 + p.IntN(60) {
		p.write(w)
	}
	w.Close()
}

// flat is read and written by codecs, which do with the tenant at work what it does with its own.
type flat struct {
	p *tenant
	S string
}

// serves has codecs read and write in the middle of a Marshal and an Unmarshal.
func (p *tenant) serves() {
	text := "[" + p.doc(3) + "," + p.doc(3) + "]"
	var list []flat
	err := p.api.Unmarshal([]byte(text), &list)
	p.sees(fmt.Sprintf("%+v", err))
	for _, v := range list {
		p.keep(v.S)
	}
	b, err := p.api.Marshal([]flat{{p: p}, {p: p}})
	p.sees(fmt.Sprintf("%+v", err))
	p.sees(string(b[:cap(b)]))
	p.keep(string(b))
}

// round does one thing, and survives the panics that are the tenant's own.
func (p *tenant) round() {
	defer func() {
		if v := recover(); v != nil && v != "a tenant's" {
			p.t.Errorf("%s: panic: %v", p.mark, v)
		}
	}()
	p.acts, p.depth = 40, 0
	switch p.IntN(3) {
	case 0:
		p.reads()
	case 1:
		p.writes()
	default:
		p.serves()
	}
}

// TestTenants has many goroutines borrow, lend, use, misuse and release Readers and Writers at the same time: nobody
// sees anything of another one, and what a goroutine keeps stays as it is.
func TestTenants(t *testing.T) {
	rounds := long.Rounds(300, 2000)
	var all sync.WaitGroup
	for id := range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			p := &tenant{Rand: rand.New(rand.NewPCG(uint64(id), 7)), t: t, mark: fmt.Sprintf("<%d>", id)}
			p.api = zetes.Config{Codecs: []codec.Codec{codec.For(
				func(w *codec.Writer, v *flat) {
					if p.IntN(4) == 0 {
						p.misuse(nil, w)
					}
					p.write(w)
				},
				func(r *codec.Reader, v *flat) {
					if p.IntN(4) == 0 {
						p.misuse(r, nil)
					}
					if r.Peek() == codec.String {
						v.S = r.String()
						return
					}
					p.read(r)
				})}}.Freeze()
			for i := range rounds {
				if p.round(); i%50 == 0 {
					p.settle()
				}
			}
			p.settle()
		}()
	}
	all.Wait()
}
