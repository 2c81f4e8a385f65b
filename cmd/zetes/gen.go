package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/zetes-json/zetes/cmd/zetes/gen"
)

// genFlags are the flags of zetes gen that are not gen.Options.
type genFlags struct {
	print, quiet, version bool
	lost                  lostFlag

	// easyjson's and ffjson's, which have no meaning here or are another's.
	leaveTemps, stubs, keepEscapes, force bool
	goCommand, importName, write          string
}

func genCommand(s streams) *cobra.Command {
	var o gen.Options
	var f genFlags
	c := &cobra.Command{
		Use:   "gen [FILE.go|FOLDER|PACKAGE]...",
		Short: "Write Go code that reads and writes JSON for types",
		Long: `Gen writes methods for types that a comment marks (//zetes:json, or //easyjson:json), or with -all for all structs: MarshalJSON and
UnmarshalJSON, and AppendJSON. Results and errors are those of encoding/json for the same type without methods, behind a
pointer: MarshalJSON and MarshalText with a pointer as receiver are called on fields of values too.

For FILE.go it writes FILE_zetes.go, for a folder or package PACKAGE_zetes.go. Without arguments it reads $GOFILE, which go generate sets.
A pattern such as ./... makes again, or checks, the files that exist: each for the types and with the flags that it was made with, unless
flags are given.

No code of yours is run. Stale or missing files do no harm: Gen reads your code as if generated files declared nothing.

With -v2 the methods are MarshalJSONTo and UnmarshalJSONFrom, for structs, in a file for Go 1.27 and newer. Results and errors of
encoding/json/v2 and encoding/json are those for the types without methods. Types that others with methods embed are left out.

The flags of easyjson and ffjson are taken too. The exit status is 0 if all is written, 1 if types can't be generated for or, with
-check, files are stale, or if values would lose something without a word, and 2 for bad usage, a -type that is not there among it.

Two things are lost without a word, and named in lines that start with LOST: methods of other libraries that a type has, such as
MarshalEasyJSON, for generated code goes by its fields; and the members of a struct that is left out and embeds a type that is not, for it
gets that type's methods. Nothing is written then, unless -lost=warn is given.`,
		Example: "  //go:generate go tool zetes gen -all $GOFILE\n  zetes gen -all ./...\n  zetes gen -type Order,Item -n .\n  zetes gen -all -v2 order.go\n  zetes gen -check ./...",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if f.version {
				return versionCommand(s).RunE(c, nil)
			}
			o.Args = args
			if len(args) == 0 {
				if file := os.Getenv("GOFILE"); file != "" {
					o.Args = []string{file}
				}
			}
			ctx, stop := untilSignal(c)
			defer stop()
			return generate(ctx, s, &o, &f)
		},
	}
	f.add(c, &o)
	return c
}

// add gives a command the flags.
func (f *genFlags) add(c *cobra.Command, o *gen.Options) {
	l := c.Flags()
	l.SortFlags = false
	l.BoolVar(&o.All, "all", false, "all structs, not only those that a comment marks")
	l.StringSliceVar(&o.Types, "type", nil, "these types only, with commas between")
	l.BoolVar(&o.Package, "pkg", false, "the whole packages of the files that are named")
	l.StringVarP(&o.Output, "output_filename", "o", "", "the file to write")
	l.StringVarP(&f.write, "write", "w", "", "the file to write (ffjson)")
	l.BoolVar(&o.Check, "check", false, "write nothing, and show what is stale")
	f.lost.add(c, "types lose methods or members by the code")
	l.BoolVarP(&f.print, "print", "n", false, "print the code, and write nothing")
	l.BoolVarP(&f.quiet, "quiet", "q", false, "no summary")
	l.StringVar(&o.BuildTags, "build_tags", "", "build tags of the code, and for reading")
	l.StringVar(&o.GenBuildFlags, "gen_build_flags", "", "flags of the go command for reading packages")
	l.BoolVar(&o.SnakeCase, "snake_case", false, "names of fields in snake_case")
	l.BoolVar(&o.LowerCamelCase, "lower_camel_case", false, "names of fields in lowerCamelCase")
	l.StringVar(&o.TagKey, "tag_key", "json", "the key of struct tags, or several with commas between: the first that a field has counts")
	l.BoolVar(&o.OmitEmpty, "omit_empty", false, "all fields as with the tag option omitempty")
	l.BoolVar(&o.OmitZero, "omit_zero", false, "all fields as with the tag option omitzero")
	l.BoolVar(&o.TextBytes, "byte", false, "slices of bytes as strings of these bytes, not as base64 text")
	l.BoolVar(&o.PlainTags, "plain_tags", false, "no meaning for tag options that encoding/json passes over, such as required and intern")
	l.BoolVar(&o.ResetFields, "reset-fields", false, "zero for fields that the input leaves out (ffjson)")
	l.BoolVar(&o.DisallowUnknown, "disallow_unknown_fields", false, "members without a field are errors")
	l.BoolVar(&o.NoStdMarshalers, "no_std_marshalers", false, "no MarshalJSON and UnmarshalJSON, but AppendJSON and DecodeJSON")
	l.BoolVar(&o.V2, "v2", false, "MarshalJSONTo and UnmarshalJSONFrom of encoding/json/v2 (Go 1.27) in place of all other methods")
	l.BoolVar(&o.NoEncoder, "noencoder", false, "nothing that writes JSON (ffjson)")
	l.BoolVar(&o.NoDecoder, "nodecoder", false, "nothing that reads JSON (ffjson)")
	l.BoolVar(&o.NoFormat, "noformat", false, "no gofmt")
	l.BoolVar(&f.stubs, "stubs", false, "no meaning here: stale code does no harm")
	l.BoolVar(&f.leaveTemps, "leave_temps", false, "no meaning here: there are no temporary files")
	l.BoolVar(&f.keepEscapes, "disable_members_unescape", false, "no meaning here: names without escapes cost nothing")
	l.BoolVar(&f.force, "force-regenerate", false, "no meaning here: all is always generated (ffjson)")
	l.StringVar(&f.goCommand, "go-cmd", "", "no meaning here: types are read, not run (ffjson)")
	l.StringVar(&f.importName, "import-name", "", "no meaning here (ffjson)")
	l.BoolVar(&f.version, "version", false, "print the version")
}

