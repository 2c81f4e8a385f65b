package ready_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/codec/ready"
)

type (
	validator interface{ Validate() error }
	defaulter interface{ SetDefaults() }

	account struct {
		Name string
		Port int
		Next *account `json:",omitempty"`
	}
	level int
)

func (a *account) Validate() error {
	if a.Name == "" {
		return errors.New("a name is missing")
	}
	return nil
}

func (a *account) SetDefaults() {
	if a.Port == 0 {
		a.Port = 80
	}
}

func (l level) Validate() error {
	if l > 9 {
		return fmt.Errorf("level %d", l)
	}
	return nil
}

func hooked(hooks ...func(reflect.Type) (codec.Codec, bool)) *zetes.API {
	return zetes.Config{CodecsFor: hooks}.Freeze()
}

// TestHooks: hooks are called for values of all types that implement the interface, wherever they stand, and their
// errors have the place of the value.
func TestHooks(t *testing.T) {
	type doc struct {
		One    account
		Levels []level
		By     map[string]*account
		Any    any
	}
	api := hooked(ready.Hooks(validator.Validate, validator.Validate))
	good := `{"One":{"Name":"a","Port":1,"Next":{"Name":"b","Port":0}},"Levels":[1,9],"By":{"k":{"Name":"c","Port":2},"n":null},"Any":null}`
	var v doc
	if err := api.UnmarshalString(good, &v); err != nil || v.One.Next.Name != "b" || v.Levels[1] != 9 {
		t.Fatalf("%+v, %v", v, err)
	}
	if got, err := api.MarshalString(v); got != good || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	for text, want := range map[string][2]string{
		`{"One":{"Port":1}}`:                  {"a name is missing", "/One"},
		`{"One":null}`:                        {"a name is missing", "/One"},
		`{"One":{"Name":"a","Next":{}}}`:      {"a name is missing", "/One/Next"},
		`{"Levels":[1,10]}`:                   {"level 10", "/Levels/1"},
		`{"By":{"k":{"Name":"a"},"l":{}}}`:    {"a name is missing", "/By/l"},
		`{"One":{"Name":"a","Port":"b"}}`:     {"cannot unmarshal", "/One/Port"},
		`{"One":{"Name":"a","Next":{"Na":1}}`: {"unexpected end", ""},
	} {
		err := api.UnmarshalString(text, new(doc))
		if err == nil || !strings.Contains(err.Error(), want[0]) || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for _, bad := range []any{level(10), &account{}, doc{One: account{Name: "a", Next: &account{}}}, map[string]any{"a": []any{level(11)}}} {
		if got, err := api.MarshalString(bad); err == nil {
			t.Errorf("%+v was written: %s", bad, got)
		}
	}
}

// TestHooksAtWork: the values between hooks follow the configuration of the call, also that of API.With.
func TestHooksAtWork(t *testing.T) {
	api := zetes.Config{
		RejectUnknown: true, CodecNamed: ready.Named,
		CodecsFor: []func(reflect.Type) (codec.Codec, bool){
			ready.Hooks(nil, func(v interface {
				defaulter
				validator
			}) error {
				v.SetDefaults()
				return v.Validate()
			}),
			ready.Hooks(nil, validator.Validate),
		},
	}.Freeze()
	v := account{Next: &account{}}
	if err := api.UnmarshalString(`{"Name":"a","Next":{"Name":"b","Port":7}}`, &v); err != nil || v.Port != 80 || v.Next.Port != 7 {
		t.Errorf("%+v, %v", v, err)
	}
	if err := api.UnmarshalString(`{"Name":"a","Other":1}`, &v); err == nil || !strings.Contains(err.Error(), "Other") {
		t.Errorf("an unknown member: %v", err)
	}
	if err := api.UnmarshalString(`[12]`, new([]level)); err == nil || !strings.Contains(err.Error(), "/0") {
		t.Error(err)
	}
	// Within a reader that no API has lent, the package's own functions count.
	r := codec.NewReader(strings.NewReader(`{"Name":"a","Other":1} {"Name":"b"}`))
	var none *zetes.API
	for _, want := range []string{"a", "b"} {
		if none.ReadDefault(r, &v); r.Err() != nil || v.Name != want {
			t.Errorf("%+v, %v", v, r.Err())
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("hooks for a struct")
		}
	}()
	ready.Hooks(nil, func(account) error { return nil })
}
