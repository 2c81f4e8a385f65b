package gen

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A generated file says for which types it was made, and with which flags. A pattern of packages, such as ./..., makes
// again or checks the files that exist, each for its types and with its flags. Files with the same flags are made
// together. Flags of the command line take the place of the flags in the files.

// flag is one that changes what is written.
type flag struct {
	name string
	on   *bool   // or
	text *string // or
	list *[]string
}

// flags lists them, in the order in which files have them.
func (o *Options) flags() []flag {
	return []flag{
		{"all", &o.All, nil, nil}, {"type", nil, nil, &o.Types},
		{"build_tags", nil, &o.BuildTags, nil}, {"gen_build_flags", nil, &o.GenBuildFlags, nil},
		{"snake_case", &o.SnakeCase, nil, nil}, {"lower_camel_case", &o.LowerCamelCase, nil, nil}, {"tag_key", nil, &o.TagKey, nil},
		{"omit_empty", &o.OmitEmpty, nil, nil}, {"omit_zero", &o.OmitZero, nil, nil}, {"byte", &o.TextBytes, nil, nil},
		{"plain_tags", &o.PlainTags, nil, nil}, {"reset-fields", &o.ResetFields, nil, nil}, {"disallow_unknown_fields", &o.DisallowUnknown, nil, nil},
		{"no_std_marshalers", &o.NoStdMarshalers, nil, nil}, {"v2", &o.V2, nil, nil}, {"noencoder", &o.NoEncoder, nil, nil}, {"nodecoder", &o.NoDecoder, nil, nil},
		{"noformat", &o.NoFormat, nil, nil},
	}
}

// flagText returns the flags as a command has them, for one line. The empty text says that there are none.
func (o *Options) flagText() string {
	var b strings.Builder
	add := func(name, value string) {
		if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f }) {
			value = strconv.Quote(value)
		}
		b.WriteString(" -" + name + value)
	}
	for _, f := range o.flags() {
		switch {
		case f.on != nil && *f.on:
			add(f.name, "")
		case f.text != nil && *f.text != "" && (f.name != "tag_key" || *f.text != "json"):
			add(f.name+"=", *f.text)
		case f.list != nil && len(*f.list) > 0:
			add(f.name+"=", strings.Join(*f.list, ","))
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// setFlags sets the flags in text, as flagText has written it.
func (o *Options) setFlags(text string) error {
	for text != "" {
		word, rest, _ := strings.Cut(text, " ")
		name, value, _ := strings.Cut(word, "=")
		if strings.HasPrefix(value, `"`) {
			quoted, err := strconv.QuotedPrefix(text[len(name)+1:])
			if err != nil {
				return err
			}
			rest = strings.TrimPrefix(text[len(name)+1+len(quoted):], " ")
			value, _ = strconv.Unquote(quoted)
		}
		i := slices.IndexFunc(o.flags(), func(f flag) bool { return "-"+f.name == name })
		if i < 0 {
			return fmt.Errorf("there is no flag %s", name)
		}
		switch f := o.flags()[i]; {
		case f.on != nil:
			*f.on = true
		case f.text != nil:
			*f.text = value
		default:
			*f.list = strings.Split(value, ",")
		}
		text = rest
	}
	return nil
}

// step is what is made at once.
type step struct {
	options Options
	asked   asked
	again   bool   // it was made before: that nothing is to be made is no error
	told    string // what is wrong with a file, in place of all else
}

// steps returns what o asks for as runs with one set of flags each.
func (o *Options) steps(ctx context.Context) ([]step, error) {
	if o.Output != "" || len(o.Types) > 0 || slices.ContainsFunc(o.Args, func(arg string) bool { return !strings.HasSuffix(arg, "...") }) {
		return []step{{options: *o}}, nil
	}
	config := packages.Config{Mode: packages.NeedName | packages.NeedFiles, Context: ctx, Dir: o.Dir, BuildFlags: o.buildFlags()}
	found, err := packages.Load(&config, o.patterns()...)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	given := o.flagText() != ""
	var list []step
	plain := *o // for folders where nothing is
	plain.Args = nil
	for _, p := range found {
		if p.Dir == "" {
			return []step{{options: *o}}, nil // load says what is wrong
		}
		files, err := madeIn(p.Dir)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			plain.Args = append(plain.Args, p.Dir)
		} else if !slices.ContainsFunc(files, func(f made) bool { return f.source == "" }) {
			list = append(list, missing(p.GoFiles, files)...)
		}
		for _, f := range files {
			made := *o
			made.Args = []string{p.Dir}
			if !given {
				if err := made.setFlags(f.flags); err != nil {
					return nil, fmt.Errorf("%s: it was made with flags that are not known: %w", short(f.name), err)
				}
			}
			if f.source != "" {
				source := filepath.Join(p.Dir, f.source)
				if _, err := os.Stat(source); err != nil {
					list = append(list, step{told: short(f.name) + " is left over: the file that it was made of is gone"})
					continue
				}
				if made.BuildTags == "" && made.GenBuildFlags == "" && slices.Contains(p.IgnoredFiles, source) {
					continue // the compiler passes over both
				}
				made.Args[0] = source
			}
			if name := made.outputOf(p.Dir, p.Name); f.source == "" && f.name != name || f.source != "" && f.name != made.outputOf(made.Args[0], "") {
				made.Output = f.name
			}
			join := func(q step) bool {
				return q.told == "" && q.options.Output == "" && made.Output == "" && q.options.flagText() == made.flagText() &&
					strings.HasSuffix(q.options.Args[0], ".go") == (f.source != "")
			}
			if i := slices.IndexFunc(list, join); i >= 0 {
				list[i].options.Args = append(list[i].options.Args, made.Args...)
			} else {
				list = append(list, step{options: made, again: true})
			}
		}
	}
	if len(list) == 0 {
		return []step{{options: *o}}, nil
	}
	if len(plain.Args) > 0 {
		list = append(list, step{options: plain, again: true})
	}
	return list, nil
}

// missing tells of Go files with comments that ask for code, for which there is none while others have some.
func missing(names []string, have []made) (list []step) {
	for _, name := range names {
		if slices.ContainsFunc(have, func(f made) bool { return f.name == name || f.source == filepath.Base(name) }) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil && directivesOf(f.Comments...).want {
			list = append(list, step{told: short(name) + ": its comments ask for code, and there is none: name the file once"})
		}
	}
	return list
}

// patterns returns the arguments as package packages takes them.
func (o *Options) patterns() (list []string) {
	for _, arg := range o.Args {
		list = append(list, o.pattern(arg))
	}
	return list
}

// pattern is patterns for one: folders are told from packages.
func (o *Options) pattern(arg string) string {
	info, err := os.Stat(filepath.Join(o.Dir, arg))
	if err == nil && info.IsDir() && !filepath.IsAbs(arg) && !strings.HasPrefix(arg, ".") {
		return "./" + filepath.ToSlash(arg)
	}
	return arg
}

// made is what a generated file says of itself.
type made struct {
	name   string
	source string // the Go file that it was made of, or empty: the package
	flags  string
}

// madeIn returns the generated files in a folder that say what they were made of.
func madeIn(dir string) (list []made, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if !ours(name) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if what, flags := madeOf(string(text)); what != "" {
			if what == thePackage {
				what = ""
			}
			list = append(list, made{name, what, flags})
		}
	}
	return list, nil
}
