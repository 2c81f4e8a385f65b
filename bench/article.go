package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/articles"
	"github.com/zetes-json/zetes/bench/progress"
)

func articleCommand() *cobra.Command {
	var o articles.Options
	c := &cobra.Command{
		Use:   "article",
		Short: "Run the field's published tables again, with the published figure beside each",
		// Without these two cobra takes any other name for a wish for help.
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var names []string
			for _, a := range articles.All {
				names = append(names, a.Name)
			}
			return fmt.Errorf("unknown table %q; there are %s", args[0], strings.Join(names, ", "))
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.PersistentFlags().IntVarP(&o.Rounds, "rounds", "n", 10, "interleaved rounds; medians count")
	c.PersistentFlags().DurationVar(&o.Batch, "batch", 20*time.Millisecond, "processor time of one round of one library")
	for _, a := range articles.All {
		c.AddCommand(&cobra.Command{
			Use:   a.Name,
			Short: a.About,
			Args:  cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				if o.Rounds < 1 || o.Batch <= 0 {
					return fmt.Errorf("rounds and batch must be positive")
				}
				o.Line = progress.New(os.Stderr)
				if tree, err := moduleOf(library); err == nil {
					o.Tree = tree
				} else if bench, err := sourceTree(); err == nil {
					o.Tree = filepath.Dir(bench)
				}
				ctx, stop := signalContext()
				defer stop()
				fmt.Fprintf(cmd.OutOrStdout(), "bench %s\n", strings.Join(os.Args[1:], " "))
				return a.Run(ctx, cmd.OutOrStdout(), o)
			},
		})
	}
	return c
}
