package d3

import "github.com/collide-go/collide/internal/num"

const unit = num.Unit

// The error constants: what each bound adds up for rounding, in units of u times what the comment names. The code
// computes with these names alone, the pages of docs/math quote them, and rounding_test.go climbs for the inputs that
// use them; docs/math/rounding.md lists what it finds. CONTRIBUTING.md says how to add one.
const (
	// The error of a kept point of C, minkowski.errPoint. docs/math/gjk.md, "Rounding".
	pointA     = 2    // rA
	pointB     = 22   // rB
	pointDist  = 10   // D
	pointReach = 2    // reach
	pointGrid  = 1.75 // the solvers' unit: half a step of the grid in each coordinate

	// The error of a separation, minkowski.errSep. docs/math/gjk.md, "Rounding".
	sepA     = 4  // rA
	sepB     = 18 // rB
	sepDist  = 12 // D
	sepReach = 2  // reach

	// What curved cores and the balls inside ellipsoids add to both.
	curvedCore = 4 // rA + rB
	innerBall  = 4 // rA + rB

	// minkowski.bracket: relative to the separation and to the length.
	sepRelative    = 8
	lengthRelative = 10

	// Taking margins off: relative to the margins and to the distance.
	marginPad = 8
	farEnough = 4 // reach: centres that cancel farther than that are subtracted in integers

	// GJK in integers: a determinant of three grid vectors with coordinates below 1.
	detNoise = 32 // 1

	// The unit normal of a face of EPA and its distance: epaFace.errN. docs/math/epa.md, "Normals in doubles".
	faceThin    = 2  // (|p|^2 + |q|^2)/|p x q| of the edges p, q
	faceFlat    = 6  // 1
	faceRefined = 10 // 1: after the product in integers
	faceRough   = 16 // 1: beyond it the normal is refined

	// The separating axis test. docs/math/sat3.md.
	satNoise        = 64 // reach: a separation times the length of its axis
	satPrefer       = 4  // reach: by how much an axis of edges must beat that of a face
	arcSign         = 64 // 1: a normal times an edge, one of them turned
	productSquare   = 8  // 1: the squared length of a product of edges
	boxSlackA       = 33 // rA: how far above the depth the least overlap of two boxes may be
	boxSlackB       = 24 // rB
	boxSlackDist    = 8  // D
	hullSlackRadius = 48 // the greater of rA and rB: the same of hulls
	hullSlackReach  = 20 // reach
	witnessTies     = 32 // reach: corners within that support an axis alike

	// The exact path. docs/math/exact.md.
	signNoise    = 16      // errPoint + u: signs of products of kept points
	extremeNoise = 256     // the radius: vertices that doubles cannot tell apart
	quickPlane   = 0x1p-92 // times the size, not u: a support value in double-double
	quickDet     = 0x1p-90 // times the size cubed: a determinant
	quickSquare  = 0x1p-88 // times the size squared: the difference of two squares, a product of values with their like
	farCentres   = 0x1p-97 // times the coordinates of the centres: what between leaves out

	// Half-spaces. docs/math/exact.md, "Half-spaces".
	planeHeight = 16 // |x - p| + |o|: the height of a centre
	planeCore   = 24 // the radius: the lowest point of a core
	planeFar    = 48 // the body: beyond it the height comes from integers
	planeExact  = 8  // the height that comes from integers
	planeMargin = 4  // margin and height: taking the margin off
	planesPad   = 16 // the distance of two half-spaces

	// Bounding boxes, supports of hulls, sums of figures, cells of directions.
	boundsPad  = 16  // |position| + radius + margin
	climbPad   = 10  // the radius: what a search among many corners may miss of it
	climbSlack = 10  // |d|_1 times the radius: a vertex that a climb passes over
	figureSum  = 10  // the sum of the magnitudes
	cellPad    = 128 // 1: all functions of a cell
)
