//go:build goexperiment.jsonv2 && go1.27

package json_test

import (
	v1 "encoding/json"
	"encoding/json/jsontext"
	stdjson "encoding/json/v2"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes/json/v2"
)

type small struct {
	A int
	B string
	P *small
	S []small
	M map[string]*small
	N map[int]small
	I any
}

// used has all ways in which a value holds others.
type used struct {
	Int    int
	Bool   bool
	Float  float32
	Text   string
	Bytes  []byte
	Time   time.Time
	Ptr    *small
	PP     **small
	List   []small
	Ptrs   []*small
	Lists  [][]int
	Wide   [][64]int
	None   []struct{}
	Array  [2]small
	Nums   [3]int
	Texts  map[string]string
	Words  map[string]int
	Anys   map[string]any
	Map    map[string]small
	Maps   map[int8]map[string][]int
	Any    any
	Err    error
	Alias  []small
	Shared map[string]string
	embedded
	*Deep
}

// newUsed returns a used that holds values in all its fields, some of which share memory.
func newUsed() *used {
	p := &small{A: 1, P: &small{B: "in"}}
	texts := map[string]string{"a": "1", "b": "2"}
	list := append(make([]small, 0, 5), small{A: 1, M: map[string]*small{"a": p}}, small{B: "x", S: []small{{A: 4}}}, small{P: p})
	return &used{
		Int: 1, Bool: true, Float: 1.5, Text: "x", Bytes: []byte("abcdef"), Time: time.Unix(1, 0).UTC(), Ptr: p, PP: &p, List: list[:2],
		Ptrs: []*small{p, nil, {A: 9}}, Lists: [][]int{{1, 2}, {3}}, Wide: make([][64]int, 1), None: make([]struct{}, 2), Array: [2]small{{A: 1, I: 5}, {P: p}}, Nums: [3]int{1, 2, 3},
		Texts: texts, Words: map[string]int{"a": 1}, Anys: map[string]any{"a": 1.0, "b": "x", "c": map[string]any{"d": []any{1.0}}, "p": p},
		Map: map[string]small{"a": {A: 1, P: p, M: map[string]*small{"x": p}}}, Maps: map[int8]map[string][]int{1: {"a": {1, 2}}, 2: nil},
		Any: map[string]any{"a": map[string]any{"b": 1.0}, "s": []any{1.0, "x"}}, Err: errors.New("x"), Alias: list, Shared: texts,
		embedded: embedded{E: 1, F: &inner{X: 1}}, Deep: &Deep{D1: true},
	}
}

var held = []any{nil, 5, 1.5, "x", true, small{A: 1}, &small{A: 1}, pointer(pointer(1)), []any{1.0, nil}, []int{1, 2}, map[string]any{"a": 1.0, "A": "x"}, map[string]int{"a": 1}, [2]int{1, 2}, time.Second, make(chan int), errors.New("x"), time.Unix(1, 0).UTC(), (*int)(nil)}

var over = []string{
	`null`, `1`, `1.5`, `"y"`, `false`, `{}`, `[]`, `{"a":2}`, `{"A":2}`, `{"a":2,"b":3}`, `{"a":null}`, `{"a":"x","b":[1]}`, `[1]`, `[1,2]`, `[null,3]`, `[3,4,5,6]`, `["x",{}]`, `{"A":"x"}`, `"2024-01-02T03:04:05Z"`, `{"P":{"A":2},"A":3}`, `{"a":1,"a":1}`, `[`, `{"A":2`, `{"A":2,"B":3}`,
}

