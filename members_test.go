package zetes_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/opt"
)

type (
	address struct {
		Street string
		City   string `json:"city"`
	}
	employee struct {
		ID     int
		Secret string `json:"secret"`
		*address
		Name  string `json:"name,omitempty"`
		Token string `mask:"yes"`
		Boss  *employee
	}
)

// rearranged drops, renames, moves and adds names.
func rearranged(t reflect.Type, members []zetes.Member) []zetes.Member {
	if t != reflect.TypeFor[employee]() {
		return members
	}
	members = slices.DeleteFunc(members, func(m zetes.Member) bool { return m.Name == "secret" || m.Field.Tag.Get("mask") != "" })
	for i := range members {
		switch m := &members[i]; m.Field.Name {
		case "ID":
			m.Name, m.Aliases = "id", []string{"ident", "Key"}
		case "City":
			m.Aliases, m.OmitEmpty = []string{"town"}, true
		case "Boss":
			m.OmitZero = true
		}
	}
	slices.Reverse(members)
	return members
}

// TestMembers: what Config.Members returns is what a struct has, in both directions.
func TestMembers(t *testing.T) {
	api := zetes.Config{Members: rearranged}.Freeze()
	in := employee{ID: 1, Secret: "s", address: &address{"High", "Rome"}, Name: "n", Token: "t", Boss: &employee{ID: 2, address: &address{}}}
	want := `{"Boss":{"Street":"","id":2},"name":"n","city":"Rome","Street":"High","id":1}`
	for range 2 {
		if out, err := api.MarshalString(in); out != want || err != nil {
			t.Errorf("%s, %v, want %s", out, err, want)
		}
	}
	if out, err := api.MarshalString(employee{}); out != `{"id":0}` || err != nil {
		t.Error(out, err)
	}
	for text, id := range map[string]int{`{"id":3}`: 3, `{"ident":3}`: 3, `{"Key":3}`: 3, `{"KEY":3}`: 3, `{"IDENT":1,"id":3}`: 3, `{"id":1,"ident":3}`: 3, `{"secret":"x","Token":"y","ID":3}`: 3} {
		v := employee{}
		if err := api.UnmarshalString(text, &v); err != nil || v.ID != id || v.Secret+v.Token != "" {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	v := employee{address: &address{}}
	if err := api.UnmarshalString(`{"town":"Oslo","Boss":{"ident":4}}`, &v); err != nil || v.City != "Oslo" || v.Boss.ID != 4 {
		t.Errorf("%+v, %v", v, err)
	}
	var e *zetes.Error
	if err := api.UnmarshalString(`{"Boss":{"ident":"x"}}`, &v); !errors.As(err, &e) || e.Pointer != "/Boss/ident" || e.GoPath() != "employee.Boss.ID" {
		t.Errorf("%v: %+v", err, e)
	}
}

// TestMembersRules: an alias is the member where members are required, have defaults, or where others are unknown.
func TestMembersRules(t *testing.T) {
	type server struct {
		Host string `json:"host,required"`
		Port int    `json:"port" default:"80"`
		opt.Unknown
	}
	api := zetes.Config{Required: true, Defaults: true, RejectUnknown: true, KeepUnknown: true, RequireAll: true,
		Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
			for i := range members {
				members[i].Aliases = []string{members[i].Name[:1]}
			}
			return members
		},
	}.Freeze()
	for text, want := range map[string]string{
		`{"h":"a"}`:                `{"host":"a","port":80}`,
		`{"h":"a","p":0,"x":[]}`:   `{"host":"a","port":0,"x":[]}`,
		`{"H":"a","port":1}`:       `{"host":"a","port":1}`,
		`{"port":1,"z":1}`:         "",
		`{"host":"a","h":"b"}`:     `{"host":"b","port":80}`,
		`{"host":"a","host ":"b"}`: `{"host":"a","port":80,"host ":"b"}`,
	} {
		var v server
		err := api.UnmarshalString(text, &v)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "host") {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		if out, _ := api.MarshalString(v); err != nil || out != want {
			t.Errorf("%s: %s, %v", text, out, err)
		}
	}
}

// TestMembersWrong: what a struct can't have is the error of each of its values, and of Check.
func TestMembersWrong(t *testing.T) {
	for words, choose := range map[string]func(reflect.Type, []zetes.Member) []zetes.Member{
		`the name "x" twice`:       func(_ reflect.Type, m []zetes.Member) []zetes.Member { m[0].Name, m[1].Name = "x", "x"; return m },
		`the name "city" twice`:    func(_ reflect.Type, m []zetes.Member) []zetes.Member { m[0].Aliases = []string{"city"}; return m },
		`the name "Street" twice`:  func(_ reflect.Type, m []zetes.Member) []zetes.Member { return append(m, m[0]) },
		`a field "" that was none`: func(_ reflect.Type, m []zetes.Member) []zetes.Member { return []zetes.Member{{Name: "x"}} },
	} {
		api := zetes.Config{Members: choose}.Freeze()
		var te *zetes.TypeError
		_, err := api.Marshal(address{})
		for _, err := range []error{api.Check(address{}), err, api.UnmarshalString("{}", new(address))} {
			if !errors.As(err, &te) || !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v", words, err)
			}
		}
	}
	none := zetes.Config{Members: func(reflect.Type, []zetes.Member) []zetes.Member { return nil }}.Freeze()
	if out, err := none.MarshalString(address{"a", "b"}); out != "{}" || err != nil {
		t.Error(out, err)
	}
}

