package ginjson_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/adapters/ginjson"
	"github.com/zetes-json/zetes/httpjson"
)

type order struct {
	UserID int
	Items  []string `binding:"required"`
}

// TestUse sends requests to a gin server: names are the API's, and what is wrong is answered with its place.
func TestUse(t *testing.T) {
	gin.SetMode(gin.TestMode)
	ginjson.Use(zetes.Config{Naming: zetes.SnakeCase, EmptySlices: true, RejectUnknown: true}.Freeze())
	r := gin.New()
	r.POST("/", func(c *gin.Context) {
		var o order
		if err := c.ShouldBindJSON(&o); err != nil {
			if e := (*zetes.Error)(nil); errors.As(err, &e) || errors.Is(err, httpjson.ErrEmpty) && errors.Is(err, io.EOF) {
				httpjson.WriteError(c.Writer, err)
			} else {
				c.String(http.StatusTeapot, err.Error())
			}
			return
		}
		o.Items = nil
		c.JSON(http.StatusCreated, o)
	})
	for body, want := range map[string]struct {
		status int
		text   string
	}{
		`{"user_id":7,"items":["<"]}`:   {201, `{"user_id":7,"items":[]}`},
		`{"user_id":"7","items":["a"]}`: {422, `"pointer":"#/user_id"`},
		`{"user_id":"7","items":[1]}`:   {422, `"pointer":"#/items/0"`}, // all that is wrong, not only the first
		`{"user":7}`:                    {422, `unknown member`},
		`{"user_id":7,`:                 {400, `"errors":[{"detail":"unexpected end of JSON input","reason":"invalid JSON","pointer":"#","line":1,"column":14,"offset":13}]`},
		"":                              {400, `"detail":"the body is empty"`},
		" ":                             {400, `"detail":"the body is empty"`},
		`{"user_id":7}`:                 {418, `required`}, // gin's own validation goes on working
	} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest("POST", "/", strings.NewReader(body)))
		if w.Code != want.status || !strings.Contains(w.Body.String(), want.text) {
			t.Errorf("%s: %d %s, want %d with %s", body, w.Code, w.Body, want.status, want.text)
		}
	}
}
