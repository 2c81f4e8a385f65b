package zoo

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/internal/tests/long"
)

// TestProofs does zetes' part of every row once, for some seeds: it must give what encoding/json does.
func TestProofs(t *testing.T) {
	seeds := long.Rounds(1, 4)
	n := 0
	for seed := range uint64(seeds) {
		for _, o := range operations {
			for _, doc := range o.Docs {
				e, err := enter(o, doc, seed)
				if err != nil {
					t.Fatal(err)
				}
				if e == nil {
					continue
				}
				want, err := e.want()
				if err != nil {
					t.Fatalf("seed %d, %s, %s: %v", seed, o.Name, doc, err)
				}
				i := slices.IndexFunc(e.entries, func(c contest.Entry) bool { return c.Name == ours })
				n++
				got, err := e.entries[i].Result()
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("seed %d, %s, %s: %v, another result than encoding/json's:\n%.200s\n%.200s",
						seed, o.Name, doc, err, fmt.Sprint(got), fmt.Sprint(want))
				}
				if err := e.entries[i].Run(1); err != nil {
					t.Errorf("seed %d, %s, %s: %v", seed, o.Name, doc, err)
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d rows were looked at", n)
	}
}

// TestSeeds holds that a seed is a document's and its types' only source, and that another seed has others.
func TestSeeds(t *testing.T) {
	text := func(doc string, seed uint64) string {
		e, err := enter(operations[0], doc, seed)
		if err != nil {
			t.Fatal(err)
		}
		b, err := e.want()
		if err != nil {
			t.Fatal(err)
		}
		return b.(string)
	}
	for _, doc := range []string{"slice/string", "map/struct", "made/3"} {
		if first, again := text(doc, 5), text(doc, 5); first != again || first == text(doc, 6) {
			t.Errorf("%s: the seed is not what decides", doc)
		}
	}
	if first, again := types(5), types(5); !slices.Equal(first, again) || slices.Equal(first, types(6)) {
		t.Error("types are not made from the seed")
	}
}

func types(seed uint64) (out []string) {
	for _, k := range madeKinds(seed) {
		out = append(out, reflect.TypeOf(k.fresh()).String())
	}
	return out
}
