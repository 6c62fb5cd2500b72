//go:build !purego

package lanes

// Body is how an Object of package d3 begins: what TouchBall reads of it. Vectors of three numbers
// are read with what is behind them, which must be a number too, and none whose products are slow.
type Body struct {
	Pos    [3]float64
	_      [4]float64 // the quaternion
	_      bool
	Solid  bool // the sizes of the core are not zero
	Kind   uint64
	Half   [3]float64
	_      uint64        // 0 for boxes and spheres
	Axes   [3][3]float64 // rows
	Margin float64
	Radius float64 // of the core
	Extent float64 // the longest side
}

// Point is how a Manifold of package d3 begins: what TouchBall writes of it.
type Point struct {
	Normal         [3]float64
	N              int
	PointA, PointB [3]float64
	LocalA, LocalB [3]float64
	Distance       float64
	ID             uint64
}

// BallLimits are the constants of TouchBall, in all lanes where there are four of one.
type BallLimits struct {
	Slope      [4]float64 // up to which a coordinate of a normal is small
	TiltShift  [4]int64   // with this added as integers, a coordinate
	TiltAbove  [4]int64   // above this leaves the names to others
	Pad        float64    // the error of a distance, of the lengths
	NearSquare float64    // bounds the squares whose roots are taken
	FarSquare  float64    // its inverse
	NearApart  float64    // from which on a square tells that bodies are apart
	Deep       float64    // of the squared margin, up to which a point has a place in its ID
	Places     float64    // of the smaller body, up to which none has where cores overlap

	// Names are the IDs of a box and a sphere, and the other way round. Bits 0, 2 and 4 of the
	// index tell which coordinates of the normal in the box are small, bits 1, 3 and 5 which are
	// negative.
	Names [2][64]uint64
}

// KindBox is the kind of a box.
const KindBox = 2

// What TouchBall returns.
const (
	Elsewhere = 0
	Apart     = 1
	Overlap   = 3
)

// TouchBall returns the relation of a and b, a box and a sphere in any order, and sets p: to their
// one point where they overlap, where they are apart to no normal and N = 0. It returns Elsewhere,
// and leaves p as it is, for all but the plain case: sizes that are not far apart, a box that is
// not rounded, and a point that needs no place in its ID; nor may it depend on rounding whether
// they touch.
//
// The definition is touchBall of package d3: the same bits.
func TouchBall(a, b *Body, at *BallLimits, p *Point) uint8 {
	if !vectors {
		return Elsewhere
	}
	return touchBall(a, b, at, p)
}
