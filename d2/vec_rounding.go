package d2

import "github.com/collide-go/collide/internal/num"

const unit = num.Unit

// The error constants: what each bound adds up for rounding, in units of u times what the comment names. The code
// computes with these names alone, the pages of docs/math quote them, and rounding_test.go climbs for the inputs that
// use them; docs/math/rounding.md lists what it finds. CONTRIBUTING.md says how to add one.
const (
	// The error of a kept point of C, minkowski.errPoint. docs/math/gjk.md, "In the plane".
	pointA     = 4   // rA
	pointB     = 9   // rB
	pointDist  = 7   // D
	pointReach = 7   // reach
	pointGrid  = 1.5 // the solvers' unit: half a step of the grid in each coordinate

	// The error of a separation, minkowski.errSep. docs/math/gjk.md, "In the plane".
	sepA     = 6  // rA
	sepB     = 11 // rB
	sepDist  = 9  // D
	sepReach = 6  // reach

	// What curved cores and the discs inside ellipses add to both.
	curvedCore = 6 // rA + rB
	innerBall  = 4 // rA + rB

	// Taking margins off: relative to the margins and to the distance.
	marginPad = 8
	farEnough = 4 // reach: centres that cancel farther than that are subtracted in integers

	// GJK: lengths below which doubles do not tell the side of an edge.
	sideOfOrigin = 8 // 1

	// The line of an edge of EPA. docs/math/epa.md, "In the plane".
	edgeLine = 4 // 1

	// The separating axis test. docs/math/sat.md, "Rounding".
	edgeRadius = 18 // rA + rB: the depth of an edge
	edgeDist   = 20 // the 1-norm of the centres' distance
	keyOrder   = 48 // the depth: edges whose keys are equal

	// The exact path. docs/math/exact.md, "In the plane".
	extremeNoise = 64      // the radius: vertices that doubles cannot tell apart
	quickPlane   = 0x1p-92 // times the size, not u: a support value in double-double
	quickDet     = 0x1p-90 // times the size squared: a determinant
	quickSquare  = 0x1p-88 // times the size squared: the difference of two squares, a product of values with their like
	farCentres   = 15      // u^2 times the coordinates of the centres: what between leaves out

	// Half-spaces. docs/math/exact.md, "Half-spaces".
	planeHeight = 16 // |x - p| + |o|: the height of a centre
	planeCore   = 24 // the radius: the lowest point of a core
	planeFar    = 48 // the body: beyond it the height comes from integers
	planeExact  = 8  // the height that comes from integers
	planeMargin = 4  // margin and height: taking the margin off
	planesPad   = 16 // the distance of two half-spaces

	// Bounding boxes and supports of hulls.
	boundsPad  = 16 // |position| + radius + margin
	climbPad   = 3  // the radius: what a search among many corners may miss of it
	innerPad   = 16 // the radius: the disc inside a polygon
	climbSlack = 8  // |d|_1 times the radius: a vertex that a climb passes over
)
