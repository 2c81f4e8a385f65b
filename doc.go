// Package zetes reads and writes JSON fast and exactly as encoding/json does.
//
// It is the native door to the engine: values by static type ([Marshal], [Unmarshal]), output appended to the caller's
// memory ([Append]), strings, writers and readers. The drop-in replacement of encoding/json is the package
// github.com/zetes-json/zetes/json.
package zetes
