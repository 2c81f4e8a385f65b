package articles

import (
	"context"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/bench/data"
	zetesjson "github.com/zetes-json/zetes/json"
)

// payloads runs table (d). jingo's own figures are quoted: it is not reachable through the module client.
func payloads(ctx context.Context, w io.Writer, o Options) error {
	fmt.Fprintln(w, "published: jingo's ratios over the encoding/json of its day; it escapes nothing")
	for _, p := range []struct {
		name, published string
		value           any
	}{
		{"small payload", "4.8×", data.NewVisit()},
		{"large payload", "3×", data.NewForum()},
		{"strings", "11.5×", data.NewLetter()},
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
			reused("zetes.Append, slice reused", want, func(b []byte) ([]byte, error) { return zetes.Append(b, p.value) }),
			{name: "jingo", size: len(want), published: p.published + " encoding/json;", start: once(func() error {
				return errors.New("not reachable here")
			})},
		}
		if err := versus(ctx, w, o, fmt.Sprintf("(d) %s, %d B", p.name, len(want)), 1, entries); err != nil {
			return err
		}
	}
	return nil
}
