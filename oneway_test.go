package zetes_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"
	"github.com/zetes-json/zetes/json"
	"github.com/zetes-json/zetes/opt"
)

type (
	stamped struct {
		ID      int       `json:"id,readonly"`
		Created time.Time `json:"created,readonly,omitzero"`
	}
	signIn struct {
		stamped
		Name     string         `json:"name"`
		Password string         `json:"password,writeonly"`
		Roles    []string       `json:"roles,omitempty,readonly"`
		Hints    map[string]int `json:"hints,omitempty,writeonly"`
		Links    *signIn        `json:"links,omitempty,readonly"`
	}
)

// TestOneWay: read-only members are written, and skipped or refused in the input, and write-only ones the other way
// round, under every configuration and in every place of a value.
func TestOneWay(t *testing.T) {
	had := signIn{stamped: stamped{ID: 7}, Roles: []string{"user"}}
	const input = `{"id": 9, "created": "?", "name": "Jane", "password": "x", "roles": [{}], "hints": {"a": 1}, "links": null}`
	byMember := func(_ reflect.Type, members []zetes.Member) []zetes.Member {
		for i := range members {
			_, options, _ := strings.Cut(members[i].Field.Tag.Get("json"), ",")
			members[i].ReadOnly, members[i].WriteOnly = strings.Contains(options, "readonly"), strings.Contains(options, "writeonly")
		}
		return members
	}
	for name, c := range map[string]zetes.Config{
		"plain": {OneWay: true}, "members": {Members: byMember}, "strict": func() zetes.Config { c := zetes.Strict(); c.OneWay = true; return c }(), "reset": {OneWay: true, ResetAbsent: true},
		"required": {OneWay: true, RequireAll: true}, "alias": {OneWay: true, Alias: true, MoreTags: true}, "fuzzy": {OneWay: true, Fuzzy: true}, "any": {OneWay: true, Objects: nil, KeepUnknown: true},
	} {
		api := c.Freeze()
		for place, v := range map[string]any{"itself": &had, "slice": &[]signIn{had}, "pointer": &[]*signIn{&had}, "map": &map[string]signIn{"k": had}, "optional": &struct{ V opt.Value[signIn] }{opt.Of(had)}} {
			if out, err := api.MarshalString(v); err != nil || !strings.Contains(out, `{"id":7,"name":"","roles":["user"]}`) {
				t.Errorf("%s, %s: %s, %v", name, place, out, err)
			}
		}
		v := signIn{stamped: stamped{ID: 7}, Roles: []string{"user"}}
		want := signIn{stamped: stamped{ID: 7}, Name: "Jane", Password: "x", Roles: []string{"user"}, Hints: map[string]int{"a": 1}}
		if err := api.UnmarshalString(input, &v); err != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
		if err := api.UnmarshalString(`{"name": "Jane", "password": "x", "hints": {"a": 1}}`, &v); err != nil || !reflect.DeepEqual(v, want) {
			t.Errorf("%s: without the members: %+v, %v", name, v, err)
		}
		if err := api.UnmarshalString(`{"id": [}`, &v); err == nil {
			t.Errorf("%s: what is skipped is not checked", name)
		}
		var list []signIn
		if err := api.UnmarshalString("["+input+"]", &list); err != nil || list[0].ID != 0 || list[0].Roles != nil {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
		c.RefuseReadOnly = true
		err := c.Freeze().UnmarshalString("{\"name\": \"x\",\n \"roles\": []}", &v)
		var e *zetes.Error
		if !errors.Is(err, zetes.ErrReadOnly) || !errors.As(err, &e) || e.Pointer != "/roles" || e.Line != 2 {
			t.Errorf("%s: %v", name, err)
		}
		if all, ok := c.Freeze().UnmarshalAll([]byte(input), &v, 0).(zetes.Errors); !ok || len(all) < 4 {
			t.Errorf("%s: %v", name, all)
		}
	}
	// A read-only member allocates no embedded pointer on the way to its field, and needs none that can be set.
	type hidden struct {
		H [9]int `json:"h,readonly"`
	}
	type Far struct {
		Stamp time.Time `json:"stamp,readonly"`
		Set   int       `json:"set"`
		*hidden
	}
	type pointing struct {
		Name string `json:"name"`
		*Far
	}
	for name, c := range map[string]zetes.Config{"plain": {OneWay: true}, "reset": {OneWay: true, ResetAbsent: true}, "duplicates": {OneWay: true, RejectDuplicates: true}} {
		var p pointing
		if err := c.Freeze().UnmarshalString(`{"stamp":"?","name":"x","h":[1]}`, &p); err != nil || p.Far != nil || p.Name != "x" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		had := Far{Stamp: time.Unix(1, 0), hidden: &hidden{H: [9]int{1}}}
		p.Far = &had
		if err := c.Freeze().UnmarshalString(`{"stamp":"?","h":[2],"set":3}`, &p); err != nil || had.Set != 3 || had.H[0] != 1 || !had.Stamp.Equal(time.Unix(1, 0)) {
			t.Errorf("%s: %+v, %v", name, had, err)
		}
	}
	// Without OneWay, and for package json, the options mean nothing.
	var v signIn
	if err := json.Unmarshal([]byte(`{"id":9}`), &v); err != nil || v.ID != 9 {
		t.Errorf("%+v, %v", v, err)
	}
	if out, err := zetes.MarshalString(signIn{Password: "x"}); err != nil || !strings.Contains(out, `"password":"x"`) {
		t.Errorf("%s, %v", out, err)
	}
	if err := (zetes.Config{}).Freeze().Check(signIn{}); err == nil || !strings.Contains(err.Error(), `the tag option "readonly" means nothing without Config.OneWay`) {
		t.Error(err)
	}
	if err := (zetes.Config{OneWay: true}).Freeze().Check(signIn{}); err != nil {
		t.Error(err)
	}
	// A codec of the field still writes it.
	hex := codec.ForField[stamped]("ID", codec.For(func(w *codec.Writer, v *int) { w.String(fmt.Sprintf("%x", *v)) }, func(r *codec.Reader, v *int) { *v = int(r.Int()) }))
	api := zetes.Config{OneWay: true, Fields: []codec.Field{hex}}.Freeze()
	s := stamped{ID: 255}
	if out, err := api.MarshalString(s); err != nil || out != `{"id":"ff"}` {
		t.Errorf("%s, %v", out, err)
	}
	if err := api.UnmarshalString(`{"id":1}`, &s); err != nil || s.ID != 255 {
		t.Errorf("%+v, %v", s, err)
	}
	set, err := zetes.ParseFields("id,password,name")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := api.With(zetes.PerCall{Fields: set}).MarshalString(signIn{Password: "x"}); err != nil || out != `{"id":"0","name":""}` {
		t.Errorf("%s, %v", out, err)
	}
}

func ExampleConfig_oneWay() {
	type User struct {
		ID       int    `json:"id,readonly"`
		Name     string `json:"name"`
		Password string `json:"password,writeonly"`
	}
	api := zetes.Config{OneWay: true}.Freeze()
	user := User{ID: 7}
	err := api.UnmarshalString(`{"id":1,"name":"Jane","password":"secret"}`, &user)
	fmt.Printf("%+v %v\n", user, err)
	out, err := api.MarshalString(user)
	fmt.Println(out, err)
	err = zetes.Config{OneWay: true, RefuseReadOnly: true}.Freeze().UnmarshalString(`{"id":1}`, &user)
	fmt.Println(errors.Is(err, zetes.ErrReadOnly), err)
	// Output:
	// {ID:7 Name:Jane Password:secret} <nil>
	// {"id":7,"name":"Jane"} <nil>
	// true json: codec of int in field ID failed reading: zetes: the member is read-only (line 1, column 7, at /id)
}
