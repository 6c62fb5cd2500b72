//go:build !amd64 || purego

package lanes

// vectors tells that there is plain Go alone.
const vectors = false

func nearest2(*float64, int, int, float64, float64, int64) (least, next int64) {
	panic("lanes: no vectors")
}

func nearest3(*float64, int, int, *[3]float64, int64) (least, next int64) {
	panic("lanes: no vectors")
}

func gaps4(*Sight, *Turned, *Turned, *Turned, *Turned, *[4]float64) { panic("lanes: no vectors") }

func cutGaps4(*Sight, *Cut, *Cut, *Cut, *Cut, *[4]float64) { panic("lanes: no vectors") }

func depths(*Pair, int) (least int64) { panic("lanes: no vectors") }

func bothDepths(*Pair) (least int64) { panic("lanes: no vectors") }

func next2(*float64, *[4]int32, *Sought, int64, *Wait) { panic("lanes: no vectors") }

func next3(*float64, *[4]int32, *Sought, int64, *Wait) { panic("lanes: no vectors") }
