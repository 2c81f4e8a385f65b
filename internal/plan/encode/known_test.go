package encode

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/fast"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// TestKnownNames writes maps with elements of all kinds, one after another. Each map has the names of the map before
// it, or other names. The results must be those of encoding/json.
func TestKnownNames(t *testing.T) {
	guard.Path(t, fast.Known && fast.Typed)
	rnd := rand.New(rand.NewPCG(5, 6))
	pool := []string{"", "a", "ab", "b", "name", "eight888", "nine99999", "nine99998", "<", "é", "\"", "\xff", strings.Repeat("x", mostNamed-1),
		strings.Repeat("x", mostNamed), strings.Repeat("x", mostNamed+1), strings.Repeat("y", textSize-2), strings.Repeat("y", textSize-3)}
	for i := range 40 {
		pool = append(pool, fmt.Sprint("member ", i))
	}
	elems := []any{0, "", key(""), false, int8(0), uint16(0), float32(0), 1.5, []byte{}, []string{}, (*int)(nil), (**string)(nil), &inner{},
		map[string]int8{}, json.Number(""), json.RawMessage{}, valueText{}, &pointerJSON{}, []any{}, any(nil), intText(0), wordJSON(0), map[string]any{},
		map[string]map[string]int{}, inner{}, (***int8)(nil)}
	rounds := long.Rounds(30, 120)
	hits := 0
	for _, k := range []any{"", key("")} {
		for _, e := range elems {
			elem := reflect.TypeOf(e)
			if e == nil {
				elem = reflect.TypeFor[any]()
			}
			typ := reflect.MapOf(reflect.TypeOf(k), elem)
			var names []string
			for range rounds {
				switch rnd.IntN(12) {
				case 0: // other names, or fewer of them
					rnd.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
					names = append([]string(nil), pool[:1+rnd.IntN(24)]...)
				case 1: // one other name
					if len(names) > 0 {
						names[rnd.IntN(len(names))] = pool[rnd.IntN(len(pool))]
					}
				}
				m := reflect.MakeMap(typ)
				for _, name := range names {
					v := reflect.New(typ.Elem()).Elem()
					anything(rnd, v, 0)
					m.SetMapIndex(reflect.ValueOf(name).Convert(typ.Key()), v)
				}
				want, wantErr := toolchain.Encode(m.Interface(), true)
				got, err := (&Call{Config: withHTML}).Marshal(m.Interface())
				if err != nil {
					got, err = toolchain.MarshalError(m.Interface(), true, err)
				}
				compare(t, typ.String(), got, want, err, wantErr)
			}
			hits += trusting(ProgramOf(withHTML, typ).info)
		}
	}
	if hits == 0 && !raceEnabled { // the pool then drops machines at random
		t.Error("no names were known")
	}
}

// trusting takes a machine from the pool, and returns for how many lengths it looks up the known names of maps of info.
func trusting(info *mapInfo) (n int) {
	m := get(&Call{Config: withHTML})
	for i := range m.maps.known {
		if k := &m.maps.known[i]; k.trust > 0 && k.info == info {
			n++
		}
	}
	m.use(m.own)
	m.put()
	return n
}

// machineWith writes the values by one new machine, each at the start of the buffer. It returns the machine and the
// text of the last value.
func machineWith(t *testing.T, values ...any) (*machine, string) {
	m := machines.New().(*machine)
	m.adapt(withHTML)
	m.use(m.own)
	n := 0
	for _, v := range values {
		if n = m.any(v, 0); n < 0 {
			t.Fatal(m.err)
		}
	}
	return m, string(m.bytes(n))
}

