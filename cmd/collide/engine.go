package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
	"github.com/spf13/cobra"
)

// solverFlags are the options of a query, as flags.
type solverFlags struct {
	tolerance     float64
	maxIterations int
	algorithm     string // where there is registerAlgorithm
	maxPairs      int    // where there is registerMaxPairs
}

// register adds the flags to cmd.
func (f *solverFlags) register(cmd *cobra.Command) {
	cmd.Flags().Var(&lengthFlag{p: &f.tolerance, unit: "sizes of the pair"}, "tolerance",
		"how wide the bracket of curved shapes may be, in sizes of the pair (0: 1e-9)")
	cmd.Flags().Var(&wholeFlag{p: &f.maxIterations}, "max-iterations",
		"end the floating-point stage after so many steps, with a wider bracket (0: the default)")
}

// registerAlgorithm adds --algorithm to cmd.
func (f *solverFlags) registerAlgorithm(cmd *cobra.Command) {
	f.algorithm = collide.Auto.String()
	cmd.Flags().Var(&wordFlag{p: &f.algorithm, words: algorithmWords}, "algorithm",
		strings.Join(algorithmWords, ", ")+
			": how pairs are answered; the relations are the same, the brackets hold the same distance")
	// fails for an unknown flag only
	_ = cmd.RegisterFlagCompletionFunc("algorithm", cobra.FixedCompletions(algorithmWords,
		cobra.ShellCompDirectiveNoFileComp))
}

// The flag of the limit of pairs of parts, and its default for scenes, whose bodies may be larger
// than those of lines.
const (
	maxPartPairs      = "max-part-pairs"
	maxPartPairsUsage = "most pairs of parts, triangles, edges or cells of two bodies to look at: of more, " +
		"brackets are wider and the status is limit"
	defaultScenePairs = 4 * scene.DefaultMaxPartPairs
)

// registerMaxPairs adds --max-part-pairs to cmd.
func (f *solverFlags) registerMaxPairs(cmd *cobra.Command) {
	f.maxPairs = defaultScenePairs
	cmd.Flags().Var(&wholeFlag{p: &f.maxPairs, least: 1}, maxPartPairs,
		maxPartPairsUsage)
}

// algorithmWords are the words for the algorithms, in their order.
var algorithmWords = []string{collide.Auto.String(), collide.GJK.String(), collide.SAT.String()}

// query returns what the flags say, or what is wrong with them.
func (f *solverFlags) query() (scene.QueryOptions, error) {
	o := scene.QueryOptions{Tolerance: f.tolerance, MaxIterations: f.maxIterations, MaxPairs: f.maxPairs}
	o.Algorithm = collide.Algorithm(max(slices.Index(algorithmWords, f.algorithm), 0))
	_, err := scene.NewQuery(o)
	return o, err
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
