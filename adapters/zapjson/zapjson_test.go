package zapjson_test

import (
	"bytes"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/adapters/zapjson"
)

func TestEncoder(t *testing.T) {
	c := zapcore.EncoderConfig{MessageKey: "m", NewReflectedEncoder: zapjson.Encoder(zetes.Config{Naming: zetes.SnakeCase}.Freeze())}
	var out bytes.Buffer
	log := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(c), zapcore.AddSync(&out), zap.InfoLevel))
	for range 2 {
		log.Info("sold", zap.Any("order", struct{ UserID int }{7}), zap.Any("bad", struct{ F func() }{}))
	}
	const want = `{"m":"sold","order":{"user_id":7},"badError":"json: unsupported type: func() (at (struct { F func() }).F)"}` + "\n"
	if out.String() != want+want {
		t.Errorf("%s, want twice %s", &out, want)
	}
}
