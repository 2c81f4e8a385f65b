package beamjson

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/window"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/stream"
)

// WriteLines writes the values of col, each in a line of its own, and returns the names of the files. T must be
// registered, and col bounded. If name ends in .gz, .zst or .zstd the files are compressed.
//
// Without [Shards] name is the file's. If the last part of name has a *, which it must have for more than one file, the
// number of the file and how many there are stand in its place: out/events-*.ndjson becomes
// out/events-00000-of-00005.ndjson and so on. Values come to the files in no particular order. Files without values are
// written too.
//
// The files get their names, in which they replace older ones, when all are complete; see the package's description. A
// value that has no JSON, such as a NaN, fails the pipeline.
func WriteLines[T any](s beam.Scope, name string, col beam.PCollection, opts ...Option) (names beam.PCollection) {
	return write[T](s.Scope("beamjson.WriteLines"), name, false, col, opts)
}

// WriteArrays writes the values of col as the elements of one array in each file, otherwise as [WriteLines] does.
func WriteArrays[T any](s beam.Scope, name string, col beam.PCollection, opts ...Option) (names beam.PCollection) {
	return write[T](s.Scope("beamjson.WriteArrays"), name, true, col, opts)
}

func write[T any](s beam.Scope, name string, array bool, col beam.PCollection, opts []Option) beam.PCollection {
	mustKind[T]()
	filesystem.ValidateScheme(name)
	o := newOptions(opts)
	at := sink{Name: name, Shards: o.shards, Array: array, ID: newID()}
	dir, base := at.split()
	if strings.Contains(dir, "*") || strings.Count(base, "*") > 1 || base == "" || o.shards > 1 && !strings.Contains(base, "*") {
		panic(fmt.Sprintf("beamjson: %d files can't be named by %q: the last part of a name has one *", o.shards, name))
	}
	col = beam.WindowInto(s, window.NewGlobalWindows(), col)
	shards := beam.GroupByKey(s, beam.ParDo(s, &shardFn[T]{o.shards}, col))
	written := beam.ParDo(s, &writeFn[T]{at}, shards)
	attempts := beam.ParDo(s, &gatherFn{at}, beam.Impulse(s), beam.SideInput{Input: written})
	return beam.ParDo(s, &finishFn{at}, beam.GroupByKey(s, attempts))
}

// A sink is where files are written.
type sink struct {
	Name   string // of the files
	Shards int
	Array  bool
	ID     string // of this pipeline
}

func newID() string { return fmt.Sprintf("%016x", rand.Uint64()) }

// split returns the folder of the files, with the slash at its end, and the rest of the name.
func (k *sink) split() (dir, base string) {
	i := strings.LastIndex(k.Name, "/") + 1
	return k.Name[:i], k.Name[i:]
}

// file returns the name of a shard at the end.
func (k *sink) file(shard int) string {
	dir, base := k.split()
	return dir + strings.Replace(base, "*", fmt.Sprintf("%05d-of-%05d", shard, k.Shards), 1)
}

// folder returns the name of the folder of files that have no name yet.
func (k *sink) folder() string {
	dir, _ := k.split()
	return dir + ".beamjson-" + k.ID
}

// attempt returns a new name for a shard, before the shard has its own.
func (k *sink) attempt(shard int) string {
	return fmt.Sprintf("%s/%05d-%s", k.folder(), shard, newID())
}

// shardOf returns the shard of an attempt.
func (k *sink) shardOf(attempt string) (shard int, err error) {
	name, ok := strings.CutPrefix(attempt, k.folder()+"/")
	if digits, _, _ := strings.Cut(name, "-"); ok {
		shard, err = strconv.Atoi(digits)
	}
	if !ok || err != nil || shard < 0 || shard >= k.Shards {
		return 0, fmt.Errorf("%s is no shard", attempt)
	}
	return shard, nil
}

// shardFn gives each value to a shard.
type shardFn[T any] struct{ Shards int }

// ProcessElement returns v and its shard.
func (f *shardFn[T]) ProcessElement(v T) (int, T) { return rand.IntN(f.Shards), v }

// writeFn writes shards.
type writeFn[T any] struct{ Sink sink }

// ProcessElement writes a shard to a file of its own, so that another attempt does not disturb it, and returns the name of
// that file. Beam keeps the result of one attempt.
func (f *writeFn[T]) ProcessElement(ctx context.Context, shard int, values func(*T) bool, emit func(string)) error {
	seq := func(yield func(T, error) bool) {
		for {
			var v T
			if !values(&v) || !yield(v, nil) {
				return
			}
		}
	}
	name, err := writeShard(ctx, &f.Sink, shard, mustKind[T]().api, seq)
	if err == nil {
		emit(name)
	}
	return err
}

