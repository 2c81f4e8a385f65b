package zetes_test

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/codec"

	// No package of the library may use the functions as it is initialized.
	_ "github.com/zetes-json/zetes/codec/ready"
	_ "github.com/zetes-json/zetes/httpjson"
	_ "github.com/zetes-json/zetes/jsondoc"
	_ "github.com/zetes-json/zetes/stream"
)

// TestRegister runs in a process of its own: in this one the package has been used.
func TestRegister(t *testing.T) {
	const child = "ZETES_TEST_REGISTER"
	if os.Getenv(child) == "" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "-test.run=^TestRegister$")
		cmd.Env = append(os.Environ(), child+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if err := zetes.Register(unixTime, nullIntCodec); err != nil {
		t.Fatal(err)
	}
	if zetes.Register(nullStringCodec, unixTime) == nil || zetes.Register(codec.Codec{}) == nil {
		t.Error("a second codec for a type is accepted")
	}
	at := time.Unix(1700000000, 0).UTC()
	if b, err := zetes.Append(nil, []any{at, nullInt{}, nullString{"x", true}}); err != nil || string(b) != `[1700000000,null,{"String":"x","Valid":true}]` {
		t.Errorf("%s, %v", b, err)
	}
	if b, err := zetes.NewTypedEncoder[time.Time]().Append(nil, &at); err != nil || string(b) != `1700000000` {
		t.Errorf("%s, %v", b, err)
	}
	var back time.Time
	if err := zetes.UnmarshalString(`1700000000`, &back); err != nil || !back.Equal(at) {
		t.Error(back, err)
	}
	if zetes.Register(nullStringCodec) == nil {
		t.Error("registering after the first use is accepted")
	}
}
