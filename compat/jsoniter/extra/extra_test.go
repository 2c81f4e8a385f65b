package extra_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/zetes-json/zetes/compat/jsoniter"
	"github.com/zetes-json/zetes/compat/jsoniter/extra"
)

// TestExtra sets all extensions of package extra in one process, as its functions do.
func TestExtra(t *testing.T) {
	type private struct {
		UserID int
		name   string
		Tagged bool `json:"T"`
	}
	extra.SetNamingStrategy(extra.LowerCaseWithUnderscores)
	extra.SupportPrivateFields()
	extra.RegisterTimeAsInt64Codec(time.Millisecond)
	extra.RegisterFuzzyDecoders()
	jsoniter.RegisterExtension(&extra.BinaryAsStringExtension{})
	at := time.UnixMilli(1500)
	for _, v := range []struct {
		v    any
		want string
	}{
		{private{1, "n", true}, `{"user_i_d":1,"name":"n","T":true}`}, {at, `1500`}, {[]byte("a\\\x01"), `"a\\x5c\\x01"`},
	} {
		got, err := jsoniter.MarshalToString(v.v)
		if err != nil || got != v.want {
			t.Errorf("%s, %v, want %s", got, err, v.want)
		}
		back := reflect.New(reflect.TypeOf(v.v))
		if err := jsoniter.UnmarshalFromString(got, back.Interface()); err != nil || !reflect.DeepEqual(back.Elem().Interface(), v.v) {
			t.Errorf("%s: %+v, %v", got, back.Elem(), err)
		}
	}
	var v struct {
		S string
		I int8
		U uint
		F float32
		B bool
		M map[string]int
		P *private
	}
	if err := jsoniter.UnmarshalFromString(`{"s":1.5,"i":"12.9","u":true,"f":"1.5","b":"1","m":[],"p":[]}`, &v); err != nil || v.S != "1.5" || v.I != 12 || v.U != 1 || v.F != 1.5 || !v.B || v.M == nil || v.P == nil {
		t.Errorf("%+v, %v", v, err)
	}
	for _, text := range []string{`{"i":300}`, `{"i":"x"}`, `{"u":-1}`, `{"s":{}}`, `{"f":"x"}`, `{"b":[]}`, `{"m":[1]}`, `{"i":1e99}`} {
		if err := jsoniter.UnmarshalFromString(text, &v); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	for _, text := range []string{`"\\x"`, `"\\xzz"`, `"\\"`, `1`} {
		var b []byte
		if err := jsoniter.UnmarshalFromString(text, &b); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}
