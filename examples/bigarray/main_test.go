package main

import (
	"strings"
	"testing"
)

func TestTotal(t *testing.T) {
	rows, sum, err := total(&generator{left: 1 << 20})
	if err != nil || rows < 10_000 || sum != float64(rows)/2 {
		t.Errorf("%d rows, sum %v, %v", rows, sum, err)
	}
	if rows, _, err = total(strings.NewReader(`[{"score":1},{"score":"x"}]`)); err == nil || rows != 1 {
		t.Errorf("%d rows, %v", rows, err)
	}
	if _, _, err = total(strings.NewReader(`[{"score":1}`)); err == nil {
		t.Error("an array that breaks off is no error")
	}
}
