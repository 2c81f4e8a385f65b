package stream_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"github.com/zetes-json/zetes/jsondoc/jsonpath"
	"github.com/zetes-json/zetes/stream"
)

type event struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
}

func ExampleValues() {
	r := strings.NewReader(`{"id":1,"kind":"start"} {"id":"two"}
		{"id":3,"kind":"stop"}`)
	for e, err := range stream.Values[event](r) {
		if err != nil {
			fmt.Println("skipped:", err)
			continue
		}
		fmt.Println(e.ID, e.Kind)
	}
	// Output:
	// 1 start
	// skipped: json: cannot unmarshal string into Go struct field event.id of type int (line 1, column 31, at /id)
	// 3 stop
}

// A large value is written in pieces, and is never in memory as a whole.
func ExampleFlushAt() {
	pieces := 0
	w := writerFunc(func(p []byte) (int, error) {
		pieces++
		return len(p), nil
	})
	e := stream.NewEncoder(w, stream.FlushAt(4096))
	err := e.Encode(make([]event, 1000)) // 22 KB of JSON
	fmt.Println(pieces > 3, err)
	// Output: true <nil>
}

// writerFunc is an io.Writer.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Events of a service are read until it says that it is done.
func ExampleEvents() {
	body := strings.NewReader("event: delta\ndata: {\"text\":\"hel\"}\n\nevent: delta\ndata: {\"text\":\"lo\"}\n\ndata: [DONE]\n\n")
	for event, err := range stream.Events[struct{ Text string }](body) {
		if event.Text == "[DONE]" {
			break
		}
		fmt.Println(event.Name, event.Data.Text, err)
	}
	// Output:
	// delta hel <nil>
	// delta lo <nil>
}

// A line that is not JSON does not end the stream.
func ExampleLines() {
	r := strings.NewReader("{\"id\":1}\n{\"id\":\n{\"id\":3}\n")
	for e, err := range stream.Lines[event](r) {
		fmt.Println(e.ID, err)
	}
	// Output:
	// 1 <nil>
	// 0 unexpected end of JSON input (line 2, column 7, at /id)
	// 3 <nil>
}

// An array of any length takes memory for one element.
func ExampleElements() {
	r := strings.NewReader(`[{"id":1}, {"id":2}, {"id":3}, {"id":4}]`)
	sum := 0
	for e, err := range stream.Elements[event](r, stream.MaxValueSize(1<<20)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		sum += e.ID
	}
	fmt.Println(sum)
	// Output: 10
}

// Values are read, changed and written while memory holds one of them.
func ExampleWriteArray() {
	lines := strings.NewReader("{\"id\":1,\"kind\":\"a\"}\n{\"id\":2,\"kind\":\"b\"}\n")
	upper := func(yield func(event, error) bool) {
		for e, err := range stream.Lines[event](lines) {
			e.Kind = strings.ToUpper(e.Kind)
			if !yield(e, err) {
				return
			}
		}
	}
	err := stream.WriteArray(os.Stdout, upper)
	fmt.Println(err)
	// Output: [{"id":1,"kind":"A"},{"id":2,"kind":"B"}]<nil>
}

func ExampleConsume() {
	r := strings.NewReader(`{"id":1} {"id":2} {"id":3}`)
	var sum atomic.Int64
	err := stream.Consume(context.Background(), 4, stream.Values[event](r), func(_ context.Context, e event) error {
		sum.Add(int64(e.ID))
		return nil
	})
	fmt.Println(sum.Load(), err)
	// Output: 6 <nil>
}

func ExamplePusher() {
	p := stream.NewPusher[event]()
	for _, piece := range []string{`{"id":1}{"i`, `d":`, `2}`, ` {"id":3} `} {
		for e, err := range p.Push([]byte(piece)) {
			fmt.Println(e.ID, err)
		}
	}
	for e, err := range p.Close() {
		fmt.Println(e.ID, err)
	}
	// Output:
	// 1 <nil>
	// 2 <nil>
	// 3 <nil>
}

// Lines of a large file are decoded on all processors, and come in their order.
func ExampleParallel() {
	r := strings.NewReader(strings.Repeat("{\"id\":1}\n", 1000) + "{\"id\":true}\n{\"id\":2}\n")
	sum := 0
	for e, err := range stream.Lines[event](r, stream.Parallel(0)) {
		if err != nil {
			fmt.Println(err)
		}
		sum += e.ID
	}
	fmt.Println(sum)
	// Output:
	// json: cannot unmarshal bool into Go struct field event.id of type int (line 1001, column 7, at /id)
	// 1002
}

// The elements of an array that stands somewhere in a document take memory for one of them.
func ExampleAt() {
	page := strings.NewReader(`{"total":2,"data":[{"id":1},{"id":2}],"next":"p2"}`)
	for e, err := range stream.At[event](page, jsonpath.MustCompile(`$.data[*]`)) {
		fmt.Println(e.ID, err)
	}
	// Output:
	// 1 <nil>
	// 2 <nil>
}

// Several queries are followed at once, and with Rest all else comes too.
func ExampleFinder() {
	page := strings.NewReader(`{"total":2,"data":[{"id":1},{"id":2}],"next":"p2"}`)
	f := stream.NewFinder(page, []*jsonpath.Query{jsonpath.MustCompile(`$.data[*]`), jsonpath.MustCompile(`$.next`)})
	f.Rest()
	for f.Next() {
		at := f.Pointer()
		switch f.Query() {
		case 0:
			var e event
			fmt.Println(at, f.Decode(&e), e.ID)
		case 1:
			var next string
			fmt.Println(at, f.Decode(&next), next)
		default:
			fmt.Println(at) // it is passed over
		}
	}
	fmt.Println(f.Err())
	// Output:
	// /total
	// /data/0 <nil> 1
	// /data/1 <nil> 2
	// /next <nil> p2
	// <nil>
}

// One decoder serves one connection after another.
func ExampleDecoder_Reset() {
	d := stream.NewDecoder(nil)
	for _, text := range []string{`{"n":1}`, `{"n":`, `{"n":3}`} {
		d.Reset(strings.NewReader(text))
		var v struct{ N int }
		err := d.Decode(&v)
		fmt.Println(v.N, err == nil)
	}
	// Output:
	// 1 true
	// 0 false
	// 3 true
}

func ExampleEncoder_Reset() {
	e := stream.NewEncoder(nil)
	e.SetIndent("", " ")
	for range 2 {
		var b strings.Builder
		e.Reset(&b)
		err := e.Encode([]int{1})
		fmt.Printf("%q %v\n", b.String(), err)
	}
	// Output:
	// "[\n 1\n]\n" <nil>
	// "[\n 1\n]\n" <nil>
}

// The lines of a file are read in two ranges, as two machines would read them, and then from a checkpoint on.
func ExampleLinesAt() {
	file := strings.NewReader("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
	half := file.Size() / 2
	var checkpoint int64
	for _, part := range [][2]int64{{0, half}, {half, file.Size()}} {
		for line, err := range stream.LinesAt[event](file, part[0], part[1]) {
			fmt.Println(part, line.Value.ID, line.Start, line.End, err)
			if line.Value.ID == 1 {
				checkpoint = line.End
			}
		}
	}
	for line, err := range stream.LinesAt[event](file, checkpoint, file.Size()) {
		fmt.Println(line.Value.ID, err)
	}
	// Output:
	// [0 13] 1 0 8 <nil>
	// [0 13] 2 9 17 <nil>
	// [13 27] 3 18 26 <nil>
	// 2 <nil>
	// 3 <nil>
}
