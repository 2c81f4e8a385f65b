// Package date writes and reads times by RFC 3339.
package date
