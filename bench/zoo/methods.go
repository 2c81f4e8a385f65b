package zoo

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strconv"
	"time"
)

// colour has text methods, as enumerations do.
type colour int

var colours = []string{"red", "green", "blue", "a < b"}

func (c colour) MarshalText() ([]byte, error) { return []byte(c.text()), nil }

func (c colour) text() string {
	if int(c) < len(colours) {
		return colours[c]
	}
	return "colour-" + strconv.Itoa(int(c))
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *colour) UnmarshalText(b []byte) error {
	for i, name := range colours {
		if string(b) == name {
			*c = colour(i)
			return nil
		}
	}
	if len(b) < 8 {
		return errors.New("no colour")
	}
	n, err := strconv.Atoi(string(b[7:]))
	*c = colour(n)
	return err
}

func (c *colour) fillFrom(g *gen) { *c = colour(g.IntN(100)) }

// tint appends its text.
type tint struct{ R, G, B uint8 }

// AppendText implements encoding.TextAppender.
func (t tint) AppendText(b []byte) ([]byte, error) {
	return fmt.Appendf(b, "#%02x%02x%02x", t.R, t.G, t.B), nil
}

func (t tint) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *tint) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "#%02x%02x%02x", &t.R, &t.G, &t.B)
	return err
}

// celsius has JSON methods, with a value receiver to write.
type celsius float64

func (c celsius) MarshalJSON() ([]byte, error) {
	return append(strconv.AppendFloat([]byte(`{"celsius":`), float64(c), 'f', 1, 64), '}'), nil
}

func (c *celsius) UnmarshalJSON(b []byte) error {
	if len(b) < 13 {
		return errors.New("no temperature")
	}
	f, err := strconv.ParseFloat(string(b[11:len(b)-1]), 64)
	*c = celsius(f)
	return err
}

func (c *celsius) fillFrom(g *gen) { *c = celsius(float64(g.IntN(500)) / 10) }

// account has JSON methods of its pointer, by way of encoding/json, as most types do.
type account struct {
	owner string
	sum   int
	notes []string
}

type accountText struct {
	Owner string   `json:"owner"`
	Sum   int      `json:"sum"`
	Notes []string `json:"notes"`
}

func (a *account) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(accountText{a.owner, a.sum, a.notes})
}

func (a *account) UnmarshalJSON(b []byte) error {
	var t accountText
	err := stdjson.Unmarshal(b, &t)
	*a = account{t.Owner, t.Sum, t.Notes}
	return err
}

func (a *account) fillFrom(g *gen) { *a = account{g.str(), g.IntN(1000), []string{g.str(), g.str()}} }

// maybe is a null type, as there are many.
type maybe[T any] struct {
	Value T
	Set   bool
}

func (m maybe[T]) MarshalJSON() ([]byte, error) {
	if !m.Set {
		return []byte("null"), nil
	}
	return stdjson.Marshal(m.Value)
}

func (m *maybe[T]) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*m = maybe[T]{}
		return nil
	}
	m.Set = true
	return stdjson.Unmarshal(b, &m.Value)
}

type customer struct {
	Name maybe[string]    `json:"name"`
	Age  maybe[int]       `json:"age"`
	Seen maybe[time.Time] `json:"seen"`
	Paid maybe[bool]      `json:"paid"`
}

func (c *customer) fillFrom(g *gen) {
	*c = customer{maybe[string]{g.str(), true}, maybe[int]{g.IntN(100), true}, maybe[time.Time]{g.time(), true}, maybe[bool]{}}
}

// document writes and reads a text that it keeps.
type document struct{ text []byte }

func (d document) MarshalJSON() ([]byte, error) { return d.text, nil }

func (d *document) UnmarshalJSON(b []byte) error {
	d.text = append(d.text[:0], b...)
	return nil
}

func (d *document) fillFrom(g *gen) {
	list := make([]record, 200)
	for i := range list {
		list[i] = record{ID: g.IntN(1000), Name: g.str(), Score: g.float(), Tags: []string{g.str(), g.str()}}
	}
	d.text, _ = stdjson.Marshal(list)
}

// onion has methods within methods.
type onion struct {
	label string
	inner *onion
}

type onionText struct {
	Label string `json:"label"`
	Inner *onion `json:"inner"`
}

func (o *onion) MarshalJSON() ([]byte, error) { return stdjson.Marshal(onionText{o.label, o.inner}) }

func (o *onion) UnmarshalJSON(b []byte) error {
	var t onionText
	err := stdjson.Unmarshal(b, &t)
	*o = onion{t.Label, t.Inner}
	return err
}

func (o *onion) fillFrom(g *gen) {
	for range 4 {
		*o = onion{g.str(), &onion{o.label, o.inner}}
	}
}

// shape is an interface with methods.
type shape interface{ area() float64 }

type square struct {
	Side float64 `json:"side"`
}

func (s square) area() float64 { return s.Side * s.Side }

type shapes []shape

func (s *shapes) fillFrom(g *gen) {
	for range 20 {
		*s = append(*s, square{g.float()}, &square{g.float()})
	}
}

// labelled has a method that encoding/json does not call, as many types have.
type labelled struct {
	Name  string
	Count int
}

func (l *labelled) String() string { return l.Name }

// labelTree is a binary tree of such values.
type labelTree struct {
	Name        string
	Left, Right *labelTree
}

func (t *labelTree) String() string { return t.Name }

func (t *labelTree) fillFrom(g *gen) { t.grow(g, 5) }

func (t *labelTree) grow(g *gen, depth int) {
	t.Name = strconv.Itoa(int(1000 * g.float()))
	if depth > 0 {
		t.Left, t.Right = new(labelTree), new(labelTree)
		t.Left.grow(g, depth-1)
		t.Right.grow(g, depth-1)
	}
}

func methodKinds() []*kind {
	fifty, twenty := contents{length: 50}, contents{length: 20}
	return []*kind{
		of[[]colour]("method/text", fifty), of[[]*colour]("method/text-pointer", fifty),
		of[[]tint]("method/append-text", fifty),
		of[[]celsius]("method/json", fifty), of[[]account]("method/json-of-pointer", twenty),
		of[[]*account]("method/json-pointer", twenty),
		of[[]customer]("method/null-types", twenty), of[document]("method/json-large", contents{}),
		of[[]onion]("method/nested", contents{length: 5}),
		of[[]netip.Addr]("method/netip-addr", fifty), of[[]netip.AddrPort]("method/netip-addrport", fifty),
		of[[]netip.Prefix]("method/netip-prefix", fifty),
		of[[]*big.Int]("method/big-int", twenty), of[[]big.Int]("method/big-int-value", twenty),
		onlyOut(of[shapes]("method/interface", contents{})),
		of[[]*labelled]("method/string-pointer", fifty), of[map[string]*labelled]("method/string-map", fifty),
		of[labelTree]("method/string-tree", contents{}),
		of[struct {
			A stdjson.RawMessage
			B stdjson.Number
			C *stdjson.RawMessage
		}]("method/raw-members", contents{}),
	}
}
