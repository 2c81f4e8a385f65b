// Command subject repeats one call of package calls on the document on its standard input, so many times, for a program
// that counts instructions. It prints the tier of vector instructions that the library has found.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/zetes-json/zetes/bench/instructions/calls"
	"github.com/zetes-json/zetes/internal/cpu"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "subject:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("name a call, and how many times it is repeated")
	}
	c, err := calls.Find(args[0])
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(args[1])
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a number of times", args[1])
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	call := c.Prepare(text)
	for range n {
		if err := call(); err != nil {
			return err
		}
	}
	tiers := cpu.Tiers()
	fmt.Println(tiers[len(tiers)-1])
	return nil
}
