//go:build tools

package main

import (
	_ "github.com/mailru/easyjson/easyjson"
	_ "github.com/pquerna/ffjson"
	_ "github.com/francoispqt/gojay"
	_ "github.com/go-faster/jx"
	_ "github.com/go-json-experiment/json"
	_ "github.com/guregu/null/v6"
	_ "github.com/json-iterator/go"
	_ "github.com/minio/simdjson-go"
	_ "github.com/segmentio/encoding/json"
	_ "github.com/ugorji/go/codec"
	_ "github.com/valyala/fastjson"
	_ "golang.org/x/perf/benchfmt"
	_ "golang.org/x/perf/cmd/benchstat"
	_ "gonum.org/v1/plot"
	_ "github.com/chromedp/chromedp"
)
