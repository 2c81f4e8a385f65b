package foobar

import "embed"

// Files are the files of this package.
//
//go:generate go run github.com/pquerna/ffjson ff.go
//go:generate go run github.com/mailru/easyjson/easyjson easy.go
//go:generate go run github.com/mailru/easyjson/easyjson -lower_camel_case easycamel.go
//go:generate go run github.com/zetes-json/zetes/cmd/zetes gen -q zetes.go
//go:embed *.go
var Files embed.FS
