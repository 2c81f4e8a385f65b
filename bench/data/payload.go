package data

import (
	"fmt"
	"strings"
	"time"

	"github.com/guregu/null/v6"
)

// Person is the struct of the article about codecs: types that json-iterator's users register codecs for.
type Person struct {
	ID      null.Int    `json:"id"`
	Name    null.String `json:"name"`
	Created time.Time   `json:"created"`
	Updated time.Time   `json:"updated"`
}

// NewPerson returns a Person with nothing null and times in UTC.
func NewPerson() *Person {
	return &Person{
		null.IntFrom(123456), null.StringFrom("Ada Lovelace"),
		time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC), time.Date(2026, 6, 7, 8, 9, 10, 0, time.UTC),
	}
}

// Visit is jingo's small payload: numbers and short strings, 132 B.
type Visit struct {
	St   int    `json:"st"`
	Sid  int    `json:"sid"`
	Tt   string `json:"tt"`
	Gr   int    `json:"gr"`
	UUID string `json:"uuid"`
	IP   string `json:"ip"`
	Ua   string `json:"ua"`
	Tz   int    `json:"tz"`
	V    int    `json:"v"`
}

// NewVisit returns a Visit.
func NewVisit() *Visit {
	return &Visit{7, 3, "Front page", 5, "de305d54-75b4-431b-adb2-eb6b9e546014", "10.0.0.4", "agent/10", 8, 2}
}

// Forum is jingo's large payload: two lists of a hundred pointers to small structs, 4.8 kB.
type Forum struct {
	Users  *Members `json:"users"`
	Topics *Topics  `json:"topics"`
}

// Members lists those of a Forum.
type Members struct {
	List []*Member `json:"users"`
}

// Member is one of the Members.
type Member struct {
	Username string `json:"username"`
}

// Topics lists those of a Forum.
type Topics struct {
	List []*Topic `json:"topics"`
	More string   `json:"more_topics_url"`
}

// Topic is one of the Topics.
type Topic struct {
	ID   int    `json:"id"`
	Slug string `json:"slug"`
}

// NewForum returns a Forum.
func NewForum() *Forum {
	f := &Forum{&Members{}, &Topics{More: "/latest?page=1"}}
	for i := range 100 {
		name := fmt.Sprintf("name%d", i)
		f.Users.List = append(f.Users.List, &Member{name})
		f.Topics.List = append(f.Topics.List, &Topic{i, name})
	}
	return f
}

// Letter is the string-heavy payload, 1.4 kB.
type Letter struct {
	Subject string `json:"subject"`
	From    string `json:"from"`
	To      string `json:"to"`
	Body    string `json:"body"`
	Footer  string `json:"footer"`
}

// NewLetter returns a Letter.
func NewLetter() *Letter {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, twice a day. ", 18)
	return &Letter{"News from the fox", "fox@example.org", "dog@example.org", text, text[:240]}
}
