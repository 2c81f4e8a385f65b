// Package jsonedit changes JSON documents: parts that are not changed keep their bytes.
//
// [Set] and [Delete] change one place, an [Edit] several. [Patch] and [MergePatch] apply the patches of RFC 6902 and
// RFC 7396, and [Diff] makes a patch. All results are in newly allocated memory. [Options] allow comments, and set
// limits.
package jsonedit

// Files:
//
//	edit.go   Edit, Options; branch.go a container that changes, sequence.go its parts, writeedit.go what is written
//	set.go    Set, Delete
//	patch.go  JSON Patch; merge.go Merge Patch
//	diff.go   Diff; align.go what two arrays have in common
