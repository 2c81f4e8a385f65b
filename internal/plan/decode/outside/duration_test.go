package outside

import (
	"testing"
	"time"

	"github.com/zetes-json/zetes/internal/fault"
	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// TestDurationTexts decodes durations by choice, and numbers without it.
func TestDurationTexts(t *testing.T) {
	decodeRows(t, own(option.DurationAsString), []row{
		{text: `"1h30m0s"`, over: time.Second, want: 90 * time.Minute},
		{text: `"-1.5s"`, over: time.Second, want: -1500 * time.Millisecond},
		{text: `"3\u00b5s"`, over: time.Second, want: 3 * time.Microsecond},
		{text: `"0"`, over: time.Second, want: time.Duration(0)},
		{text: `null`, over: time.Second},
		{text: `"x"`, over: time.Second, code: fault.Mismatch},
		{text: `"1"`, over: time.Second, code: fault.Mismatch},
		{text: `5`, over: time.Second, code: fault.Mismatch},
		{text: `["1s"]`, over: time.Second, code: fault.Mismatch},
		{text: `"1s`, over: time.Second, code: fault.Syntax},
		{text: `["1s","2s"]`, over: []time.Duration{5}, want: []time.Duration{time.Second, 2 * time.Second}},
		{text: `{"1s":"2s"}`, over: map[time.Duration]time.Duration{}, want: map[time.Duration]time.Duration{time.Second: 2 * time.Second}},
		{text: `{"1":"2s"}`, over: map[time.Duration]time.Duration{}, code: fault.Mismatch, at: 1},
	})
	decodeRows(t, plan.V1, []row{
		{text: `5`, over: time.Second, want: time.Duration(5)},
		{text: `"1s"`, over: time.Second, code: fault.Mismatch},
	})
}
