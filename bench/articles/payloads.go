package articles

import (
	"context"
	stdjson "encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	"github.com/zetes-json/zetes"
	zetesjson "github.com/zetes-json/zetes/json"
)

// visit is the small payload: some numbers and short strings.
type visit struct {
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

// forum is the large payload: lists of pointers to small structs.
type forum struct {
	Users  *members `json:"users"`
	Topics *topics  `json:"topics"`
}

type members struct {
	List []*member `json:"users"`
}

type member struct {
	Username string `json:"username"`
}

type topics struct {
	List []*topic `json:"topics"`
	More string   `json:"more_topics_url"`
}

type topic struct {
	ID   int    `json:"id"`
	Slug string `json:"slug"`
}

// letter is the string-heavy payload.
type letter struct {
	Subject string `json:"subject"`
	From    string `json:"from"`
	To      string `json:"to"`
	Body    string `json:"body"`
	Footer  string `json:"footer"`
}

// payloads runs table (d). jingo's own figures are quoted: it is not reachable through the module client.
func payloads(ctx context.Context, w io.Writer, o Options) error {
	big := &forum{Users: &members{}, Topics: &topics{More: "/c/latest?page=1"}}
	for i := range 100 {
		big.Users.List = append(big.Users.List, &member{fmt.Sprintf("user_%03d", i)})
		if i < 60 {
			big.Topics.List = append(big.Topics.List, &topic{1000 + i, fmt.Sprintf("a-topic-of-some-length-%d", i)})
		}
	}
	text := strings.Repeat("The quick brown fox jumps over the lazy dog, twice a day. ", 18)
	for _, p := range []struct {
		name, published string
		value           any
	}{
		{"small payload", "4.8×", &visit{1, 2, "title", 4, "de305d54-75b4-431b-adb2", "127.0.0.1", "Mozilla/5.0 (X11)", 60, 1}},
		{"large payload", "3×", big},
		{"strings", "11.5×", &letter{"News from the fox", "fox@example.org", "dog@example.org", text, text[:240]}},
	} {
		want, err := stdjson.Marshal(p.value)
		if err != nil {
			return err
		}
		e := func(name string, f func() ([]byte, error)) entry {
			got, err := f()
			if err == nil && string(got) != string(want) {
				err = fmt.Errorf("another result than encoding/json")
			}
			return entry{name: name, size: len(want), start: once(func() error {
				if err != nil {
					return err
				}
				_, err := f()
				return err
			})}
		}
		entries := []entry{
			e("encoding/json", func() ([]byte, error) { return stdjson.Marshal(p.value) }),
			e("goccy", func() ([]byte, error) { return goccy.Marshal(p.value) }),
			e("sonic ConfigStd", func() ([]byte, error) { return sonic.ConfigStd.Marshal(p.value) }),
			e("zetes", func() ([]byte, error) { return zetesjson.Marshal(p.value) }),
			{name: "zetes.Append, slice reused", size: len(want), start: func() func() error {
				var b []byte
				return func() (err error) {
					b, err = zetes.Append(b[:0], p.value)
					return err
				}
			}},
			{name: "jingo", size: len(want), start: once(func() error {
				return fmt.Errorf("not reachable; it published %s encoding/json, without escaping", p.published)
			})},
		}
		if err := versus(ctx, w, o, fmt.Sprintf("(d) %s, %d B", p.name, len(want)), 1, entries); err != nil {
			return err
		}
	}
	return nil
}
