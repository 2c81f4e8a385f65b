// Command gen writes the groups of types that are compared with encoding/json by the tests.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/zetes-json/zetes/internal/tests/anytype"
)

// The groups are compared as they are, and the standard ones with methods that zetes gen makes and that encoding/json
// calls too.
var packages = []struct {
	name   string
	seed   uint64
	groups int
}{
	{"groups", 1, 270},
	{"standard", 3, 40},
}

func main() {
	log.SetFlags(0)
	for _, p := range packages {
		text, err := anytype.Source(p.name, p.seed, p.groups, false)
		if err == nil {
			err = os.MkdirAll(filepath.Join("testdata", p.name), 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join("testdata", p.name, p.name+"_gen.go"), text, 0o666)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
