package main

import (
	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/untyped"
)

func docCommand() *cobra.Command { return untyped.Plan().Command() }
