// Package adapters is the home of packages that hand zetes to frameworks: ginjson, echojson and zapjson. Each is a few
// lines, with tests against the framework itself. docs/recipes.md has those that need no code. adapters/beam
// is a module of its own.
package adapters
