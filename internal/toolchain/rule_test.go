package toolchain

import (
	"errors"
	"reflect"
	"testing"

	"github.com/zetes-json/zetes/internal/fault"
)

// TestRuleError: without the root package the words are those of encoding/json, or as plain; with it they are its own.
func TestRuleError(t *testing.T) {
	type T struct{ N int }
	rt := reflect.TypeFor[T]()
	unknown := &fault.Fault{Code: fault.UnknownName, Offset: 3, Err: errors.New("x")}
	missing := &fault.Fault{Code: fault.MissingMember, Offset: 3, Type: rt, Path: []fault.Step{{Struct: rt, Name: "n"}}}
	for _, row := range []struct {
		fault *fault.Fault
		want  string
	}{
		{unknown, `json: unknown field "x"`},
		{missing, `json: missing member "n" of toolchain.T at offset 3`},
	} {
		if got := RuleError(row.fault).Error(); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
	defer ruleError.Store(ruleError.Load())
	own := errors.New("the root package's")
	RuleErrors(func(f *fault.Fault) error {
		if f != missing {
			t.Errorf("asked about %v", f)
		}
		return own
	})
	if err := RuleError(missing); err != own {
		t.Errorf("%v", err)
	}
}
