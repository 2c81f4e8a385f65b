// Command bench compares Go's JSON libraries side by side.
//
//	go run ./bench matrix --quick   a first table in two minutes
//	go run ./bench matrix           everything, kept under results/
//	go run ./bench probe            what each library really does
//	go run ./bench core             the rows that zetes is held to, as a plain table
package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"
)

func main() {
	if os.Getenv(childEnv) != "" {
		if err := runChildTask(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	root := &cobra.Command{
		Use:           "bench",
		Short:         "Compare Go's JSON libraries: same work, proven results, honest clocks",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(coreCommand(), matrixCommand(), probeCommand(), reportCommand(), ownCommand(), compareCommand(), scalingCommand(), articleCommand())
	if err := root.Execute(); err != nil {
		// A program that this one ran has said what is wrong.
		if _, ok := err.(*exec.ExitError); !ok {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}
