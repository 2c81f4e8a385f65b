module github.com/zetes-json/zetes/compat

go 1.26.0

require (
	github.com/modern-go/reflect2 v1.0.2
	github.com/zetes-json/zetes v0.1.0
)
