package encode

import (
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/plan"
)

// TestAbsent compares structs of random fields, most of whose members are left out, with encoding/json.
func TestAbsent(t *testing.T) {
	type inner struct {
		A int8  `json:"a,omitempty"`
		B int64 `json:"b,omitempty"`
	}
	zero := new(int)
	values := []any{
		true, int8(1), int16(-1), int32(1 << 20), int64(1) << 40, uint8(255), uint16(1), 7, 1.5, float32(2), math.Copysign(0, -1),
		"x", []int{}, []int{1}, make([]int, 0, 5), map[string]int{}, map[string]int{"a": 1}, zero, (*int)(nil), time.Now(), time.Time{}.Local(),
		[3]int{}, [3]int{0, 0, 1}, [2]int8{0, 1}, inner{}, inner{A: 1}, inner{B: 1}, struct{}{},
	}
	tags := []string{`,omitempty`, `,omitempty`, `,omitempty`, `,omitzero`, `,omitempty,omitzero`, ``, `-`}
	seed := uint64(20261201)
	r := rand.New(rand.NewPCG(seed, 0))
	rows := 0
	for range 3000 {
		var fields []reflect.StructField
		var chosen []any
		for i := range 1 + r.IntN(20) {
			v := values[r.IntN(len(values))]
			tag := tags[r.IntN(len(tags))]
			if i%7 != 0 && r.IntN(2) == 0 {
				tag = tags[0]
			}
			f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: reflect.TypeOf(v), Tag: reflect.StructTag(`json:"` + tag + `"`)}
			if f.Type == reflect.TypeFor[inner]() && r.IntN(3) == 0 && len(chosen) == i {
				f.Tag = ""
			}
			fields, chosen = append(fields, f), append(chosen, v)
		}
		typ := reflect.StructOf(fields)
		for _, op := range ProgramOf(plan.V1, typ).block.ops {
			if op.code <= opTest {
				continue
			}
			if x := op.test(); x != nil && x.words != nil {
				rows++
			}
		}
		for range 4 {
			list := reflect.MakeSlice(reflect.SliceOf(typ), 3, 3)
			for i := range list.Len() {
				for k, v := range chosen {
					if r.IntN(5) == 0 {
						list.Index(i).Field(k).Set(reflect.ValueOf(v))
					}
				}
			}
			want, err := stdjson.Marshal(list.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := (&Call{Config: plan.V1}).Marshal(list.Interface()); err != nil || string(got) != string(want) {
				t.Fatalf("%v: %s, %v, want %s", typ, got, err, want)
			}
		}
	}
	if rows < 4000 {
		t.Errorf("only %d tests are in rows", rows)
	}
}

// TestAbsentIgnored holds that words which have memory of a field that is no member are not read: a goroutine may write
// such a field while the struct is encoded.
func TestAbsentIgnored(t *testing.T) {
	type flags struct {
		Seen bool `json:"-"`
		A    bool `json:"a,omitempty"`
		B    int  `json:"b,omitempty"`
		C    int8 `json:"c,omitempty"`
		Busy bool `json:"-"`
		D    int  `json:"d,omitempty"`
		E    int  `json:"e,omitempty"`
		F    int  `json:"f,omitempty"`
		G    int8 `json:"g,omitempty"`
		Done bool `json:"-"`
	}
	var v flags
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				v.Seen, v.Busy, v.Done = !v.Seen, !v.Busy, !v.Done
			}
		}
	}()
	for range 200 {
		if got, err := (&Call{Config: plan.V1}).Marshal(&v); err != nil || string(got) != "{}" {
			t.Fatalf("%s, %v", got, err)
		}
	}
	close(stop)
	<-stopped
}
