package toolchain

import (
	"fmt"
	"sync/atomic"

	"github.com/zetes-json/zetes/internal/fault"
)

// Errors about rules for members: their type is the root package's, where a program has that. Generated code works
// without it, and has the same words then.

// ruleError is what the root package has given, if it is there. Generated code may be at work meanwhile.
var ruleError atomic.Pointer[func(f *fault.Fault) error]

// RuleErrors makes e what RuleError calls. The root package calls it when the program starts.
func RuleErrors(e func(f *fault.Fault) error) { ruleError.Store(&e) }

// RuleError returns the error about a member that is missing or unknown.
func RuleError(f *fault.Fault) error {
	if e := ruleError.Load(); e != nil {
		return (*e)(f)
	}
	if f.Code == fault.UnknownName {
		return fmt.Errorf("json: unknown field %q", f.Err.Error())
	}
	return fmt.Errorf("json: missing member %q of %v at offset %d", f.Path[0].Name, f.Type, f.Offset)
}
