package zetes_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
)

type (
	needsY struct {
		X int `json:",required"`
		Y int `json:",required"`
	}
	needsZ struct {
		X int `json:",required"`
		Z int `json:",required"`
	}
	towerX struct {
		N any
		B []int
		X int
	}
	towerY struct {
		N any
		B []int
		Y int
	}
	sendsP struct {
		P string `json:"p,writeonly"`
		X int    `json:"x"`
	}
	sendsQ struct {
		Q string `json:"q,writeonly"`
		X int    `json:"x"`
	}
)

// strictUnion returns the API under Strict with an untagged union of those cases.
func strictUnion(cases ...zetes.UnionCase) *zetes.API {
	c := zetes.Strict()
	c.Codecs = []codec.Codec{zetes.UntaggedUnion[any](cases...)}
	return c.Freeze()
}

// TestUnionMisfitWords: the error of a value that fits no case says for each case what is wrong, at which member. Its
// Detail has no names of Go, and no text has the number of a fault.
func TestUnionMisfitWords(t *testing.T) {
	api := strictUnion(zetes.Case[needsY]("a"), zetes.Case[needsZ]("b"))
	for _, c := range []struct{ in, detail string }{
		{`{"V":{"X":1}}`, `the object fits no case of the union: as "a": member "Y" is missing; as "b": member "Z" is missing`},
		{`{"V":{"X":"q"}}`, `the object fits no case of the union: as "a", at /X: got a string, want an integer; ` +
			`as "b", at /X: got a string, want an integer`},
	} {
		var v struct{ V any }
		var e *zetes.Error
		err := api.Unmarshal([]byte(c.in), &v)
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", c.in, err)
		}
		if e.Detail() != c.detail || e.Pointer != "/V" || e.Reason() != zetes.ReasonInvalidValue {
			t.Errorf("%s: %s at %s: %v", c.in, e.Detail(), e.Pointer, e.Reason())
		}
		if text := err.Error(); strings.Contains(text, "fault ") || !strings.Contains(text, `as "a" of type zetes_test.needsY`) {
			t.Errorf("%s: %s", c.in, text)
		}
		all := api.UnmarshalAll([]byte(c.in), &v, 5)
		var list zetes.Errors
		if !errors.As(all, &list) || list[0].Detail() != c.detail {
			t.Errorf("%s: all: %v", c.in, all)
		}
	}
}

// TestUnionTriesTooDeep: a value for which the limit of tries is exceeded is too deep, and no other cases are tried.
func TestUnionTriesTooDeep(t *testing.T) {
	api := strictUnion(zetes.Case[towerX]("x"), zetes.Case[towerY]("y"))
	for _, n := range []int{5, 6, 9} {
		var v any
		err := api.Unmarshal([]byte(strings.Repeat(`{"N":`, n)+`{"B":[1]}`+strings.Repeat("}", n)), &v)
		if n == 5 {
			if err != nil {
				t.Errorf("%d: %v", n, err)
			}
			continue
		}
		var e *zetes.Error
		if !errors.As(err, &e) {
			t.Fatalf("%d: %v", n, err)
		}
		if e.Reason() != zetes.ReasonTooDeep || len(err.Error()) > 500 || !strings.Contains(err.Error(), "1,500") ||
			!strings.Contains(e.Detail(), "1,500") || e.Pointer != strings.Repeat("/N", 6) {
			t.Errorf("%d: %v: %s at %q: %.600s", n, e.Reason(), e.Detail(), e.Pointer, err)
		}
	}
}

// TestUnionDeepInTry: the levels may also end within a try, under Limits.Depth and without, at arrays, at codecs and in
// cases that are not tried.
func TestUnionDeepInTry(t *testing.T) {
	cases := []zetes.UnionCase{zetes.Case[towerX]("x"), zetes.Case[towerY]("y"), zetes.Case[[]any]("list")}
	for name, config := range map[string]zetes.Config{"plain": {}, "strict": zetes.Strict()} {
		for form, cd := range map[string]codec.Codec{
			"untagged": zetes.UntaggedUnion[any](cases...),
			"strings":  zetes.UntaggedUnion[any](append(cases, zetes.Case[string]("s"))...),
		} {
			config.Codecs = []codec.Codec{cd}
			api := config.Freeze()
			for _, member := range []string{"N", "B"} {
				for _, tries := range []int{0, 1, 4, 5} {
					in := strings.Repeat(`{"N":`, tries) + `{"` + member + `":` + strings.Repeat("[", 9900) +
						strings.Repeat("]", 9900) + "}" + strings.Repeat("}", tries)
					for how, err := range map[string]error{
						"first": api.Unmarshal([]byte(in), new(any)), "all": api.UnmarshalAll([]byte(in), new(any), 5),
					} {
						said := name == "strict" || strings.Contains(err.Error(), "1,500")
						if !errors.Is(err, zetes.ReasonTooDeep) || len(err.Error()) > 900 || !said {
							t.Errorf("%s, %s, %s, %s: %d tries: %.900v", name, form, how, member, tries, err)
						}
					}
				}
			}
		}
	}
}

// TestUnionMisfitText: the text about misfits within one another is short.
func TestUnionMisfitText(t *testing.T) {
	api := strictUnion(zetes.Case[towerX]("x"), zetes.Case[towerY]("y"))
	for n := range 6 {
		var v any
		err := api.Unmarshal([]byte(strings.Repeat(`{"N":`, n)+`{"B":["s"]}`+strings.Repeat("}", n)), &v)
		var e *zetes.Error
		if !errors.As(err, &e) || e.Reason() != zetes.ReasonInvalidValue || len(err.Error()) > 1200 || len(e.Detail()) > 1000 {
			t.Errorf("%d: %.3000v", n, err)
		}
	}
}

// TestUnionOneWay: members that are never written do not tell cases apart.
func TestUnionOneWay(t *testing.T) {
	u := zetes.UntaggedUnion[any](zetes.Case[sendsP]("a"), zetes.Case[sendsQ]("b"))
	if err := (zetes.Config{Codecs: []codec.Codec{u}}).Freeze().Check(struct{ V any }{}); err == nil || strings.Contains(err.Error(), "can't tell") {
		t.Errorf("both ways: %v", err)
	}
	err := zetes.Config{Codecs: []codec.Codec{u}, OneWay: true}.Freeze().Check(struct{ V any }{})
	if err == nil || !strings.Contains(err.Error(), `can't tell its case "b" from the case "a"`) {
		t.Errorf("one way: %v", err)
	}
}
