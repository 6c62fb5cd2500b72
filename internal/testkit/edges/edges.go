// Package edges calls every exported function and method of a package with what callers give by
// mistake: zero values, NaN and infinities, nil slices, indices and limits that are negative or
// beyond the end, readers and writers that fail, contexts that are done. None of it may panic, and
// none may take long.
package edges

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/collide-go/collide/internal/testkit/raced"
)

// Package is what is called of a package, whose source is in the working directory. Generic
// functions and types are instantiated.
type Package struct {
	Funcs map[string]any // each exported function by its name
	// Types has a value of each exported type with methods. It is zero, and zero values are drawn,
	// but for a type whose documentation says that it has none.
	Types []any
	Pool  []any // values that no mistake makes, and those of interfaces
	Whole []any // values of types that callers do not put together: their fields are not drawn
	Fresh []any // functions that return one of the kind: for what a call changes
	// Panics names the functions and methods that panic for an index out of range, as slices do.
	Panics map[string]bool
	Calls  int            // of each function and method
	Few    map[string]int // fewer calls, of those that take long
}

const (
	most = 20 * time.Second // a call that takes longer is a fault
	end  = 2 * time.Minute  // and this is when waiting for it ends
)

// Run calls all of it, seeded, and fails where something panics, takes too long, or is not there.
func Run(t *testing.T, p *Package) {
	t.Helper()
	raced.Skip(t)
	faults, err := sweep(".", p)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// sweep calls all of a package whose source is in dir, and returns what is wrong.
func sweep(dir string, p *Package) (faults []string, err error) {
	declared, err := parse(dir)
	if err != nil {
		return nil, err
	}
	c := caller{p: p, drawer: newDrawer(rand.New(rand.NewPCG(1, 2)), p)}
	for _, name := range slices.Sorted(maps.Keys(p.Funcs)) {
		delete(declared.names, name)
		c.callAll(name, reflect.ValueOf(p.Funcs[name]))
	}
	for _, v := range p.Types {
		c.callMethods(reflect.TypeOf(v), declared)
	}
	for _, name := range slices.Sorted(maps.Keys(declared.names)) {
		c.faults = append(c.faults, name+" is not called")
	}
	return c.faults, nil
}

type caller struct {
	*drawer
	p      *Package
	faults []string
}

// callMethods calls all methods of a type and of pointers to it, but for those that tests add.
func (c *caller) callMethods(typ reflect.Type, d declared) {
	if typ.Kind() != reflect.Pointer {
		typ = reflect.PointerTo(typ)
	}
	name, _, _ := strings.Cut(typ.Elem().Name(), "[")
	for m := range typ.Methods() {
		if full := name + "." + m.Name; !d.ofTests[full] {
			delete(d.names, full)
			c.callAll(full, m.Func)
		}
	}
}

// callAll calls a function with drawn arguments, up to the first fault. Pointers are nil only where
// the pool has nil, and receivers never.
func (c *caller) callAll(name string, f reflect.Value) {
	typ := f.Type()
	for range cmp.Or(c.p.Few[name], c.p.Calls) {
		in := make([]reflect.Value, typ.NumIn())
		for i := range in {
			in[i] = c.draw(typ.In(i), 0)
		}
		if strings.Contains(name, ".") && in[0].IsNil() {
			in[0] = reflect.New(typ.In(0).Elem())
		}
		if !c.call(name, f, in) {
			return
		}
	}
}

// call calls once; it is false where that failed.
func (c *caller) call(name string, f reflect.Value, in []reflect.Value) (ok bool) {
	told := func() string { return fmt.Sprintf("%s(%s)", name, describe(in)) }
	watch := time.AfterFunc(end, func() { panic("no end: " + told()) })
	begin := time.Now()
	defer func() {
		watch.Stop()
		if e := recover(); e != nil && !(c.p.Panics[name] && strings.Contains(fmt.Sprint(e), "out of range")) {
			c.faults = append(c.faults, fmt.Sprintf("%s: %v\n%s", told(), e, where()))
			ok = false
		} else if took := time.Since(begin); took > most {
			c.faults = append(c.faults, fmt.Sprintf("%s took %v", told(), took))
			ok = false
		}
	}()
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	out := call(in)
	for _, v := range out {
		walk(v)
	}
	c.keep(out)
	return true
}

// where is the top of the stack that is of interest.
func where() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			return strings.Join(lines[i+2:min(i+10, len(lines))], "\n")
		}
	}
	return ""
}

// walk goes through a sequence that a call returned.
func walk(out reflect.Value) {
	typ := out.Type()
	if typ.Kind() != reflect.Func || out.IsNil() || !typ.CanSeq() && !typ.CanSeq2() {
		return
	}
	n := 0
	if typ.CanSeq() {
		for range out.Seq() {
			if n++; n == 1000 {
				return
			}
		}
		return
	}
	for range out.Seq2() {
		if n++; n == 1000 {
			return
		}
	}
}

// describe prints arguments; a pointer as what it points to.
func describe(in []reflect.Value) string {
	list := make([]string, len(in))
	for i, v := range in {
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		s := fmt.Sprintf("%+v", v)
		list[i] = s[:min(len(s), 800)]
	}
	return strings.Join(list, ", ")
}

// Must returns a function that returns v, and fails the test where err is not nil.
func Must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
