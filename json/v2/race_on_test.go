//go:build race && goexperiment.jsonv2 && go1.27

package json_test

const raceEnabled = true
