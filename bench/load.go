package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/zetes-json/zetes/bench/load"
	"github.com/zetes-json/zetes/bench/matrix"
	"github.com/zetes-json/zetes/bench/progress"
	"github.com/zetes-json/zetes/examples/webservice/orders"
)

func loadCommand() *cobra.Command {
	var (
		c        load.Config
		modes    []string
		total    time.Duration
		markdown bool
		serve    bool
	)
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Put one HTTP service, over httpjson and over encoding/json, under load",
		Long: "Starts the service of examples/webservice/orders in both implementations on ports of the loopback interface, by turns. Clients in\n" +
			"another process send orders to them: good ones, one bad in ten, only bad ones (cut, of wrong kinds, with NUL bytes, of a hundred thousand\n" +
			"brackets, empty), some of them cancelled in the middle. Counted is the processor time of the process with the service. All answers are compared; heap and goroutines must come back to what they were. Exit status 1 if anything is wrong.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if serve {
				signal.Ignore(os.Interrupt) // the process with the services ends this one
				return load.Serve(os.Stdin, os.Stdout)
			}
			if err := setModes(&c, modes); err != nil {
				return err
			}
			if c.Clients < 1 || c.Items < 1 || c.Rounds < 1 || total <= 0 {
				return errors.New("clients, items, rounds and time must be positive")
			}
			if c.Clients > 1000 || c.Items > 4000 {
				return errors.New("at most 1000 clients, and 4000 items, which make an order of half a megabyte")
			}
			if c.Cancel < 0 || c.Requests < 0 {
				return errors.New("cancel and requests must not be negative")
			}
			c.Slice = total / time.Duration(2*len(c.Modes)*c.Rounds)
			if c.Slice < time.Millisecond {
				return fmt.Errorf("%s for %d rounds leaves less than a millisecond for each service", total, c.Rounds)
			}
			return runLoad(cmd, c, markdown)
		},
	}
	f := cmd.Flags()
	f.DurationVarP(&total, "time", "t", 30*time.Second, "time for all of the measuring")
	f.IntVarP(&c.Rounds, "rounds", "n", 5, "interleaved rounds; medians count")
	f.StringSliceVarP(&modes, "modes", "m", nil, "only these: "+modeNames())
	f.IntVarP(&c.Clients, "clients", "c", 8, "clients at the same time")
	f.IntVar(&c.Items, "items", 40, "items of an order")
	f.IntVar(&c.Cancel, "cancel", 100, "one request in so many is cancelled, 0 for none")
	f.IntVar(&c.Requests, "requests", 0, "at most so many requests for a service in a round, 0 for as many as time allows")
	f.Uint64Var(&c.Seed, "seed", 1, "another number, other documents")
	f.BoolVar(&serve, "serve", false, "be the process of the clients")
	_ = f.MarkHidden("serve")
	f.BoolVar(&markdown, "markdown", false, "print tables for a document")
	return cmd
}

// clientProcess is the program that has the clients: this one, by a flag.
type clientProcess struct {
	*exec.Cmd
	io.Reader
	io.WriteCloser
}

func startClients() (*clientProcess, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &clientProcess{Cmd: exec.Command(exe, "load", "--serve")}
	p.Stderr = os.Stderr
	if p.WriteCloser, err = p.StdinPipe(); err != nil {
		return nil, err
	}
	if p.Reader, err = p.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.Start()
}

func modeNames() string {
	var names []string
	for _, m := range load.Modes {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

func setModes(c *load.Config, names []string) error {
	c.Modes = load.Modes
	if len(names) == 0 {
		return nil
	}
	c.Modes = nil
	for _, m := range load.Modes {
		if slices.Contains(names, m.Name) {
			c.Modes = append(c.Modes, m)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(load.Modes, func(m load.Mode) bool { return m.Name == name }) {
			return fmt.Errorf("unknown mode %q; there are %s", name, modeNames())
		}
	}
	return nil
}

func runLoad(cmd *cobra.Command, c load.Config, markdown bool) error {
	ctx, stop := signalContext()
	defer stop()
	c.Services = [2]load.Service{{Name: "encoding/json", Handler: orders.StdHandler()}, {Name: "zetes", Handler: orders.Handler()}}
	c.Line = progress.New(os.Stderr)
	clients, err := startClients()
	if err != nil {
		return err
	}
	res, err := load.Run(ctx, c, clients)
	c.Line.Clear()
	if ended := clients.Wait(); err == nil {
		err = ended
	}
	if res == nil {
		return err
	}
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "`bench %s`, %s, %s/%s, %s, %d processors: %d clients, %d items an order, %s for each service in each of %d rounds\n\n",
		strings.Join(os.Args[1:], " "), runtime.Version(), runtime.GOOS, runtime.GOARCH, matrix.CPUName(), runtime.GOMAXPROCS(0),
		c.Clients, c.Items, c.Slice.Round(time.Millisecond), c.Rounds)
	res.Print(w, markdown)
	switch {
	case err != nil:
		return fmt.Errorf("interrupted after a part of the rounds")
	case len(res.Problems) > 0:
		return missed{fmt.Errorf("%d things are wrong", len(res.Problems))}
	}
	return nil
}
