package beyond

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/httpjson"
)

// faultRows decode requests that are wrong: with all that zetes says of an error, against encoding/json's Decoder, which
// says where without a line, and against a handler that answers with the Decoder's text.
func faultRows() []*row {
	var docs, full []string
	for _, f := range faults {
		list := &docs
		if f.full {
			list = &full
		}
		if *list = append(*list, f.name); f.whole == "" {
			*list = append(*list, f.name+"/user")
		}
	}
	rows := []*row{
		{Row: contest.Row{Name: "faults/zetes", Peers: []contest.Peer{{Name: "std", Geomean: 1, Min: 0.8}}}, enter: enterErrors},
		{Row: contest.Row{Name: "faults/words", Peers: []contest.Peer{{Name: "std"}}}, enter: enterWords},
		{Row: contest.Row{Name: "faults/httpjson", Peers: []contest.Peer{{Name: "std", Geomean: 0.85, Min: 0.7}}}, enter: enterHandlers},
	}
	for _, r := range rows {
		r.Docs = docs
	}
	rows = append(rows, &row{Row: contest.Row{Name: "faults/full", Peers: []contest.Peer{{Name: "std"}}, Docs: full}, enter: enterHandlers})
	for _, r := range rows {
		r.Ours, r.allocs, r.memory = "zetes", noLimit, 2
	}
	return rows
}

// fault is a way in which an order is wrong.
type fault struct {
	name     string
	old, new string // a part of the order, and what stands in its place
	cut      bool   // the order ends there
	whole    string // in place of the order
	full     bool   // more faults than an answer tells, or about as many, in a small document: judged by the memory alone
	strict   bool   // the handlers refuse members that they don't know
}

var faults = []fault{
	{name: "number-for-text", old: `"Ada"`, new: `5`},
	{name: "text-for-number", old: `"qty":7`, new: `"qty":"7"`},
	{name: "object-for-array", old: `["gift","fragile"]`, new: `{"gift":true}`},
	{name: "integer-too-large", old: `"level":3`, new: `"level":300`},
	{name: "fraction", old: `"level":3`, new: `"level":2.5`},
	{name: "time", old: `2026-11-22T10:00:00Z`, new: `22.11.2026 10:00`},
	{name: "cut", old: `gile`, cut: true},
	{name: "escape", old: `Ada`, new: `A\da`},
	{name: "control-character", old: `Ada`, new: "Ada\n"},
	{name: "literal", old: `true`, new: `tru`},
	{name: "comma", old: `,"tags"`, new: `"tags"`},
	{name: "html", whole: `<html><body>Bad gateway</body></html>`},
	{name: "many", old: `7,"tags":["gift","fragile"]`, new: `"7","tags":[1,2,"gift",3,{}]`},
	{name: "brackets", whole: strings.Repeat("[", 100_000)},
	{name: "elements", old: `"gift","fragile"`, new: strings.Repeat("1,", 200) + "1", full: true},
	{name: "elements-100", old: `"gift","fragile"`, new: strings.Repeat("1,", 99) + "1", full: true},
	{name: "nested-elements", old: `"gift","fragile"`, new: strings.Repeat(`[1,"gift"],`, 100) + `[]`, full: true},
	{name: "members", old: `true`, new: strings.Repeat(`1,"name":2,"level":"3","qty":"7","admin":`, 75) + `true`, full: true},
	{name: "integers", old: `"level":3`, new: strings.Repeat(`"level":300,`, 150) + `"level":3`, full: true},
	{name: "times", old: `"level":3`, new: strings.Repeat(`"since":"22.11.2026 10:00",`, 100) + `"level":3`, full: true},
	{name: "unknown", old: `true`, new: `true` + strings.Repeat(`,"k":1`, 100), full: true, strict: true},
	{name: "long-pointers", old: `true`, new: `true,"sizes":{"by the country of the shop":{"by the day of the last order":["x"` + strings.Repeat(`,"x"`, 99) + `]}}`, full: true},
}

// wrongUser and wrongOrder are what is sent: about 100 and 600 bytes.
type wrongUser struct {
	Name  string    `json:"name"`
	Level int8      `json:"level"`
	Since time.Time `json:"since"`
	Qty   int       `json:"qty"`
	Tags  []string  `json:"tags"`
	Admin bool      `json:"admin"`

	Sizes map[string]map[string][]int `json:"sizes"`
}

type wrongOrder struct {
	ID    int64       `json:"id"`
	User  wrongUser   `json:"user"`
	Items []wrongItem `json:"items"`
	Tags  []string    `json:"tags"`
	Gift  bool        `json:"gift"`
	Note  string      `json:"note"`
}

type wrongItem struct {
	SKU string  `json:"sku"`
	Qty int     `json:"qty"`
	Kg  float64 `json:"kg"`
}

const someUser = `{"name":"Ada","level":3,"since":"2026-11-22T10:00:00Z","qty":7,"tags":["gift","fragile"],"admin":true}`

