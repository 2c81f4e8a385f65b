package zetes_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/internal/meter"
)

// Broken documents stand in rows here, and the machine is to see each of them.
func init() { meter.Forget = true }

// TestUnmarshalAllRules: all that is wrong is in one list, in the order of the input, whether it is a rule for the
// whole input, one about a struct, or a value that does not fit.
func TestUnmarshalAllRules(t *testing.T) {
	type item struct {
		ID  int8 `json:"id,required"`
		Any any  `json:"any"`
	}
	type list struct {
		A []item
		S string
	}
	c := zetes.Strict()
	c.Limits = zetes.Limits{Depth: 5, Elements: 6, String: 10, Number: 6}
	api := c.Freeze()
	const in = "{\"A\":[{\"id\":300},\n" +
		"{\"any\":1},{\"id\":1,\"id\":2,\"id\":3},\n" +
		"{\"id\":1,\"any\":[[[1]],\"12345678901\",1234567]},\n" +
		"{\"id\":1,\"x\":\"\xff\"},{\"id\":1,\"any\":[1,2,3,4,5,6,7,8]},{\"id\":4},{\"id\":5}],\n" +
		"\"S\":5}"
	var v list
	err := api.UnmarshalAll([]byte(in), &v, 0)
	all, ok := errors.AsType[zetes.Errors](err)
	if !ok {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, fmt.Sprintf("%d:%d %s %v", e.Line, e.Column, e.Pointer, e.Reason()))
	}
	want := []string{
		"1:13 /A/0/id number out of range",
		"2:1 /A/1 missing member",
		"2:19 /A/2/id duplicate member",
		"2:26 /A/2/id duplicate member",
		"3:17 /A/3/any/0/0 nested too deep",
		"3:22 /A/3/any/1 too large",
		"3:36 /A/3/any/2 too large",
		"4:9 /A/4/x unknown member",
		"4:14 /A/4/x invalid UTF-8",
		"4:45 /A/5/any/6 too large",
		"4:51 /A/6 too large",
		"5:5 /S wrong kind of value",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// The first of several members with one name counts.
	if len(v.A) != 8 || v.A[2].ID != 1 || v.A[7].ID != 5 {
		t.Errorf("what fits is not there: %+v", v)
	}
	// The first of them are the list of a smaller limit.
	for n := 1; n < len(all); n++ {
		some, _ := errors.AsType[zetes.Errors](api.UnmarshalAll([]byte(in), new(list), n))
		if len(some) != n {
			t.Errorf("of at most %d: %v", n, some)
		}
		for i, e := range some {
			if e.Error() != all[i].Error() {
				t.Errorf("of at most %d, %d: %v, want %v", n, i, e, all[i])
			}
		}
	}
	// Each is shown with its caret.
	text := fmt.Sprintf("%+v", err)
	if strings.Count(text, "^") != len(all) || !strings.Contains(text, "\n\t\"S\":5}\n\t    ^") || fmt.Sprint(err) != err.Error() {
		t.Errorf("%+v", err)
	}
}

// TestUnmarshalAllEnds: bad syntax is told alone, and so that behind a limit on values nothing is decoded.
func TestUnmarshalAllEnds(t *testing.T) {
	api := zetes.Config{RejectDuplicates: true, Limits: zetes.Limits{Values: 5}}.Freeze()
	for in, want := range map[string]string{
		`{"a":1,"a":2,"b":}`:                    "invalid JSON at /b",
		`{"a":1,"a":2} x`:                       "invalid JSON at ",
		`[{"a":1,"a":2},[1,2,3],{"a":1,"a":1}]`: "duplicate member at /0/a, too large at /1/0",
	} {
		var v any
		all, _ := errors.AsType[zetes.Errors](api.UnmarshalAll([]byte(in), &v, 0))
		var got []string
		for _, e := range all {
			got = append(got, fmt.Sprintf("%v at %s", e.Reason(), e.Pointer))
		}
		if strings.Join(got, ", ") != want || v != nil {
			t.Errorf("%s: %s, want %s; %v", in, strings.Join(got, ", "), want, v)
		}
	}
}
