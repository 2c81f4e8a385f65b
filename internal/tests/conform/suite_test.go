package conform

import (
	"bytes"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/internal/tests/suites"
)

// TestSuite accepts what JSONTestSuite says must be accepted, refuses what must be refused, and in all agrees with
// encoding/json.
func TestSuite(t *testing.T) {
	for _, f := range suites.JSONTestSuite(t) {
		name, data := f.Name, f.Text
		t.Run(name, func(t *testing.T) {
			var v any
			err := doors.Zetes.Unmarshal(bytes.Clone(data), &v)
			if strings.HasPrefix(name, "y_") && err != nil || strings.HasPrefix(name, "n_") && err == nil {
				t.Errorf("got error %v", err)
			}
			agreeText(t, data)
		})
	}
}