// text returns the order with the user, or the user alone, with what is wrong.
func (f *fault) text(alone bool) string {
	if f.whole != "" {
		return f.whole
	}
	text := someUser
	if !alone {
		var b strings.Builder
		b.WriteString(`{"id":8271,"note":"Täschchen","items":[`)
		for i := range 10 {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"sku":"K-%d","qty":%d,"kg":%d.25}`, i, 10*i, i)
		}
		text = b.String() + `],"user":` + someUser + `,"tags":[],"gift":true}`
	}
	before, behind, _ := strings.Cut(text, f.old)
	if f.cut {
		return before
	}
	return before + f.new + behind
}

// faulty returns a document that is wrong, and whether that is a user: name/user is one, name an order. strict says that
// unknown members are refused.
func faulty(name string) (text string, alone, strict bool) {
	name, alone = strings.CutSuffix(name, "/user")
	for i := range faults {
		if faults[i].name == name {
			text, strict = faults[i].text(alone), faults[i].strict
		}
	}
	return text, alone, strict
}

func enterErrors(name string) (*entrants, error) { return enterFault(name, func(error) {}) }

func enterWords(name string) (*entrants, error) {
	return enterFault(name, func(err error) { runtime.KeepAlive(err.Error()) })
}

func enterFault(name string, use func(error)) (*entrants, error) {
	text, alone, _ := faulty(name)
	if alone {
		return decodersOf[wrongUser](text, use), nil
	}
	return decodersOf[wrongOrder](text, use), nil
}

func decodersOf[T any](text string, use func(error)) *entrants {
	data := []byte(text)
	entry := func(name string, decode func(v *T) error) contest.Entry {
		return contest.Entry{
			Name: name,
			Run: func(n int) error {
				for range n {
					err := decode(new(T))
					if err == nil {
						return errors.New("no error")
					}
					use(err)
				}
				return nil
			},
			Result: func() (any, error) {
				v := new(T)
				err := decode(v)
				if placed, ok := err.(*zetes.Error); ok {
					err = placed.Unwrap()
				}
				if err == io.ErrUnexpectedEOF {
					err = errors.New("unexpected end of JSON input") // in Unmarshal's words
				}
				return []any{*v, err.Error()}, nil
			},
		}
	}
	e := &entrants{size: len(text), entries: []contest.Entry{
		entry("zetes", func(v *T) error { return zetes.Unmarshal(data, v) }),
		entry("std", func(v *T) error { return stdjson.NewDecoder(strings.NewReader(text)).Decode(v) }),
	}}
	e.want = entry("", func(v *T) error { return stdjson.Unmarshal(data, v) }).Result
	return e
}

// enterHandlers sends the document to a handler over httpjson, and to one that answers with the text of the Decoder's
// error. The results are the statuses.
func enterHandlers(name string) (*entrants, error) {
	text, alone, strict := faulty(name)
	if alone {
		return handlersOf[wrongUser](text, strict), nil
	}
	return handlersOf[wrongOrder](text, strict), nil
}

// sent is a ResponseWriter that keeps only the status, since a server's connection keeps no body either.
type sent struct {
	header http.Header
	status int
}

func (s *sent) Header() http.Header         { return s.header }
func (s *sent) WriteHeader(status int)      { s.status = status }
func (s *sent) Write(b []byte) (int, error) { return len(b), nil }

func handlersOf[T any](text string, strict bool) *entrants {
	entry := func(name string, h http.HandlerFunc) contest.Entry {
		send := func() int {
			r := httptest.NewRequest("POST", "/", strings.NewReader(text))
			r.Header.Set("Content-Type", "application/json")
			w := &sent{header: http.Header{}}
			h(w, r)
			return w.status
		}
		return contest.Entry{
			Name: name,
			Run: func(n int) error {
				for range n {
					if status := send(); status/100 != 4 {
						return fmt.Errorf("status %d", status)
					}
				}
				return nil
			},
			Result: func() (any, error) { return send(), nil },
		}
	}
	api := httpjson.WithAPI(zetes.Config{RejectUnknown: strict}.Freeze())
	e := &entrants{size: len(text), entries: []contest.Entry{
		entry("zetes", func(w http.ResponseWriter, r *http.Request) {
			if err := httpjson.Read(r, new(T), api); err != nil {
				_ = httpjson.WriteError(w, err)
			}
		}),
		entry("std", func(w http.ResponseWriter, r *http.Request) {
			d := stdjson.NewDecoder(r.Body)
			if strict {
				d.DisallowUnknownFields()
			}
			if err := d.Decode(new(T)); err != nil {
				status := http.StatusUnprocessableEntity
				if _, ok := errors.AsType[*stdjson.SyntaxError](err); ok || err == io.ErrUnexpectedEOF {
					status = http.StatusBadRequest
				}
				http.Error(w, err.Error(), status)
			}
		}),
	}}
	e.want = e.entries[1].Result
	return e
}
