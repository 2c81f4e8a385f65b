package httpjson

import (
	"fmt"
	"net/http"
	"net/url"

	"github.com/zetes-json/zetes"
)

// mostFields bounds the text that a client may have a set made of.
const mostFields = 4 << 10

// Fields returns the members that the query of r asks for in the parameter of that name, as zetes.ParseFields reads
// them, for zetes.PerCall:
//
//	fields, err := httpjson.Fields(r, "fields")
//	if err != nil {
//		httpjson.WriteError(w, err)
//		return
//	}
//	httpjson.Write(w, http.StatusOK, order, httpjson.WithAPI(api.With(zetes.PerCall{Fields: fields})))
//
// Of several such parameters the first counts. Without one the result is nil, which is all members. An *Error with
// status 400 is for what is no set of members or has more than 4 KB, and for any query that url.ParseQuery refuses,
// for the parameter may be in what is malformed. Who wants to read longer sets asks zetes.ParseFields.
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
