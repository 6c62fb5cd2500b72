package explain

// of says what the bounds of an algorithm's steps are bounds of.
var of = map[string]string{
	"gjk":    "distance of the cores",
	"epa":    "depth of the cores",
	"closed": "distance of the cores",
	"sat":    "signed distance of the cores",
	"exact":  "signed distance",
}

// reasons says in a sentence why an algorithm ended, by its name and the word of the trace.
var reasons = map[string]string{
	"gjk: apart":                   "no point of A - B is nearer than the simplex: the bounds meet",
	"gjk: contains the origin":     "the simplex holds the origin, by exact signs: the cores have a point in common",
	"gjk: no progress in doubles":  "doubles cannot tell any more: the same loop goes on in integers",
	"gjk: farther than asked":      "the lower bound says all that was asked",
	"gjk: iteration limit":         "the limit of iterations: the bounds are wide, but true",
	"epa: converged":               "no point of A - B lies farther out than the nearest side of the polytope: the bounds meet",
	"epa: rounding":                "nothing lies beyond the nearest side by exact signs: that is as near as the grid of points allows",
	"epa: iteration limit":         "the limit of iterations: the bounds are wide, but true",
	"epa: bad-support":             "the support map of a user's shape contradicts itself",
	"epa: flat":                    "A - B has no inside: the depth is zero",
	"epa: half circle":             "the bodies are all but turned about parallel axes: half a circle of directions from end to end decides",
	"epa: cells":                   "many directions are all but equally good: cells with a bound each cover all of them",
	"closed: points and segments":  "a formula gives the nearest points of two points or segments",
	"closed: point and box":        "a formula gives the nearest point of a box",
	"closed: half-space":           "the lowest point along the normal of the half-space decides",
	"epa: many edges":              "too many sides of A - B are nearly as near as the nearest: the separating axes decide",
	"closed: point and round":      "a formula gives the nearest point of a cylinder or cone, in the plane through its axis",
	"sat: separating axis":         "the shadows on this axis do not overlap: apart",
	"sat: no separating axis":      "the shadows overlap on every axis: the least overlap is the depth",
	"sat: not for these shapes":    "the test has axes for points, segments, boxes and hulls alone, grown or not: others go on",
	"sat: not settled by the axes": "a gap or an overlap within rounding, or one that the axes do not measure: others go on",
	"exact: apart":                 "zero was within the bounds, and exact arithmetic decides: apart",
	"exact: touching":              "zero was within the bounds, and exact arithmetic decides: touching, so the distance is zero",
	"exact: overlapping":           "zero was within the bounds, and exact arithmetic decides: overlapping",
	"walk: apart":                  "W falls short of the origin, and nothing of A - B reaches farther this way",
	"walk: touching":               "the origin is a point of A - B, and nothing of A - B lies beyond it",
	"walk: overlapping":            "A - B reaches to all sides of the origin",
}
