// Command _asm writes the vector kernels of package kernel for amd64, as Go assembly beside it, and the tables of those
// for arm64.
//
//	cd internal/kernel/_asm && go run .
//
// Its test fails when a checked-in file is not what it would write.
package main
