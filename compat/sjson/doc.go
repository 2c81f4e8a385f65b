// Package sjson has the names of github.com/tidwall/sjson v1.2.7 over zetes: a program that uses that library is moved
// by changing its import path. The page docs/migrate-gjson.md lists what is different.
//
// The functions change one value of a text, and keep all other bytes. Set checks the text up to the place of the
// change, Delete up to the end of the array or object that is changed, and values that are set as JSON are checked. For
// many changes of one text, package jsondoc/jsonedit takes one pass.
package sjson
