package edges

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// declared is what the files of a package declare.
type declared struct {
	names   map[string]bool // functions, and methods as in "Type.Method", that are exported
	ofTests map[string]bool // methods that files of tests declare
}

// parse reads the Go files of a directory.
func parse(dir string) (declared, error) {
	d := declared{map[string]bool{}, map[string]bool{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return d, err
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return d, err
		}
		set := d.names
		if strings.HasSuffix(name, "_test.go") {
			set = d.ofTests
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Name.IsExported() {
				add(set, f)
			}
		}
	}
	return d, nil
}

// add adds the name of a function, or of a method of an exported type.
func add(set map[string]bool, f *ast.FuncDecl) {
	if f.Recv == nil {
		set[f.Name.Name] = true
	} else if typ := receiver(f.Recv.List[0].Type); ast.IsExported(typ) {
		set[typ+"."+f.Name.Name] = true
	}
}

// receiver is the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
