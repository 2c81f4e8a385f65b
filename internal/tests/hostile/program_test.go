package hostile

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
	"github.com/zetes-json/zetes/stream"
)

// program is one call of the module's and what the methods that it calls do, from a seed.
type program struct {
	*rand.Rand
	seed    uint64
	door    string
	w       *world // what they change
	worlds  []*world
	arenas  map[reflect.Type]arena
	api     *zetes.API
	acts    int  // that are left
	fails   bool // methods return errors
	ends    bool // methods panic, and end their goroutine
	depth   int  // calls of the module within one another
	coding  int  // codecs at work
	late    []func()
	writers []*codec.Writer
	readers []*codec.Reader
	results []result
	own     []byte
	decoder interface{ Decode(any) error } // of the call, for its reader
	encoder interface{ Encode(any) error } // of the call, for its writer
}

func (p *program) String() string { return fmt.Sprintf("seed %d, %s", p.seed, p.door) }

// result is what a call has returned, and a copy.
type result struct{ got, copy []byte }

// now is the program that runs, or nil. Methods know nothing else.
var now *program

const ownText = "memory of a method's own"

func newProgram(seed uint64) *program {
	p := &program{Rand: rand.New(rand.NewPCG(seed, 1)), seed: seed, arenas: map[reflect.Type]arena{}, own: []byte(ownText)}
	p.acts = 5 + p.IntN(60)
	p.fails, p.ends = p.IntN(4) == 0, p.IntN(3) == 0
	p.api = apis[p.IntN(len(apis))]
	p.w = p.newWorld()
	return p
}

func (p *program) apiOr() *zetes.API {
	if p == nil {
		return apis[0]
	}
	return p.api
}

// apis are those of programs, and otherBy is what other calls have to give.
var (
	apis                   []*zetes.API
	otherByStd, otherByAPI []byte
)

func init() {
	for _, c := range []zetes.Config{
		{},
		{Intern: true, ExactCase: true, UnsortedMaps: true},
		{Alias: true, Defaults: true, UseNumber: true},
		{Fuzzy: true, RejectUnknown: true, EmptySlices: true},
		{KeepUnknown: true, LargeIntsAsStrings: true, DurationsAsStrings: true},
		{RejectDuplicates: true, RequireAll: true, NonFinite: zetes.NonFiniteNull},
		{JSON5: true, OneWay: true, ResetAbsent: true},
		{Comments: true, ByteOrderMark: true, OneWay: true, RefuseReadOnly: true},
		{JSON5: true, Alias: true, Limits: zetes.Limits{OutputBytes: 2000, OutputDepth: 6}},
	} {
		c.Codecs = codecs
		apis = append(apis, c.Freeze())
	}
	var v other
	err := stdjson.Unmarshal([]byte(otherText), &v)
	if err == nil {
		otherByStd, err = stdjson.Marshal(v)
	}
	if err == nil {
		otherByAPI, err = apis[0].Marshal(&v)
	}
	if err != nil {
		panic(err)
	}
}

// thrown is what methods panic with.
type thrown struct{}

// act is what a method does besides its work. given is what it was given.
func act(given []byte) {
	p := now
	if p == nil || p.acts <= 0 {
		return
	}
	p.acts--
	if len(given) > 0 {
		p.keep(given)
	}
	switch k := p.IntN(100); {
	case k < 50:
		p.change(p.w)
	case k < 70:
		p.again()
	case k == 70 && p.IntN(4) == 0:
		runtime.GC()
	case k < 80:
		p.deface(given)
	case k < 84:
		p.scribble()
	case p.ends && k < 88:
		panic(thrown{})
	case p.ends && k < 91:
		runtime.Goexit()
	}
}

// keep keeps b to write to it later.
func (p *program) keep(b []byte) {
	if len(p.late) < 200 {
		p.late = append(p.late, func() { fill(b) })
	}
}

func fill(b []byte) {
	for i := range b {
		b[i] = `0"{[\, `[i%7]
	}
}

