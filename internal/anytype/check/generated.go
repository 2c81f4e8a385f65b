package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/zetes-json/zetes/internal/anytype"
)

// Generated code is compared by a program of its own: what calls it is internal to the library, so that the program
// stands in a folder of the checkout for as long as it takes.

// generatedMain is the program, to be given the path of the package of types, a seed and a time.
const generatedMain = `package main

import (
	"fmt"
	"os"
	"reflect"
	"time"

	"github.com/zetes-json/zetes/internal/agree"
	"github.com/zetes-json/zetes/internal/doors"
	types %q
)

func main() {
	const seed = %d
	until := time.Now().Add(%d)
	cases, differ, turn := 0, 0, 0
	for ; time.Now().Before(until); turn++ {
		for _, group := range types.Groups {
			var list []reflect.Type
			for _, p := range group {
				list = append(list, reflect.TypeOf(p).Elem())
			}
			for _, t := range list {
				if os.Getenv("ZETES_TRACE") != "" {
					println(t.String())
				}
				k := agree.NewChecker(doors.Generated, list)
				c := k.Check(t, t.String(), seed+uint64(turn)<<32, 1, func() bool { return true }, func(f agree.Finding) {
					fmt.Printf("DIFFERENT %%s: %%v\n\t%%s\n\tdoc           %%s\n\tv             %%s\n\tencoding/json %%s\n\tzetes         %%s\n\t%%s %%s\n", f.What, t, f.Door, f.Doc, f.Value, f.Std, f.Got, f.Where, f.Note)
					differ++
				})
				cases += c.Cases
			}
		}
	}
	fmt.Printf("%%d cases of %%d groups, %%d turns, %%d differ\n", cases, len(types.Groups), turn, differ)
	if differ > 0 {
		os.Exit(1)
	}
}
`

// generated compares the code that zetes makes for the types of a seed, and reports whether anything differs.
func generated(root, zetes, keep string, seed uint64, groups int, each time.Duration) (differ bool, err error) {
	dir := filepath.Join(root, "internal", "anytype", "testdata", fmt.Sprintf("seed%d", seed))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, err
	}
	if keep == "" {
		defer os.RemoveAll(dir)
	}
	text, err := anytype.Source("types", seed<<16+1<<61, groups)
	if err != nil {
		return false, err
	}
	for name, text := range map[string]string{
		filepath.Join("types", "types.go"): string(text),
		"main.go":                          fmt.Sprintf(generatedMain, fmt.Sprintf("github.com/zetes-json/zetes/internal/anytype/testdata/seed%d/types", seed), seed, each),
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return false, err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return false, err
		}
	}
	make := exec.Command(zetes, "gen", "-all", "-no_std_marshalers", filepath.Join("types", "types.go"))
	make.Dir = dir
	if out, err := make.CombinedOutput(); err != nil {
		return false, fmt.Errorf("zetes gen: %w\n%s", err, out)
	}
	fmt.Printf("\nseed %d, %d groups, generated code\n", seed, groups)
	exe := filepath.Join(dir, "check.exe")
	if err := run(dir, "go", "build", "-o", exe, "."); err != nil {
		return false, fmt.Errorf("what zetes gen writes does not compile: %w", err)
	}
	err = run(dir, exe)
	var status *exec.ExitError
	if errors.As(err, &status) && status.ExitCode() == 1 {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w (with ZETES_TRACE=1 the program says at which type)", err)
	}
	return false, nil
}

// rootOf returns the folder of the checkout.
func rootOf() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/zetes-json/zetes").Output()
	if err != nil {
		return "", errors.New("this is no checkout of zetes")
	}
	return strings.TrimSpace(string(root)), nil
}
