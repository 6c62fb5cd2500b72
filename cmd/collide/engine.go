package main

import (
	"errors"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/d2"
	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// solverFlags are the options of a query, as flags.
type solverFlags struct {
	tolerance     float64
	maxIterations int
}

// register adds the flags to cmd.
func (f *solverFlags) register(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&f.tolerance, "tolerance", 0,
		"how wide the bracket of curved shapes may be, in sizes of the pair (0: 1e-9)")
	cmd.Flags().IntVar(&f.maxIterations, "max-iterations", 0,
		"end the floating-point stage after so many steps, with a wider bracket (0: the default)")
}

// engine answers pairs of both dimensions. Each goroutine needs its own.
type engine struct {
	q2 *d2.Query
	q3 *d3.Query
}

// newEngine returns an engine, or what is wrong with the flags.
func newEngine(f solverFlags) (*engine, error) {
	q2, err := d2.NewQuery(d2.Options{Tolerance: f.tolerance, MaxIterations: f.maxIterations})
	if err != nil {
		return nil, err
	}
	q3, err := d3.NewQuery(d3.Options{Tolerance: f.tolerance, MaxIterations: f.maxIterations})
	if err != nil {
		return nil, err
	}
	return &engine{q2: q2, q3: q3}, nil
}

// distance2 answers a pair in the plane; ok is false if no query takes the pair.
func (e *engine) distance2(a, b *d2.Object) (ans scene.Answer, ok bool) {
	if bothHalfSpaces(a.Shape(), b.Shape()) {
		return scene.Answer{}, false
	}
	return scene.Answer2(e.q2.Distance(a, b, nil)), true
}

// distance3 is distance2 in space.
func (e *engine) distance3(a, b *d3.Object) (ans scene.Answer, ok bool) {
	if bothHalfSpaces(a.Shape(), b.Shape()) {
		return scene.Answer{}, false
	}
	return scene.Answer3(e.q3.Distance(a, b, nil)), true
}

// bothHalfSpaces reports whether a and b, shapes of either package, are half-spaces: the only pair that has no answer.
func bothHalfSpaces(a, b any) bool { return halfSpace(a) && halfSpace(b) }

// halfSpace reports whether s is a half-space of either package.
func halfSpace(s any) bool {
	switch s.(type) {
	case d2.HalfSpace, d3.HalfSpace:
		return true
	}
	return false
}

// sceneErrors returns the errors that err, from package scene, consists of.
func sceneErrors(err error) []*scene.Error {
	var list scene.ErrorList
	if errors.As(err, &list) {
		return list
	}
	var one *scene.Error
	if errors.As(err, &one) {
		return []*scene.Error{one}
	}
	return nil
}

// unsupportedPair is the code and message about two half-spaces.
func unsupportedPair() (code, message string) {
	return collide.ErrUnsupportedPair.Error(), "half-space against half-space"
}
