// Command bench compares Go's JSON libraries side by side.
//
//	go run ./bench core        the rows that zetes is held to, as a plain table
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{
		Use:           "bench",
		Short:         "Compare Go's JSON libraries: same work, proven results, honest clocks",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(coreCommand())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
