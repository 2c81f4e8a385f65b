// Package zoo measures every kind of Go value that JSON knows, one by one, besides the documents that a library may
// have been tuned on: values, lengths and the types made of structs come from a seed, so that another seed asks about
// others.
//
// A row of the contest is an operation, a document is a kind. Files: zoo.go (the list of kinds and operations) ·
// operations.go (what is timed) · kinds.go (scalars, slices, arrays, pointers, maps) · structs.go (structs, embedded,
// generic, inputs in other forms) · methods.go (types with methods) · made.go (types made from the seed) · gen.go
// (their contents) · wrong.go (input with errors) · table.go (what is printed).
package zoo

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/lib"
)

// kind is a kind of value. Its type has contents from the seed.
type kind struct {
	name string
	// fresh returns a pointer to a zero value.
	fresh func() any
	// fill has what the contents are like.
	fill contents
	// text, when set, returns what is decoded in place of the value's own text, which it gets.
	text func(g *gen, own []byte) []byte
	// out says that the kind is for encoding only, in for decoding only.
	out, in bool
}

// The rows are measured as encoding/json or, with --v2, as encoding/json/v2.
var (
	v2 bool
	// ours is judged, and std has the results that are wanted.
	ours, std = "zetes", "std"
	// peers are the libraries that are measured besides zetes, in configurations with the semantics of std.
	peers      = exactPeers
	exactPeers = []string{"std", "goccy", "sonic-std", "jsoniter-std", "segmentio"}
	// leading are the peers that zetes is to be ahead of in every row.
	leading = []string{"goccy", "sonic-std"}
)

// asV2 makes package json/v2 the one that is judged. Its peers are encoding/json/v2, and zetes' package json, which
// writes and reads some kinds in another way.
func asV2() error {
	if l, err := lib.Get("std-v2"); err != nil || l.Missing != "" {
		return errors.New("--v2 needs Go 1.27: " + l.Missing)
	}
	v2, ours, std = true, "zetes-v2", "std-v2"
	peers, leading = append([]string{std, "goccy-v2", "zetes"}, lib.Added(lib.V2)...), []string{std}
	for _, o := range operations {
		o.Ours = ours
	}
	return nil
}

// kinds returns all kinds. Kinds made from the seed have the same names for every seed.
func kinds(seed uint64) []*kind {
	return slices.Concat(scalarKinds(), sliceKinds(), arrayKinds(), pointerKinds(), mapKinds(), structKinds(), methodKinds(),
		madeKinds(seed), inputKinds())
}

// Plan returns the zoo as a command.
func Plan() *contest.Plan {
	var seed uint64
	peers = append(slices.Clone(exactPeers), lib.Added(lib.Exact)...)
	p := &contest.Plan{
		Use:   "zoo",
		Short: "Measure every kind of Go value, and say in which rows zetes leads",
		Long: "Measures every kind of Go value that JSON knows, alone and within others, by turns, in processor time, one process\n" +
			"per kind. Contents, lengths and some of the types come from the seed. Rows (--run) are operations:",
		Batch: 4 * time.Millisecond,
		Flags: func(c *cobra.Command) {
			c.Flags().Uint64Var(&seed, "seed", 1, "what types and contents are made from")
			c.Flags().BoolFunc("v2", "measure package json/v2 beside encoding/json/v2 and package json", func(string) error { return asV2() })
		},
		Args: func() []string {
			args := []string{"--seed", fmt.Sprint(seed)}
			if v2 {
				args = append(args, "--v2")
			}
			return args
		},
	}
	for _, o := range operations {
		p.Rows = append(p.Rows, &o.Row)
		p.Long += " " + o.Name
	}
	p.Long += ".\nKinds are chosen by --data: a name, or a regular expression for whole names, such as 'map/.*'."
	p.Docs = append(names(), wrongNames()...)
	p.Docs = append(p.Docs, streamNames...)
	p.Check = func(name string) error {
		_, err := lib.Get(name)
		return err
	}
	p.Measure = func(s *contest.Session, doc string) error { return race(s, doc, seed) }
	p.Verdicts = func(w io.Writer, cells []*contest.Cell) {
		fmt.Fprintf(w, "\nseed %d\n", seed)
		verdicts(w, cells)
	}
	return p
}

func names() (out []string) {
	for _, k := range kinds(0) {
		out = append(out, k.name)
	}
	return out
}

// race has the session race all operations on the kind.
func race(s *contest.Session, doc string, seed uint64) error {
	for _, o := range operations {
		if !s.Wants(&o.Row, doc) {
			continue
		}
		e, err := enter(o, doc, seed)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		if err := s.Race(&o.Row, doc, e.size, e.want, e.entries); err != nil {
			return err
		}
	}
	return nil
}

// entrants are the contestants on one kind.
type entrants struct {
	size    int
	want    func() (any, error)
	entries []contest.Entry
}

// enter returns the contestants of an operation on a kind, nil if the kind has no such operation.
func enter(o *operation, doc string, seed uint64) (*entrants, error) {
	if o.enter != nil {
		return o.enter(doc, newGen(seed, doc))
	}
	for _, k := range kinds(seed) {
		if k.name == doc {
			return o.onKind(k, newGen(seed, doc))
		}
	}
	return nil, nil
}

// Text returns the JSON of the first seed's value of a kind.
func Text(name string) ([]byte, error) {
	for _, k := range kinds(1) {
		if k.name == name {
			target, g := k.fresh(), newGen(1, name)
			g.contents = k.fill
			g.fill(reflect.ValueOf(target).Elem(), 0)
			return stdjson.Marshal(target)
		}
	}
	return nil, fmt.Errorf("unknown kind %q", name)
}

// newGen returns the generator for a kind's contents.
func newGen(seed uint64, name string) *gen {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return &gen{Rand: rand.New(rand.NewPCG(seed, h))}
}