var members = []string{
	`"Int":null`, `"Int":2`, `"Bool":null`, `"Float":null`, `"Text":null`, `"Bytes":"AQI="`, `"Bytes":"AQIDBAUGBwgJ"`, `"Bytes":"AQI"`, `"Bytes":null`, `"Bytes":""`, `"Time":null`, `"Time":"2024-01-02T03:04:05Z"`,
	`"Ptr":{"P":{"A":2}}`, `"Ptr":null`, `"Ptr":{"P":null,"B":"y","P2":1}`, `"PP":{"A":7}`, `"PP":null`, `"List":[{"A":2},{},{"B":"z"}]`, `"List":[]`, `"List":null`, `"List":[{"S":[{}]},{"P":{"A":1}},{},{},{},{"A":6}]`,
	`"Ptrs":[{"A":3},{"B":"q"},null,{}]`, `"Ptrs":[null]`, `"Lists":[[5],[6,7,8],null]`, `"Lists":[[]]`, `"Wide":[]`, `"None":[{},{},{}]`, `"None":[{}]`, `"Array":[{"B":"r"},{}]`, `"Array":null`, `"Array":[{"A":2}]`, `"Array":[null,{"P":{}}]`, `"Nums":[4,null,5]`, `"Nums":null`, `"Nums":[1]`,
	`"Texts":{"a":"3","c":"4"}`, `"Texts":{"a":null}`, `"Texts":{}`, `"Texts":null`, `"Texts":{"a":"1","a":"2"}`, `"Words":{"a":2,"b":3}`, `"Words":{"a":"x"}`, `"Anys":{"a":2,"c":{"d":[2,3],"e":1}}`, `"Anys":{"b":1}`, `"Anys":{"p":{"A":4}}`, `"Anys":{"new":[1,{}]}`, `"Anys":{"a":null,"b":null,"c":null,"p":null}`,
	`"Map":{"a":{"B":"s"},"b":{"A":2}}`, `"Map":{"a":{"P":{"A":9},"M":{"x":{"B":"t"},"y":{}}}}`, `"Map":{"a":null}`, `"Map":{"z":{"A":1,"A":2}}`, `"Maps":{"1":{"a":[3],"b":[]},"2":{"c":null},"3":{}}`, `"Maps":{"300":{}}`, `"Maps":{"1":{"a":["x"]}}`, `"Maps":{"1":{},"1":{}}`,
	`"Any":{"a":{"c":2},"s":[]}`, `"Any":{"s":{}}`, `"Any":1`, `"Any":null`, `"Err":null`, `"Err":{}`, `"Err":"x"`, `"Alias":[{"A":8}]`, `"Shared":{"a":"5","z":"6"}`, `"E":null`, `"F":{"Y":["a"]}`, `"F":null`, `"D1":null`, `"D2":true`, `"unknown":{"a":1,"a":2}`, `"unknown":[1,{}]`, `"Int":"x"`, `"Int":1x`,
}

// TestMerge decodes over values that hold others, with and without a fault afterwards.
func TestMerge(t *testing.T) {
	merging := []json.Options{nil, v1.MergeWithLegacySemantics(true), v1.DefaultOptionsV1(), json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true), v1.MergeWithLegacySemantics(true)), v1.UnmarshalArrayFromAnyLength(true)}
	compare := func(doc string, got, want any, opts json.Options) {
		t.Helper()
		json.ForgetTrials()
		gotErr, wantErr := json.Unmarshal([]byte(doc), got, opts), stdjson.Unmarshal([]byte(doc), want, opts)
		if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
			t.Errorf("%.300s into %T\n got %v, %v\nwant %v, %v", doc, got, shown(got), gotErr, shown(want), wantErr)
		}
	}
	for _, opts := range merging {
		for i, a := range members {
			for _, b := range append(members[(i*7)%len(members):], "") {
				compare(strings.TrimSuffix("{"+a+","+b, ",")+"}", newUsed(), newUsed(), opts)
			}
		}
		for i := range held {
			for _, doc := range over {
				for _, form := range []string{`%s`, `{"I":%s}`, `{"S":[{"I":%s}],"A":"x"}`} {
					got, want := copied(held[i]), copied(held[i])
					if form == `%s` {
						compare(doc, &got, &want, opts)
						continue
					}
					compare(fmt.Sprintf(form, doc), &small{I: got, S: []small{{I: got}}}, &small{I: want, S: []small{{I: want}}}, opts)
				}
			}
		}
	}
}

