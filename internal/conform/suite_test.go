package conform

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zetes-json/zetes/internal/doors"
)

// suite returns the files of JSONTestSuite (Nicolas Seriot, "Parsing JSON is a Minefield", 2016) by name.
func suite(t testing.TB) map[string][]byte {
	dir := os.Getenv("ZETES_JSONTESTSUITE")
	if dir == "" {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(names) < 300 {
		t.Fatalf("ZETES_JSONTESTSUITE=%s holds %d files, want its folder test_parsing (%v)", dir, len(names), err)
	}
	files := map[string][]byte{}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// TestSuite accepts what JSONTestSuite says must be accepted, refuses what must be refused, and in all agrees with
// encoding/json.
func TestSuite(t *testing.T) {
	files := suite(t)
	if files == nil {
		t.Skip("ZETES_JSONTESTSUITE is not set: it names the folder test_parsing of JSONTestSuite")
	}
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			var v any
			err := doors.Zetes.Unmarshal(bytes.Clone(data), &v)
			if strings.HasPrefix(name, "y_") && err != nil || strings.HasPrefix(name, "n_") && err == nil {
				t.Errorf("got error %v", err)
			}
			agreeText(t, data)
		})
	}
	t.Logf("%d files", len(files))
}
