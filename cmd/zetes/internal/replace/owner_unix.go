//go:build unix

package replace

import (
	"io/fs"
	"syscall"
)

// ownerOf returns the user and the group that a file belongs to. It is a variable for tests.
var ownerOf = func(info fs.FileInfo) (uid, gid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(st.Uid), int(st.Gid), true
}

// links returns how many names a file has.
func links(_ string, info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}
