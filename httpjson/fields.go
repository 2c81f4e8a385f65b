package httpjson

import (
	"net/http"

	"github.com/zetes-json/zetes"
)

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
// Of several such parameters the first counts. Without one the result is nil, which is all members. What is no set of
// members gives an *Error with status 400.
func Fields(r *http.Request, param string) (*zetes.FieldSet, error) {
	values, ok := r.URL.Query()[param]
	if !ok {
		return nil, nil
	}
	set, err := zetes.ParseFields(values[0])
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Detail: "the parameter " + param + " does not name members, with commas between them", Err: err}
	}
	return set, nil
}
