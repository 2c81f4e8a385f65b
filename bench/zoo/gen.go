package zoo

import (
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"time"
)

// contents say what values are like; zero values stand for the common case.
type contents struct {
	length int    // about how many elements the outermost slice or map has
	text   string // strings: "", "long", "html", "escapes", "unicode", "empty"
	floats string // "": two digits after the point; "full": all digits; "exp": with exponents
	small  bool   // integers of at most three digits
	empty  bool   // all members of structs are zero
}

// gen makes contents from a seed.
type gen struct {
	*rand.Rand
	contents
}

// filler is a type that fills itself.
type filler interface{ fillFrom(g *gen) }

// inner is about how many elements slices and maps within others have.
const inner = 4

// mostDeep bounds what holds its own type.
const mostDeep = 6

func (g *gen) fill(v reflect.Value, depth int) {
	if v.CanAddr() && v.Addr().CanInterface() && g.special(v.Addr().Interface()) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.integer(v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(g.integer(v.Type().Bits())) & (math.MaxUint64 >> (64 - v.Type().Bits())))
	case reflect.Float32:
		v.SetFloat(float64(float32(g.float())))
	case reflect.Float64:
		v.SetFloat(g.float())
	case reflect.String:
		v.SetString(g.str())
	case reflect.Pointer:
		if depth > mostDeep {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		g.fill(v.Elem(), depth+1)
	case reflect.Slice:
		if depth > mostDeep {
			return
		}
		n := g.count(depth)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		g.elements(v, depth)
	case reflect.Array:
		g.elements(v, depth)
	case reflect.Map:
		n := g.count(depth)
		v.Set(reflect.MakeMapWithSize(v.Type(), n))
		for range n {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.fill(key, depth+1)
			g.fill(elem, depth+1)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !g.empty && (v.Type().Field(i).IsExported() || v.Type().Field(i).Anonymous) && v.Field(i).CanSet() {
				g.fill(v.Field(i), depth+1)
			}
		}
	case reflect.Interface:
		if v.NumMethod() == 0 {
			if tree := g.tree(depth); tree != nil {
				v.Set(reflect.ValueOf(tree))
			}
		}
	}
}

func (g *gen) elements(v reflect.Value, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		for i := range v.Len() {
			v.Index(i).SetUint(g.Uint64() & 0xff)
		}
		return
	}
	for i := range v.Len() {
		g.fill(v.Index(i), depth+1)
	}
}

// count returns how many elements a slice or map has: about a third more or fewer than the kind asks for.
func (g *gen) count(depth int) int {
	n := inner
	if depth == 0 && g.length != 0 {
		n = g.length
	}
	if n < 3 {
		return n
	}
	return n - n/3 + g.IntN(2*(n/3)+1)
}

// special fills types that have a form of their own.
func (g *gen) special(at any) bool {
	switch p := at.(type) {
	case filler:
		p.fillFrom(g)
	case *time.Time:
		*p = g.time()
	case *time.Duration:
		*p = time.Duration(g.Int64N(1 << 50))
	case *stdjson.Number:
		*p = stdjson.Number(fmt.Sprint(g.integer(64)))
		if g.IntN(2) == 0 {
			*p = stdjson.Number(fmt.Sprint(g.float()))
		}
	case *stdjson.RawMessage:
		*p, _ = stdjson.Marshal(g.tree(2))
	case *big.Int:
		p.SetUint64(g.Uint64())
		for range g.IntN(3) {
			p.Mul(p, new(big.Int).SetUint64(g.Uint64()))
		}
	case *netip.Addr:
		*p = g.addr()
	case *netip.AddrPort:
		*p = netip.AddrPortFrom(g.addr(), uint16(g.Uint32()))
	case *netip.Prefix:
		*p = netip.PrefixFrom(g.addr(), g.IntN(32))
	default:
		return false
	}
	return true
}

func (g *gen) time() time.Time {
	t := time.Unix(946_684_800+g.Int64N(1<<30), 0).UTC()
	if g.IntN(2) == 0 {
		t = t.Add(time.Duration(g.Int64N(1e9)))
	}
	return t
}

func (g *gen) addr() netip.Addr {
	if g.IntN(3) > 0 {
		return netip.AddrFrom4([4]byte{byte(g.Uint32()), byte(g.Uint32()), byte(g.Uint32()), byte(g.Uint32())})
	}
	var a [16]byte
	for i := range a {
		a[i] = byte(g.Uint32())
	}
	return netip.AddrFrom16(a)
}

// integer returns an integer of that many bits, of as many digits as chance has it.
func (g *gen) integer(bits int) int64 {
	if g.small {
		return g.Int64N(int64(min(1000, 1<<min(bits-1, 20)-1)))
	}
	n := g.Int64() >> (64 - bits) >> g.IntN(bits)
	if g.IntN(4) == 0 {
		n = -n
	}
	return n
}

func (g *gen) float() float64 {
	switch g.floats {
	case "full":
		return g.Float64()*2000 - 1000
	case "exp":
		return g.Float64() * math.Pow(10, float64(g.IntN(60)-30))
	}
	return float64(g.IntN(200_000)-100_000) / 100
}

var words = strings.Fields("alpha bridge candle door east flour garden harbour iron journey key lantern market north " +
	"orchard paper quarry river stone timber under valley water yard zeal morning evening second letter window")

// str returns a string, of words.
func (g *gen) str() string {
	var b strings.Builder
	n := 1 + g.IntN(4)
	switch g.text {
	case "empty":
		return ""
	case "long":
		n = 40 + g.IntN(40)
	}
	for i := range n {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(words[g.IntN(len(words))])
		switch {
		case g.text == "html" && g.IntN(2) == 0:
			b.WriteString([]string{"<b>", "&amp;", "</p>", "a>b"}[g.IntN(4)])
		case g.text == "escapes" && g.IntN(2) == 0:
			b.WriteString([]string{"\n", "\t\"", "\\", "\u0001", "\u2028"}[g.IntN(5)])
		case g.text == "unicode" && g.IntN(3) > 0:
			b.WriteString([]string{"größer", "日本語の文", "привет", "🙂🚀", "naïve"}[g.IntN(5)])
		case g.IntN(6) == 0:
			fmt.Fprintf(&b, "-%d", g.IntN(10_000))
		}
	}
	return b.String()
}

// tree returns a value of the types that any is decoded to.
func (g *gen) tree(depth int) any {
	n := g.IntN(9)
	if depth > 3 {
		n = g.IntN(6)
	}
	switch n {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2, 3:
		return g.float()
	case 4, 5:
		return g.str()
	case 6:
		a := []any{}
		for range g.IntN(2 * inner) {
			a = append(a, g.tree(depth+1))
		}
		return a
	}
	m := map[string]any{}
	for range g.IntN(2 * inner) {
		m[g.str()] = g.tree(depth + 1)
	}
	return m
}
