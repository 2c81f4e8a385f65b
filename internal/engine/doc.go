// Package engine runs the machines with encoding/json's meaning and gives its errors: what the doors have in common.
package engine
