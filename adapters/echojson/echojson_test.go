package echojson_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/zetes-json/zetes"
	"github.com/zetes-json/zetes/adapters/echojson"
)

type order struct {
	UserID int
	Items  []string
}

// TestSerializer sends requests to an echo server.
func TestSerializer(t *testing.T) {
	e := echo.New()
	e.JSONSerializer = echojson.Serializer{API: zetes.Config{Naming: zetes.SnakeCase, EmptySlices: true}.Freeze()}
	e.POST("/", func(c echo.Context) error {
		var o order
		if err := c.Bind(&o); err != nil {
			return err
		}
		if o.UserID < 0 {
			return echo.NewHTTPError(http.StatusTeapot, "negative")
		}
		if c.QueryParam("bad") != "" {
			return c.JSON(http.StatusOK, map[string]any{"f": func() {}})
		}
		return c.JSON(http.StatusCreated, o)
	})
	for _, row := range []struct {
		handler     bool
		query, body string
		status      int
		text        string
	}{
		{false, "", `{"user_id":7}`, 201, `{"user_id":7,"items":[]}`},
		{false, "", `{"user_id":"7"}`, 422, `want an integer`},
		{true, "", `{"user_id":"7"}`, 422, `"pointer":"#/user_id"`},
		{true, "", `{"user_id":7} {}`, 400, `"status":400`},
		{true, "", `{"user_id":-7}`, 418, `negative`},
		{true, "?bad=1", `{}`, 500, `Internal Server Error`},
		{true, "?pretty", `{}`, 201, "{\n  \"user_id\": 0,"},
	} {
		e.HTTPErrorHandler = e.DefaultHTTPErrorHandler
		if row.handler {
			e.HTTPErrorHandler = echojson.ErrorHandler(e.DefaultHTTPErrorHandler)
		}
		r := httptest.NewRequest("POST", "/"+row.query, strings.NewReader(row.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if w.Code != row.status || !strings.Contains(w.Body.String(), row.text) {
			t.Errorf("%s: %d %s, want %d with %s", row.body, w.Code, w.Body, row.status, row.text)
		}
	}
}
