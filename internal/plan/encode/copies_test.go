package encode

import (
	"encoding"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/loan"
	"github.com/zetes-json/zetes/internal/mem"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/toolchain"
)

// TestCopiesPutBack holds that the memory for copies of map elements is used again and refers to no values of the
// earlier map, and that large memory is not kept.
func TestCopiesPutBack(t *testing.T) {
	typ := reflect.TypeFor[map[string]*int]()
	c := newCopies(typ)
	info := &mapInfo{typ: typ, copies: new(sync.Pool)}
	for _, count := range []int{3, 2, 9} {
		c.makeRoom(count)
		if c.elems.Len() != count {
			t.Fatalf("room for %d elements, want %d", c.elems.Len(), count)
		}
		for i := range count {
			if !c.elems.Index(i).IsNil() {
				t.Errorf("of %d elements number %d is there before", count, i)
			}
			c.elems.Index(i).Set(reflect.ValueOf(new(int)))
		}
		c.key.SetString("key")
		info.putBack(c)
		if c.key.Len() != 0 || !c.elems.Index(count-1).IsNil() {
			t.Errorf("after %d elements %v and %v are kept", count, c.key, c.elems)
		}
		info.copies.Get()
	}
	c.makeRoom(keepBuffer)
	if info.putBack(c); info.copies.Get() != nil {
		t.Error("memory of many elements is kept")
	}
}

// TestKeyName checks the name for each kind of key, and the fault for keys that have none.
func TestKeyName(t *testing.T) {
	codecKey, byCodec := keyBy(func(k *inner) (string, error) {
		if k.X < 0 {
			return "", io.EOF
		}
		return fmt.Sprint("#", k.X), nil
	})
	m := plan.Meaning{Options: option.V1, Own: true}
	m.Keys = map[reflect.Type]*loan.Key{codecKey: byCodec}
	own := plan.New(m)
	appends := plan.Under(option.Toolchain|option.CallAppendText, option.V1)
	cleans := plan.Under(option.Toolchain|option.SortValidKeys, option.V1)
	kinds := plan.Under(option.Toolchain&^option.BeforeGo1272, option.V1)
	texts := plan.Under((option.Toolchain&^option.CallAppendText)|option.BeforeGo1272, option.V1)
	year := time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		cfg  *plan.Dialect
		m    any // of one key
		name string
		code fault.Code
	}{
		{plan.V1, map[string]any{"a\xff": 1}, "a\xff", 0},
		{plan.V1, map[int8]any{-7: 1}, "-7", 0},
		{plan.V1, map[uintptr]any{7: 1}, "7", 0},
		{plan.V1, map[textKey]any{{1, 2}: 1}, "1<2", 0},
		{kinds, map[strText]any{"a": 1}, "a", 0},
		{texts, map[strText]any{"a": 1}, "a?", 0},
		{plan.V1, map[*textKey]any{nil: 1}, "", 0},
		{plan.V1, map[valueText]any{{"fail"}: 1}, "", fault.KeyText},
		{appends, map[appendText]any{{"a"}: 1}, "append<a", 0},
		{appends, map[appendText]any{{"fail"}: 1}, "", fault.AppendText},
		{appends, map[time.Time]any{year: 1}, "", fault.Foreign},
		{cleans, map[valueText]any{{"\xff"}: 1}, "\ufffd", 0},
		{cleans, map[string]any{"\xff": 1}, "\xff", 0},
		{own, map[inner]any{{X: 5}: 1}, "#5", 0},
		{own, map[inner]any{{X: -1}: 1}, "", fault.Codec},
	} {
		if row.code == fault.KeyText && toolchain.AlwaysNamesPointers {
			row.code = fault.MarshalText
		}
		v := reflect.ValueOf(row.m)
		c, done := begin(row.cfg)
		info := c.mapOf(v.Type())
		done()
		k := reflect.New(v.Type().Key()).Elem()
		k.Set(v.MapKeys()[0])
		m := get(&Call{Config: row.cfg})
		name, f := m.keyName(info, k)
		switch {
		case row.code == 0 && (f != nil || name != row.name):
			t.Errorf("%v: %q, %v, want %q", row.m, name, f, row.name)
		case row.code != 0 && (f == nil || f.Code != row.code || f.Err == nil):
			t.Errorf("%v: %q, %+v, want code %d", row.m, name, f, row.code)
		}
		m.maps.names = nil
		m.put()
	}
}

// sharedKey is a key whose methods return the same memory each time.
type sharedKey struct{ id int }

var sharedKeyMemory [8]byte

