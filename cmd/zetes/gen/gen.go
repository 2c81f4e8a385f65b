package gen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	build "go/build/constraint"
	"go/types"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zetes-json/zetes/cmd/zetes/internal/diff"
	"github.com/zetes-json/zetes/cmd/zetes/internal/gocommand"
	"github.com/zetes-json/zetes/internal/shape"
)

// Options are what is asked for.
type Options struct {
	Dir  string   // where Args are looked for; empty: the working directory
	Args []string // Go files, folders, patterns of packages

	All     bool     // all structs, not those alone that comments mark
	Types   []string // these types alone
	Package bool     // of Go files, the whole packages

	BuildTags     string // constraints of what is written
	GenBuildFlags string // flags of the go command for reading

	SnakeCase, LowerCamelCase bool
	OmitEmpty, OmitZero       bool
	PlainTags                 bool // tag options that encoding/json passes over mean nothing
	TextBytes                 bool // slices of bytes are strings of them
	ResetFields               bool // fields whose member is absent become zero
	DisallowUnknown           bool
	TagKey                    string // several with commas between them: the first that a field has counts
	NoStdMarshalers           bool
	V2                        bool // the methods are those of encoding/json/v2
	NoEncoder, NoDecoder      bool
	NoFormat                  bool
	Stubs                     bool // methods that do nothing

	Output string // where one file goes

	Overlay map[string][]byte // contents of files by their whole paths, in place of those that are there

	Check    bool // write nothing; say what is stale
	WarnLost bool // write although values lose something by it

	Print  io.Writer // write there instead of to files
	Report func(done, total int, file string)
}

// Result is what a run has done.
type Result struct {
	Types   int
	Written []string // files that were written, or would be
	Same    int      // files that were right already
	Stale   []string // with Check: what differs, as text
	Notes   []string // what was left out, and why
	Lost    []string // what values lose without a word by the code; nothing is written then, unless Options.WarnLost is set
}

// Misuse is an error about what is asked for, whatever stands in the packages.
type Misuse struct{ error }

func misuse(format string, args ...any) error { return Misuse{fmt.Errorf(format, args...)} }

// run is a step with its packages.
type run struct {
	step    *step
	options *Options
	units   []unit
	others  []unit      // packages of the same modules that import those of the units
	lists   [][]*target // those of each unit
	targets targets     // also of other steps
	left    []string    // types that are left out, and why
	leftOut []*types.TypeName
	notes   []string
	lost    []string
}

func (o *Options) buildFlags() []string {
	flags := strings.Fields(o.GenBuildFlags)
	if o.BuildTags != "" && !strings.ContainsAny(o.BuildTags, "!&|(") {
		flags = append(flags, "-tags="+strings.Join(strings.FieldsFunc(o.BuildTags, func(r rune) bool { return r == ',' || r == ' ' }), ","))
	}
	return flags
}

// contradiction says which options mean nothing, alone or together.
func (o *Options) contradiction() error {
	if o.SnakeCase && o.LowerCamelCase {
		return misuse("-snake_case and -lower_camel_case exclude each other")
	}
	if o.NoEncoder && o.NoDecoder {
		return misuse("-noencoder and -nodecoder leave nothing to generate")
	}
	if with := o.foreignToV2(); o.V2 && len(with) > 0 {
		return misuse("-v2 and %s exclude each other: encoding/json/v2 has no such choice", strings.Join(with, ", "))
	}
	if o.BuildTags != "" {
		if _, err := build.Parse("//go:build " + constraint(o.BuildTags)); err != nil {
			return misuse("-build_tags %q: %w", o.BuildTags, err)
		}
	}
	if !shape.CanBeKeys(o.TagKey) {
		return misuse("-tag_key %q: struct tags have no such key", o.TagKey)
	}
	return nil
}

// foreignToV2 returns the flags that are given and change what a type means.
func (o *Options) foreignToV2() (names []string) {
	for _, f := range []struct {
		on   bool
		name string
	}{
		{o.SnakeCase, "-snake_case"}, {o.LowerCamelCase, "-lower_camel_case"}, {o.TagKey != "" && o.TagKey != "json", "-tag_key"},
		{o.OmitEmpty, "-omit_empty"}, {o.OmitZero, "-omit_zero"}, {o.TextBytes, "-byte"}, {o.PlainTags, "-plain_tags"},
		{o.ResetFields, "-reset-fields"}, {o.DisallowUnknown, "-disallow_unknown_fields"}, {o.NoStdMarshalers, "-no_std_marshalers"},
	} {
		if f.on {
			names = append(names, f.name)
		}
	}
	return names
}