// writeShard writes a new attempt of a shard, and returns its name.
func writeShard[T any](ctx context.Context, k *sink, shard int, api *zetes.API, seq iter.Seq2[T, error]) (name string, err error) {
	name = k.attempt(shard)
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return "", err
	}
	if err = writeFile(ctx, fs, name, k, api, seq); err != nil {
		remove(ctx, fs, name)
	}
	if err = errors.Join(err, fs.Close()); err != nil {
		return "", fmt.Errorf("beamjson: %s: %w", k.file(shard), err)
	}
	return name, nil
}

// writeFile writes values to a file of the given name.
func writeFile[T any](ctx context.Context, fs filesystem.Interface, name string, k *sink, api *zetes.API, seq iter.Seq2[T, error]) error {
	w, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	z, err := formOf(k.Name).pack(w)
	if err != nil {
		return errors.Join(err, w.Close())
	}
	if k.Array {
		err = stream.WriteArray(z, seq, stream.Using(api))
	} else {
		err = stream.WriteLines(z, seq, stream.Using(api))
	}
	return errors.Join(err, z.Close(), w.Close())
}

// gatherFn returns the attempts that have written the shards, one for each. It writes the shards that have no values.
type gatherFn struct{ Sink sink }

// ProcessElement runs when all values are written.
func (f *gatherFn) ProcessElement(ctx context.Context, _ []byte, written func(*string) bool, emit func(int, string)) error {
	k := &f.Sink
	names := make([]string, k.Shards)
	for name := ""; written(&name); {
		shard, err := k.shardOf(name)
		if err != nil {
			return err
		}
		names[shard] = name
	}
	for shard, name := range names {
		if name == "" {
			var err error
			if name, err = writeShard(ctx, k, shard, nil, func(func(json.RawMessage, error) bool) {}); err != nil {
				return err
			}
		}
		emit(0, name)
	}
	return nil
}

// finishFn gives the files their names. It is a step after gatherFn, and gets its values: Prism may begin a step although
// one before it has failed, as long as that step needs no values.
type finishFn struct{ Sink sink }

// ProcessElement gives all files their names, or none. An earlier attempt may have done so with some.
func (f *finishFn) ProcessElement(ctx context.Context, _ int, attempts func(*string) bool, emit func(string)) error {
	k := &f.Sink
	fs, err := filesystem.New(ctx, k.Name)
	if err != nil {
		return err
	}
	err = finish(ctx, fs, k, attempts)
	if err = errors.Join(err, fs.Close()); err != nil {
		return fmt.Errorf("beamjson: %s: %w", k.Name, err)
	}
	for shard := range k.Shards {
		emit(k.file(shard))
	}
	return nil
}

func finish(ctx context.Context, fs filesystem.Interface, k *sink, attempts func(*string) bool) error {
	var placed []string
	for name := ""; attempts(&name); {
		shard, err := k.shardOf(name)
		if err == nil {
			err = place(ctx, fs, name, k.file(shard))
		}
		if err == nil {
			placed = append(placed, name)
			continue
		}
		for _, name := range placed {
			shard, _ := k.shardOf(name)
			err = errors.Join(err, filesystem.Rename(ctx, fs, k.file(shard), name))
		}
		return err
	}
	left, _ := fs.List(ctx, k.folder()+"/*")
	for _, name := range append(left, k.folder()) {
		remove(ctx, fs, name)
	}
	return nil
}

// place renames a file, unless an earlier attempt has done so.
func place(ctx context.Context, fs filesystem.Interface, from, to string) error {
	if !exists(ctx, fs, from) && exists(ctx, fs, to) {
		return nil
	}
	err := filesystem.Rename(ctx, fs, from, to)
	if _, atOnce := fs.(filesystem.Renamer); err != nil && !atOnce {
		remove(ctx, fs, to) // a part of a copy
	}
	return err
}

// remove removes a file, if that is possible.
func remove(ctx context.Context, fs filesystem.Interface, name string) {
	if r, ok := fs.(filesystem.Remover); ok {
		_ = r.Remove(ctx, name)
	}
}

func exists(ctx context.Context, fs filesystem.Interface, name string) bool {
	r, err := fs.OpenRead(ctx, name)
	if err != nil {
		return false
	}
	defer r.Close()
	_, err = r.Read(make([]byte, 1)) // a folder can be opened, but not read
	return err == nil || err == io.EOF
}
