package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of the command, of the library in it, and of Go",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(s.out, versionLine())
			return err
		},
	}
}

// versionLine returns the versions of all that takes part.
func versionLine() string {
	command, library := versions()
	return fmt.Sprintf("zetes %s (library %s, %s, %s/%s)", command, library, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versions returns those of the command and of the library as they were built; "(devel)" stands for a working tree.
func versions() (command, library string) {
	command, library = "(devel)", "(devel)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return command, library
	}
	if info.Main.Version != "" {
		command = info.Main.Version
	}
	for _, dep := range info.Deps {
		if dep.Path == "github.com/zetes-json/zetes" && dep.Version != "" {
			library = dep.Version
		}
	}
	return command, library
}
