package httpjson

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/zetes-json/zetes"
)

// mostFields is the largest number of bytes in the text of a set of members that a client sends.
const mostFields = 4 << 10

// Fields returns the set of members that a query parameter of r selects, in the syntax of zetes.ParseFields, for
// zetes.PerCall:
//
//	fields, err := httpjson.Fields(r, "fields")
//	if err != nil {
//		httpjson.WriteError(w, err)
//		return
//	}
//	httpjson.Write(w, http.StatusOK, order, httpjson.WithAPI(api.With(zetes.PerCall{Fields: fields})))
//
// If there are several such parameters, the first one counts. Without one the result is nil, which selects all members.
// It returns an *Error with status 400 if the text is not a set of members or has more than 4 KB, and for any query
// that url.ParseQuery refuses, since the parameter may be in the malformed part. For longer sets use zetes.ParseFields.
func Fields(r *http.Request, param string) (*zetes.FieldSet, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Detail: "the query is malformed, in which the parameter " + param + " may be", Err: err}
	}
	values, ok := query[param]
	if !ok {
		return nil, nil
	}
	if n := len(values[0]); n > mostFields {
		return nil, &Error{Status: http.StatusBadRequest, Detail: fmt.Sprintf("the parameter %s has %d bytes, more than %d", param, n, mostFields)}
	}
	set, err := zetes.ParseFields(values[0])
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Detail: "the parameter " + param + " does not name members, with commas between them", Err: err}
	}
	return set, nil
}
