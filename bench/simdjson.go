package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/untyped"
)

func simdjsonCommand() *cobra.Command {
	var (
		rounds int
		batch  time.Duration
	)
	c := &cobra.Command{
		Use:   "simdjson",
		Short: "Measure jsondoc.Parse beside simdjson's DOM in C++",
		Long: "Measures jsondoc.Parse beside simdjson in C++, by its Python package in an environment that the first run makes below the user's\n" +
			"cache: needs python3 and, that once, a network. Both parse the same documents into memory that is used again, by turns.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if rounds < 1 || batch <= 0 {
				return errors.New("rounds and batch must be positive")
			}
			return untyped.SimdJSON(cmd.Context(), cmd.OutOrStdout(), rounds, batch)
		},
	}
	c.Flags().IntVarP(&rounds, "rounds", "n", 7, "interleaved rounds; medians count")
	c.Flags().DurationVar(&batch, "batch", 20*time.Millisecond, "processor time of a batch, at least")
	return c
}
