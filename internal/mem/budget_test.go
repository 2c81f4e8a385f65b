package mem

import "testing"

func TestBudget(t *testing.T) {
	b := BudgetFor(100)
	if got, want := b.Draw(1000, 8), (100*GuessFactor+guessLeast)/8; got != want {
		t.Errorf("%d values may be guessed, want %d", got, want)
	}
	if got := b.Draw(5, 8); got != 0 {
		t.Errorf("%d more", got)
	}
	if b.Fill(3, 8); b.Draw(5, 8) != 3 {
		t.Error("three values came back, others may be guessed")
	}
	if got := b.Draw(-1, 8); got != 0 {
		t.Errorf("%d values where less than none are wanted", got)
	}
	if got := b.Draw(7, 0); got != 0 {
		t.Errorf("%d values of no size with an empty budget", got)
	}
	if most := BudgetFor(int(^uint(0) >> 1)); most < 0 || most > guessMost+guessLeast {
		t.Errorf("a budget of %d", most)
	}
}
