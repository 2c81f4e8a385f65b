package codec

import "slices"

// AppendElements reads an array and appends its elements to dst, each read by read into a zero value. [Reader.String] and its like are made
// fit by a function of two lines. The result grows by doubling, which on long arrays takes less memory than append's own growth.
func AppendElements[T any](r *Reader, dst []T, read func(r *Reader, v *T)) []T {
	var zero T
	for range r.Array() {
		n := len(dst)
		if n == cap(dst) {
			dst = slices.Grow(dst, max(n, 4))
		}
		dst = append(dst, zero)
		read(r, &dst[n])
	}
	return dst
}

// SetMembers reads an object and puts the value of each member into m, read by read. Of members with the same name the last one stays.
func SetMembers[T any](r *Reader, m map[string]T, read func(r *Reader, v *T)) {
	for name := range r.Object() {
		var v T
		read(r, &v)
		m[name] = v
	}
}
