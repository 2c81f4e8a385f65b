package engine

import (
	stdjson "encoding/json"
	"testing"

	"github.com/zetes-json/zetes/internal/plan"
	"github.com/zetes-json/zetes/internal/plan/decode"
)

// TestDecode: an error is encoding/json's, and there is none where there is nothing wrong.
func TestDecode(t *testing.T) {
	for _, text := range []string{`1`, ` 2 `, `"x"`, `[`, ``, `1 2`, `1e3`, `300`, `null`} {
		var got, want int8
		err, wantErr := Decode(&decode.Call{Config: plan.V1}, []byte(text), &got), stdjson.Unmarshal([]byte(text), &want)
		if !alike(err, wantErr) || got != want {
			t.Errorf("%s: %d, %v, want %d, %v", text, got, err, want, wantErr)
		}
	}
}
