package conform

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// gen makes Go types, values of them and texts that fit them more or less, all from one seed.
type gen struct{ *rand.Rand }

var leaves = append(cases.Leaves(),
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
	reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[any](), reflect.TypeFor[any](), reflect.TypeFor[[]byte](), reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage]())

// typ makes a type, at most depth levels deep.
func (g gen) typ(depth int) reflect.Type {
	if depth == 0 {
		return leaves[g.IntN(len(leaves))]
	}
	switch g.IntN(10) {
	case 0:
		return reflect.PointerTo(g.typ(depth - 1))
	case 1, 2:
		return reflect.SliceOf(g.typ(depth - 1))
	case 3:
		return reflect.ArrayOf(g.IntN(4), g.typ(depth-1))
	case 4:
		keys := cases.Keys()
		return reflect.MapOf(keys[g.IntN(len(keys))], g.typ(depth-1))
	case 5, 6, 7, 8:
		return g.structType(depth)
	}
	return leaves[g.IntN(len(leaves))]
}

func (g gen) structType(depth int) reflect.Type {
	var fields []reflect.StructField
	used := map[string]bool{}
	for i := range g.IntN(12) {
		f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: g.typ(depth - 1)}
		if g.IntN(2) == 0 {
			name := g.name()
			if used[name] || !json.Valid([]byte(strconv.Quote(name))) {
				name = ""
			}
			used[name] = true
			f.Tag = reflect.StructTag(`json:"` + name + [...]string{"", "", ",omitempty", ",omitzero", ",string", ",string,omitempty", ",omitzero,omitempty"}[g.IntN(7)] + `"`)
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// name makes a name from few letters, so that names share beginnings and differ by case.
func (g gen) name() string {
	b := make([]byte, 1+g.IntN(1+g.IntN(20)))
	for i := range b {
		b[i] = "aAbBkKsS_"[g.IntN(9)]
	}
	return string(b)
}

// text makes a JSON text for the type; off is how often, of 100 values, it does not fit.
func (g gen) text(b *strings.Builder, t reflect.Type, depth, off int) {
	if g.IntN(100) < off || depth == 0 {
		b.WriteString(g.scalar())
		return
	}
	if g.IntN(12) == 0 {
		b.WriteString("null")
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		g.text(b, t.Elem(), depth, off)
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && g.IntN(3) > 0 {
			b.WriteString(`"AQIDBA=="`)
			return
		}
		g.list(b, '[', ']', g.IntN(5), func(int) { g.text(b, t.Elem(), depth-1, off) })
	case reflect.Map:
		g.list(b, '{', '}', g.IntN(4), func(int) {
			key := g.name()
			if k := t.Key().Kind(); k >= reflect.Int && k <= reflect.Uint64 && g.IntN(5) > 0 {
				key = fmt.Sprint(g.IntN(300) - 50)
			}
			b.WriteString(strconv.Quote(key) + ":")
			g.text(b, t.Elem(), depth-1, off)
		})
	case reflect.Struct:
		g.members(b, t, depth, off)
	case reflect.Interface:
		g.text(b, [...]reflect.Type{reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any](), reflect.TypeFor[string](), reflect.TypeFor[float64]()}[g.IntN(4)], depth-1, off)
	case reflect.String:
		b.WriteString(g.str())
	case reflect.Bool:
		b.WriteString(strconv.FormatBool(g.IntN(2) == 0))
	default:
		b.WriteString(strconv.Itoa(g.IntN(200) - 60))
	}
}

func (g gen) list(b *strings.Builder, open, shut byte, n int, elem func(i int)) {
	b.WriteByte(open)
	g.space(b)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
			g.space(b)
		}
		elem(i)
		g.space(b)
	}
	b.WriteByte(shut)
}

func (g gen) space(b *strings.Builder) {
	if g.IntN(8) == 0 {
		b.WriteString([...]string{" ", "\n", "\t", "\r\n    ", strings.Repeat(" ", g.IntN(70))}[g.IntN(5)])
	}
}

