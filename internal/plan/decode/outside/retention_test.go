package outside

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

type record struct {
	ID    int
	Name  string
	Codes []int
	Next  *record
}

func recordDoc(n int) []byte {
	var b strings.Builder
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"ID":%d,"Name":"name %05d of a list","Codes":[1,2,%d],"Next":{"ID":%d,"Name":"behind %d"}}`, i, i, i, i, i)
	}
	b.WriteByte(']')
	return []byte(b.String())
}

// TestRetentionOfStrings keeps one short string of each of many documents: a chunk of 4 KB is all it may hold on to.
func TestRetentionOfStrings(t *testing.T) {
	docs := long.Rounds(24, 64)
	doc := recordDoc(7000)
	if len(doc) < 600_000 {
		t.Fatalf("a document of %d bytes is too small for this test", len(doc))
	}
	kept := make([]string, 0, docs)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	var warm []record
	if err := json.Unmarshal(doc, &warm); err != nil {
		t.Fatal(err)
	}
	warm = nil
	before := heap()
	for i := range docs {
		var v []record
		if err := json.Unmarshal(doc, &v); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, v[i*50].Name)
	}
	after := heap()
	if each := (int64(after) - int64(before)) / int64(docs); each > 4096+512 {
		t.Errorf("a kept string keeps %d bytes", each)
	}
	runtime.KeepAlive(kept)
}

// TestRetentionAcrossRuns keeps slices and pointers of one run: nothing of another may live on with them.
func TestRetentionAcrossRuns(t *testing.T) {
	// Each list is longer than 16 bytes, also where an int has four: Go shares shorter blocks among strangers.
	small := []byte(`[{"ID":1,"Name":"a","Codes":[1,2,3,4,5],"Next":{"ID":2,"Codes":[6,7,8,9,10]}}]`)
	var kept [][]record
	var gone []weak.Pointer[int]
	var goneRecords []weak.Pointer[record]
	for i := range 200 {
		var v []record
		if err := json.Unmarshal(small, &v); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			kept = append(kept, v)
			continue
		}
		gone = append(gone, weak.Make(&v[0].Codes[0]), weak.Make(&v[0].Next.Codes[0]))
		goneRecords = append(goneRecords, weak.Make(&v[0]), weak.Make(v[0].Next))
	}
	runtime.GC()
	runtime.GC()
	for i := range gone {
		if gone[i].Value() != nil || goneRecords[i].Value() != nil {
			t.Fatalf("value %d of a run that is over lives on", i)
		}
	}
	runtime.KeepAlive(kept)
}

// TestRetentionOfAny does the same for values in interfaces.
func TestRetentionOfAny(t *testing.T) {
	var kept []any
	var gone []weak.Pointer[any]
	for i := range 200 {
		var v any
		if err := json.Unmarshal([]byte(`[1,"x",[2.5,{"a":["y"]}]]`), &v); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			kept = append(kept, slices.Clone(v.([]any)))
			continue
		}
		gone = append(gone, weak.Make(&v.([]any)[2].([]any)[0]))
	}
	runtime.GC()
	runtime.GC()
	for i := range gone {
		if gone[i].Value() != nil {
			t.Fatalf("array %d of a run that is over lives on", i)
		}
	}
	runtime.KeepAlive(kept)
}

// TestNothingAliases overwrites the input after decoding.
func TestNothingAliases(t *testing.T) {
	doc := recordDoc(50)
	in := append([]byte(nil), doc...)
	var v []record
	var a any
	var m map[string]json.RawMessage
	if err := json.Unmarshal(in, &v); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(in, &a); err != nil {
		t.Fatal(err)
	}
	obj := append(append([]byte(`{"k":`), doc...), '}')
	if err := json.Unmarshal(obj, &m); err != nil {
		t.Fatal(err)
	}
	for i := range in {
		in[i] = 'X'
	}
	for i := range obj {
		obj[i] = 'X'
	}
	for i := range v {
		if want := fmt.Sprintf("name %05d of a list", i); v[i].Name != want || a.([]any)[i].(map[string]any)["Name"] != want {
			t.Fatalf("name %d is %q and %q", i, v[i].Name, a.([]any)[i].(map[string]any)["Name"])
		}
	}
	if string(m["k"]) != string(doc) {
		t.Fatal("the raw value changed with the input")
	}
}
