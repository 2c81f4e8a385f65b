// Package proportion holds that memory and work stay in proportion to the input, whatever that is.
//
// Its tests are a table of hostile inputs, each made at several sizes. For every one of them a decode may allocate
// at most four times the memory that encoding/json allocates for the same input, or 64 times the input, whichever
// is more, and may look at 16 times the input, counting what encoding/json gives to methods as input again.
package proportion