// TestMergeMethods: a name without a field before a method makes the run check its input. What it has saved before
// stays saved, since the run may still end at a fault.
func TestMergeMethods(t *testing.T) {
	type target struct {
		A int
		M recorder
		B *small
		C int
	}
	for _, doc := range []string{
		`{"x":1,"A":7,"M":{},"B":{"A":2},"C":3}`, `{"A":7,"x":1,"M":{},"B":{"A":2},"C":"a"}`, `{"A":7,"x":1,"M":{},"B":{"A":"a"}}`, `{"A":7,"x":1,"M":{},"B":{"A":2},"x":1}`, `{"A":7,"x":1,"M":{},"B":{"A":2},"C":3`,
	} {
		json.ForgetTrials()
		got, want := target{A: 1, B: &small{A: 5, B: "x"}, C: 9}, target{A: 1, B: &small{A: 5, B: "x"}, C: 9}
		gotErr, wantErr := json.Unmarshal([]byte(doc), &got), stdjson.Unmarshal([]byte(doc), &want)
		if wrong(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\n got %v, %v\nwant %v, %v", doc, shown(got), gotErr, shown(want), wantErr)
		}
	}
}

func shown(v any) string {
	b, err := v1.Marshal(v)
	return fmt.Sprintf("%s %v", b, err)
}

// copied returns a value like v that shares no memory with it.
func copied(v any) any {
	switch v := v.(type) {
	case *small:
		c := *v
		return &c
	case **int:
		return pointer(pointer(**v))
	case []any:
		return append([]any{}, v...)
	case []int:
		return append([]int{}, v...)
	case map[string]any:
		return map[string]any{"a": v["a"], "A": v["A"]}
	case map[string]int:
		return map[string]int{"a": v["a"]}
	}
	return v
}

// TestMergeServed: a plan decodes over what a target holds.
func TestMergeServed(t *testing.T) {
	doc := []byte(`{"Ptrs":[{"A":1},{"A":2},{"A":3},{"A":4},{"A":5},{"A":6},{"A":7},{"A":8}],"Ptr":{"P":{"A":1}}}`)
	got, want := newUsed(), newUsed()
	ours := testing.AllocsPerRun(100, func() { _ = json.Unmarshal(doc, got) })
	theirs := testing.AllocsPerRun(100, func() { _ = stdjson.Unmarshal(doc, want) })
	if ours >= theirs {
		t.Errorf("%v allocations, the standard library has %v", ours, theirs)
	}
}

// TestMergeOthers: values that the input does not name are not touched, whether the input is good or bad: another
// goroutine may use them meanwhile. Elements after the last one of an array keep what they hold.
func TestMergeOthers(t *testing.T) {
	type target struct {
		A, Count int
		List     []small
		In       small
	}
	stop, done := make(chan bool), make(chan bool)
	list := []small{{A: 1}, {A: 2, B: "x"}, {A: 3}}
	v := target{A: 1, List: list[:1], In: small{A: 1}}
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				v.Count++
				v.In.B = "y"
				list[2].A++
			}
		}
	}()
	for i := range 1000 {
		json.ForgetTrials()
		doc := []string{`{"A":2,"List":[{"B":"b"},{"A":5}],"In":{"A":3}}`, `{"A":2,"List":[{"B":"b"},{"A":5}],"In":{"A":"x"}}`, `{"A":3,"List":[{"A":7}]`}[i%3]
		if err := json.Unmarshal([]byte(doc), &v); (err == nil) != (i%3 == 0) {
			t.Fatal(err)
		}
	}
	close(stop)
	<-done
	if v.Count == 0 || list[2].A < 4 || v.In.B != "y" {
		t.Errorf("%+v, %+v: values that no input has named have changed", v, list)
	}
}
