package orders

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
)

// problem is an error as a client gets it (RFC 9457).
type problem struct {
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
}

// StdHandler is Handler without anything but the standard library.
func StdHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
			stdProblem(w, http.StatusUnsupportedMediaType, "want application/json")
			return
		}
		body, err := stdBody(http.MaxBytesReader(w, r.Body, maxBody), r.ContentLength)
		if err != nil {
			status := http.StatusBadRequest
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				status = http.StatusRequestEntityTooLarge
			}
			stdProblem(w, status, err.Error())
			return
		}
		var o Order
		if err := json.Unmarshal(body, &o); err != nil {
			status := http.StatusUnprocessableEntity
			if _, ok := errors.AsType[*json.SyntaxError](err); ok {
				status = http.StatusBadRequest
			}
			stdProblem(w, status, err.Error())
			return
		}
		v, err := bill(&o)
		if err != nil {
			stdProblem(w, http.StatusUnprocessableEntity, err.Error())
			return
		}
		stdWrite(w, http.StatusOK, "application/json", &v)
	})
}

// stdBody reads a body whose length is mostly known.
func stdBody(r io.Reader, length int64) ([]byte, error) {
	if length < 0 || length > maxBody {
		return io.ReadAll(r)
	}
	b := make([]byte, length)
	_, err := io.ReadFull(r, b)
	return b, err
}

func stdProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	stdWrite(w, status, "application/problem+json", &problem{http.StatusText(status), status, detail})
}

// stdWrite encodes before it sends, so that an error would still have a status of its own, and the answer a length.
func stdWrite(w http.ResponseWriter, status int, contentType string, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Length", strconv.Itoa(len(b)))
	w.WriteHeader(status)
	_, _ = w.Write(b) // nobody is left to tell
}
