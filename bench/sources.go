package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/targets"
	"github.com/zetes-json/zetes/bench/untyped"
	"github.com/zetes-json/zetes/bench/zoo"
)

// The figures that README.md and docs/ show, and how each is measured again. A test holds that the pages show no other.

// sources are measured in this order.
var sources = []*targets.Source{
	{
		Name: "readme", File: "README.md", Block: "bench",
		Command: words("bench matrix --lib std,zetes,goccy,sonic-std,jsoniter-std,segmentio,ugorji,easyjson,ffjson" +
			" --run op=(unmarshal|marshal|read|write|valid|compact|indent)/.*/form=(struct|any|text|generated)/ --procs 1 -n 3 --batch 2ms --memory=false --extra=false --no-table --out $DIR/matrix"),
		Full: matrixFull, Kept: true, Make: fromMatrix(documents[0].write), Tolerance: 0.2,
		Losses: regexp.MustCompile(`\| slower on$`),
	}, {
		Name: "benchmarks", File: "docs/benchmarks.md", Block: "bench",
		Command: matrixFull, Kept: true, Make: fromMatrix(documents[1].write), Tolerance: 0.2,
		Skip: regexp.MustCompile(`^(What they do|Libraries)$`), Absolute: regexp.MustCompile(`^((un)?marshal \| [a-z-]+|First use and size \| .*)$`),
	}, {
		Name: "doc", File: "docs/benchmarks.md", Block: "bench-doc",
		Command: words("bench doc -n 5 --batch 10ms --raw $DIR/cells.jsonl"),
		Kept:    true, Make: fromCells(func(w io.Writer, cells []*contest.Cell) error {
			return contest.WriteTable(w, untyped.Plan().Leads(cells))
		}), Tolerance: 0.2,
	}, {
		Name: "zoo", File: "docs/benchmarks.md", Block: "bench-zoo",
		Command: words("bench zoo --seed 77 --rounds 5 --batch 1500us --raw $DIR/cells.jsonl"), Make: fromCells(zoo.WriteTable), Tolerance: 0.1,
	}, {
		Name: "load", File: "docs/load.md", Block: "bench-load",
		Command: words("bench load --time 2m --rounds 20 --markdown"), Tolerance: 0.2,
		Absolute: regexp.MustCompile(`\| (requests/s|CPU/request|p50|p99|2xx|4xx|5xx|cancelled|differ|no answer|rounds from|to|wanted|requests by the clock)$`),
	}, {
		Name: "size", File: "docs/differences.md", Command: words("go test -count=1 -run ^TestSize$ -v ./tools/docs"), Tolerance: 0.05,
		Prose: []targets.Prose{
			size("fmt", "uses only `fmt` has # MB"),
			size("std", "With `encoding/json` it has # MB"),
			size("std-both", "if it encodes, and # if it decodes"),
			size("zetes", "with package `json` # and"),
			size("zetes-both", "with package `json` @ and #"),
			size("codec", "With `codec` alone it has # MB"),
			size("root", "with the root package #"),
			size("stream", "with `stream` #"),
			size("jsondoc", "with `jsondoc` #"),
		},
	},
}

// quoted are the passages of pages with figures that no command of this table measures.
var quoted = []targets.Quoted{
	quote("docs/benchmarks.md", `(?s)<!-- velox -->.*<!-- /velox -->`, "libraries that no module proxy has, measured by --peer, with date and revisions"),
	quote("docs/check-types.md", `a hang \(10 s\)`, "a limit of the command"),
	quote("docs/check-types.md", `many cases 5 seconds hold`, "a table of cases, with its date and revision"),
	quote("docs/check-types.md", `in 30 seconds over 823 types`, "a run that is told of, with its revision"),
	quote("docs/documents.md", `at most 16 times as long`, "a limit, held by tests of package jsondoc"),
	quote("docs/gaps.md", `takes 1\.41 times its length in memory`, "memory, held by TestAllocLong"),
	quote("docs/gaps.md", `take 1\.8 KB of the heap for each level below the fourth`, "memory, held by TestMemory and TestCodecLevels"),
	quote("docs/scale.md", `4\.7 µs of processor time with zetes, 15\.8 µs with .encoding/json., and 5\.4 µs with rows`, "measured by the command that follows, in a module of its own, with date and processor"),
	quote("docs/gen.md", `takes three times as long as .*twenty-five times`, "the first call in a process, measured once, December 2026"),
	quote("docs/recipes.md", `gin \(1\.11 and newer\)`, "a version"),
}

func quote(file, text, why string) targets.Quoted {
	return targets.Quoted{File: file, Text: regexp.MustCompile(text), Why: why}
}

var matrixFull = words("bench matrix -n 5 --batch 5ms --no-table --out $DIR/matrix")

// size is the size of a program of TestSize. In the sentence # stands for the figure, and @ for another one.
func size(program, sentence string) targets.Prose {
	const figure = `[0-9]+\.[0-9]+`
	shown := strings.NewReplacer("#", "("+figure+")", "@", figure, " ", `\s+`).Replace(regexp.QuoteMeta(sentence))
	return targets.Prose{What: "size of a program, " + program + ", MB", Lower: true,
		Shown: regexp.MustCompile(shown), Measured: regexp.MustCompile(`\b` + program + ": (" + figure + ") MB")}
}

// words splits a command.
func words(s string) []string { return strings.Fields(s) }

// fromMatrix returns the Make of a block that is written from results of the matrix.
func fromMatrix(write func(io.Writer, *matrix.Results) error) func(dir string) ([]byte, error) {
	return func(dir string) ([]byte, error) {
		r, err := matrix.Open(filepath.Join(dir, "matrix"))
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = write(&b, r)
		return b.Bytes(), err
	}
}

// fromCells returns the Make of a block that is written from the cells of a contest.
func fromCells(write func(io.Writer, []*contest.Cell) error) func(dir string) ([]byte, error) {
	return func(dir string) ([]byte, error) {
		f, err := os.Open(filepath.Join(dir, "cells.jsonl"))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		cells, err := contest.Read(f)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = write(&b, cells)
		return b.Bytes(), err
	}
}
