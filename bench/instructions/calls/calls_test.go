package calls

import "testing"

// TestCalls runs each call three times: it must return no error, also where it finds what the first run has left.
func TestCalls(t *testing.T) {
	names := map[string]bool{}
	for _, c := range All {
		t.Run(c.Name, func(t *testing.T) {
			if names[c.Name] || c.Times < 1 {
				t.Fatalf("the name is taken, or %d times are none", c.Times)
			}
			names[c.Name] = true
			if found, err := Find(c.Name); found != c || err != nil {
				t.Fatal(err)
			}
			text, err := c.Text()
			if err != nil {
				t.Fatal(err)
			}
			call := c.Prepare(text)
			for range 3 {
				if err := call(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if _, err := Find("nope"); err == nil {
		t.Error("a call of no name is found")
	}
	if _, err := (&Call{Document: "nope"}).Text(); err == nil {
		t.Error("a document of no name is found")
	}
}