// deface changes some of b.
func (p *program) deface(b []byte) {
	if len(b) > 0 && p.IntN(2) == 0 {
		b[p.IntN(len(b))] = `0"{[\, ]}e.`[p.IntN(11)]
	}
}

// scribble writes to all that was kept.
func (p *program) scribble() {
	for _, f := range p.late {
		f()
	}
	if p.coding > 0 {
		return // what was lent to one codec may be lent to another
	}
	for _, w := range p.writers {
		w.Int(5)
		w.BeginArray()
		w.String("written late")
		w.Bytes()
	}
	for _, r := range p.readers {
		fill(r.Buffered())
		r.Int()
		r.Skip()
		r.Raw()
	}
}

// again calls the module, on what the program is about or on something else.
func (p *program) again() {
	if p.depth >= 3 {
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	switch w := p.w; p.IntN(8) {
	case 0:
		json.Unmarshal([]byte(document(p.Rand, 1)), w)
	case 1:
		p.api.Unmarshal([]byte(document(p.Rand, 1)), w)
	case 2:
		json.NewDecoder(strings.NewReader(document(p.Rand, 0))).Decode(w)
	case 3:
		json.Unmarshal([]byte(`[1,2,3,{"n":4},5,6]`), []any{&w.Values, &w.Nested, &w.Array, &w.Any, &w.Anys, &w.Bigs, &w.Codeds}[p.IntN(7)])
	case 4:
		p.result(json.Marshal(w))
	case 5:
		p.result(p.api.Marshal(w))
	case 6:
		other := p.newWorld()
		json.Unmarshal([]byte(document(p.Rand, 0)), other)
	default:
		quietly(func() {
			if err := checkOthers(); err != nil {
				panic(err)
			}
		})
	}
}

// quietly runs f without acts.
func quietly(f func()) {
	was := now
	now = nil
	defer func() { now = was }()
	f()
}

func (p *program) result(b []byte, err error) {
	if err == nil {
		p.results = append(p.results, result{b, bytes.Clone(b)})
	}
}

// source is a reader of text.
type source struct {
	text string
	p    *program
}

func (s *source) Read(b []byte) (int, error) {
	act(nil)
	if s.p.IntN(10) == 0 && s.p.decoder != nil && s.p.depth < 2 {
		s.p.depth++
		s.p.decoder.Decode(s.p.w)
		s.p.depth--
	}
	n := copy(b[:min(len(b), 1+s.p.IntN(300))], s.text)
	if s.p.IntN(8) == 0 {
		fill(b[n:])
	}
	if s.p.IntN(8) == 0 {
		s.p.keep(b)
	}
	if s.text = s.text[n:]; n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// sink is a writer.
type sink struct{ p *program }

func (s sink) Write(b []byte) (int, error) {
	s.p.result(bytes.Clone(b), nil)
	act(nil)
	if s.p.IntN(10) == 0 && s.p.encoder != nil && s.p.depth < 2 {
		s.p.depth++
		s.p.encoder.Encode(s.p.w)
		s.p.depth--
	}
	if s.p.IntN(20) == 0 {
		return s.p.IntN(len(b) + 1), errOfMethod
	}
	return len(b), nil
}

// readDoors decode text into the program's world.
var readDoors = []struct {
	name string
	call func(p *program, text string)
}{
	{"json.Unmarshal", func(p *program, text string) { json.Unmarshal([]byte(text), p.w) }},
	{"json.Unmarshal again", func(p *program, text string) {
		json.Unmarshal([]byte(text), p.w)
		json.Unmarshal([]byte(document(p.Rand, 1)), p.w)
	}},
	{"json.Decoder", func(p *program, text string) {
		d := json.NewDecoder(&source{text + text, p})
		p.decoder = d
		for range 3 {
			d.Decode(p.w)
		}
	}},
	{"zetes.UnmarshalString", func(p *program, text string) { zetes.UnmarshalString(text, p.w) }},
	{"API.Unmarshal", func(p *program, text string) { p.api.Unmarshal([]byte(text), p.w) }},
	{"API.UnmarshalAll", func(p *program, text string) { p.api.UnmarshalAll([]byte(text), p.w, 5) }},
	{"API.UnmarshalFrom", func(p *program, text string) { p.api.UnmarshalFrom(&source{text, p}, p.w) }},
	{"stream.Decoder", func(p *program, text string) {
		d := stream.NewDecoder(&source{text + " " + text, p}, stream.Using(p.api))
		p.decoder = d
		for range 3 {
			d.Decode(p.w)
		}
	}},
	{"zetes.TypedDecoder", func(p *program, text string) { zetes.NewTypedDecoder[world]().Decode([]byte(text), p.w) }},
	{"stream.Values", func(p *program, text string) {
		for v, err := range stream.Values[world](&source{text + text, p}, stream.Using(p.api)) {
			p.w = &v
			p.w.G0, p.w.G1, p.w.G2, p.w.G3, p.w.G4, p.w.G5 = intact, intact, intact, intact, intact, intact
			if act(nil); err != nil {
				break
			}
		}
	}},
	{"stream.Lines in place", func(p *program, text string) {
		for v := range stream.Lines[jsondoc.Value](&source{text + "\n" + text, p}, stream.Using(p.api), stream.InPlace()) {
			act(v.Raw())
			for _, e := range v.Members() {
				e.Get("V", 0)
			}
		}
	}},
	{"Reader.ReadValue", func(p *program, text string) {
		r := codec.NewReader(&source{text + text, p})
		defer r.Release()
		for range 2 {
			p.api.ReadValue(r, p.w)
		}
	}},
	{"values of a map", func(p *program, text string) {
		m := map[string]*world{"w": p.w}
		json.Unmarshal([]byte(`{"w":`+text+`,"v":`+text+`}`), &m)
	}},
	{"elements", func(p *program, text string) {
		list := make([]world, 0, 2)
		json.Unmarshal([]byte(`[`+text+`,`+text+`,`+text+`]`), &list)
	}},
}

// writeDoors encode the program's world.
var writeDoors = []struct {
	name string
	call func(p *program)
}{
	{"json.Marshal", func(p *program) { p.result(json.Marshal(p.w)) }},
	{"json.Marshal of the value", func(p *program) { p.result(json.Marshal(*p.w)) }},
	{"json.MarshalIndent", func(p *program) { p.result(json.MarshalIndent(p.w, "", " ")) }},
	{"json.Encoder", func(p *program) {
		e := json.NewEncoder(sink{p})
		p.encoder = e
		e.SetIndent("", strings.Repeat(" ", p.IntN(2)))
		e.Encode(p.w)
		e.Encode(p.w.Values)
	}},
	{"API.Marshal", func(p *program) { p.result(p.api.Marshal(p.w)) }},
	{"API.MarshalTo", func(p *program) { p.api.MarshalTo(sink{p}, p.w) }},
	{"API.Append", func(p *program) {
		memory := bytes.Repeat([]byte("x"), 20_000)
		from, room := p.IntN(10), p.IntN(15_000)
		b, err := p.api.Append(memory[:from:from+room], p.w)
		if string(memory[:from]) != strings.Repeat("x", from) || string(memory[from+room:]) != strings.Repeat("x", len(memory)-from-room) {
			panic("Append has written beside its room")
		}
		if err == nil {
			p.result(b[from:], nil)
		}
	}},
	{"zetes.TypedEncoder", func(p *program) {
		p.result(zetes.NewTypedEncoder[world]().Marshal(p.w))
	}},
	{"Writer.WriteValue", func(p *program) {
		w := codec.NewWriter(sink{p})
		defer w.Release()
		p.api.WriteValue(w, p.w)
		p.api.WriteValue(w, p.w.ToCoded)
	}},
}

// run runs the program in a goroutine of its own and reports what it panicked with.
func (p *program) run(f func()) (thrownUp any) {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			if thrownUp = recover(); !allowed(thrownUp) {
				thrownUp = fmt.Sprintf("%v\n%s", thrownUp, debug.Stack())
			}
			now = nil
		}()
		now = p
		f()
	}()
	<-done
	return thrownUp
}

