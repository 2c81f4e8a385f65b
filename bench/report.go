package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/report"
)

func reportCommand() *cobra.Command {
	var (
		out  string
		docs bool
		keep bool
	)
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Turn results into Markdown tables, SVG charts and one self-contained page",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := matrix.Open(args[0])
			if err != nil {
				return err
			}
			if len(r.Cells) == 0 {
				return fmt.Errorf("%s holds no complete group yet", args[0])
			}
			if keep {
				if err := matrix.Summarize(args[0]); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: a line for each of %d cells in place of their rounds\n", args[0], len(r.Cells))
				return nil
			}
			if docs {
				return writeDocuments(cmd.OutOrStdout(), args[0], r)
			}
			if out == "" {
				out = args[0]
			}
			if err := os.MkdirAll(filepath.Join(out, "svg"), 0o755); err != nil {
				return err
			}
			if err := writeFile(filepath.Join(out, "report.md"), func(w io.Writer) error { return report.Markdown(w, r) }); err != nil {
				return err
			}
			if err := writeFile(filepath.Join(out, "report.html"), func(w io.Writer) error { return report.HTML(w, r) }); err != nil {
				return err
			}
			charts := report.Charts(r)
			for _, ch := range charts {
				if err := writeFile(filepath.Join(out, "svg", ch.Name+".svg"), ch.SVG); err != nil {
					return err
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: report.md, report.html and %d charts in svg/\n", out, len(charts))
			return nil
		},
	}
	c.Flags().BoolVar(&docs, "docs", false, "instead make the tables and the picture of README.md and docs/benchmarks.md again")
	c.Flags().BoolVar(&keep, "keep", false, "instead replace the rounds of complete results by a summary, which is small enough to be kept")
	c.Flags().StringVarP(&out, "out", "o", "", "where to write (default: beside the results)")
	c.MarkFlagsMutuallyExclusive("docs", "keep", "out")
	return c
}

// writeFile writes a whole file or none.
func writeFile(name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
