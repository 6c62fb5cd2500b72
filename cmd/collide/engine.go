package main

import (
	"errors"

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
	cmd.Flags().Var(&lengthFlag{p: &f.tolerance, unit: "sizes of the pair"}, "tolerance",
		"how wide the bracket of curved shapes may be, in sizes of the pair (0: 1e-9)")
	cmd.Flags().Var(&wholeFlag{p: &f.maxIterations}, "max-iterations",
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
