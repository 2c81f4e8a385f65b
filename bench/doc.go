package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/contest"
	"github.com/zetes-json/zetes/bench/untyped"
)

func docCommand() *cobra.Command {
	c := untyped.Plan().Command()
	var dir string
	c.Flags().StringVar(&dir, "docs", "", "measure nothing: make the table and picture of docs/benchmarks.md again, from this directory's "+docCells)
	measure := c.RunE
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if dir == "" {
			return measure(cmd, args)
		}
		return writeDocPage(cmd.OutOrStdout(), dir)
	}
	return c
}

const (
	docCells   = "doc.jsonl" // what --raw has written, kept beside other results
	docPage    = "docs/benchmarks.md"
	docPicture = "docs/benchmarks-doc.svg"
)

var docBlock = regexp.MustCompile(`(?s)<!-- bench-doc:begin(?: (\S+))? -->\n(.*?)<!-- bench-doc:end -->`)

// generateDoc returns the page with its block made again from the cells in dir, which is below root, and the picture.
func generateDoc(page []byte, root, dir string) (text, picture []byte, err error) {
	at := docBlock.FindIndex(page)
	if at == nil {
		return nil, nil, fmt.Errorf("there is no block between <!-- bench-doc:begin --> and <!-- bench-doc:end -->")
	}
	file, err := os.Open(filepath.Join(root, dir, docCells))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	cells, err := contest.Read(file)
	if err != nil {
		return nil, nil, err
	}
	leads := untyped.Plan().Leads(cells)
	var b, svg bytes.Buffer
	b.Write(page[:at[0]])
	fmt.Fprintf(&b, "<!-- bench-doc:begin %s -->\n", filepath.ToSlash(dir))
	if err := contest.WriteTable(&b, leads); err != nil {
		return nil, nil, err
	}
	b.WriteString("<!-- bench-doc:end -->")
	b.Write(page[at[1]:])
	err = contest.WritePicture(&svg, "Documents without a Go type: how many times as fast zetes is", leads)
	return b.Bytes(), svg.Bytes(), err
}

// writeDocPage makes the table and the picture again.
func writeDocPage(w io.Writer, dir string) error {
	root, rel, err := inTree(dir)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(filepath.Join(root, docPage))
	if err != nil {
		return err
	}
	text, picture, err := generateDoc(old, root, rel)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, docPage), text, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(root, docPicture), picture, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s, %s: made from %s\n", docPage, docPicture, filepath.ToSlash(rel))
	return nil
}
