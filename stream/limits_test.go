package stream_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// TestRuleOffsetInStream breaks a rule in the second value of a stream.
func TestRuleOffsetInStream(t *testing.T) {
	api := zetes.Config{RejectDuplicates: true}.Freeze()
	for _, err := range stream.Values[map[string]int](strings.NewReader(`{"a":1} {"a":1,"a":2}`), stream.Using(api)) {
		var rule *zetes.RuleError
		var e *zetes.Error
		if err != nil && (!errors.As(err, &rule) || !errors.As(err, &e) || rule.Offset != e.Offset) {
			t.Errorf("rule %v, error %v", rule, e)
		}
	}
}

// TestLimitOfValues has tokens, and values behind them, go beyond the limit on values; the next value of the stream
// is counted anew.
func TestLimitOfValues(t *testing.T) {
	api := zetes.Config{Limits: zetes.Limits{Values: 4}}.Freeze()
	d := stream.NewDecoder(strings.NewReader(`[1,{"a":2}] [1,2,3,4]`), stream.Using(api))
	n := 0
	for {
		_, err := d.Token()
		if err == nil {
			n++
			continue
		}
		var rule *zetes.RuleError
		if !errors.As(err, &rule) || rule.Rule != zetes.MaxValues || rule.Offset != 19 || n != 11 {
			t.Fatal(n, err)
		}
		break
	}
	for v, err := range stream.Values[[]any](strings.NewReader(`[1,2,3] [1,2,3]`), stream.Using(api)) {
		if err != nil || len(v) != 3 {
			t.Error(v, err)
		}
	}
}
