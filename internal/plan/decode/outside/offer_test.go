package outside

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/long"
	"github.com/zetes-json/zetes/json"
)

// A called decodes by a method that does as its first member says, with the Unmarshal of its turn.
type called struct {
	Do   string
	N    int
	S    string
	C    *called
	L    []*called
	M    map[string]*called
	Any  any
	Seen []string // what the calls of the method returned

}

type plainCalled called

// turn is the Unmarshal that methods call.
var turn func(text []byte, v any) error

func (c *called) UnmarshalJSON(text []byte) error {
	do := ""
	if i := bytes.Index(text, []byte(`"Do":"`)); i == 1 {
		do, _, _ = strings.Cut(string(text[i+6:]), `"`)
	}
	c.Seen = append(c.Seen, string(text))
	note := func(err error) {
		if err != nil {
			c.Seen = append(c.Seen, err.Error())
		}
	}
	switch do {
	case "twice":
		note(turn(text, new(plainCalled)))
	case "change":
		if i := bytes.Index(text, []byte(`"N":1`)); i >= 0 {
			text[i+4] = '7'
		}
	case "break":
		text[len(text)-1] = ']'
	case "cut":
		note(turn(text[:len(text)-1], new(plainCalled)))
		note(turn(text[1:], new(any)))
	case "any":
		return turn(text, &c.Any)
	case "goroutines":
		var wait sync.WaitGroup
		for range 3 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				var v any
				if err := turn(text, &v); err != nil {
					panic(err)
				}
			}()
		}
		wait.Wait()
	case "panic":
		func() {
			defer func() { note(fmt.Errorf("%v", recover())) }()
			turn(text, &panics{})
		}()
	case "copy":
		text = bytes.Clone(text)
	case "misfit":
		note(turn(text, new([]int)))
		note(turn(text, new(struct{ N string })))
	case "fail":
		return fmt.Errorf("no %d", len(text))
	}
	return turn(text, (*plainCalled)(c))
}

type panics struct{}

func (*panics) UnmarshalJSON([]byte) error { panic("on purpose") }

// randomCalled returns the text of a called.
func randomCalled(r *rand.Rand, depth int) string {
	todo := []string{"", "", "", "twice", "change", "cut", "any", "goroutines", "panic", "copy", "misfit", "break", "fail"}
	n := len(todo)
	if r.IntN(4) > 0 {
		n -= 2
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"Do":%q,"N":%s,"S":%q`, todo[r.IntN(n)], []string{"1", "12", `"x"`, "1.5"}[min(r.IntN(20), 3)%(1+r.IntN(4))], strings.Repeat("s", r.IntN(90)))
	if depth > 0 {
		if r.IntN(3) > 0 {
			b.WriteString(`,"C":` + randomCalled(r, depth-1))
		}
		if r.IntN(3) == 0 {
			b.WriteString(`, "L":[` + randomCalled(r, depth-1) + " ,null, " + randomCalled(r, depth/2) + "]")
		}
		if r.IntN(3) == 0 {
			b.WriteString(`,"M":{"k":` + randomCalled(r, depth-1) + "}")
		}
	}
	b.WriteString("}")
	return b.String()
}

// TestOffers decodes values whose methods decode their argument, also changed, in part, twice and by goroutines, and
// compares with encoding/json.
func TestOffers(t *testing.T) {
	seeds := long.Rounds(300, 3000)
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		text := randomCalled(r, 5)
		decode := func(unmarshal func([]byte, any) error) (v []*called, input []byte, err error) {
			turn = unmarshal
			input = []byte("[" + text + ", " + text + "]")
			err = unmarshal(input, &v)
			return v, input, err
		}
		want, wantInput, wantErr := decode(stdjson.Unmarshal)
		got, gotInput, gotErr := decode(json.Unmarshal)
		if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) || !bytes.Equal(gotInput, wantInput) {
			g, _ := stdjson.Marshal(got)
			w, _ := stdjson.Marshal(want)
			t.Fatalf("seed %d: %s\nerror %v, want %v\n got %s\nwant %s", seed, text, gotErr, wantErr, g, w)
		}
	}
}

// leaver's method leaves a goroutine behind that decodes what the method was given.
type leaver struct{ Text string }

var left struct {
	texts   chan *blocker
	entered chan struct{}
	resume  chan struct{}
}

// blocker's element waits in its method until the test lets it go on.
type blocker struct {
	Before, After []string
	Wait          waiting
	Err           error
}

type waiting struct{}

func (*waiting) UnmarshalJSON([]byte) error {
	left.entered <- struct{}{}
	<-left.resume
	return nil
}

func (l *leaver) UnmarshalJSON(text []byte) error {
	go func() {
		var b blocker
		b.Err = json.Unmarshal(text, &b)
		left.texts <- &b
	}()
	<-left.entered
	return json.Unmarshal(text, new(any))
}

// taker's method decodes other text, as many levels deep as it says, each with a state of its own.
type taker int

func otherText() []byte { return []byte(`"` + strings.Repeat("y", 1000) + `"`) }

func (n *taker) UnmarshalJSON([]byte) error {
	if *n--; *n == 0 {
		return nil
	}
	return json.Unmarshal(otherText(), n)
}

// TestLeftBehind has goroutines go on with an offer when the method that started them has returned, while other decodes
// use what the pools hold. encoding/json allows it as long as the input stays as it is.
func TestLeftBehind(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // all get states from one pool
	left.texts, left.entered, left.resume = make(chan *blocker), make(chan struct{}), make(chan struct{})
	long := strings.Repeat("x", 50)
	for round := range 50 {
		mark := fmt.Sprint(round)
		inner := `{"Before":["` + mark + `","` + long + `"],"Wait":{},"After":["` + long + `","` + mark + `"]}`
		const most = 4
		var v []leaver
		if err := json.Unmarshal([]byte("["+strings.Repeat(inner+",", most-1)+inner+"]"), &v); err != nil || len(v) != most {
			t.Fatal(len(v), err)
		}
		other := taker(20)
		if err := json.Unmarshal(otherText(), &other); err != nil {
			t.Fatal(err)
		}
		for range most {
			left.resume <- struct{}{}
		}
		for range most {
			b := <-left.texts
			if b.Err != nil || len(b.Before) != 2 || len(b.After) != 2 || b.Before[0] != mark || b.Before[1] != long || b.After[0] != long || b.After[1] != mark {
				t.Fatalf("round %d: %+v", round, b)
			}
		}
	}
}

// TestOfferEnds looks at memory that is offered no longer: the address is used for other text, the decode is over.
func TestOfferEnds(t *testing.T) {
	turn = json.Unmarshal
	buffer := make([]byte, 0, 400)
	for i := range 200 {
		text := append(buffer[:0], fmt.Sprintf(`{"S":"%s","C":{"S":%q}}`, strings.Repeat("s", 100), strings.Repeat(string(rune('a'+i%26)), 100))...)
		v := new(called)
		func() {
			defer func() { recover() }()
			if i%3 == 0 {
				json.Unmarshal(text, &struct{ C *panics }{})
			}
			if err := json.Unmarshal(text, v); err != nil {
				t.Fatal(err)
			}
			if want := strings.Repeat(string(rune('a'+i%26)), 100); v.C.S != want {
				t.Fatalf("%q, want %q", v.C.S, want)
			}
		}()
	}
}
