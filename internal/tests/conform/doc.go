// Package conform judges the module: every row of package cases goes through every door of package doors, and
// whatever can be seen from outside (bytes, values, aliases, errors, calls of methods) must be what the running
// encoding/json shows.
package conform