// decoding and encoding are the two kinds of programs.
func (p *program) decoding() {
	d := readDoors[p.IntN(len(readDoors))]
	p.door = d.name
	text := document(p.Rand, 2)
	if p.IntN(2) == 0 {
		quietly(func() { json.Unmarshal([]byte(document(p.Rand, 1)), p.w) })
	}
	d.call(p, text)
}

func (p *program) encoding() {
	d := writeDoors[p.IntN(len(writeDoors))]
	p.door = d.name
	quietly(func() {
		for range 3 {
			stdjson.Unmarshal([]byte(document(p.Rand, 1)), p.w)
		}
		p.w.Coded.N, p.w.Codeds = p.IntN(9), append(p.w.Codeds, coded{N: 1, List: make([]value, 3)}, coded{N: 2, Map: map[string]value{"k": {}}}, coded{N: 3})
	})
	d.call(p)
}

// allowed tells which panics are no fault: those of methods, and what encoding/json panics with too, where a map
// was taken away.
func allowed(v any) bool {
	_, ok := v.(thrown)
	return ok || v == nil || strings.Contains(fmt.Sprint(v), "assignment to entry in nil map")
}

// judge looks at all that the program may not have changed.
func (p *program) judge(t *testing.T, panicked any) {
	if !allowed(panicked) {
		t.Fatalf("%v: panic: %v", p, panicked)
	}
	for _, r := range p.results {
		if !bytes.Equal(r.got, r.copy) {
			t.Fatalf("%v: a result has changed:\n%.300s\nwas\n%.300s", p, r.got, r.copy)
		}
		if !p.fails && !stdjson.Valid(r.copy) {
			t.Fatalf("%v: no JSON: %.2000s", p, r.copy)
		}
	}
	p.coding = 0
	p.scribble()
	p.checkGaps(t)
	if string(p.own) != ownText {
		t.Fatalf("%v: memory of a method's own is %q", p, p.own)
	}
	for _, w := range p.worlds {
		a, errA := json.Marshal(w)
		b, errB := stdjson.Marshal(w)
		if !bytes.Equal(a, b) || (errA == nil) != (errB == nil) {
			t.Fatalf("%v: a world is\n%.2000s, %v\nby encoding/json\n%.2000s, %v", p, a, errA, b, errB)
		}
	}
	if err := checkOthers(); err != nil {
		t.Fatalf("%v: %v", p, err)
	}
}

