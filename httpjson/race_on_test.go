//go:build race

package httpjson

const race = true // pools drop what they hold at random
