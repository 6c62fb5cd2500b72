package exact

import (
	"math/big"
	"testing"
)

// TestRimIsEnteredOverItsCap: a line that meets the rim of a cylinder at its origin, and comes over
// the plane of the cap there while it leaves the round side, or the other way round. The constraint
// by which it enters is that of the surface that it comes over.
func TestRimIsEnteredOverItsCap(t *testing.T) {
	const plane, ball = 4, 9
	for _, c := range []struct {
		slope, wd int64 // of the plane's value, and half that of the ball's
		want      int32
		before    bool
	}{
		{-1, 1, plane, false},
		{1, -1, ball, false},
		{-1, 0, ball, false},
		{1, 1, -1, true},
		{-1, -1, ball, false}, // both at once: any of them
	} {
		var ar Arena
		ar.Reset()
		n := func(x int64) *big.Int { return ar.Int().SetInt64(x) }
		var l Line
		l.Reset(&ar, Ratio{}, 0)
		l.Linear(n(0), n(c.slope), false, plane)
		l.Ball(n(1), n(c.wd), n(4), n(1), ball)
		if l.Found == 0 || l.ID != c.want || l.Before != c.before || l.Lower != 0 || l.Upper != 0 {
			t.Errorf("%+v: found %d, constraint %d, before %v, [%v, %v]", c, l.Found, l.ID, l.Before, l.Lower, l.Upper)
		}
	}
}
