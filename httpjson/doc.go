// Package httpjson carries JSON over net/http: whole values in, whole values out, and a clear error in between.
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
// [Read] refuses what is not a JSON document of acceptable size, with an [Error] that holds the fitting status and
// says where the document is wrong. [Write] encodes before it sends: Content-Type and Content-Length stand before
// the first byte, and a value that can't be encoded becomes a status 500 instead of half an answer. Long arrays are
// sent piece by piece from a threshold on ([StreamAbove], [WriteSeq]). [Handler] makes an http.Handler of a function
// from one value to another.
//
// [WithAPI] gives any of these the meaning of a zetes.API: its names, rules, limits and codecs.
//
// [Fields] lets clients choose the members that they get.
//
// On the client's side, [NewRequest] makes a request, [ReadResponse] reads what came back, and [Do] does both ends
// of a call.
//
// Errors are sent as problem documents (RFC 9457, application/problem+json).
package httpjson
