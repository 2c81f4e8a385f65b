// Package httpjson sends and receives JSON over net/http: whole values, with clear errors.
//
//	func create(w http.ResponseWriter, r *http.Request) {
//		var order Order
//		if err := httpjson.Read(r, &order); err != nil {
//			httpjson.WriteError(w, err)
//			return
//		}
//		httpjson.Write(w, http.StatusCreated, order)
//	}
//
// [Read] refuses a body that is not a JSON document of acceptable size, with an [Error] that has a fitting status and
// says where the document is wrong. [Write] encodes before it sends: Content-Type and Content-Length are known before
// the first byte is sent, and a value that can't be encoded becomes a status 500 instead of half an answer. From a
// threshold on, long arrays are sent in pieces ([StreamAbove], [WriteSeq]). [Handler] makes an http.Handler from a
// function that maps one value to another.
//
// [WithAPI] makes any of these functions use a zetes.API: its names, rules, limits and codecs.
//
// [Fields] lets clients choose the members that they get.
//
// For clients, [NewRequest] makes a request, [ReadResponse] reads the response, and [Do] does both.
//
// Errors are sent as problem documents (RFC 9457, application/problem+json).
package httpjson
