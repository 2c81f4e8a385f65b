package conform

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
	"github.com/zetes-json/zetes/internal/plan/encode"
)

// meaning returns the encoding/json of a release, whichever is running.
func meaning(release option.Release) *plan.Dialect { return plan.Under(release, option.V1) }

type (
	appender   struct{}
	namedInt   *int
	byPointer  struct{ S string }
	nameless   = struct{ byPointer }
	keyOfText  string
	deepFolded struct {
		inner
		NAMEX int `json:"NAME"`
	}
	inner struct {
		A int `json:"name"`
	}
)

func (appender) AppendText(b []byte) ([]byte, error) { return append(b, "appended"...), nil }
func (appender) MarshalText() ([]byte, error)        { return []byte("marshaled"), nil }
func (p *byPointer) UnmarshalJSON(b []byte) error    { p.S = "method"; return nil }
func (k keyOfText) MarshalText() ([]byte, error)     { return []byte(k), nil }
func (k *keyOfText) UnmarshalText(b []byte) error    { *k = keyOfText(b); return nil }

// TestMeanings runs both releases' meanings in one program, where they need nobody's help. What the running
// toolchain does is that of its release.
func TestMeanings(t *testing.T) {
	seven := 7
	for _, c := range []struct {
		name            string
		value           any
		classic, overV2 string
	}{
		{"replacement", "a\xffb", `"a\ufffdb"`, "\"a\ufffdb\""},
		{"append-text", appender{}, `"marshaled"`, `"appended"`},
		{"named-pointer", struct {
			P namedInt `json:",string"`
		}{&seven}, `{"P":7}`, `{"P":"7"}`},
		{"tag-spoilt", struct {
			A int `json:"a\"b,omitempty"`
		}{}, `{}`, `{}`},
		{"tag-quote", struct {
			A int `json:"a'b"`
		}{1}, `{"A":1}`, `{"a":1}`},
		{"keys", map[keyOfText]int{"\xed\xa0\x80": 1, "\ufffd": 2}, `{"\ufffd\ufffd\ufffd":1,"` + "\ufffd" + `":2}`, "{\"\ufffd\":2,\"\ufffd\ufffd\ufffd\":1}"},
	} {
		for _, m := range []struct {
			release option.Release
			want    string
		}{{option.Classic, c.classic}, {option.OverV2, c.overV2}} {
			t.Run(fmt.Sprintf("marshal/%s/%x", c.name, uint64(m.release)), func(t *testing.T) {
				got, err := (&encode.Call{Config: meaning(m.release)}).Marshal(c.value)
				if err != nil || string(got) != m.want {
					t.Errorf("got  %s, %v\nwant %s", got, err, m.want)
				}
				if m.release == option.Toolchain {
					if std, err := json.Marshal(c.value); err != nil || string(std) != m.want {
						t.Errorf("encoding/json says %s, %v", std, err)
					}
				}
			})
		}
	}

	for _, c := range []struct {
		name            string
		target          func() any
		text            string
		classic, overV2 string
	}{
		{"nameless-methods", func() any { return new([1]nameless) }, `[{"S":"member"}]`, "&[{{member}}]", "&[{{method}}]"},
		{"fold-order", func() any { return new(deepFolded) }, `{"Name":3}`, "&{{3} 0}", "&{{0} 3}"},
		{"time", func() any { return new(time.Time) }, `"2026-01-02T03:04:05Z"`, "2026-01-02 03:04:05 +0000 UTC", "2026-01-02 03:04:05 +0000 UTC"},
	} {
		for _, m := range []struct {
			release option.Release
			want    string
		}{{option.Classic, c.classic}, {option.OverV2, c.overV2}} {
			t.Run(fmt.Sprintf("unmarshal/%s/%x", c.name, uint64(m.release)), func(t *testing.T) {
				cfg, v := meaning(m.release), c.target()
				f := (&decode.Call{Config: cfg}).Unmarshal([]byte(c.text), v)
				if got := fmt.Sprint(v); f != nil || got != m.want {
					t.Errorf("got  %s, %v\nwant %s", got, f, m.want)
				}
				if m.release == option.Toolchain {
					std := c.target()
					if err := json.Unmarshal([]byte(c.text), std); err != nil || fmt.Sprint(std) != m.want {
						t.Errorf("encoding/json says %v, %v", std, err)
					}
				}
			})
		}
	}
}