// members writes an object with the fields of a struct: mostly in order, some missing, twice, unknown or in another
// case.
func (g gen) members(b *strings.Builder, t reflect.Type, depth, off int) {
	var order []int
	for i := range t.NumField() {
		for range [...]int{0, 1, 1, 1, 1, 1, 2}[g.IntN(7)] {
			order = append(order, i)
		}
	}
	if g.IntN(3) == 0 {
		g.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	g.list(b, '{', '}', len(order), func(i int) {
		f := t.Field(order[i])
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		switch g.IntN(12) {
		case 0:
			name = strings.ToUpper(name)
		case 1:
			name = g.name()
		case 2:
			name = strings.ReplaceAll(strings.ReplaceAll(name, "k", "\u212a"), "s", "ſ")
		}
		b.WriteString(strconv.Quote(name) + ":")
		if strings.Contains(opts, "string") && g.IntN(3) > 0 {
			var in strings.Builder
			g.text(&in, f.Type, 1, off)
			quoted, _ := json.Marshal(in.String())
			b.Write(quoted)
			return
		}
		g.text(b, f.Type, depth-1, off)
	})
}

func (g gen) str() string {
	if g.IntN(3) == 0 {
		return [...]string{`""`, `"\u00e9\n"`, `"\ud83d\ude00"`, `"\ud800"`, "\"\xff\"", `"日本語"`, `"<&>"`, `"\"\\\/"`, `"12"`, `"true"`, `"null"`, `"2006-01-02T15:04:05Z"`}[g.IntN(12)]
	}
	return strconv.Quote(strings.Repeat("x", g.IntN(80)))
}

func (g gen) scalar() string {
	switch g.IntN(4) {
	case 0:
		return g.str()
	case 1:
		return strconv.FormatFloat(g.NormFloat64()*1e3, 'g', -1, 64)
	}
	return [...]string{"null", "true", "false", "0", "-1", "300", "70000", "1e2", "1.5", "-0", "1e400", "18446744073709551616", "[]", "{}", `[1,"a",null]`, `{"a":{"b":[]}}`, `{"F0":1}`}[g.IntN(17)]
}

// corrupt changes a byte or cuts the text, now and then.
func (g gen) corrupt(s string) string {
	if s == "" || g.IntN(6) > 0 {
		return s
	}
	i := g.IntN(len(s))
	switch g.IntN(4) {
	case 0:
		return s[:i]
	case 1:
		return s[:i] + s[i+1:]
	}
	return s[:i] + string("\"\\,:]}0x\x00 \xff"[g.IntN(11)]) + s[i+1:]
}

// TestRandom compares types, values and texts that no person would think of. ZETES_SEED repeats one.
func TestRandom(t *testing.T) {
	n := uint64(1500)
	if !long.On() || slow {
		n = 150
	}
	first := uint64(0)
	if s := os.Getenv("ZETES_SEED"); s != "" {
		var err error
		if first, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
		n = 1
	}
	failures := 0
	for s := first; s < first+n && failures < 20; s++ {
		if diff := random(s); diff != "" {
			failures++
			t.Errorf("ZETES_SEED=%d\n%s", s, diff)
		}
	}
}

// random runs what one seed makes, and returns the first difference with a short form of what led to it.
func random(seed uint64) string {
	g := gen{rand.New(rand.NewPCG(seed, 1))}
	typ := g.typ(1 + g.IntN(3))
	for range 12 {
		var b, fill strings.Builder
		g.text(&b, typ, 5, [...]int{0, 0, 3, 15}[g.IntN(4)])
		g.text(&fill, typ, 4, 0)
		filled := g.IntN(2) == 0
		c := &cases.Case{Text: g.corrupt(b.String()), Target: func() any {
			v := reflect.New(typ).Interface()
			if filled {
				quiet(func() { _ = doors.Std.Unmarshal([]byte(fill.String()), v) })
			}
			return v
		}}
		d := &doors.All[g.IntN(len(doors.All))]
		for d.Unmarshal == nil || d.Typed {
			d = &doors.All[g.IntN(len(doors.All))]
		}
		if diff := Unmarshal(c, d, &doors.Zetes, &doors.Std); diff != "" {
			c.Text = shrink(c.Text, func(text string) bool {
				return Unmarshal(&cases.Case{Text: text, Target: c.Target}, d, &doors.Zetes, &doors.Std) != ""
			})
			return fmt.Sprintf("type %v\ndoor %s\nfilled with %s (%v)\ntext %q\n%s\nat first %.300s", cut(typ.String()), d.Name, cut(fill.String()), filled, c.Text, Unmarshal(c, d, &doors.Zetes, &doors.Std), diff)
		}
		for d.Marshal == nil || d.Typed {
			d = &doors.All[g.IntN(len(doors.All))]
		}
		byValue := g.IntN(2) == 0
		m := &cases.Case{Value: func() any {
			v := c.Target()
			quiet(func() { _ = doors.Std.Unmarshal([]byte(c.Text), v) })
			if byValue {
				return reflect.ValueOf(v).Elem().Interface()
			}
			return v
		}}
		if diff := Marshal(m, d, &doors.Zetes, &doors.Std); diff != "" {
			return fmt.Sprintf("marshal of type %v (by value: %v)\ndoor %s\ndecoded from %q\n%s", cut(typ.String()), byValue, d.Name, cut(c.Text), diff)
		}
	}
	return ""
}

// quiet runs f, which may call methods that panic or take notes.
func quiet(f func()) {
	defer func() {
		_ = recover()
		cases.Notes()
	}()
	f()
}

// shrink cuts pieces out of the text for as long as it still differs.
func shrink(text string, differs func(string) bool) string {
	for size := len(text) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(text); {
			if try := text[:i] + text[i+size:]; differs(try) {
				text = try
			} else {
				i += max(1, size/2)
			}
		}
	}
	return text
}
