// Command gen writes the groups of types that are compared with encoding/json by the tests.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/zetes-json/zetes/internal/anytype"
)

const (
	seed   = 1
	groups = 300
)

func main() {
	log.SetFlags(0)
	text, err := anytype.Source("groups", seed, groups)
	if err == nil {
		err = os.WriteFile(filepath.Join("testdata", "groups", "groups_gen.go"), text, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}
