// Command _asm writes the vector kernels of package kernel for amd64, as Go assembly in the folder of that package, and
// the tables for the kernels for arm64.
//
//	cd internal/kernel/_asm && go run .
//
// Its test fails if a checked-in file differs from what this command would write.
package main
