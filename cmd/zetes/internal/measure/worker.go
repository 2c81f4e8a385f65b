package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"time"
)

// A program around a Go type does what Check and Time do for that type: it reads a Task, and writes an Answer, both as
// JSON.

// mark begins the line of an Answer: packages may print when they are initialized.
const mark = "\nzetes bench answer: "

// Task is one document, and what is to be done with it.
type Task struct {
	Name, Type string
	JSON       []byte
	Op         Op // empty: the results of both libraries are compared
	Budget     time.Duration
}

// Answer is what came of a Task.
type Answer struct {
	Error  string // or empty
	Result Result
}

// Main is the program around t.
func Main(t reflect.Type, lib, ref Library) {
	out := os.Stdout
	var task Task
	var err error
	if os.Stdout, err = os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil { // what methods of t print is no answer
		err = json.NewDecoder(os.Stdin).Decode(&task)
	}
	var a Answer
	if err == nil {
		c := Case{Name: task.Name, Type: task.Type, JSON: task.JSON, New: func() any { return reflect.New(t).Interface() }}
		if task.Op == "" {
			err = Check(c, lib, ref)
		} else {
			a.Result, err = Time(c, task.Op, lib, ref, task.Budget)
		}
	}
	if err != nil {
		a.Error = err.Error()
	}
	text, err := json.Marshal(a)
	if err == nil {
		_, err = fmt.Fprintf(out, "%s%s", mark, text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0) // whatever the type has left running
}

// Ask runs the program exe for one task, and ends it with ctx.
func Ask(ctx context.Context, exe string, task Task) (Answer, error) {
	text, err := json.Marshal(task)
	if err != nil {
		return Answer{}, err
	}
	in, err := os.CreateTemp("", "zetes-bench-")
	if err != nil {
		return Answer{}, err
	}
	defer os.Remove(in.Name())
	defer in.Close()
	if _, err := in.Write(text); err != nil {
		return Answer{}, err
	}
	if _, err := in.Seek(0, 0); err != nil {
		return Answer{}, err
	}
	c := exec.CommandContext(ctx, exe)
	c.Stdin = in
	said, err := c.Output()
	if e, ok := err.(*exec.ExitError); ok && len(e.Stderr) > 0 { // a panic's first line says what it is about
		line, _, _ := strings.Cut(string(e.Stderr), "\n")
		return Answer{}, fmt.Errorf("the program around %s: %s", task.Type, line)
	}
	if err != nil {
		return Answer{}, fmt.Errorf("the program around %s: %w", task.Type, err)
	}
	_, said, answered := bytes.Cut(said, []byte(mark))
	if !answered {
		return Answer{}, fmt.Errorf("the program around %s has not answered", task.Type)
	}
	var a Answer
	if err := json.Unmarshal(said, &a); err != nil {
		return Answer{}, fmt.Errorf("the program around %s: %w", task.Type, err)
	}
	return a, nil
}
