// Command events is a pipeline over events that it makes itself: lines of JSON, of which some are broken. It adds up the
// cost of each user, and writes the sums and the broken lines.
//
//	go run ./examples/events                        # on Beam's local runner
//	go run ./examples/events -lines 1000000 -dir /tmp/events
//	go run ./examples/events -runner flink -endpoint localhost:8099 -environment_type LOOPBACK -dir /shared/events
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/stats"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	beamjson "github.com/zetes-json/zetes/adapters/beam"
)

// Event is what users do.
type Event struct {
	User string `json:"user"`
	Cost int    `json:"cost"`
}

// Sum is what a user has paid.
type Sum struct {
	User string `json:"user"`
	Cost int    `json:"cost"`
}

func init() {
	beamjson.Register[Event](nil)
	beamjson.Register[Sum](nil)
	register.Function1x2(byUser)
	register.Function2x1(sum)
}

func byUser(e Event) (string, int) { return e.User, e.Cost }

func sum(user string, cost int) Sum { return Sum{user, cost} }

var (
	dir   = flag.String("dir", "", "folder for the files, a new one unless given")
	lines = flag.Int("lines", 10_000, "lines to make")
)

func main() {
	flag.Parse()
	beam.Init()
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) (err error) {
	if *dir == "" {
		if *dir, err = os.MkdirTemp("", "events"); err != nil {
			return err
		}
	}
	if err := generate(filepath.Join(*dir, "events.ndjson"), *lines); err != nil {
		return err
	}
	at := filepath.ToSlash(*dir) + "/"
	p, s := beam.NewPipelineWithRoot()
	events, bad := beamjson.ReadLines[Event](s, at+"events.ndjson", beamjson.BlockSize(1<<20))
	sums := stats.SumPerKey(s, beam.ParDo(s, byUser, events))
	beamjson.WriteLines[Sum](s, at+"sums-*.ndjson.gz", beam.ParDo(s, sum, sums), beamjson.Shards(2))
	beamjson.WriteLines[beamjson.Bad](s, at+"bad.ndjson", bad)
	if err := beamx.Run(ctx, p); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(*dir, "*"))
	for _, name := range names {
		fmt.Println(name)
	}
	return err
}

// generate writes n lines of events. One in a thousand is broken.
func generate(name string, n int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		if i%1000 == 999 {
			fmt.Fprintln(w, `{"user":"u7","cost":"a lot"}`)
		} else {
			fmt.Fprintf(w, "{\"user\":\"u%d\",\"cost\":%d}\n", r.IntN(100), r.IntN(1000))
		}
	}
	return errors.Join(w.Flush(), f.Close())
}
