package hostile_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/json"
)

// kept is a value that keeps its method's receiver, as a tree does whose nodes know their parents.
type kept struct {
	N    int
	Self *kept
}

func (k *kept) UnmarshalJSON(text []byte) error {
	if err := stdjson.Unmarshal(text, &k.N); err != nil {
		return err
	}
	k.Self = k
	return nil
}

// keptText is kept by its text.
type keptText struct {
	N    string
	Self *keptText
}

func (k *keptText) UnmarshalText(text []byte) error {
	k.N, k.Self = string(text), k
	return nil
}

// told returns what all kept values below v have, and what their receivers have by now.
func told(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return told(v.Elem())
		}
		return "nil"
	case reflect.Slice, reflect.Array:
		var list []string
		for i := range v.Len() {
			list = append(list, told(v.Index(i)))
		}
		return "[" + strings.Join(list, " ") + "]"
	case reflect.Map:
		var list []string
		for _, k := range []string{"1", "2", "3", "4"} {
			key := reflect.New(v.Type().Key()).Elem()
			if fmt.Sscan(k, key.Addr().Interface()); v.MapIndex(key).IsValid() {
				list = append(list, k+":"+told(v.MapIndex(key)))
			}
		}
		return "{" + strings.Join(list, " ") + "}"
	case reflect.Struct:
		switch k := v.Interface().(type) {
		case kept:
			if k.Self != nil {
				return fmt.Sprintf("%d->%d", k.N, k.Self.N)
			}
			return fmt.Sprint(k.N)
		case keptText:
			if k.Self != nil {
				return k.N + "->" + k.Self.N
			}
			return k.N
		}
		var list []string
		for i := range v.NumField() {
			list = append(list, told(v.Field(i)))
		}
		return "(" + strings.Join(list, " ") + ")"
	}
	return fmt.Sprint(v)
}

// receivers decodes texts into a T, and compares what receivers that were kept hold afterwards.
func receivers[T any](t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		for round, fill := range []string{"", text, texts[0]} {
			var want, got, read T
			if fill != "" {
				for _, v := range []*T{&want, &got, &read} {
					stdjson.Unmarshal([]byte(fill), v)
				}
			}
			wantErr := stdjson.Unmarshal([]byte(text), &want)
			gotErr := json.Unmarshal([]byte(text), &got)
			readErr := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&read)
			// Other documents of the type must not change what is kept.
			for range 3 {
				json.Unmarshal([]byte(texts[0]), new(T))
			}
			a, b, c := told(reflect.ValueOf(want)), told(reflect.ValueOf(got)), told(reflect.ValueOf(read))
			if a != b || a != c || (wantErr == nil) != (gotErr == nil) || (wantErr == nil) != (readErr == nil) {
				t.Errorf("%T, %s, filled %d:\nencoding/json %s, %v\nUnmarshal     %s, %v\nDecode        %s, %v", want, text, round, a, wantErr, b, gotErr, c, readErr)
			}
		}
	}
}

// TestReceivers has methods that keep their receivers. What such a pointer leads to afterwards is what it leads to with
// encoding/json: in a map all values are decoded in one place, which has the last one.
func TestReceivers(t *testing.T) {
	objects := []string{`{"1":1}`, `{"1":1,"2":2}`, `{"1":1,"2":2,"1":3}`, `{"1":1,"1":2}`, `{"1":1,"2":"x","3":3}`, `{"1":1,"2":null,"3":3}`, `{"1":1,"2":[`, `{}`}
	receivers[map[string]kept](t, objects...)
	receivers[map[int]kept](t, objects...)
	receivers[map[string]*kept](t, objects...)
	receivers[map[string]any](t, objects...)
	receivers[struct{ A map[string]kept }](t, `{"A":{"1":1,"2":2},"A":{"3":3}}`, `{"A":{"1":1}}`)
	receivers[[]map[string]kept](t, `[{"1":1},{"1":2,"2":3}]`, `[{"1":1},{}]`)
	receivers[map[string]struct{ A, B kept }](t, `{"1":{"A":1,"B":2}}`, `{"1":{"A":1,"B":2},"2":{"A":3}}`, `{"1":{"A":1},"1":{"B":2}}`)
	receivers[map[string][2]kept](t, `{"1":[1,2]}`, `{"1":[1,2],"2":[3]}`)
	receivers[map[string][]kept](t, `{"1":[1,2,3,4,5]}`, `{"1":[1,2],"2":[3]}`)
	receivers[map[string]map[string]kept](t, `{"1":{"1":1,"2":2},"2":{"1":3}}`)
	receivers[map[string]keptText](t, `{"1":"a"}`, `{"1":"a","2":"b"}`, `{"1":"a","2":"b","1":"c"}`, `{"1":"a","2":3,"3":"c"}`)
	receivers[[]kept](t, `[1]`, `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]`, `[1,"x",3]`, `[1,2`, `[]`, `[1,null,2]`)
	receivers[[3]kept](t, `[1,2,3]`, `[1]`, `[1,2,3,4]`)
	receivers[[]*kept](t, `[1,2,3]`, `[1,null,2]`)
	receivers[[][]kept](t, `[[1,2,3,4,5],[6],[7,8]]`, `[[1],[2]]`)
	receivers[[]keptText](t, `["a"]`, `["a","b","c","d","e"]`)
	receivers[struct{ A, B kept }](t, `{"A":1,"B":2,"A":3}`, `{"A":1}`, `{"A":1,"B":"x"}`)
	receivers[**kept](t, `1`, `null`)
}

// keysMade are the receivers of the last keys, in order.
var keysMade []*keptKey

// keptKey keeps its method's receiver, as keys of maps do that are looked up by identity.
type keptKey struct{ name string }

func (k *keptKey) UnmarshalText(text []byte) error {
	k.name = string(text)
	keysMade = append(keysMade, k)
	return nil
}

// TestKeyReceivers: a key has a receiver of its own where encoding/json makes one, and what it keeps stays.
func TestKeyReceivers(t *testing.T) {
	tell := func(unmarshal func([]byte, any) error) string {
		keysMade = nil
		var v []map[keptKey]int
		err := unmarshal([]byte(`[{"a":1,"b":2,"c":3},{"d":4,"e":5}]`), &v)
		var names []string
		apart := map[*keptKey]bool{}
		for _, k := range keysMade {
			names = append(names, k.name)
			apart[k] = true
		}
		return fmt.Sprintln(len(v), len(apart), names, err)
	}
	if got, want := tell(json.Unmarshal), tell(stdjson.Unmarshal); got != want {
		t.Errorf("%s, encoding/json: %s", got, want)
	}
	decoder := func(data []byte, v any) error { return json.NewDecoder(bytes.NewReader(data)).Decode(v) }
	if got, want := tell(decoder), tell(stdjson.Unmarshal); got != want {
		t.Errorf("Decoder: %s, encoding/json: %s", got, want)
	}
}
