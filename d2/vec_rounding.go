package d2

import "github.com/collide-go/collide/internal/num"

const unit = num.Unit

// The error constants: what each bound adds up for rounding, in units of u times what the comment
// names. The code computes with these names alone, the pages of docs/math quote them, and
// vec_rounding_test.go climbs for the inputs that use them; docs/math/rounding.md lists what it
// finds. CONTRIBUTING.md says how to add one.
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
	edgeLine = 4  // 1
	epaFloor = 16 // reach: no tolerance of EPA is less

	// The separating axis test. docs/math/sat.md, "Rounding".
	edgeRadius = 18 // rA + rB: the depth of an edge
	edgeDist   = 20 // the 1-norm of the centres' distance
	keyOrder   = 48 // the depth: edges whose keys are equal
	wedgePad   = 2  // err reach, not u: the side of a line to a vertex on which a point lies
	proofPad   = 6  // err, not u: what rounding adds to how much a depth changes from pose to pose

	// The exact path. docs/math/exact.md, "In the plane".
	extremeNoise = 64      // the radius: vertices that doubles cannot tell apart
	quickPlane   = 0x1p-92 // times the size, not u: a support value in double-double
	quickDet     = 0x1p-90 // times the size squared: a determinant
	quickSquare  = 0x1p-88 // times the size squared: the difference of two squares, a product of values with their like
	quickInside  = 0x1p-85 // times the square of the size's cube over the least radius: as holds has it
	farCentres   = 15      // u^2 times the coordinates of the centres: what between leaves out

	// Casts. docs/math/cast.md, "Rounding".
	castSlope = 24 // |v|: a unit vector times the velocity
	castPlace = 8  // positions and centres: a part placed in doubles
	castTwist = 8  // the reach: its rotation, a product of two
	castWay   = 12 // t |v| and the length: a point of C as seen from the way
	castPose  = 2  // positions: that of a body on its way
	castStill = 2  // t |v|: how far a plane moves in a time
	castTime  = 4  // t: what rounding adds to a time
	castDepth = 64 // extents: depths that are told apart
	castGrid  = 6  // the solvers' unit: the place on the way, rounded to its grid
	slabPad   = 3  // the reach: a separation along an axis of two boxes, beside errSep
	slabSlope = 24 // |v|: its change

	// Points that move. docs/math/vertices.md, "Rounding".
	collinearError = 8  // the bound: a coefficient of the cubic
	insideError    = 24 // the sizes: a product of two vectors
	insideMoved    = 6  // the sizes, times what moves in the span, not u

	// Bodies on their way. docs/math/toi.md, "Rounding".
	turnSlip  = 32      // size, and the shift of a screw: a point of a body that turns
	restSlip  = 2       // the radius: a point of a body that does not turn
	tiltSlip  = 8       // 1: the normal of a half-space that does not turn
	placeSlip = 8       // the distance of the centres: their place
	wideSlip  = 0x1p-94 // times positions and shifts, not u: those in double-double
	plainSlip = 4       // positions and shifts: the same in doubles
	plainWay  = 16      // sizes of the bodies: doubles do for ways no longer
	laneSums  = 32      // all lengths: a Bernstein coefficient
	whirlSums = 64      // all lengths: the gap of two discs
	ballSums  = 64      // all lengths: the gap of two discs about boxes
	partSlip  = 8       // coordinates in the body: the place of a part

	// Points and segments beside others in the caller's unit. docs/math/exact.md, "Direct forms".
	directPad = 24 // |d|_1 + rA + rB: the signed distance

	// Half-spaces. docs/math/exact.md, "Half-spaces".
	planeHeight = 16 // |x - p| + |o|: the height of a centre
	planeCore   = 24 // the radius: the lowest point of a core
	planeFar    = 48 // the body: beyond it the height comes from integers
	planeExact  = 8  // the height that comes from integers
	planeMargin = 4  // margin and height: taking the margin off
	planesPad   = 16 // the distance of two half-spaces

	// Brackets, and quotients and roots of what has a bound already.
	bracketUnits = 256 // the core, or the size: a bracket is no wider, where the tolerance allows it
	quotientPad  = 4   // 1: a quotient, a root or a length
	timePad      = 8   // 1: when a box passes the side of another, over its speed

	// Rays. docs/math/ray.md, "Doubles" and "Short ways".
	rayPlace  = 12  // |x|_1: a point, or a direction, in the axes of a body
	rayTurn   = 24  // 1: a direction with coordinates of at most 1 there
	rayShift  = 2   // lengths: a centre or a corner taken off
	rayMargin = 2   // the margin
	rayDot    = 8   // |x|_1: an inner product with a normal, beside what the normal is off by
	rayNormal = 8   // 1: the normal of an edge
	rayAlong  = 8   // 1: the direction from one corner to another, beside the corners' roundings
	rayEnds   = 4   // the corners over their distance: those roundings
	rayAcross = 8   // |x|_1: what of a vector is across an axis, beside what the axis is off by
	rayLong   = 8   // lengths: the far end of an edge
	rayScaled = 2   // 1: coordinates over radii
	rayHeight = 10  // |o|_1 + the offset: the height over a half-space
	rayFacet  = 44  // |o|_1 + the radius: the height over an edge, short
	raySlope  = 40  // |d|_1: its change
	rayBox    = 24  // |o|_1 + twice the radius: a point in the axes of a box, about its faces
	rayStrip  = 8   // t: the ends of a strip
	rayBall   = 40  // |w|_1: twice what the point nearest a centre is off by
	raySquare = 8   // r^2 + m^2: the difference of the squares
	rayRoot   = 8   // t: the ends in a disc
	rayRim    = 32  // lengths: the height along the axis of a capsule
	rayEnd    = 8   // lengths: the origin about an end of the axis
	rayWide   = 128 // |o|_1: entries that are off by more go the long way
	rayParts  = 16  // |o|_1: the origin in the axes of a compound
	rayTouch  = 64  // |o|_1 + the radius: where a ray enters, beside what its origin is off by
	rayReach  = 4   // the reach: a ball about a part
	rayFirst  = 512 // all lengths, over the slopes: when a ray enters and leaves a box of the table
	rayPoint  = 4   // lengths: a point of the ray
	raySteep  = 24  // 1: the normal there times the direction
	rayOver   = 4   // t: a quotient

	// Points beside one body. docs/math/point.md, "Rounding".
	pointBall = 8   // |x|: the distance from a centre
	pointCore = 16  // |x|_1 + the radius: the distance from a segment or a box
	pointFar  = 32  // |x|_1 + the radius: that from an ellipse, or a line or a vertex of a polygon
	pointGap  = 16  // |x|_1 + the radius: how far the two bounds of a polygon or an ellipse may be apart
	planeNear = 128 // the height: beyond it that of a half-space comes from integers
	pointRoot = 16  // 1: the sum over the squares of an ellipse's radii
	pointInto = 16  // coordinates: a corner of a body that may be contained

	// Depths against a length. docs/math/exact.md, "Depths".
	directionError = 16 // lengths of edges times radii, and their products: a direction across edges
	limitError     = 16 // the length, with the sum of the margins and the scale

	// Bounding boxes and supports of hulls.
	boundsPad  = 16 // |position| + radius + margin
	climbPad   = 3  // the radius: what a search among many corners may miss of it
	innerPad   = 16 // the radius: the disc inside a polygon
	climbSlack = 8  // |d|_1 times the radius: a vertex that a climb passes over

	// Parts of compounds. docs/math/compound.md.
	placeTurn   = 8       // 1: the rotation of a product of poses
	placeRound  = 1.01    // |p|_1: rounding the position of a part
	placeOff    = 0x1p-96 // times the positions, not u: that position in double-double
	frameOff    = 2       // |p|_1: rounding the position of a frame
	poseStretch = 8       // the distance, the margins and twice the offsets: what matrices that are no rotations do
	sidePad     = 64      // |position| + reach: a side of the AABB of a compound
	hullsPad    = 96      // all lengths: how far a direction separates the hulls
	aimPad      = 128     // all lengths: how far the normal of the best pair separates two parts
	partsPlane  = 64      // all lengths: how far a half-space is from a box or from hulls
	sweepSide   = 64      // coordinates: a side of a box of parts on its way
	sweepTurn   = 8       // |v|_1: the velocity in a turned frame
	nearBox     = 8       // all lengths: the distance of a box from a point
	nearHull    = 64      // all lengths: how far a direction holds parts behind a point
	nearPart    = 64      // position and reach: a point of a body that may be contained in parts
	boxBall     = 4       // coordinates: the ball about a box
)
