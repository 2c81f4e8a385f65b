package replace

import (
	"io/fs"
	"os"
	"syscall"
)

// ownerOf returns no owner: the folder decides who owns a new file.
var ownerOf = func(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }

// links returns how many names a file has.
func links(name string, _ fs.FileInfo) int {
	f, err := os.Open(name)
	if err != nil {
		return 1
	}
	defer f.Close()
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info); err != nil {
		return 1
	}
	return int(info.NumberOfLinks)
}
