package codec_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

type limitedFirst struct{ N int }
type limitedSecond struct{ N int }
type nestedValue struct{ V any }

// TestCodecLimitsStayWithin has one codec limit its reader: the next one's has no limit.
func TestCodecLimitsStayWithin(t *testing.T) {
	count := func(r *codec.Reader) (n int) {
		for range r.Array() {
			r.Skip()
			n++
		}
		return n
	}
	api := zetes.Config{Codecs: []codec.Codec{
		codec.For[limitedFirst](nil, func(r *codec.Reader, v *limitedFirst) {
			r.SetLimits(codec.Limits{Elements: 1})
			v.N = count(r)
		}),
		codec.For[limitedSecond](nil, func(r *codec.Reader, v *limitedSecond) { v.N = count(r) }),
	}}.Freeze()
	var v struct {
		A limitedFirst
		B limitedSecond
	}
	if err := api.Unmarshal([]byte(`{"A":[1],"B":[1,2,3]}`), &v); err != nil || v.B.N != 3 {
		t.Fatal(v, err)
	}
}

// TestDepthLimitWithCodecs counts the levels of the document, not those of the calls.
func TestDepthLimitWithCodecs(t *testing.T) {
	api := zetes.Config{
		Limits: zetes.Limits{Depth: 3},
		Codecs: []codec.Codec{codec.For[nestedValue](nil, func(r *codec.Reader, v *nestedValue) { zetes.ReadValue(r, &v.V) })},
	}.Freeze()
	for doc, fits := range map[string]bool{`[[1]]`: true, `[[[1]]]`: true, `[[[[1]]]]`: false} {
		var v nestedValue
		var rule *zetes.RuleError
		if err := api.Unmarshal([]byte(doc), &v); (err == nil) != fits || !fits && (!errors.As(err, &rule) || rule.Rule != zetes.MaxDepth) {
			t.Errorf("%s: %v", doc, err)
		}
		var x any
		r := codec.NewReader(strings.NewReader(doc))
		api.ReadValue(r, &x)
		if err := r.Err(); (err == nil) != fits {
			t.Errorf("%s by a reader: %v", doc, err)
		}
	}
	deep := strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999)
	plain := zetes.Config{Codecs: []codec.Codec{codec.For[nestedValue](nil, func(r *codec.Reader, v *nestedValue) { zetes.ReadValue(r, &v.V) })}}.Freeze()
	var v nestedValue
	var rule *zetes.RuleError
	if err := plain.Unmarshal([]byte(deep), &v); err != nil && (!errors.As(err, &rule) || rule.Rule != zetes.MaxDepth) {
		t.Errorf("9,999 levels within a codec: %v", err)
	}
}

type boxed struct{ V []large }
type large struct{ Room [40]int }

// TestMemoryLimitInCodecs has one limit for what a document becomes and what codecs read of it, however deep they call
// one another.
func TestMemoryLimitInCodecs(t *testing.T) {
	list := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat("{},", n), ",") + "]" }
	doc := "[" + strings.TrimSuffix(strings.Repeat(list(10)+",", 10), ",") + "]" // a hundred large ones
	for name, read := range map[string]func(r *codec.Reader, v *boxed){
		"ReadValue": func(r *codec.Reader, v *boxed) { zetes.ReadValue(r, &v.V) },
		"within another": func(r *codec.Reader, v *boxed) {
			var w struct{ boxed }
			zetes.ReadDefault(r, &w.V)
			v.V = w.V
		},
	} {
		config := zetes.Config{Codecs: []codec.Codec{codec.For(nil, read)}}
		size := 100 * 40 * 8
		for most, fits := range map[int]bool{size / 2: false, 2 * size: true} {
			config.Limits.Memory = most
			var v []boxed
			var rule *zetes.RuleError
			err := config.Freeze().Unmarshal([]byte(doc), &v)
			if (err == nil) != fits || !fits && (!errors.As(err, &rule) || rule.Rule != zetes.MaxMemory) {
				t.Errorf("%s, %d bytes: %v", name, most, err)
			}
			if fits && len(v) != 10 {
				t.Errorf("%s: %d values", name, len(v))
			}
		}
	}
}
