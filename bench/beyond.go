package main

import (
	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/beyond"
)

func beyondCommand() *cobra.Command { return beyond.Plan().Command() }
