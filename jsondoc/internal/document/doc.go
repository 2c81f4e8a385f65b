// Package document opens texts for package jsondoc and the packages below it: it removes comments, applies limits,
// makes tapes (indexes of whole texts), and finds the places of errors.
package document