// other is a value that no program touches.
type other struct {
	A string
	B []int
	C map[string]any
	D []coded
	E *other
	F text
	G []pointed
	H float64
}

const otherText = `{"A":"some text, as long as a longer one is","B":[1,2,3,4,5],"C":{"k":[1.5,"x",null],"l":{"m":true}},"D":[1,12,3],"E":{"A":"\u003c","B":[],"C":{},"D":null,"E":null,"F":"","G":null,"H":0},"F":"key","G":[{"P":1,"N":2}],"H":2.5e-7}`

// checkOthers makes calls that have nothing to do with what programs do, and returns how their results differ.
func checkOthers() error {
	var a, b, c, d other
	stdjson.Unmarshal([]byte(otherText), &a)
	err := json.Unmarshal([]byte(otherText), &b)
	err = errors.Join(err, json.NewDecoder(strings.NewReader(otherText)).Decode(&c))
	err = errors.Join(err, apis[0].Unmarshal([]byte(otherText), &d))
	if err != nil || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(a, c) || d.A != a.A || !slices.Equal(d.B, a.B) {
		return fmt.Errorf("another call decodes %+v, %+v, %+v, want %+v: %v", b, c, d, a, err)
	}
	var out bytes.Buffer
	x, err1 := json.Marshal(a)
	y, err2 := apis[0].Marshal(&a)
	err3 := json.NewEncoder(&out).Encode(a)
	if err := errors.Join(err1, err2, err3); err != nil || !bytes.Equal(x, otherByStd) || !bytes.Equal(y, otherByAPI) || out.String() != string(x)+"\n" {
		return fmt.Errorf("another call encodes\n%s\n%s\n%s\nwant\n%s\n%s\n%v", x, y, out.Bytes(), otherByStd, otherByAPI, err)
	}
	return nil
}
