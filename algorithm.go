package collide

// Algorithm says by which algorithm a query answers. All of them give brackets that hold the same
// distance, and the same relation, but that beside a curved shape one may be undecided where
// another is sure; they differ in steps, and so in time and in what a Trace shows.
type Algorithm uint8

// The algorithms to ask for. The zero value is Auto.
const (
	Auto Algorithm = iota // the fastest way known for the pair
	GJK                   // GJK, and EPA where the cores overlap, also where a shorter way is known
	SAT                   // the separating axis test, where both cores are polytopes; else as Auto
)

// String returns the word that files and flags use for a.
func (a Algorithm) String() string {
	switch a {
	case GJK:
		return "gjk"
	case SAT:
		return "sat"
	case Auto:
	}
	return "auto"
}

// Stage is a part of a query, as a Trace records it: one algorithm at work.
type Stage uint8

// The stages.
const (
	StageGJK    Stage = iota // the distance of the cores
	StageEPA                 // the depth of the cores
	StageSAT                 // the separating axis test
	StageClosed              // a closed form
	StageExact               // the exact path, which decides the relation
	StageImpact              // the advancement of bodies that move, in time
	StageCast                // the walk of a shape that is cast
)

// String returns the word that files use for s.
func (s Stage) String() string {
	switch s {
	case StageGJK:
		return "gjk"
	case StageEPA:
		return "epa"
	case StageSAT:
		return "sat"
	case StageClosed:
		return "closed"
	case StageImpact:
		return "impact"
	case StageCast:
		return "cast"
	case StageExact:
	}
	return "exact"
}

// Exit says why a stage ended.
type Exit uint8

// The exits. ExitNone is that of a step after which its stage went on.
const (
	ExitNone Exit = iota

	ExitApart    // gjk: the simplex carries the nearest point, as far as the bounds say
	ExitNewton   // gjk: Newton's method found the nearest points of curved cores, and the bounds meet
	ExitContains // gjk: the simplex holds the origin, exactly
	ExitUnsure   // gjk: doubles made no more progress
	ExitFar      // gjk: farther apart than the caller asked for
	ExitLimit    // gjk, epa: the iteration limit

	ExitConverged  // epa: the bracket is as narrow as asked for
	ExitRounding   // epa: as narrow as doubles go
	ExitBadSupport // epa: a user's Support contradicts itself
	ExitFlat       // epa: the difference has no volume, so there is nothing to grow
	ExitArc        // epa: the half circle of directions settled it (docs/math/epa.md)
	ExitCells      // epa: the cells of directions settled it (docs/math/epa.md)
	ExitDisc       // epa: a disc of directions around the least depth settled it (docs/math/epa.md)
	ExitManyEdges  // epa: many edges are nearly as near as the nearest, and sat goes on

	ExitSegments       // closed: points and segments
	ExitPointBox       // closed: a point and a box
	ExitSegmentBox     // closed: a segment and a box
	ExitPolygon        // closed: a point or a segment and a polygon
	ExitPointRound     // closed: a point and a cylinder or cone
	ExitPointEllipsoid // closed: a point and an ellipsoid or ellipse
	ExitHalfSpace      // closed: a half-space
	ExitBoxes          // closed: the AABBs have no common point

	ExitSeparated // sat: an axis separates the cores
	ExitNoAxis    // sat: no axis separates them
	ExitArcs      // sat: arcs of directions settled the depth of hulls (docs/math/sat3.md)
	ExitUnsettled // sat: the axes do not settle it, and another stage goes on
	ExitUnserved  // sat: the cores are not both polytopes, so the pair is answered as by Auto

	ExitDecidedApart       // exact: no common point
	ExitDecidedTouching    // exact: common points, but no common interior point
	ExitDecidedOverlapping // exact: common interior points
	ExitDecidedUndecided   // exact: no exact way exists for the pair

	ExitAdvanced // impact: apart until a later time, where the search goes on
	ExitPassed   // impact: apart until the end
	ExitMet      // impact: in contact, proved
	ExitNotMet   // impact: no contact at the time looked at, none proved
)

// String returns the words for e, which are empty for ExitNone.
func (e Exit) String() string {
	if int(e) < len(exits) {
		return exits[e]
	}
	return ""
}

// exits are the words for the exits.
var exits = [...]string{
	ExitApart: "apart", ExitNewton: "Newton's method", ExitContains: "contains the origin",
	ExitUnsure: "no progress in doubles",
	ExitFar:    "farther than asked", ExitLimit: "iteration limit",
	ExitConverged: "converged", ExitRounding: "rounding", ExitBadSupport: "bad-support",
	ExitFlat: "flat", ExitArc: "half circle", ExitCells: "cells", ExitDisc: "disc", ExitManyEdges: "many edges",
	ExitSegments: "points and segments", ExitPointBox: "point and box",
	ExitSegmentBox: "segment and box", ExitPolygon: "round and polygon",
	ExitPointRound: "point and round", ExitPointEllipsoid: "point and ellipsoid",
	ExitHalfSpace: "half-space", ExitBoxes: "boxes apart",
	ExitSeparated: "separating axis", ExitNoAxis: "no separating axis", ExitArcs: "arcs",
	ExitUnsettled: "not settled by the axes", ExitUnserved: "not for these shapes",
	ExitDecidedApart: "apart", ExitDecidedTouching: "touching",
	ExitDecidedOverlapping: "overlapping", ExitDecidedUndecided: "undecided",
	ExitAdvanced: "apart until later", ExitPassed: "apart until the end", ExitMet: "in contact",
	ExitNotMet: "no contact proved",
}

// Region names a part of a simplex by its vertices: Vertices[:N], counted from 0 in the order of
// the step's Simplex, with the step's W after them. N is 0 where a step has no region, and the
// number of a full simplex, three in the plane and four in space, where the origin is inside.
type Region struct {
	N        int8
	Vertices [4]int8
}

// AxisSource says where an axis of the separating axis test comes from.
type AxisSource uint8

// The sources of axes.
const (
	AxisNone    AxisSource = iota // the step has no axis
	AxisFaceA                     // the normal of face A of the first body (in the plane, of its edge)
	AxisFaceB                     // the normal of face B of the second body (in the plane, of its edge)
	AxisEdges                     // in space, the product of edge A of the first body and edge B of the second
	AxisCached                    // the axis that a Cache brought
	AxisNearest                   // the line of the nearest points, which need not be across an edge or face
)

// Axis is where an axis of the separating axis test comes from: Source, and the numbers of the
// features, which are 0 where Source has none. The faces and edges of a box in space are numbered
// by the axis, X, Y and Z, that they are across or along.
type Axis struct {
	Source AxisSource
	A, B   int32
}
