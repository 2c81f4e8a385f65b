package proportion

import (
	stdjson "encoding/json"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/jsondoc"
)

// Codecs that hand their values on, within one another. encoding/json is asked about a method that does so.

// ordered is a document of objects that keep their order.
type ordered struct{ C jsondoc.Object[ordered] }

// fuzzed has a codec of the library's own.
type fuzzed struct{ C *fuzzed }

// selfRead reads itself by what would read it anyway.
type selfRead struct{ C *selfRead }

func (s *selfRead) UnmarshalZetes(r *codec.Reader) {
	type plain selfRead
	zetes.ReadValue(r, (*plain)(s))
}

// unread is of the same shape, and has no codec.
type unread struct{ C *unread }

// mostOfLevel is how many bytes of the heap a level of codecs may take: a state, a codec.Reader and little memory.
const mostOfLevel = 2200

// codecs are the ways in which codecs read within one another.
func codecs() map[string]func(text []byte) {
	fuzzy := zetes.Config{Codecs: []codec.Codec{zetes.Fuzzy[fuzzed]()}}.Freeze()
	return map[string]func(text []byte){
		"jsondoc.Object": func(text []byte) { json.Unmarshal(text, new(ordered)) },
		"Fuzzy":          func(text []byte) { fuzzy.Unmarshal(text, new(fuzzed)) },
		"UnmarshalZetes": func(text []byte) { json.Unmarshal(text, new(selfRead)) },
	}
}

// TestCodecLevels: codecs that read within one another take at most 4 times the memory, stack included, that
// encoding/json takes for a struct of the same shape, and little of the heap for each level.
func TestCodecLevels(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection makes stacks shorter
	const levels = 4800
	text := []byte(nested(levels, `{"C":`, `{}`, `}`))
	heap, stack := takes(func() { stdjson.Unmarshal(text, new(unread)) })
	bound := mostOfTheirs * (heap + stack)
	for name, read := range codecs() {
		of := levels
		if name == "jsondoc.Object" {
			of /= 2 // each is in a struct
		}
		read([]byte(`{"C":{}}`)) // compiles the types
		heap, stack := takes(func() { read(text) })
		if heap > mostOfLevel*of || heap+stack > bound {
			t.Errorf("%s: %d bytes of the heap, %d for each level, and %d of stack; the bound of both is %d", name, heap, heap/of, stack, bound)
		}
	}
}

// takes returns how many bytes of the heap f takes, with empty pools, and how many of stack in a goroutine of its own.
func takes(f func()) (heap, stack int) {
	runtime.GC()
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		f()
		runtime.ReadMemStats(&after)
		close(done)
	}()
	<-done
	return int(after.TotalAlloc - before.TotalAlloc), int(after.StackInuse) - int(before.StackInuse)
}

func init() {
	theirs := func(text []byte) {
		unmarshal = stdjson.Unmarshal
		stdjson.Unmarshal(text, new(copied))
	}
	// The first levels have whole states, as documents have.
	for name, ours := range codecs() {
		add(row{name: "codec/" + name, ours: ours, theirs: theirs, fixed: 20 << 10, text: func(n int) []byte {
			return padded(nested(min(n/7, 4000), `{"C":`, `{}`, `}`), n)
		}})
	}
}
