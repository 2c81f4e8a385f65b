package kernel

// Cell is an entry of 8 bytes in a Tree, whose cells have the order of the text. A scalar, or the name of a member, has
// one cell, with the positions in the text where it starts and ends. An array or object has two cells, followed by the
// cells of its contents. The first cell has its start and end. In the second cell, A is the index of the first cell
// after its contents, and B is the number of its elements or members. Until the closing bracket is read, that A has
// another meaning: it is the index of the first cell of the array or object around this one.
type Cell struct{ A, B uint32 }

// Tree has the cells of the values in a text, as far as the text has been read: N cells. Open is the index of the first
// of the two cells of the innermost array or object that is not closed yet.
type Tree struct {
	Cells []Cell
	N     int
	Open  int

	// Memory for the assembly: the positions of the tokens of a group, and their cells before they go to Cells.
	places [MostTokens]uint32
	spans  [MostTokens + 8]Cell
}

// TreeRoom is the number of free cells that a tree must have before Grow adds a TokenGroup: two for each token of the
// group, and eight because the assembly writes up to eight cells after the last one.
const TreeRoom = 2*MostTokens + 8
