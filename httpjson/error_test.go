package httpjson

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/json"
)

// TestErrorsOfMany holds that errors.Is and errors.As see all errors about a body, and that those about a response are
// as complete as those of UnmarshalAll.
func TestErrorsOfMany(t *testing.T) {
	const text = `{"a":"x","b":["y",1.5],"c":{"k":[]},"other":1}`
	type target struct {
		A int            `json:"a"`
		B []int          `json:"b"`
		C map[string]int `json:"c"`
	}
	api := zetes.Config{RejectUnknown: true}.Freeze()
	var v target
	var want zetes.Errors
	if !errors.As(api.UnmarshalAll([]byte(text), &v, 0), &want) || len(want) != 5 {
		t.Fatal(want)
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	err := Read(r, new(target), WithAPI(api))
	var all zetes.Errors
	if !errors.As(err, &all) || len(all) != len(want) {
		t.Errorf("%v", all)
	}
	for _, reason := range []zetes.Reason{zetes.ReasonUnknownMember, want[0].Reason()} {
		if !errors.Is(err, reason) {
			t.Errorf("%v is not found", reason)
		}
	}
	if errors.Is(err, zetes.ReasonInvalidUTF8) || !errors.As(err, new(*json.UnmarshalTypeError)) || errors.As(err, new(*http.MaxBytesError)) {
		t.Errorf("%+v", err)
	}
	if own := Errorf(400, "no"); errors.As(own, &all) || errors.Is(own, zetes.ReasonUnknownMember) {
		t.Error("an error without Errors has some")
	}
	resp := &http.Response{StatusCode: 200, Header: r.Header, Body: io.NopCloser(strings.NewReader(text))}
	got, ok := errors.AsType[*ResponseError](ReadResponse(resp, new(target), WithAPI(api)))
	if !ok || !slices.EqualFunc(got.Errors, want, func(a, b *zetes.Error) bool {
		typed, is := errors.AsType[*json.UnmarshalTypeError](a)
		other, was := errors.AsType[*json.UnmarshalTypeError](b)
		return a.Error() == b.Error() && a.GoPath() == b.GoPath() && a.Excerpt == b.Excerpt && is == was && (!is || *typed == *other)
	}) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestSetErrorsOffsets: each error keeps its place, also an offset below zero, which a text before the document can
// have in an error that a program makes.
func TestSetErrorsOffsets(t *testing.T) {
	all := zetes.Errors{}
	for _, offset := range []int64{-2, -1, 0, 1, -3, 1 << 40} {
		all = append(all, &zetes.Error{Offset: offset, Line: 1, Column: 2, Err: io.EOF})
	}
	all = append(all, &zetes.Error{Pointer: "/a", Err: io.EOF})
	e := &Error{Status: 400}
	e.SetErrors(all)
	got, err := json.Marshal(e)
	want, _ := json.Marshal(all)
	if err != nil || !strings.Contains(string(got), `"errors":`+string(want)+`}`) {
		t.Errorf("%s\nwant %s", got, want)
	}
	for i, one := range e.Errors() {
		if one.Offset != all[i].Offset {
			t.Errorf("error %d: offset %d, want %d", i, one.Offset, all[i].Offset)
		}
	}
}
