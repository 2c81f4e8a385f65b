package encode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/kernel"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/tests/guard"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// scalarTypes are the types of booleans, numbers and strings, some of them with names, and one with a method.
var scalarTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](),
	reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](),
	reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
	reflect.TypeFor[time.Duration](), reflect.TypeFor[intKey](), reflect.TypeFor[intText](), reflect.TypeFor[string](),
}

// TestScalarsInAll compares slices, arrays and pointers of each type of scalar with encoding/json, with many lengths.
func TestScalarsInAll(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, typ := range scalarTypes {
		for _, n := range []int{0, 1, 2, 3, 31, 32, 33, 64, 65, 300} {
			if !long.On() && n > 33 {
				continue
			}
			list := reflect.MakeSlice(reflect.SliceOf(typ), n, n)
			pointers := reflect.MakeSlice(reflect.SliceOf(reflect.PointerTo(typ)), n, n)
			array := reflect.New(reflect.ArrayOf(n, typ))
			// These are pointers to pointers, some of which are nil.
			further := reflect.MakeSlice(reflect.SliceOf(reflect.PointerTo(pointers.Type().Elem())), n, n)
			for i := range n {
				if rnd.IntN(4) > 0 {
					further.Index(i).Set(pointers.Index(i).Addr())
				}
				scalar(rnd, list.Index(i))
				array.Elem().Index(i).Set(list.Index(i))
				if rnd.IntN(4) > 0 {
					pointers.Index(i).Set(list.Index(i).Addr())
				}
			}
			member := reflect.New(reflect.StructOf([]reflect.StructField{
				{Name: "A", Type: array.Type()}, {Name: "B", Type: list.Type(), Tag: `json:",omitempty"`},
				{Name: "C", Type: reflect.PointerTo(typ)}, {Name: "D", Type: pointers.Type()}, {Name: "E", Type: reflect.PointerTo(typ), Tag: `json:",string"`},
				{Name: "F", Type: further.Type().Elem()}, {Name: "G", Type: further.Type().Elem(), Tag: `json:",omitempty,string"`},
			})).Elem()
			member.Field(0).Set(array)
			member.Field(1).Set(list)
			member.Field(3).Set(pointers)
			if n > 0 {
				member.Field(2).Set(list.Index(0).Addr())
				member.Field(4).Set(list.Index(n - 1).Addr())
				member.Field(5).Set(further.Index(0))
				member.Field(6).Set(further.Index(n - 1))
			}
			for _, v := range []any{list.Interface(), pointers.Interface(), further.Interface(), array.Interface(), array.Elem().Interface(), member.Interface(), member.Addr().Interface()} {
				agree(t, fmt.Sprintf("%T, %d", v, n), v)
			}
			if n == 0 {
				agree(t, "nil", reflect.Zero(list.Type()).Interface())
				agree(t, "nil", reflect.Zero(pointers.Type()).Interface())
			}
			if k := typ.Kind(); n > 0 && (k == reflect.Float32 || k == reflect.Float64) {
				list.Index(rnd.IntN(n)).SetFloat([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}[rnd.IntN(3)])
				agree(t, "not finite", list.Interface())
				agree(t, "pointers to what is not finite", pointers.Interface())
			}
		}
	}
}

// scalar sets v to a random value: usually one with few digits, sometimes the smallest or largest value.
func scalar(rnd *rand.Rand, v reflect.Value) {
	switch bits := rnd.Uint64() >> rnd.IntN(64); {
	case v.Kind() == reflect.Float32 || v.Kind() == reflect.Float64:
		v.SetFloat(float64(float32(math.Float32frombits(uint32(bits) &^ (1 << 30)))))
	case v.CanInt() && rnd.IntN(2) == 0:
		v.SetInt(-int64(bits>>1) >> (64 - v.Type().Bits()))
	case v.CanInt():
		v.SetInt(int64(bits) >> (64 - v.Type().Bits()))
	case v.CanUint():
		v.SetUint(bits >> (64 - v.Type().Bits()))
	default:
		anything(rnd, v, 0)
	}
}