func (k sharedKey) AppendText([]byte) ([]byte, error) {
	return fmt.Append(sharedKeyMemory[:0], k.id), nil
}
func (k sharedKey) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// TestNamesAreCopies holds that names are copied: the method of a key overwrites the memory that it has returned for
// the key before.
func TestNamesAreCopies(t *testing.T) {
	for _, r := range []option.Release{option.Toolchain, option.Toolchain | option.CallAppendText} {
		b, err := (&Call{Config: plan.Under(r, option.V1)}).Marshal(map[sharedKey]int{{1}: 1, {2}: 2, {3}: 3})
		if want := `{"1":1,"2":2,"3":3}`; string(b) != want || err != nil {
			t.Errorf("%s, %v, want %s", b, err, want)
		}
	}
}

// TestKeyCodecFails holds that the error of a codec for keys becomes a codec.Failure that names the type of the key and
// wraps the codec's error.
func TestKeyCodecFails(t *testing.T) {
	typ, by := keyBy(func(k *inner) (string, error) { return "", io.EOF })
	m := plan.Meaning{Options: option.V1, Own: true, Keys: map[reflect.Type]*loan.Key{typ: by}}
	_, err := (&Call{Config: plan.New(m)}).Marshal([]any{0, map[inner]int{{}: 1}})
	var failure *codec.Failure
	if !errors.As(err, &failure) || failure.Type != typ || !failure.Writing || failure.Err != io.EOF {
		t.Errorf("%v", err)
	}
}

// TestKeysForThemselves holds that a codec for keys may keep the address of a key: no other key is stored there.
func TestKeysForThemselves(t *testing.T) {
	kept := map[*inner]string{}
	typ, by := keyBy(func(k *inner) (string, error) {
		kept[k] = fmt.Sprint(k.X)
		return kept[k], nil
	})
	c := plan.New(plan.Meaning{Options: option.V1, Own: true, Keys: map[reflect.Type]*loan.Key{typ: by}})
	for range 3 {
		if _, err := (&Call{Config: c}).Marshal(map[inner]int{{X: 1}: 1, {X: 2}: 2}); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept) != 6 {
		t.Errorf("six keys have %d addresses", len(kept))
	}
	for k, name := range kept {
		if fmt.Sprint(k.X) != name {
			t.Errorf("key %s has become %d", name, k.X)
		}
	}
}

// growing is a type of keys whose method adds entries to the map that has the key.
type growing struct {
	add *func()
	id  int
}

func (g growing) MarshalText() ([]byte, error) {
	(*g.add)()
	return fmt.Append(nil, "k", g.id), nil
}

// TestMapGrowsMeanwhile holds that if a key's method adds entries to its map, no more entries are written than the map
// had at first, each of them with its own value.
func TestMapGrowsMeanwhile(t *testing.T) {
	for _, size := range []int{1, 8, 30} {
		v := map[growing]string{}
		none := func() {}
		add := func() {
			for i := range 100 {
				v[growing{&none, 1000 + i}] = "new"
			}
		}
		for i := range size {
			v[growing{&add, i}] = fmt.Sprint("v", i)
		}
		got, err := (&Call{Config: plan.V1}).Marshal(v)
		if n := strings.Count(string(got), ":"); err != nil || n != size {
			t.Errorf("%d members, %v, want %d", n, err, size)
		}
		for i := range size {
			if member := fmt.Sprintf(`"k%d":"v%[1]d"`, i); strings.Contains(string(got), fmt.Sprintf(`"k%d":`, i)) && !strings.Contains(string(got), member) {
				t.Errorf("no %s in %s", member, got)
			}
		}
	}
}

// TestCodecsGetCopiesForThemselves holds that a codec may keep the address of a map's element: no element of another
// map is stored there.
func TestCodecsGetCopiesForThemselves(t *testing.T) {
	var kept []*written
	c := plan.New(codecs(func(w *codec.Writer, v *written) {
		kept = append(kept, v)
		w.Raw([]byte(v.Text))
	}))
	for i := range 3 {
		if _, err := (&Call{Config: c}).Marshal(map[string]written{"k": {fmt.Sprint(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range kept {
		if v.Text != fmt.Sprint(i) {
			t.Errorf("element %d has become %s", i, v.Text)
		}
	}
}

// TestMapsInInterfaceKeys holds that a nil key of an interface type is a fault after which encoding/json is called,
// since encoding/json panics in this case.
func TestMapsInInterfaceKeys(t *testing.T) {
	v := map[encoding.TextMarshaler]int{nil: 1}
	_, err := (&Call{Config: plan.Under(option.Toolchain&^option.AnyMapKey, option.V1)}).Marshal(v)
	if f, ok := err.(*fault.Fault); !ok || f.Code != fault.Depth {
		t.Errorf("%v", err)
	}
	if p := unsafe.Pointer(nil); as[string, int](p) != nil || len(as[string, mem.SliceHeader](p)) != 0 {
		t.Error("no map has entries")
	}
}
