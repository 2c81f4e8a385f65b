// Package shape holds Go types as JSON sees them: the fields of a struct after embedding and dominance, and the
// methods by which a type speaks for itself.
package shape
