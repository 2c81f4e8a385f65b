package main

import (
	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/zoo"
)

func zooCommand() *cobra.Command { return zoo.Plan().Command() }
