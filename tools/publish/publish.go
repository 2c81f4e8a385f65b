// Package publish writes the modules of this tree into a module proxy made of files, as they would be released.
//
// Its test does what a user does: it gets the library and the command from there, outside of the workspace.
package publish

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// Module writes the module in dir into the proxy at root under the given version, and returns its path.
// Files that are not part of the module (nested modules, version control) stay out, as in a real release.
func Module(root, dir, version string) (path string, err error) {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	f, err := modfile.ParseLax(filepath.Join(dir, "go.mod"), text, nil)
	if err != nil {
		return "", err
	}
	if len(f.Replace) > 0 {
		return "", fmt.Errorf("%s: a released module must not replace: %s", f.Module.Mod.Path, f.Replace[0].Old.Path)
	}
	m := module.Version{Path: f.Module.Mod.Path, Version: version}
	escaped, err := module.EscapePath(m.Path)
	if err != nil {
		return "", err
	}
	to := filepath.Join(root, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(to, 0o777); err != nil {
		return "", err
	}
	info, err := json.Marshal(struct {
		Version string
		Time    time.Time
	}{version, time.Now().UTC()})
	if err != nil {
		return "", err
	}
	for name, data := range map[string][]byte{"list": []byte(version + "\n"), version + ".info": info, version + ".mod": text} {
		if err := os.WriteFile(filepath.Join(to, name), data, 0o666); err != nil {
			return "", err
		}
	}
	w, err := os.Create(filepath.Join(to, version+".zip"))
	if err != nil {
		return "", err
	}
	if err := zip.CreateFromDir(w, m, dir); err != nil {
		w.Close()
		return "", err
	}
	return m.Path, w.Close()
}
