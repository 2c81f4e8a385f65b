package beamjson_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	beamjson "github.com/zetes-json/zetes/adapters/beam"
)

type visit struct {
	User string `json:"user"`
	Page string `json:"page"`
}

func init() { beamjson.Register[visit](nil) }

// Lines are read from all files that fit the pattern, and written to one file. What could not be read is written to
// another.
func ExampleReadLines() {
	dir, err := os.MkdirTemp("", "visits")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	text := "{\"user\":\"ann\",\"page\":\"/\"}\n{\"user\":7}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.ndjson"), []byte(text), 0o666); err != nil {
		fmt.Println(err)
		return
	}

	p, s := beam.NewPipelineWithRoot()
	visits, bad := beamjson.ReadLines[visit](s, dir+"/*.ndjson")
	beamjson.WriteLines[visit](s, dir+"/out/visits.ndjson", visits)
	beamjson.WriteLines[beamjson.Bad](s, dir+"/out/bad.json", bad)
	if _, err := beam.Run(context.Background(), "prism", p); err != nil { // beamx.Run takes the runner from a flag
		fmt.Println(err)
		return
	}

	out, err := os.ReadFile(filepath.Join(dir, "out", "visits.ndjson"))
	fmt.Print(string(out), err, "\n")
	out, err = os.ReadFile(filepath.Join(dir, "out", "bad.json"))
	fmt.Println(len(out) > 0, err)
	// Output:
	// {"user":"ann","page":"/"}
	// <nil>
	// true <nil>
}