// outputOf returns the file for a Go file, or for the package name in a folder.
func (o *Options) outputOf(path, name string) string {
	if o.Output != "" {
		if filepath.IsAbs(o.Output) {
			return o.Output
		}
		abs, err := filepath.Abs(filepath.Join(o.Dir, o.Output))
		if err != nil {
			return o.Output
		}
		return abs
	}
	if name != "" {
		return filepath.Join(path, strings.TrimSuffix(name, "_test")+"_zetes.go")
	}
	if stem, ok := strings.CutSuffix(path, "_test.go"); ok {
		return stem + "_zetes_test.go"
	}
	return strings.TrimSuffix(path, ".go") + "_zetes.go"
}

// Run generates.
func Run(ctx context.Context, o *Options) (*Result, error) {
	if len(o.Args) == 0 {
		return nil, misuse("nothing to read: name Go files, folders or packages")
	}
	if err := o.contradiction(); err != nil {
		return nil, err
	}
	steps, err := o.steps(ctx)
	if err != nil {
		return nil, err
	}
	res := &Result{}
	var out output
	defer out.abandon()
	batches, err := batched(steps)
	if err != nil {
		return nil, err
	}
	for i := range steps {
		if told := steps[i].told; told != "" {
			o.tell(res, told)
		}
	}
	var runs []*run
	shared := map[string]targets{} // by the flags of the go command, which decide what is there
	for _, batch := range batches {
		lists, err := load(ctx, batch)
		if err != nil {
			return nil, err
		}
		flags := strings.Join(batch[0].options.buildFlags(), " ")
		if shared[flags] == nil {
			shared[flags] = targets{}
		}
		for i, p := range batch {
			r := &run{step: p, options: &p.options, units: lists[i], targets: shared[flags]}
			if err := r.find(); err != nil {
				return nil, err
			}
			runs = append(runs, r)
		}
	}
	for _, r := range runs {
		if err := r.leaveEmbedded(); err != nil {
			return nil, err
		}
	}
	if err := count(runs, res); err != nil {
		return nil, err
	}
	for _, r := range runs {
		if err := r.importers(ctx, runs); err != nil {
			return nil, err
		}
	}
	for _, r := range runs {
		if err := r.write(ctx, res, &out); err != nil {
			return nil, err
		}
	}
	if res.Types == 0 && len(res.Stale)+len(res.Notes) == 0 {
		return nil, o.nothing(nil)
	}
	if len(res.Lost) > 0 && !o.WarnLost {
		res.Written = nil
		return res, nil
	}
	if o.Print != nil {
		_, err := o.Print.Write(out.text)
		return res, err
	}
	return res, out.commit()
}

// nothing is the error where there is nothing to be made. left are the types that are left out, and why.
func (o *Options) nothing(left []string) error {
	where := strings.Join(o.Args, " ")
	switch n := len(left) - 1; {
	case n == 0:
		return fmt.Errorf("%s: no type to generate for: %s", where, left[0])
	case n > 0:
		return fmt.Errorf("%s: no type to generate for: %s, and %d more are left out", where, left[0], n)
	}
	return fmt.Errorf("%s: no type to generate for: mark types by a comment //zetes:json, or use -all", where)
}

// count adds to res the types of the runs, and those that are left out.
func count(runs []*run, res *Result) error {
	for _, r := range runs {
		total := 0
		for _, list := range r.lists {
			total += len(list)
		}
		if total == 0 && !r.step.again {
			return r.options.nothing(r.left)
		}
		res.Types += total
		res.Notes = append(res.Notes, r.left...)
	}
	return nil
}

// batched puts together the steps whose packages are read at once: reading takes most of the time.
func batched(steps []step) (list [][]*step, err error) {
	for i := range steps {
		p := &steps[i]
		if p.told != "" {
			continue
		}
		if p.asked, err = p.options.asked(); err != nil {
			return nil, err
		}
		alike := func(b []*step) bool {
			q := b[0]
			return p.asked.tests() == q.asked.tests() && slices.Equal(p.options.buildFlags(), q.options.buildFlags())
		}
		if i := slices.IndexFunc(list, alike); i >= 0 {
			list[i] = append(list[i], p)
		} else {
			list = append(list, []*step{p})
		}
	}
	return list, nil
}

// find finds the types that get methods. Each run knows which types the others generate code for, as if that were there.
func (r *run) find() error {
	o := r.options
	r.lists = make([][]*target, len(r.units))
	for i := range r.units {
		u := &r.units[i]
		found, err := u.targets(o)
		if err != nil {
			return err
		}
		for _, t := range found {
			if first := r.targets.of(t.name); first != nil {
				return u.hasAlready(t, first.out)
			}
			err := r.refused(u, t)
			var wrong wrongTag
			switch {
			case err == nil:
				r.targets.add(t)
				r.lists[i] = append(r.lists[i], t)
			case t.marked || errors.As(err, &wrong):
				return err
			default:
				r.leave(t, err)
			}
		}
	}
	if name := unknownType(o, r.lists); name != "" {
		return noType(strings.Join(o.Args, " "), name)
	}
	return nil
}

