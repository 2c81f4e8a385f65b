package agree

import (
	"encoding/binary"
	stdjson "encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Task is what a program is to do. It reads it from its standard input.
type Task struct {
	Seed    uint64
	Time    time.Duration // for all types together
	AtLeast int           // rounds for a type, whatever the time
	Types   []int         // indexes of types to look at
	Limit   time.Duration // how long one call may take
	Memory  uint64        // how much the program may hold
	Last    string        // the file that holds what is being run
	Try     *Case         // run this case of the first type instead
}

// Event is one line of a program's standard output, after Mark.
type Event struct {
	Library string   `json:",omitempty"` // version of the library
	Go      string   `json:",omitempty"` // release that it is built by
	Begin   *int     `json:",omitempty"` // a type is begun
	Finding *Finding `json:",omitempty"`
	Done    *Counts  `json:",omitempty"` // of the type that was begun
	Left    string   `json:",omitempty"` // why the type that was begun is left out
	Stuck   string   `json:",omitempty"` // why the program gives up
	End     bool     `json:",omitempty"` // there is no more to be done
}

// Mark begins the lines that are events: the caller's types may print too.
const Mark = "zetes check types: "

// subject is a type that a package has registered.
type subject struct {
	name string
	typ  reflect.Type
}

var subjects = map[int]subject{}

// Register makes a type known. Packages do so when they are initialized.
func Register(index int, name string, t reflect.Type) { subjects[index] = subject{name, t} }

// Registered returns the type that Register has made known with the index, or nil.
func Registered(index int) reflect.Type { return subjects[index].typ }

// Main is the program: it looks at the types of its task, and tells where lib differs from std. library is the path of
// the library's module.
func Main(library string, std, lib Library) {
	program(library, func(types []reflect.Type) looker { return NewJudged(std, lib, types) })
}

// looker looks at types: a Checker or an explainer.
type looker interface {
	Check(t reflect.Type, name string, seed uint64, atLeast int, enough func() bool, found func(Finding)) Counts
	attempt(t reflect.Type, c Case) *Finding
	both(t reflect.Type, c Case) (std, got outcome)
	watched(watch func(Case, phase))
}

// program does the task that it reads.
func program(library string, newLooker func([]reflect.Type) looker) {
	out := os.Stdout
	os.Stdout = os.Stderr // what the types print is no event
	tell := func(e Event) {
		line, err := stdjson.Marshal(e)
		if err != nil {
			panic(err)
		}
		if _, err := out.WriteString(Mark + string(line) + "\n"); err != nil {
			os.Exit(1) // the reader of the output is gone
		}
	}
	var task Task
	if err := stdjson.NewDecoder(os.Stdin).Decode(&task); err != nil {
		fmt.Fprintln(os.Stderr, "task:", err)
		os.Exit(1)
	}
	last, err := newLast(task.Last)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	tell(Event{Library: moduleVersion(library), Go: runtime.Version()})
	types := make([]reflect.Type, 0, len(subjects))
	for i := range len(subjects) {
		if s, ok := subjects[i]; ok {
			types = append(types, s.typ)
		}
	}
	k := newLooker(types)
	k.watched(last.note)
	go last.guard(task, tell)
	if task.Try != nil {
		tell(Event{Finding: k.attempt(subjects[task.Types[0]].typ, *task.Try)})
		k.both(subjects[task.Types[0]].typ, *task.Try)
	} else {
		checkAll(k, task, tell)
	}
	tell(Event{End: true})
	os.Exit(0) // whatever the types have left running
}

func checkAll(k looker, task Task, tell func(Event)) {
	start := time.Now()
	for n, i := range task.Types {
		tell(Event{Begin: &i})
		s := subjects[i]
		if s.typ.Size() > maxSize {
			tell(Event{Left: fmt.Sprintf("its values have %d bytes", s.typ.Size())})
			continue
		}
		share := (task.Time - time.Since(start)) / time.Duration(len(task.Types)-n)
		until := time.Now().Add(share)
		counts := k.Check(s.typ, s.name, task.Seed, task.AtLeast, func() bool { return time.Now().After(until) }, func(f Finding) {
			f.Type = i
			tell(Event{Finding: &f})
		})
		tell(Event{Done: &counts})
	}
}

// moduleVersion returns the version of a module of this program, and where it is from.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path != path {
			continue
		}
		if m.Replace == nil {
			return m.Version
		}
		return m.Version + " => " + m.Replace.Path + " " + m.Replace.Version
	}
	return ""
}

// last keeps the running case in a file, to be read after a crash.
type last struct {
	file  *os.File
	buf   []byte
	runs  atomic.Uint64
	phase atomic.Uint32
}

func newLast(name string) (*last, error) {
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	return &last{file: f}, nil
}

// note is told what is going to be run. A case is first run by encoding/json.
func (l *last) note(c Case, p phase) {
	l.runs.Add(1)
	l.phase.Store(uint32(p))
	l.buf = append(l.buf[:0], byte(p))
	if p != inLibrary {
		l.buf = binary.AppendUvarint(l.buf, uint64(c.Door))
		l.buf = binary.AppendUvarint(l.buf, uint64(len(c.Doc)))
		l.buf = append(l.buf, c.Doc...)
		l.buf = binary.AppendUvarint(l.buf, uint64(len(c.Fill)))
		for _, n := range c.Fill {
			l.buf = binary.AppendUvarint(l.buf, uint64(n))
		}
	}
	if _, err := l.file.WriteAt(l.buf, 0); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ReadLast returns the case that a program was running when it ended, and whether it was the library that ran it.
func ReadLast(r io.ByteReader) (c Case, library bool, err error) {
	p, err := r.ReadByte()
	if err != nil {
		return c, false, err
	}
	number := func() int {
		n, e := binary.ReadUvarint(r)
		if e != nil && err == nil {
			err = e
		}
		return int(n)
	}
	c.Door = number()
	for n := number(); n > 0 && err == nil; n-- {
		var b byte
		b, err = r.ReadByte()
		c.Doc = append(c.Doc, b)
	}
	for n := number(); n > 0 && err == nil; n-- {
		c.Fill = append(c.Fill, uint32(number()))
	}
	if err == nil && c.Door >= len(doors) {
		err = io.ErrUnexpectedEOF
	}
	return c, phase(p) == inLibrary, err
}

// Encodes reports whether the case encodes a value.
func (c Case) Encodes() bool { return doors[c.Door].encodes }

// Door returns what was called, as Go text.
func (c Case) Call() string { return doors[c.Door].name }

// guard ends the program if a call takes too long, or too much memory.
func (l *last) guard(task Task, tell func(Event)) {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	runs, since := l.runs.Load(), time.Now()
	for range time.Tick(50 * time.Millisecond) {
		if now := l.runs.Load(); now != runs {
			runs, since = now, time.Now()
		}
		metrics.Read(heap)
		switch {
		case task.Limit > 0 && time.Since(since) > task.Limit:
			tell(Event{Stuck: fmt.Sprintf("it has not come back after %v", task.Limit)})
		case task.Memory > 0 && heap[0].Value.Uint64() > task.Memory:
			tell(Event{Stuck: fmt.Sprintf("it has taken more than %d MB", task.Memory>>20)})
		default:
			continue
		}
		os.Exit(3)
	}
}
