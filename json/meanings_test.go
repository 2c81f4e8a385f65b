package json

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zetes-json/zetes/internal/option"
	"github.com/zetes-json/zetes/internal/plan"
)

// meaning returns the encoding/json of a release, whichever is running.
func meaning(release option.Release) *plan.Dialect {
	return plan.Under(release, option.V1)
}

// kind describes an error without words, which are the running toolchain's.
func kind(err error) string {
	switch err {
	case nil:
		return "ok"
	case io.EOF, errBroken:
		return err.Error()
	}
	return "error"
}

// sizes notes how much is asked of a reader.
type sizes struct {
	io.Reader
	asked []int
}

func (s *sizes) Read(p []byte) (int, error) {
	s.asked = append(s.asked, len(p))
	return s.Reader.Read(p)
}

// TestStreamMeanings makes calls under both releases' meanings in one program: t is Token, d Decode, and m More.
func TestStreamMeanings(t *testing.T) {
	for _, row := range []struct {
		text, calls     string
		broken          bool // the reader ends with an error, not with io.EOF
		classic, overV2 string
	}{
		{`[1 ,2]`, "ttm", false, `[ 1 true 3 ",2]" [512]`, `[ 1 true 3 " ,2]" [64]`},
		{`[1,]`, "ttmt", false, `[ 1 true error 3 "]" [512]`, `[ 1 true error 2 ",]" [64]`},
		{`{"a":1}`, "tdd", false, `{ error error 1 "\"a\":1}" [512]`, `{ a 1 6 "}" [64]`},
		{`{"a" 1}`, "ttd", false, `{ a error 5 "1}" [512]`, `{ a error 4 " 1}" [64]`},
		{`"a"`, "dd", true, `broken broken 0 "\"a\"" [512 1533]`, `a broken 3 "" [64 64]`},
		{`"a"`, "tt", true, `broken broken 0 "\"a\"" [512 1533]`, `a broken 3 "" [64 64]`},
		{`[1`, "ttmt", false, `[ 1 false EOF 2 "" [512 1535 1536 1536]`, `[ 1 true error 2 "" [64 63 64]`},
		{`[1, `, "ttmt", false, `[ 1 true EOF 3 " " [512 1535]`, `[ 1 true error 2 ", " [64 62]`},
		{`[1 x`, "ttmdt", false, `[ 1 true error error 3 "x" [512]`, `[ 1 true error error 3 " x" [64]`},
		{`1]`, "tmtt", false, `1 false error error 1 "]" [512]`, `1 false error error 1 "]" [64]`},
	} {
		for release, want := range map[option.Release]string{option.Classic: row.classic, option.OverV2: row.overV2} {
			in := &sizes{Reader: strings.NewReader(row.text)}
			if row.broken {
				in.Reader = io.MultiReader(in.Reader, iotest.ErrReader(errBroken))
			}
			d := newDecoder(in, meaning(release))
			got := ""
			for _, call := range row.calls {
				var v any
				var err error
				switch call {
				case 't':
					v, err = d.Token()
				case 'd':
					err = d.Decode(&v)
				case 'm':
					v = d.More()
				}
				if err != nil {
					v = kind(err)
				}
				got += fmt.Sprint(v, " ")
			}
			rest, _ := io.ReadAll(d.Buffered())
			if got += fmt.Sprintf("%d %q %v", d.InputOffset(), rest, in.asked); got != want {
				t.Errorf("%s, calls %s under %x:\ngot  %s\nwant %s", row.text, row.calls, uint64(release), got, want)
			}
		}
	}
}

// TestStreamTraces holds what both meanings come to in many sequences of calls, without the words of errors.
// TestStream compares the one of the running toolchain with encoding/json; the other one is held by being the same
// under the toolchain that it is of. If play or this test changes, both toolchains must print the same new sums.
func TestStreamTraces(t *testing.T) {
	docs := []string{
		``, ` `, ` null true false `, `"a""b"1"c"`, "{\"a\":1}\n{\"a\":2}\n", ` [ 1 , "two" , { "three" : 3 } , [ ] , { } ] `, `{"a":{"b":[1,2,{"c":null}]},"d":"e","f":1.5e3}`,
		`{"a":`, `{"a" 1}`, `{"a":1,}`, `{"a":1 "b":2}`, `{null:1}`, `[1,]`, `[,1]`, `[1 2]`, `{"a":1]`, `]`, `{"a",1}`, `[1,,2]`, `tru`, `[falsy, 1]`, `[1.x]`, `01`, `"a\`, `["\u12g4"]`, `[世]`,
		`1e999 2`, `{"A":"x"} {"A":1}`, `"` + strings.Repeat("long ", 300) + `" 1`, strings.Repeat(" ", 700) + `{"A":1}` + strings.Repeat("\n", 600) + `x`, strings.Repeat("1 ", 1000), `{"a" :  `,
	}
	for release, want := range map[option.Release]string{option.Classic: "e755791824322a9d", option.OverV2: "9ca0927a38f73167"} {
		sum := sha256.New()
		for _, doc := range docs {
			for k := range readers {
				for seed := range uint64(10) {
					play(newDecoder(reader(k, doc, seed), meaning(release)), seed, 25, kind, func(did string) bool {
						fmt.Fprintln(sum, strings.ReplaceAll(did, "jsontext.Value", "json.RawMessage")) // a type of two names
						return true
					})
				}
			}
		}
		if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != want {
			t.Errorf("under %x: %s, want %s", uint64(release), got, want)
		}
	}
}

// TestNegativeCount: where reads are small, a negative count of bytes without an error is as good as none. Elsewhere it
// is a panic, or an error if it takes back what was given.
func TestNegativeCount(t *testing.T) {
	for _, row := range []struct {
		release      option.Release
		before, want string
	}{
		{option.SmallReads, "", "map[] [7]"},
		{option.SmallReads, " {} [", "map[] [7]"},
		{option.SmallReads | option.WholeTokens, " {} [", "map[] [7]"},
		{option.Classic, "", "panic"},
		{option.Classic, " {} [", "map[] error"},
	} {
		got := func() (got string) {
			defer func() {
				if recover() != nil {
					got = "panic"
				}
			}()
			behind := strings.TrimPrefix(" {} [7] ", row.before)
			count := -1
			d := newDecoder(io.MultiReader(strings.NewReader(row.before), readerFunc(func([]byte) (n int, err error) {
				if n, count = count, 0; n == 0 {
					err = io.EOF
				}
				return n, err
			}), strings.NewReader(behind)), meaning(row.release))
			for range 2 {
				var v any
				if err := d.Decode(&v); err != nil {
					return got + " error"
				}
				got = strings.TrimSpace(got + " " + fmt.Sprint(v))
			}
			return got
		}()
		if got != row.want {
			t.Errorf("%v, behind %q: %s, want %s", row.release, row.before, got, row.want)
		}
	}
}