// TestScalarChoices holds that options about numbers apply to numbers in slices and behind pointers.
func TestScalarChoices(t *testing.T) {
	v := &struct {
		A []float32
		B [2]float64
		C []uint64
		D *int64
		E []*uint64
		F *float32
		G []*float64
	}{[]float32{float32(math.Inf(1)), 1.0 / 3}, [2]float64{math.NaN(), 1.0 / 3}, []uint64{1, 1 << 60}, ptr(int64(-1) << 60), []*uint64{ptr(uint64(1) << 60), nil},
		ptr(float32(math.Inf(-1))), []*float64{ptr(math.NaN())}}
	got, err := (&Call{Config: own(option.NonFiniteAsNull | option.LargeIntAsString | option.ShortFloats)}).Marshal(v)
	const want = `{"A":[null,0.333333],"B":[null,0.333333],"C":[1,"1152921504606846976"],"D":"-1152921504606846976",` +
		`"E":["1152921504606846976",null],"F":null,"G":[null]}`
	if string(got) != want || err != nil {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

// own returns a configuration with the option o that has another meaning than encoding/json's.
func own(o option.Set) *plan.Dialect {
	c := plan.Of(option.V1 | o)
	c.Own = true
	return c
}

func TestBase64(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for n := range 200 {
		b := make([]byte, n, n+rnd.IntN(9))
		for i := range b {
			b[i] = byte(rnd.Uint32())
		}
		agree(t, fmt.Sprint(n, " bytes"), b)
		agree(t, fmt.Sprint(n, " bytes, twice"), [][]byte{b, bytes.Clone(b)})
	}
	agree(t, "many", bytes.Repeat([]byte{0, 1, 254, 255, '<'}, 5000))
}

// TestAlone holds for which types a value is written without a machine, and compares the results with encoding/json.
func TestAlone(t *testing.T) {
	type empty struct {
		A struct{}
		B [0]chan int
		C [0]map[string]*empty
	}
	for _, row := range []struct {
		v    any
		want code
	}{
		{true, opBool}, {int8(-1), opInt8}, {1.5, opFloat64}, {struct{}{}, opText}, {[0]int{}, opText}, {empty{}, opText}, {struct{ A, B struct{} }{}, opText},
		{"", opString}, {[1]int{}, opEnd}, {struct{ A bool }{}, opEnd}, {[]int{}, opEnd}, {(*struct{})(nil), opText}, {&struct{}{}, opText}, {new(string), opString},
	} {
		if got := ProgramOf(plan.V1, reflect.TypeOf(row.v)).alone; got != row.want {
			t.Errorf("%T: %s, want %s", row.v, codeNames[got], codeNames[row.want])
		}
		agree(t, fmt.Sprintf("%T", row.v), row.v)
	}
	for _, v := range []any{math.NaN(), float32(math.Inf(1)), math.MaxFloat64, int64(math.MinInt64), uint64(math.MaxUint64), intText(3), time.Duration(1)} {
		agree(t, fmt.Sprint(v), v)
	}
}

// TestNumbers compares the encoding of json.Numbers of all lengths, valid and invalid, with encoding/json.
func TestNumbers(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 7))
	forms := []string{"0", "-0", "-", "", "1", "12.5", "-12.50e+10", "1e5", "1E-07", "1.", ".5", "01", "+1", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1\x00", "null", "1,2", "--1", "1.2.3", "\xff"}
	for n := range 40 {
		digits := make([]byte, n)
		for i := range digits {
			digits[i] = byte('1' + rnd.IntN(9))
		}
		forms = append(forms, string(digits), "-"+string(digits), "0."+string(digits), string(digits)+"e9", string(digits)+".")
		for range 8 {
			if n > 0 {
				bad := slices.Clone(digits)
				bad[rnd.IntN(n)] = "+-.eE0\x00 x"[rnd.IntN(9)]
				forms = append(forms, string(bad))
			}
		}
	}
	for _, s := range forms {
		v := json.Number(s)
		agree(t, s, v)
		agree(t, s, []json.Number{v, "1", v})
		// The free memory of dst is full of digits, which must not count as a part of the number.
		want, wantErr := json.Marshal(v)
		got, err := (&Call{Config: plan.V1}).Append(bytes.Repeat([]byte("7"), 4<<10)[:0], v)
		if (err == nil) != (wantErr == nil) || string(got) != string(want) {
			t.Errorf("%q among digits: %q, %v, want %q", s, got, err, want)
		}
		agree(t, s, struct {
			A json.Number `json:",string"`
			B string
		}{v, "text"})
	}
}

// TestListsOfTexts compares slices of strings, and of pointers to strings, with encoding/json, for each version of the
// kernels: short, long and empty strings, with escapes and without, in runs of one kind and mixed.
func TestListsOfTexts(t *testing.T) {
	kinds := []string{"plain", "", "with \"quotes\" and <tags>", "é", "\xff", "long " + string(bytes.Repeat([]byte("text "), 40)), "64 " + string(bytes.Repeat([]byte("b"), 61))}
	guard.EachKernel(t, func(t *testing.T) {
		rnd := rand.New(rand.NewPCG(15, 16))
		rounds := long.Rounds(100, 400)
		for range rounds {
			list := make([]string, 1+rnd.IntN(90))
			alike := 1 + rnd.IntN(20)
			for i := range list {
				if list[i] = kinds[rnd.IntN(len(kinds))]; i > 0 && rnd.IntN(alike) > 0 {
					list[i] = list[i-1]
				}
				list[i] = list[i][rnd.IntN(1+len(list[i])/4):]
			}
			agree(t, fmt.Sprintf("%q", list), list)
			pointers, nils := make([]*string, len(list)), 1+rnd.IntN(30)
			for i := range list {
				if pointers[i] = &list[i]; rnd.IntN(nils) == 0 {
					pointers[i] = nil
				}
			}
			agree(t, fmt.Sprintf("pointers to %q", list), pointers)
		}
	})
}

// TestListsFillBuffers holds that a list of strings of any length never ends further beyond the limit of the buffer
// than by a quote and a comma, for which the margin has space.
func TestListsFillBuffers(t *testing.T) {
	guard.EachKernel(t, func(t *testing.T) {
		if !kernel.WritesStrings() {
			return
		}
		for size := range 67 {
			for first := range 70 {
				if !long.On() && (size+first)%4 > 0 {
					continue
				}
				list := make([]string, 1, 300)
				list[0] = strings.Repeat("p", first)
				for len(list) < 4*margin/(size+3) && len(list) < cap(list) {
					list = append(list, strings.Repeat("a", size))
				}
				m := new(machine)
				m.rules.set = kernel.EscapeHTML
				m.use(make([]byte, minRoom))
				n := m.strings(list, 0) // without vectors anyStrings writes the list
				if n > m.limit+len(`",`) {
					t.Fatalf("%d strings of %d bytes behind one of %d end at %d of %d", len(list)-1, size, first, n, m.size)
				}
			}
		}
	})
}
