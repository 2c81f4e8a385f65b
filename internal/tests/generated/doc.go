// Package generated has the tests of methods that zetes gen writes: types with such methods, and beside each a twin
// without them, for which encoding/json says what is right.
package generated
