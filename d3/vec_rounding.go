package d3

import "github.com/collide-go/collide/internal/num"

const unit = num.Unit

// The error constants: what each bound adds up for rounding, in units of u times what the comment
// names. The code computes with these names alone, the pages of docs/math quote them, and
// vec_rounding_test.go climbs for the inputs that use them; docs/math/rounding.md lists what it
// finds. CONTRIBUTING.md says how to add one.
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

	// The unit normal of a face of EPA and its distance: epaFace.errN. docs/math/epa.md, "Normals
	// in doubles".
	faceThin    = 2  // (|p|^2 + |q|^2)/|p x q| of the edges p, q
	faceFlat    = 6  // 1
	faceRefined = 10 // 1: after the product in integers
	faceRough   = 16 // 1: beyond it the normal is refined
	epaFloor    = 16 // reach: no tolerance of EPA is less
	proofPad    = 4  // errPoint, not u: what rounding adds to the way of kept points from pose to pose

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
	arcSame         = 1  // reach: support values within that are the same
	arcFaceA        = 6  // 1: the normal of a face of A
	arcFaceB        = 20 // 1: the same of B, turned
	arcMid          = 5  // 1: a direction between two, before its length is made 1, and by that
	arcBall         = 12 // the radius: the distance of a face from a hull's centre
	arcValue        = 20 // reach: a support value

	// The exact path. docs/math/exact.md.
	signNoise    = 16      // errPoint + u: signs of products of kept points
	extremeNoise = 256     // the radius: vertices that doubles cannot tell apart
	quickPlane   = 0x1p-92 // times the size, not u: a support value in double-double
	quickDet     = 0x1p-90 // times the size cubed: a determinant
	quickSquare  = 0x1p-88 // times the size squared: the difference of two squares, a product of values with their like
	quickInside  = 0x1p-85 // times the square of the size's cube over the least radius: as holds has it
	farCentres   = 0x1p-97 // times the coordinates of the centres: what between leaves out
	sweepNear    = 16      // the length of a sweep: the same in doubles
	capRoom      = 72      // reach: two vertices seen from a round body, against each other

	// Casts. docs/math/cast.md, "Rounding".
	castSlope = 24 // |v|: a unit vector times the velocity
	castPlace = 8  // positions and centres: a part placed in doubles
	castTwist = 8  // the reach: its rotation, a product of two
	castWay   = 12 // t |v| and the length: a point of C as seen from the way
	castPose  = 2  // positions: that of a body on its way
	castStill = 2  // t |v|: how far a plane moves in a time
	castTime  = 4  // t: what rounding adds to a time
	castDepth = 64 // extents: depths that are told apart
	castGrid  = 7  // the solvers' unit: the place on the way, rounded to its grid
	slabPad   = 3  // the reach: a separation along an axis of two boxes, beside errSep and the slack of SAT
	slabSlope = 28 // |v|: its change

	// Points that move. docs/math/vertices.md, "Rounding".
	coplanarError = 12  // the bound: a coefficient of the cubic
	insideError   = 320 // the sizes: a product of four vectors
	insideMoved   = 64  // the sizes, times what moves in the span, not u

	// Bodies on their way. docs/math/toi.md, "Rounding".
	turnSlip  = 64       // size, and the shift of a screw: a point of a body that turns
	angleSlip = 0x1p-101 // the angle, not u: of a turn in double-double
	restSlip  = 2        // the radius: a point of a body that does not turn
	tiltSlip  = 8        // 1: the normal of a half-space that does not turn
	placeSlip = 8        // the distance of the centres: their place
	wideSlip  = 0x1p-94  // times positions and shifts, not u: those in double-double
	plainSlip = 4        // positions and shifts: the same in doubles
	plainWay  = 16       // sizes of the bodies: doubles do for ways no longer
	laneSums  = 32       // all lengths: a Bernstein coefficient
	whirlSums = 64       // all lengths: the gap of two cylinders
	ballSums  = 64       // all lengths: the gap of two balls
	partSlip  = 8        // coordinates in the body: the place of a part

	// Points, segments and boxes in the caller's unit. docs/math/exact.md, "Direct forms".
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
	rayPlace  = 8   // |x|_1: a point, or a direction, in the axes of a body
	rayTurn   = 16  // 1: a direction with coordinates of at most 1 there
	rayShift  = 2   // lengths: a centre or a corner taken off
	rayMargin = 2   // the margin
	rayDot    = 8   // |x|_1: an inner product with a normal, beside what the normal is off by
	rayNormal = 6   // 1: the normal of a face
	rayRing   = 24  // 1: that of an edge, in the plane of its face
	rayAlong  = 8   // 1: the direction from one corner to another, beside the corners' roundings
	rayEnds   = 4   // the corners over their distance: those roundings
	rayAcross = 16  // |x|_1: what of a vector is across an axis, beside what the axis is off by
	rayLong   = 8   // lengths: the far end of an edge
	rayScaled = 2   // 1: coordinates over radii
	rayHeight = 10  // |o|_1 + the offset: the height over a half-space
	rayFacet  = 32  // |o|_1 + the radius: the height over a face, short
	raySlope  = 32  // |d|_1: its change
	rayBox    = 16  // |o|_1 + twice the radius: a point in the axes of a box, about its faces
	rayStrip  = 8   // t: the ends of a strip
	rayBall   = 40  // |w|_1: twice what the point nearest a centre is off by
	raySquare = 8   // r^2 + m^2: the difference of the squares
	rayRoot   = 8   // t: the ends in a ball
	rayRim    = 32  // lengths: the height along the axis of a capsule
	rayEnd    = 8   // lengths: the origin about an end of the axis
	rayWide   = 128 // |o|_1: entries that are off by more go the long way
	rayParts  = 10  // |o|_1: the origin in the axes of a compound
	rayTouch  = 64  // |o|_1 + the radius: where a ray enters, beside what its origin is off by
	rayReach  = 4   // the reach: a ball about a part
	rayFirst  = 256 // all lengths, over the slopes: when a ray enters and leaves a box of the table
	rayPoint  = 4   // lengths: a point of the ray
	raySteep  = 32  // 1: the normal there times the direction
	rayOver   = 4   // t: a quotient

	// Points beside one body. docs/math/point.md, "Rounding".
	pointBall = 8   // |x|: the distance from a centre
	pointCore = 16  // |x|_1 + the radius: the distance from a segment or a box
	pointFar  = 32  // |x|_1 + the radius: that from a curved core, or a hull's plane, edge or vertex
	pointGap  = 16  // |x|_1 + the radius: how far the two bounds of a hull or an ellipsoid may be apart
	planeNear = 128 // the height: beyond it that of a half-space comes from integers
	pointRoot = 16  // 1: the sum over the squares of an ellipse's radii
	pointInto = 16  // coordinates: a corner of a body that may be contained

	// Depths against a length. docs/math/exact.md, "Depths".
	directionError = 16 // lengths of edges times radii, and their products: a direction across edges
	limitError     = 16 // the length, with the sum of the margins and the scale

	// Bounding boxes, supports of hulls, sums of figures, cells of directions.
	boundsPad  = 16  // |position| + radius + margin
	climbPad   = 10  // the radius: what a search among many corners may miss of it
	climbSlack = 10  // |d|_1 times the radius: a vertex that a climb passes over
	figureSum  = 10  // the sum of the magnitudes
	cellSlack  = 256 // |d|_1 times the radius: a vertex that is no candidate in a cell of directions
	cellPad    = 128 // 1: all functions of a cell

	// Parts of compounds. docs/math/compound.md.
	placeTurn  = 4       // 1: the rotation of a product of poses
	placeRound = 1.01    // |p|_1: rounding the position of a part
	placeOff   = 0x1p-96 // times the positions, not u: that position in double-double
	frameOff   = 2       // |p|_1: rounding the position of a frame
	sidePad    = 64      // |position| + reach: a side of the AABB of a compound
	hullsPad   = 96      // all lengths: how far a direction separates the hulls
	aimPad     = 128     // all lengths: how far the normal of the best pair separates two parts
	facetPoint = 16      // all lengths: the distance of a point from a triangle
	facetShear = 8       // all lengths: where a corner lies across from a ray
	facetCross = 6       // all lengths: the product of a normal and a corner, and of a normal and the way
	facetCurl  = 6       // the product of the lengths of two edges: the normal of a triangle
	facetPad   = 32      // all lengths: how far a direction separates two triangles
	cornerPad  = 16      // position and reach: a corner of a box that is turned with its part
	partsPlane = 64      // all lengths: how far a half-space is from a box or from hulls
	sweepSide  = 64      // coordinates: a side of a box of parts on its way
	sweepTurn  = 8       // |v|_1: the velocity in a turned frame
	nearBox    = 8       // all lengths: the distance of a box from a point
	nearHull   = 64      // all lengths: how far a direction holds parts behind a point
	nearPart   = 64      // position and reach: a point of a body that may be contained in parts
	boxBall    = 4       // coordinates: the ball about a box
	facetSlack = 512     // all lengths: lines that are nearer to an edge of a triangle go the long way
	solidShift = 4       // coordinates: the place of a solid in the frame of another

	// Convex decomposition of solids. docs/math/convex.md, "Rounding".
	regionNear   = 32     // coordinates: the distance of a point from a triangle
	regionNormal = 16     // the product of two edges over their cross product, and 1: a unit normal
	regionCut    = 16     // coordinates: where an edge meets the plane of a cut
	regionSlack  = 8      // coordinates: a distance that a search of boxes is asked for
	regionFlat   = 0x1p20 // the product of three edges: a tetrahedron that is too flat to hold a ball
)
