//go:build amd64 && !purego

package lanes

// vectors tells whether the processor and the system have vectors of four doubles and of integers
// (AVX2).
var vectors = haveVectors()

// haveVectors asks the processor.
func haveVectors() bool

// nearest2 is Boxes2.nearest from the component at on.
//
//go:noescape
func nearest2(at *float64, stride, n int, x, y float64, place int64) (least, next int64)

// nearest3 is Boxes3.nearest from the component at on.
//
//go:noescape
func nearest3(at *float64, stride, n int, x *[3]float64, place int64) (least, next int64)

// gaps4 sets what Sight.Gaps returns.
//
//go:noescape
func gaps4(s *Sight, a, b, c, d *Turned, gaps *[4]float64)

// cutGaps4 sets what Sight.CutGaps returns.
//
//go:noescape
func cutGaps4(s *Sight, a, b, c, d *Cut, gaps *[4]float64)

// depths is Pair.least.
//
//go:noescape
func depths(p *Pair, side int) (least int64)

// bothDepths is the least of depths of both sides.
//
//go:noescape
func bothDepths(p *Pair) (least int64)

// touchBall is TouchBall.
//
//go:noescape
func touchBall(a, b *Body, at *BallLimits, p *Point) (answer uint8)

// next2 is Fours.next in the plane, for nodes at data and kids.
//
//go:noescape
func next2(data *float64, kids *[4]int32, x *Sought, limit int64, w *Wait)

// next3 is Fours.next in space, for nodes at data and kids.
//
//go:noescape
func next3(data *float64, kids *[4]int32, x *Sought, limit int64, w *Wait)