// leave leaves t out.
func (r *run) leave(t *target, why error) {
	r.left = append(r.left, "left out: "+why.Error())
	r.leftOut = append(r.leftOut, t.name)
}

// write adds to res and out the files.
func (r *run) write(ctx context.Context, res *Result, out *output) error {
	o := r.options
	r.embedders(r.units)
	r.embedders(r.others)
	for i := range r.units {
		u := &r.units[i]
		r.uncalled(u, r.lists[i])
		if o.Report != nil {
			o.Report(i+1, len(r.units), u.out)
		}
		if len(r.lists[i]) == 0 {
			if o.Output == "" || r.step.again {
				o.leftOver(res, u.out)
			}
			continue
		}
		text, err := r.file(u, r.lists[i])
		if err == nil {
			err = o.mayWrite(ctx, u)
		}
		if err == nil {
			err = o.deliver(res, out, u.out, text)
		}
		if err != nil {
			return err
		}
	}
	for _, note := range r.notes {
		if !slices.Contains(res.Notes, note) {
			res.Notes = append(res.Notes, note)
		}
	}
	for _, text := range r.lost {
		if !slices.Contains(res.Lost, text) {
			res.Lost = append(res.Lost, text)
		}
	}
	return nil
}

// noType is the error about a type that is asked for by name.
func noType(where, name string) error { return misuse("%s: there is no type %s", where, name) }

func unknownType(o *Options, lists [][]*target) string {
	for _, name := range o.Types {
		if !slices.ContainsFunc(lists, func(l []*target) bool {
			return slices.ContainsFunc(l, func(t *target) bool { return t.name.Name() == name })
		}) {
			return name
		}
	}
	return ""
}

// leftOver tells of the file name, for which there is nothing to be made, if an earlier run has written it.
func (o *Options) leftOver(res *Result, name string) {
	if ours(name) {
		o.tell(res, short(name)+" is left over: no type asks for it")
	}
}

// tell adds what is wrong with a file to res.
func (o *Options) tell(res *Result, text string) {
	if o.Check {
		res.Stale = append(res.Stale, text+"\n")
	} else {
		res.Notes = append(res.Notes, text)
	}
}

// mayWrite returns an error for a package of a module that is not being worked on, such as one in the module cache,
// unless the caller says where the code goes.
func (o *Options) mayWrite(ctx context.Context, u *unit) error {
	m := u.pkg.Module
	if o.Output != "" || o.Print != nil || o.Check || m != nil && m.Main && !cached(ctx, m.Dir) || m == nil && os.Getenv("GO111MODULE") == "off" {
		return nil
	}
	of := "no module"
	if m != nil {
		of = strings.TrimSuffix("module "+m.Path+"@"+m.Version, "@")
	}
	return misuse("package %s is of %s, which is none that is being worked on: choose a file with -o, or print the code with -n", u.pkg.PkgPath, of)
}

// cached reports whether dir is a folder of the module cache. The go command takes its module for the main one where it
// is run there.
func cached(ctx context.Context, dir string) bool {
	if !strings.Contains(dir, "@") { // a version follows the path
		return false
	}
	cache, err := gocommand.Run(ctx, dir, nil, "env", "GOMODCACHE")
	within, bad := filepath.Rel(strings.TrimSpace(cache), dir)
	return err == nil && bad == nil && filepath.IsLocal(within)
}

// deliver adds text, which belongs into the file name, to out.
func (o *Options) deliver(res *Result, out *output, name string, text []byte) error {
	// Reading from a device may never end.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return cannot(name, errors.New("it is no regular file (-n prints)"))
	}
	old, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(old, text):
		res.Same++
	case err == nil && !strings.Contains(string(old[:min(len(old), 400)]), header) && len(bytes.TrimSpace(old)) > 0 && o.Print == nil:
		return fmt.Errorf("%s: zetes gen has not written this file: move it away, or choose another with -output_filename", short(name))
	case err == nil && len(bytes.TrimSpace(old)) > 0 && o.Print == nil && o.Output == "" && madeFor(string(old)) != "" && madeFor(string(old)) != madeFor(string(text)):
		return fmt.Errorf("%s: it has code for the types of %s, and would get code for those of %s: delete it, or choose another file with -output_filename", short(name), madeFor(string(old)), madeFor(string(text)))
	case o.Check && errors.Is(err, fs.ErrNotExist):
		res.Stale = append(res.Stale, short(name)+" is missing\n")
	case o.Check:
		to := short(name)
		res.Stale = append(res.Stale, to+" is stale:\n"+diff.Unified(to, old, to+" (generated)", text))
	default:
		res.Written = append(res.Written, name)
	}
	switch {
	case o.Print != nil:
		out.text = append(out.text, text...)
	case !o.Check && (err != nil || !bytes.Equal(old, text)):
		return out.add(name, text)
	}
	return nil
}
