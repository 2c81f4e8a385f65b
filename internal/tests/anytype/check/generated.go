package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/zetes-json/zetes/internal/tests/anytype"
)

// Generated code is compared by a program of its own: what calls it is internal to the library, so that the program
// stands in a folder of the checkout for as long as it takes.

// generatedMain is the program, to be given the paths of two packages of types, a seed and a time. The types of the
// first have generated functions that encoding/json does not know; those of the second have methods that it calls, and
// zetes runs in its own way.
const generatedMain = `package main

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"time"

	"github.com/zetes-json/zetes/internal/tests/agree"
	"github.com/zetes-json/zetes/internal/tests/doors"
	"github.com/zetes-json/zetes/json"
	plain %q
	standard %q
)

var zetes = agree.Library{
	Marshal: json.Marshal, MarshalIndent: json.MarshalIndent, Unmarshal: json.Unmarshal,
	NewEncoder: func(w io.Writer) agree.Encoder { return json.NewEncoder(w) },
	NewDecoder: func(r io.Reader) agree.Decoder { return json.NewDecoder(r) },
}

func main() {
	const seed = %d
	until := time.Now().Add(%d)
	cases, differ, turn := 0, 0, 0
	for ; time.Now().Before(until); turn++ {
		groups, lib := plain.Groups, doors.Generated
		if turn%%2 == 1 {
			groups, lib = standard.Groups, zetes
		}
		for _, group := range groups {
			var list []reflect.Type
			for _, p := range group {
				list = append(list, reflect.TypeOf(p).Elem())
			}
			for _, t := range list {
				if os.Getenv("ZETES_TRACE") != "" {
					println(t.String())
				}
				k := agree.NewChecker(lib, list)
				c := k.Check(t, t.String(), seed+uint64(turn)<<32, 1, func() bool { return true }, func(f agree.Finding) {
					fmt.Printf("DIFFERENT %%s: %%v\n\t%%s\n\tdoc           %%s\n\tv             %%s\n\tencoding/json %%s\n\tzetes         %%s\n\t%%s %%s\n", f.What, t, f.Door, f.Doc, f.Value, f.Std, f.Got, f.Where, f.Note)
					differ++
				})
				cases += c.Cases
			}
		}
	}
	fmt.Printf("%%d cases of %%d groups, %%d turns, %%d differ\n", cases, len(plain.Groups), turn, differ)
	if differ > 0 {
		os.Exit(1)
	}
}
`

// generated compares the code that zetes makes for the types of a seed, and reports whether anything differs.
func generated(root, zetes, keep string, seed uint64, groups int, each time.Duration) (differ bool, err error) {
	dir := filepath.Join(root, "internal", "tests", "anytype", "testdata", fmt.Sprintf("seed%d", seed))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return false, err
	}
	if keep == "" {
		defer os.RemoveAll(dir)
	}
	files := map[string]string{}
	var paths []string
	for _, name := range []string{"plain", "standard"} {
		text, err := anytype.Source(name, seed<<16+1<<61, groups, false)
		if err != nil {
			return false, err
		}
		files[filepath.Join(name, "types.go")] = string(text)
		paths = append(paths, fmt.Sprintf("github.com/zetes-json/zetes/internal/tests/anytype/testdata/seed%d/%s", seed, name))
	}
	files["main.go"] = fmt.Sprintf(generatedMain, paths[0], paths[1], seed, each)
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return false, err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return false, err
		}
	}
	for _, args := range [][]string{{"-no_std_marshalers", "plain/types.go"}, {"standard/types.go"}} {
		make := exec.Command(zetes, append([]string{"gen", "-all", "-plain_tags"}, args...)...)
		make.Dir = dir
		if out, err := make.CombinedOutput(); err != nil {
			return false, fmt.Errorf("zetes gen: %w\n%s", err, out)
		}
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
