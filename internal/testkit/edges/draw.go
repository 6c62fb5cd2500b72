package edges

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing/iotest"
)

// drawer draws values of any type.
type drawer struct {
	r    *rand.Rand
	pool map[reflect.Type][]func() reflect.Value
	kept map[reflect.Type]int // how many of the pool are results of calls
	// whole are the types of which no fields are drawn.
	whole map[reflect.Type]bool
}

// newDrawer returns a drawer with the pool of a package, and with what each needs: contexts, and
// readers and writers.
func newDrawer(r *rand.Rand, p *Package) *drawer {
	d := &drawer{
		r: r, pool: map[reflect.Type][]func() reflect.Value{}, kept: map[reflect.Type]int{}, whole: map[reflect.Type]bool{},
	}
	for _, v := range p.Whole {
		d.whole[reflect.TypeOf(v)] = true
		d.add(reflect.ValueOf(v))
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	common := []any{
		context.Background(), done, io.Discard, failing{}, iotest.ErrReader(errFailed),
	}
	for _, v := range slices.Concat(common, p.Pool) {
		d.add(reflect.ValueOf(v))
	}
	fresh := []any{func() *bytes.Buffer { return new(bytes.Buffer) }}
	for _, f := range append(fresh, p.Fresh...) {
		f := reflect.ValueOf(f)
		d.pool[f.Type().Out(0)] = append(d.pool[f.Type().Out(0)], func() reflect.Value { return f.Call(nil)[0] })
	}
	for _, v := range p.Types {
		d.addZero(reflect.ValueOf(v))
	}
	return d
}

// addZero puts the zero value of the type of v into the pool, where v, or what it points to, is
// zero; else v.
func (d *drawer) addZero(v reflect.Value) {
	if zero := reflect.Indirect(v); zero.IsZero() {
		v = reflect.Zero(zero.Type())
	}
	d.add(v)
}

var errFailed = errors.New("it fails")

// failing is a writer that fails.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailed }

// add puts a value into the pool of its type.
func (d *drawer) add(v reflect.Value) {
	d.pool[v.Type()] = append(d.pool[v.Type()], func() reflect.Value { return v })
}

// keep puts results of a call without an error into the pool where they cannot be made of parts, up
// to eight of a type: they are what a caller goes on with.
func (d *drawer) keep(out []reflect.Value) {
	for _, v := range out {
		if err, ok := v.Interface().(error); ok && err != nil {
			return
		}
	}
	for _, v := range out {
		switch v.Kind() {
		case reflect.Pointer, reflect.Struct:
			if typ := v.Type(); !d.made(typ) && !v.IsZero() && d.kept[typ] < 8 {
				d.kept[typ]++
				d.add(v)
			}
		default: // nothing that is held by a caller
		}
	}
}

var (
	floats = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, 2, math.NaN(), math.Inf(1), math.Inf(-1),
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e100, 1e-280, 1e-300,
	}
	ints  = []int64{0, 1, -1, 2, 3, math.MaxInt8, math.MinInt64, math.MaxInt64, math.MaxInt32, math.MinInt32}
	texts = []string{"", "x", "\x00\xff", "a/b", "..", "[", strings.Repeat("é", 300)}
)

// draw draws a value of a type: one of the pool, or one made of drawn fields and elements. Pointers
// are to values of the pool, too.
func (d *drawer) draw(typ reflect.Type, depth int) reflect.Value {
	v, pool := reflect.New(typ).Elem(), d.pool[typ]
	n := len(pool)
	if typ.Kind() == reflect.Pointer {
		n += len(d.pool[typ.Elem()])
	}
	if n > 0 && (!d.made(typ) || d.r.IntN(3) > 0) {
		if i := d.r.IntN(n); i < len(pool) {
			return pool[i]()
		}
	}
	switch typ.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(typ.Elem()))
		v.Elem().Set(d.draw(typ.Elem(), depth))
	case reflect.Func:
		v.Set(reflect.MakeFunc(typ, func([]reflect.Value) (out []reflect.Value) {
			for o := range typ.Outs() {
				out = append(out, reflect.Zero(o))
			}
			return out
		}))
	case reflect.Slice:
		if n := d.r.IntN(5) - 1; n >= 0 && depth < 6 {
			v.Set(reflect.MakeSlice(typ, n, n))
			d.fill(v, depth)
		}
	case reflect.Array:
		d.fill(v, depth)
	case reflect.Struct:
		d.fields(v, depth)
	case reflect.Interface:
		d.implement(v)
	default:
		d.basic(v)
	}
	return v
}

// basic draws a number, a text or a truth value.
func (d *drawer) basic(v reflect.Value) {
	switch {
	case v.Kind() == reflect.Bool:
		v.SetBool(d.r.IntN(2) == 0)
	case v.Kind() == reflect.String:
		v.SetString(texts[d.r.IntN(len(texts))])
	case v.CanInt():
		v.SetInt(ints[d.r.IntN(len(ints))])
	case v.CanUint():
		v.SetUint(uint64(ints[d.r.IntN(len(ints))]))
	case v.CanFloat():
		v.SetFloat(floats[d.r.IntN(len(floats))])
	}
}

// fields draws most fields of a struct, of three in four. A search that is told to go on for 2^63
// steps does, so that bounds of iterations are small.
func (d *drawer) fields(v reflect.Value, depth int) {
	if d.r.IntN(4) == 0 || depth >= 6 {
		return
	}
	for i := range v.NumField() {
		switch f := v.Type().Field(i); {
		case !f.IsExported() || d.r.IntN(3) == 0:
		case f.Name == "MaxIterations":
			v.Field(i).SetInt(int64(d.r.IntN(64) - 1))
		default:
			v.Field(i).Set(d.draw(f.Type, depth+1))
		}
	}
}

// made tells that values of a type can be made of parts that a caller sees.
func (d *drawer) made(typ reflect.Type) bool {
	if d.whole[typ] {
		return false
	}
	switch typ.Kind() {
	case reflect.Struct:
		for f := range typ.Fields() {
			if !f.IsExported() {
				return false
			}
		}
		return true
	case reflect.Interface, reflect.Func:
		return false
	case reflect.Pointer:
		return d.made(typ.Elem())
	default:
		return true
	}
}

// fill draws the elements of a slice or an array. Integers are small in three of four, as wild ones
// are refused at the first.
func (d *drawer) fill(v reflect.Value, depth int) {
	tame := d.r.IntN(4) > 0
	for i := range v.Len() {
		if e := v.Index(i); tame && e.CanInt() {
			e.SetInt(int64(d.r.IntN(5)))
		} else {
			e.Set(d.draw(e.Type(), depth+1))
		}
	}
}

// implement sets an interface to a value of the pool that fits; it stays nil where none does.
func (d *drawer) implement(v reflect.Value) {
	var fit []reflect.Type
	for typ := range d.pool {
		if typ.Implements(v.Type()) {
			fit = append(fit, typ)
		}
	}
	if len(fit) > 0 {
		slices.SortFunc(fit, func(a, b reflect.Type) int { return strings.Compare(a.String(), b.String()) })
		v.Set(d.draw(fit[d.r.IntN(len(fit))], 0))
	}
}