// TestKnownAfterSome holds that names are learned when enough maps in a row have had them, and are no longer looked up
// when several maps have lacked one of them.
func TestKnownAfterSome(t *testing.T) {
	guard.Path(t, fast.Known)
	row := func(i int, names ...string) map[string]any {
		m := map[string]any{}
		for j, name := range names {
			m[name] = i * j
		}
		return m
	}
	var rows []any
	for i := range leastSeen + 2 {
		rows = append(rows, row(i, "b", "a"))
	}
	for i := range rows {
		m, _ := machineWith(t, rows[:i+1]...)
		k := m.namesOf(&m.rules.anyMap, 2)
		if known := k.trusted(&m.rules.anyMap, 2); known != (i > leastSeen) {
			t.Errorf("after %d maps known: %v", i+1, known)
		}
	}
	for range mostTrust {
		rows = append(rows, row(3, "b", "a"))
	}
	if m, text := machineWith(t, rows...); text != `{"a":3,"b":0}` || m.namesOf(&m.rules.anyMap, 2).trust != mostTrust {
		t.Errorf("%s, trust %d", text, m.namesOf(&m.rules.anyMap, 2).trust)
	}
	for i := range mostTrust/2 + 1 {
		rows = append(rows, row(i, "a", fmt.Sprint("c", i)))
	}
	m, text := machineWith(t, rows...)
	if k := m.namesOf(&m.rules.anyMap, 2); text != `{"a":0,"c4":4}` || k.trust != 0 || k.least != 2*leastSeen {
		t.Errorf("%s, trust %d, least %d", text, k.trust, k.least)
	}
}

// TestKnownForgets holds that the machine keeps no elements that it has looked up by known names, whether the map had
// all names or not.
func TestKnownForgets(t *testing.T) {
	var rows []any
	for range 2 * leastSeen {
		rows = append(rows, map[string]any{"a": "text", "b": "text"})
	}
	for _, last := range []map[string]any{{"a": "text", "b": "text"}, {"a": "text", "c": "text"}} {
		m, _ := machineWith(t, append(rows, last)...)
		for i, e := range m.maps.anys.list[:cap(m.maps.anys.list)] {
			if e.Val != nil || len(m.maps.anys.list) != 0 {
				t.Errorf("%v: entry %d of %d is kept: %v", last, i, len(m.maps.anys.list), e.Val)
			}
		}
	}
}

// TestKnownErrors holds that the error is about the first value without a JSON form in the order of the names, even if
// the map lacks a known name.
func TestKnownErrors(t *testing.T) {
	nan := math.NaN()
	for range leastSeen + 4 {
		agree(t, "sound", map[string]float64{"b": 1, "c": 2})
		agree(t, "sound any", map[string]any{"b": 1, "c": 2})
	}
	agree(t, "known", map[string]float64{"b": 1, "c": nan})
	agree(t, "not known", map[string]float64{"a": math.Inf(1), "b": nan})
	agree(t, "known any", map[string]any{"b": 1, "c": nan})
	agree(t, "not known any", map[string]any{"a": math.Inf(1), "b": nan})
	agree(t, "sound again", map[string]any{"b": 1, "c": 2})
}

// changer is a value whose method removes all entries of the map that contains it.
type changer struct{ in map[string]any }

func (c changer) MarshalJSON() ([]byte, error) {
	clear(c.in)
	return []byte("1"), nil
}

// TestKnownChanges holds that a map is written as it was before a method of one of its elements changed it, even if its
// names are known.
func TestKnownChanges(t *testing.T) {
	for range leastSeen + 6 {
		v := map[string]any{"b": 2, "c": 3}
		v["a"] = changer{v}
		got, err := (&Call{Config: withHTML}).Marshal(v)
		if string(got) != `{"a":1,"b":2,"c":3}` || err != nil {
			t.Fatal(string(got), err)
		}
	}
}

// TestKnownOthers holds that known names are used only for maps of the same type and length, although other maps may be
// stored in the same entry of the table. Names that are too long are never used.
func TestKnownOthers(t *testing.T) {
	guard.Path(t, fast.Known)
	row := func(count int) map[string]any {
		m := map[string]any{}
		for i := range count {
			m[fmt.Sprint("name ", i)] = i
		}
		return m
	}
	var rows []any
	for range 2 * leastSeen {
		rows = append(rows, row(2))
	}
	for count := range mostKnown + 2 {
		want, _ := json.Marshal(row(count))
		if _, text := machineWith(t, append(rows, row(count))...); text != string(want) {
			t.Errorf("%d entries: %s", count, text)
		}
	}
	rows = nil
	for range 2 * leastSeen {
		rows = append(rows, map[string]any{strings.Repeat("x", mostNamed+1): 1})
	}
	if m, _ := machineWith(t, rows...); m.namesOf(&m.rules.anyMap, 1).trust != 0 {
		t.Error("a long name is known")
	}
}