// TestTagKeys: of several keys the first that a field has counts.
func TestTagKeys(t *testing.T) {
	type both struct {
		A int `api:"x,omitempty" json:"a"`
		B int `json:"b"`
		C int `api:"-" json:"c"`
		D int `json:"-"`
		E int `api:"" json:"e"`
		F int
	}
	for keys, want := range map[string]string{
		"api,json": `{"x":1,"b":1,"E":1,"F":1}`, "json,api": `{"a":1,"b":1,"c":1,"e":1,"F":1}`, "nothing,json": `{"a":1,"b":1,"c":1,"e":1,"F":1}`, "api": `{"x":1,"B":1,"D":1,"E":1,"F":1}`,
	} {
		api := zetes.Config{TagKey: keys}.Freeze()
		if out, err := api.MarshalString(both{1, 1, 1, 1, 1, 1}); out != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", keys, out, err, want)
		}
		var v both
		if err := api.UnmarshalString(want, &v); err != nil || v.A+v.B+v.F != 3 {
			t.Errorf("%s: %+v, %v", keys, v, err)
		}
	}
	for _, keys := range []string{",", "a,,b", "a,", "a, b"} {
		if (zetes.Config{TagKey: keys}).Check() == nil {
			t.Errorf("the keys %q are no contradiction", keys)
		}
	}
	torn := reflect.New(reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: `api:a`}, {Name: "B", Type: reflect.TypeFor[int](), Tag: `json:b`},
	})).Interface()
	if err := (zetes.Config{TagKey: "api,json"}).Freeze().Check(torn); strings.Count(fmt.Sprint(err), "can't be read") != 2 {
		t.Error(err)
	}
}

// TestCaseTags: the tag option "case" decides for one field what ExactCase decides for all.
func TestCaseTags(t *testing.T) {
	type cased struct {
		Plain  int `json:"plain"`
		Strict int `json:"strict,case:strict"`
		Ignore int `json:"ignore,case:ignore"`
	}
	text := `{"PLAIN":1,"STRICT":1,"IGNORE":1}`
	for _, row := range []struct {
		config zetes.Config
		want   cased
	}{
		{zetes.Config{MoreTags: true}, cased{1, 0, 1}},
		{zetes.Config{MoreTags: true, ExactCase: true}, cased{0, 0, 1}},
		{zetes.Config{ExactCase: true}, cased{}},
	} {
		var v cased
		if err := row.config.Freeze().UnmarshalString(text, &v); err != nil || v != row.want {
			t.Errorf("%+v, %v, want %+v", v, err, row.want)
		}
		v = cased{}
		if err := row.config.Freeze().UnmarshalString(strings.ToLower(text), &v); err != nil || v != (cased{1, 1, 1}) {
			t.Errorf("as they are: %+v, %v", v, err)
		}
	}
}

// TestAliasesReset: under ResetAbsent a field is set by its name or an alias, and reset if both are absent. Lists of
// fields and aliases are shorter or longer than the memory on the stack that records which fields had a member.
func TestAliasesReset(t *testing.T) {
	api := zetes.Config{ResetAbsent: true, Members: func(_ reflect.Type, members []zetes.Member) []zetes.Member {
		for i := range members {
			members[i].Aliases = []string{"x" + members[i].Name}
		}
		return members
	}}.Freeze()
	for _, n := range []int{1, 3, 31, 32, 33, 40, 64, 70} {
		fields := make([]reflect.StructField, n)
		for i := range fields {
			fields[i] = reflect.StructField{Name: fmt.Sprint("F", i), Type: reflect.TypeFor[int]()}
		}
		v, want := reflect.New(reflect.StructOf(fields)), ""
		text := "{"
		for i := range n {
			v.Elem().Field(i).SetInt(7)
			switch i % 3 {
			case 0:
				text += fmt.Sprintf(`"F%d":%d,`, i, i+10)
				want += fmt.Sprint(" ", i+10)
			case 1:
				text += fmt.Sprintf(`"xF%d":%d,`, i, i+10)
				want += fmt.Sprint(" ", i+10)
			default:
				want += " 0"
			}
		}
		err := api.UnmarshalString(strings.TrimSuffix(text, ",")+"}", v.Interface())
		if got := fmt.Sprint(v.Elem()); err != nil || got != "{"+want[1:]+"}" {
			t.Errorf("%d fields: %s, %v, want %s", n, got, err, want)
		}
	}
}
