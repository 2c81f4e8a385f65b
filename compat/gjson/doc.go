// Package gjson has the names of github.com/tidwall/gjson v1.20.1 over zetes: a program that uses that library is moved
// by changing its import path. The page docs/migrate-gjson.md lists what is different.
//
// The functions check what they pass over: in a text that is not JSON there are no values. The checked text ends with
// the value, and [Parse] checks all of it. Where the text is known to be JSON, [Unchecked] has the same functions
// without checks. Methods of a [Result] do not check its text again.
//
// For new code package jsondoc has values with errors, prepared paths and an index.
package gjson