// remarks are what is said of flags without meaning.
func (f *genFlags) remarks() (list []string) {
	for _, r := range []struct {
		on   bool
		text string
	}{
		{f.stubs, "-stubs has no meaning: code that is stale or missing does no harm"},
		{f.leaveTemps, "-leave_temps has no meaning: there are no temporary files"},
		{f.keepEscapes, "-disable_members_unescape has no meaning: names without escapes cost nothing"},
		{f.force, "-force-regenerate has no meaning: all is always generated"},
		{f.goCommand != "", "-go-cmd has no meaning: types are read, not run"},
		{f.importName != "", "-import-name has no meaning: nothing is imported and run"},
	} {
		if r.on {
			list = append(list, r.text)
		}
	}
	return list
}

func generate(ctx context.Context, s streams, o *gen.Options, f *genFlags) error {
	switch {
	case f.write != "" && o.Output == "":
		o.Output = f.write
	}
	o.WarnLost = f.lost.warn
	if f.print {
		o.Print = s.out
		if o.Check {
			return misuse{errors.New("-n and -check exclude each other")}
		}
	}
	for _, r := range f.remarks() {
		fmt.Fprintln(s.err, "zetes: "+r)
	}
	var p *progress
	o.Report = func(done, total int, file string) {
		if total < 3 || f.quiet {
			return
		}
		if p == nil {
			p = newProgress(s.err, total)
		}
		p.step("generating", filepath.Base(file))
	}
	res, err := gen.Run(ctx, o)
	if p != nil {
		p.clear()
	}
	if err != nil {
		if ctx.Err() != nil {
			return errInterrupted
		}
		if wrong := (gen.Misuse{}); errors.As(err, &wrong) {
			return misuse{err}
		}
		return err
	}
	for _, note := range res.Notes {
		fmt.Fprintln(s.err, "zetes: "+note)
	}
	for _, text := range res.Lost {
		fmt.Fprintln(s.err, "LOST "+text)
	}
	for _, text := range res.Stale {
		fmt.Fprint(s.out, text)
	}
	stopped := len(res.Lost) > 0 && !o.WarnLost
	if stopped && !o.Check {
		fmt.Fprintln(s.err, "zetes: nothing is written, for what is named after LOST would be lost without a word: -lost=warn writes all the same")
		return errReported
	}
	if !f.quiet {
		files := len(res.Written) + res.Same + len(res.Stale)
		switch {
		case o.Check:
			fmt.Fprintf(s.err, "%s of %s: %d stale\n", count(res.Types, "type"), count(files, "file"), len(res.Stale))
		case !f.print:
			fmt.Fprintf(s.err, "%s: %s written, %d as before\n", count(res.Types, "type"), count(len(res.Written), "file"), res.Same)
		}
	}
	if len(res.Stale) > 0 || stopped {
		return errReported
	}
	return nil
}