// TestKnownPlaceTaken writes a map by known names whose elements contain maps that want the same entry of the table for
// their names. The result must be encoding/json's.
func TestKnownPlaceTaken(t *testing.T) {
	large := func(names int) map[string]any {
		m := map[string]any{}
		for i := range 1 + knownMaps { // so large that its names are stored where those of maps with one entry are
			m[fmt.Sprint("name ", names, " ", i)] = i
		}
		return m
	}
	var rows []any
	for range 2 * leastSeen {
		rows = append(rows, map[string]any{"a": 1})
	}
	var inner []any
	for i := range 2 * mostTrust {
		inner = append(inner, large(i))
	}
	rows = append(rows, map[string]any{"a": inner}, large(0))
	want, _ := json.Marshal(rows)
	if _, text := machineWith(t, rows); text != string(want) {
		t.Errorf("%s, want %s", clip([]byte(text)), clip(want))
	}
}

// TestAllocKnown holds that learning names again and again allocates no memory, since they are stored in the memory of
// the names before them.
func TestAllocKnown(t *testing.T) {
	if guard.Race {
		t.Skip("the pool drops machines at random")
	}
	var rows []any
	large := map[string]any{}
	for i := range 1 + knownMaps { // so large that its names are stored where those of maps with one entry are
		large[fmt.Sprint("name ", i)] = true
	}
	for range 6 {
		for range 4 * leastSeen {
			rows = append(rows, map[string]any{"a": true})
		}
		for range 4*leastSeen + mostTrust {
			rows = append(rows, large)
		}
	}
	buf, all := make([]byte, 0, 64<<10), any(rows)
	write := func() { buf, _ = (&Call{Config: withHTML}).Append(buf[:0], all) }
	for range 20 {
		write()
	}
	if n := testing.AllocsPerRun(100, write); n >= 1 {
		t.Errorf("%v allocations", n)
	}
}

// TestKnownWithin holds that while a map is written by known names, maps inside it do not replace these names.
func TestKnownWithin(t *testing.T) {
	var rows, inner []any
	for range 2*leastSeen + mostTrust {
		rows = append(rows, map[string]any{"first": 1, "other": 2})
	}
	for range 2*mostSeen + mostTrust {
		inner = append(inner, map[string]any{"x": 1, "yy": 2})
	}
	rows = append(rows, map[string]any{"first": inner, "other": inner}, map[string]any{"first": 1, "other": inner})
	want, _ := json.Marshal(rows)
	if _, text := machineWith(t, rows, rows, rows); text != string(want) {
		t.Errorf("%s, want %s", clip([]byte(text)), clip(want))
	}
}

// TestKnownUnsorted holds that names that were learned from maps without a sorted order are not used for maps that must
// be sorted. Both kinds of map[string]any have the same mapInfo in a machine, whatever the configuration.
func TestKnownUnsorted(t *testing.T) {
	guard.Path(t, fast.Known)
	unsorted := plan.New(plan.Meaning{Shape: withHTML.Shape, Options: withHTML.Options &^ option.SortMapKeys})
	for i := range 200 {
		v := []any{map[string]any{fmt.Sprint("a", i): 1, fmt.Sprint("b", i): 2}}
		for range 2 * mostSeen {
			if _, err := (&Call{Config: unsorted}).Marshal(v); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := (&Call{Config: withHTML}).Marshal(v); string(got) != fmt.Sprintf(`[{"a%d":1,"b%d":2}]`, i, i) || err != nil {
			t.Fatalf("got %s, %v", got, err)
		}
	}
}
