package encode

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
)

// exitLink is a recursive type that has methods.
type exitLink struct {
	Next *exitLink
	Text json.Number
}

func (l *exitLink) MarshalText() ([]byte, error) {
	if l.Next == nil {
		return []byte(l.Text), nil
	}
	b, err := l.Next.MarshalText()
	return append(b, l.Text...), err
}

// TestExits encodes values that a Go function writes (an exit): as elements, behind pointers and in maps, with lengths
// up to the limit of the buffer and beyond it.
func TestExits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for i := range 100 {
		if !long.On() && i%3 > 0 {
			continue
		}
		n := i
		if i > 50 {
			n += 400 // many small values end near the limit, too
		}
		var (
			numbers  []json.Number
			pointers []*json.Number
			raws     [4]*json.RawMessage
			links    []*exitLink
			ints     []*big.Int
		)
		addrs, texts := map[string]*netip.Addr{}, map[int]json.RawMessage{}
		for i := range n {
			number := json.Number(strings.Repeat("7", 1+r.IntN(30)))
			numbers = append(numbers, number)
			pointers = append(pointers, []*json.Number{nil, &number}[r.IntN(2)])
			raw := json.RawMessage(`"` + strings.Repeat("x", r.IntN(900)) + `"`)
			raws[i%4] = &raw
			texts[i] = raw
			link := &exitLink{Text: number}
			links = append(links, nil, link, &exitLink{link, "5"})
			ints = append(ints, big.NewInt(r.Int64()), nil)
			addrs[fmt.Sprint(i)] = nil
			if i%2 == 0 {
				addrs[fmt.Sprint(i)] = ptr(netip.AddrFrom4([4]byte{byte(i)}))
			}
		}
		agree(t, fmt.Sprint("numbers ", n), numbers)
		agree(t, fmt.Sprint("pointers ", n), pointers)
		agree(t, fmt.Sprint("raw ", n), raws)
		agree(t, fmt.Sprint("links ", n), links)
		agree(t, fmt.Sprint("ints ", n), ints)
		agree(t, fmt.Sprint("addresses ", n), addrs)
		agree(t, fmt.Sprint("texts ", n), texts)
	}
	agree(t, "pointers to pointers", []**json.Number{nil, ptr((*json.Number)(nil)), ptr(ptr(json.Number("1")))})
	agree(t, "bad behind a pointer", []*json.Number{ptr(json.Number("1")), ptr(json.Number("x"))})
	agree(t, "bad in a map", map[string]*json.RawMessage{"a": ptr(json.RawMessage("{"))})
}

// TestOnlyExit holds for which types the ops are a single call of a Go function (an exit).
func TestOnlyExit(t *testing.T) {
	for _, c := range []struct {
		v    any
		want bool
	}{
		{json.Number(""), true}, {json.RawMessage{}, true}, {ptr(json.RawMessage{}), true}, {wordJSON(0), true}, {ptr(ptr(wordJSON(0))), true},
		{struct{ N json.Number }{}, false}, {[1]json.Number{}, false}, {1, false}, {"", false},
	} {
		b := ProgramOf(withHTML, reflect.TypeOf(c.v)).block
		if got := b.first.onlyExit() != nil; got != c.want {
			t.Errorf("%T: %v", c.v, got)
		}
	}
}
