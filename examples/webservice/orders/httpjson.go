package orders

import (
	"context"
	"net/http"

	"github.com/zetes-json/zetes/httpjson"
)

// Handler answers a posted Order with its Invoice.
func Handler() http.Handler {
	return httpjson.Handler(func(_ context.Context, o Order) (Invoice, error) {
		v, err := bill(&o)
		if err != nil {
			return v, httpjson.Errorf(http.StatusUnprocessableEntity, "%w", err)
		}
		return v, nil
	}, httpjson.MaxBytes(maxBody))
}
