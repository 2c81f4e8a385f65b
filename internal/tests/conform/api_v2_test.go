//go:build goexperiment.jsonv2 && go1.27

package conform

import "testing"

// TestAPIV2 compares the exported API of json/v2 with that of the running toolchain's encoding/json/v2.
func TestAPIV2(t *testing.T) {
	compareAPI(t, "github.com/zetes-json/zetes/json/v2", "encoding/json/v2", 40)
}
