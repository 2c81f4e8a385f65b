package conform

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/encode"
	"github.com/zetes-json/zetes/internal/tests/cases"
	"github.com/zetes-json/zetes/opt"
)

// The encoder is given room of many sizes, so that its end falls anywhere in a result, and must leave alone what is
// behind. It takes a buffer of its own for less room than leastRoom.
const (
	leastRoom = 2 << 10
	mostRoom  = 128 << 10
	behind    = 16 << 10
)

var (
	arena = make([]byte, mostRoom+behind)
	known = bytes.Repeat([]byte{0xA5}, behind)
)

// TestMargin encodes the values of all rows.
func TestMargin(t *testing.T) {
	for _, c := range cases.All() {
		if c.Value != nil {
			checkMargin(t, c.Name, c.Value)
		}
	}
	cases.Notes()
}

// TestMarginWide has structs with more members than the margin holds, all of which are empty, or left out, or the
// shortest there are.
func TestMarginWide(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[string](), reflect.TypeFor[[]int](), reflect.TypeFor[[]any](), reflect.TypeFor[[]string](), reflect.TypeFor[[]float64](), reflect.TypeFor[map[string]int](),
		reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[*int](), reflect.TypeFor[[]byte](), reflect.TypeFor[struct{}](), reflect.TypeFor[struct{ *int }](),
		reflect.TypeFor[[0]int](), reflect.TypeFor[[0]string](), reflect.TypeFor[[1]string](), reflect.TypeFor[[1]int](), reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[float64](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[opt.Value[int]](), reflect.TypeFor[opt.Value[string]](),
	} {
		for _, options := range []string{"", ",omitempty", ",omitzero", ",string"} {
			for _, length := range []int{1, 29, 200} {
				var fields []reflect.StructField
				for i := range 400 {
					name := fmt.Sprint(strings.Repeat("n", length), i)
					fields = append(fields, reflect.StructField{Name: fmt.Sprint("F", i), Type: typ, Tag: reflect.StructTag(fmt.Sprintf("json:%q", name+options))})
				}
				v := reflect.New(reflect.StructOf(fields))
				name := fmt.Sprintf("%v%s, names of %d bytes", typ, options, length)
				checkMargin(t, name+", zero", v.Interface)
				if typ.Kind() == reflect.String {
					for i := range 400 {
						v.Elem().Field(i).SetString("x"[:i/7%2])
					}
					checkMargin(t, name+", some set", v.Interface)
				}
			}
		}
	}
}

func checkMargin(t *testing.T, name string, v func() any) {
	t.Helper()
	c := plan.Of(option.V1) // one of its own: programs remember large results
	encodeInto := func(dst []byte) (out []byte) {
		defer func() { _ = recover() }() // methods of rows panic
		out, _ = (&encode.Call{Config: c}).Append(dst, v())
		return out
	}
	size := min(len(encodeInto(nil)), mostRoom-leastRoom-8)
	for i := range 8 {
		room := leastRoom + size*i/8 + i
		copy(arena[room:], known)
		encodeInto(arena[:i:room])
		if got := arena[room : room+behind]; !bytes.Equal(got, known) {
			written := 0
			for i, b := range got {
				if b != known[i] {
					written = i + 1
				}
			}
			t.Errorf("%s: of %d bytes of room up to %d behind are written", name, room, written)
			return
		}
	}
}
