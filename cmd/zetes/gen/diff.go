package gen

import (
	"fmt"
	"strings"
)

// diff shows the first lines in which two texts differ.
func diff(name, old, text string) string {
	a, b := strings.Split(old, "\n"), strings.Split(text, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s is stale:\n@@ line %d @@\n", name, i+1)
	show := func(sign string, lines []string) {
		for k, line := range lines {
			if k == 20 {
				fmt.Fprintf(&out, "%s… %d more lines\n", sign, len(lines)-k)
				break
			}
			out.WriteString(sign + line + "\n")
		}
	}
	show("-", a[i:len(a)-j])
	show("+", b[i:len(b)-j])
	return out.String()
}
