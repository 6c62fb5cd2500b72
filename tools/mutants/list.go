package main

// mutants are the ways to break the certificates that once survived the tests, and their kin in the
// other dimension.
var mutants = []mutant{
	{
		name: "bvh pad", story: "the pad of a bound of boxes divided by three", file: "internal/bvh/relative.go",
		from: "const padUnits = 128", to: "const padUnits = 128 / 3.0", tests: "^TestPadSum$",
	},
	{
		name: "line tilt", story: "the nearest point of a line stays where it is when the line tilts",
		file: "internal/num/line.go",
		from: "float64(m*ed) + float64(e*(speed+ed))", to: "float64(e*(speed+ed))", tests: "^TestLineRound$",
	},
	{
		name: "line tilt squared", story: "a line that tilts does not come nearer", file: "internal/num/line.go",
		from: "+ float64(a*a) +", to: "+", tests: "^TestLineRoundTilted$",
	},
	{
		name: "line speed", story: "an error of the direction leaves its length alone", file: "internal/num/line.go",
		from: "rel := ed/(speed-ed) + 16*Unit", to: "rel := 16*Unit", tests: "^TestLineRound$",
	},
	{
		name: "line wedge sum", story: "the sum that a root is a quotient of has no error", file: "internal/num/line.go",
		from: "ea: ea, er: er}", to: "ea: ea, er: er * 0}", tests: "^TestLineWedge$",
	},
	{
		name: "line wedge digits", story: "a sum that may be 0 tells a root", file: "internal/num/line.go",
		from: "math.Abs(other) > 2*q.er", to: "other != 0", tests: "^TestLineWedge$",
	},
	{
		name: "line parallel", story: "a slope that may have either sign bounds as far as it is told",
		file: "internal/num/line.go",
		from: "l.parallel(v, float64((a+es)*l.Far)+ev)", to: "l.parallel(v, float64(a*l.Far)+ev)",
		tests: "^TestLineParallel$",
	},
	{
		name: "d2 grown", story: "a lone body's margin is left out of the bounds of boxes", file: "d2/composite_search.go",
		from: "off := p.grown()", to: "off := 0.0", tests: "^TestCompound",
	},
	{
		name: "d2 polar middle", story: "directions in the middle of the polar cone are not tried",
		file: "d2/relation_simplex.go",
		from: "turn == 1 && n == 1 && d.faces()", to: "turn < 0 && n == 1 && d.faces()",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d2 polar proof", story: "a corner of C in front of the plane is taken for one behind it",
		file: "d2/relation_simplex.go",
		from: "d.dot(dir, w).Sign() <= 0", to: "d.dot(dir, w).Sign() <= 1",
		tests: "^TestHullsAroundTheirHalves$",
	},
	{
		name: "d2 polar origin", story: "the corner at the origin, met again, proves nothing",
		file: "d2/relation_simplex.go",
		from: "return most <= 0", to: "return most < 0",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d2 polar cut", story: "a corner of C that rules the middle out cuts nothing off",
		file: "d2/relation_simplex.go",
		from: "		cone.cut(f)\n", to: "",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d2 polar start", story: "the cone starts on the other side",
		file: "d2/relation_simplex.go",
		from: "	out := between(d.a, d.b)\n", to: "	out := between(d.b, d.a)\n",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d3 polar middle", story: "directions in the middle of the polar cone are not tried",
		file: "d3/relation_simplex.go",
		from: "turn == 1 && n < 3 && d.faces(n)", to: "turn < 0 && n < 3 && d.faces(n)",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d3 polar proof", story: "a corner of C in front of the plane is taken for one behind it",
		file: "d3/relation_simplex.go",
		from: "d.ar.Dot(dir, w).Sign() <= 0", to: "d.ar.Dot(dir, w).Sign() <= 1",
		tests: "^TestHullsAroundTheirHalves$",
	},
	{
		name: "d3 polar origin", story: "the corner at the origin, met again, proves nothing",
		file: "d3/relation_simplex.go",
		from: "return most <= 0", to: "return most < 0",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d3 polar cut", story: "a corner of C that rules the middle out cuts nothing off",
		file: "d3/relation_simplex.go",
		from: "		d.cone.cut(f)\n", to: "",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d3 polar start", story: "the cone starts on the other side",
		file: "d3/relation_simplex.go",
		from: "	out := between(d.a, d.b)\n", to: "	out := between(d.b, d.a)\n",
		tests: "^TestHullsBesideTheirImages$",
	},
	{
		name: "d2 ball settles", story: "the bound of parts beside the nearest one stays where it settles nothing",
		file: "d2/composite_answer.go",
		from: "	lower = min(w.found.Lower, lower)", to: "	w.found.Lower = min(w.found.Lower, lower)\n\tlower = w.found.Lower",
		tests: "^TestBallApartByRounding$",
	},
	{
		name: "d3 ball settles", story: "the bound of parts beside the nearest one stays where it settles nothing",
		file: "d3/composite_answer.go",
		from: "	lower = min(w.found.Lower, lower)", to: "	w.found.Lower = min(w.found.Lower, lower)\n\tlower = w.found.Lower",
		tests: "^TestBallApartByRounding$",
	},
	{
		name: "d2 time of the walk", story: "the walk came to another time than the contact, and its normal is taken",
		file: "d2/cast_shape.go",
		from: "c.lo > 0 && t >= lo-(hi-lo) && t <= hi+(hi-lo)", to: "c.lo > 0",
		tests: "^TestCastPointsOfGrazes$",
	},
	{
		name: "d2 late contact", story: "a cast whose walk has not come to the contact tells of the start",
		file: "d2/cast_shape.go",
		from: "c.nearest(s, a, b, t, &ct)", to: "c.nearest(s, a, b, 0, &ct)",
		tests: "^TestCastPointsOfLateContact$",
	},
	{
		name: "d2 point of the normal", story: "a proof finds another normal, and the point stays with the last",
		file: "d2/cast_shape_walk.go",
		from: "_, c.a = s.point(); !m.curved {", to: "_, c.a = s.point(); false {", tests: "^TestCastPointsOnLattice$",
	},
	{
		name: "d2 parting normal", story: "a normal of bodies within rounding is taken, though they part along it",
		file: "d2/cast_shape.go",
		from: "cos >= -float64(castSlope*unit*c.len) {", to: "cos == cos {", tests: "^TestCastNormalNearStart$",
	},
	{
		name: "d3 cast in a solid", story: "where the bodies lie to each other is that of the query before",
		file: "d3/composite_cast_shape.go",
		from: "w.rel.relative(&w.f.pose, &w.g.pose)\n\t\tif w.enclosed", to: "if w.enclosed",
		tests: "^TestCastStartsInSolid$",
	},
	{
		name: "d3 side unproved", story: "the nearest of a few corners is taken for that of all",
		file: "d3/relation_cylinder.go",
		from: "s.below(i, &v, vv, num, den) {", to: "s.below(i, &v, vv, num, den) && false {", tests: "^TestCylinder",
	},
	{
		name: "d3 side slope", story: "what lies beyond a cap counts as if it were beside the cylinder",
		file: "d3/relation_cylinder.go",
		from: "if v.side == 0 {\n\t\treturn num, den", to: "if true {\n\t\treturn num, den", tests: "^TestCylinder",
	},
	{
		name: "d3 side rounded rim", story: "the distance at a rim is taken for that from the side",
		file: "d3/relation_cylinder.go",
		from: "case num.Sign() != 0:", to: "case false:", tests: "^TestCylinder",
	},
	{
		name: "d3 side on a cap", story: "what lies on a cap, and not in it, overlaps", file: "d3/relation_cylinder.go",
		from: "if !found && !behind(s.vertex(s.along(up))) {", to: "if false {", tests: "^TestCylinder",
	},
	{
		name: "d3 side cut", story: "edges through the plane of the lower cap are left out", file: "d3/relation_cylinder.go",
		from: "s.cross(p, s.corners[j].at, minus, -1)", to: "", tests: "^TestCylinder",
	},
	{
		name: "d3 rim square", story: "a ball at a rim inside of the circle counts as outside",
		file: "internal/exact/roots.go",
		from: "if p*q >= 0 {", to: "if q == 0 {", tests: "^TestSignRoot$",
	},
	{
		name: "d3 crossed ends", story: "axes that are nearest beyond an end cross", file: "d3/relation_crossed.go",
		from: "foot.CmpAbs(ar.Mul(h[2], nn)) > 0 {", to: "false {", tests: "^TestCylindersJustBeyondAnEnd$",
	},
	{
		name: "d3 crossed quick ends", story: "double-doubles take axes for crossed that end before",
		file: "d3/relation_crossed.go",
		from: "if rel == collide.Overlapping && !inside {", to: "if false && !inside {", tests: "^TestCurvedStages$",
	},
	{
		name: "d3 crossed margins", story: "the margins of crossed cylinders do not count", file: "d3/relation_crossed.go",
		from: ", d.norm), d.margins(a, b))", to: ", d.norm), ar.Int())", tests: "^TestCrossedCylinders",
	},
	{
		name: "d3 tip beside", story: "the tip of what leans is taken for the end of its axis", file: "d3/relation_tip.go",
		from: "y.Lsh(y, 1)\n\trr", to: "y.SetInt64(0)\n\trr", tests: "^TestTipsOnCaps",
	},
	{
		name: "d3 tip fall", story: "a cone that leans rests on its rim, whatever its apex does", file: "d3/relation_tip.go",
		from: "case s < 0:", to: "case false:", tests: "^TestTipsOnCaps",
	},
	{
		name: "d3 tip side", story: "a cone on its side rests on its apex alone", file: "d3/relation_tip.go",
		from: "return t.corners(t.radius, apex, base)", to: "return t.corners(t.radius, apex)", tests: "^TestTipsOnCaps",
	},
	{
		name: "d3 tip narrower", story: "a cone is as wide below its base as there", file: "d3/relation_tip.go",
		from: "if !narrower {", to: "if true {", tests: "^TestConesEntered$",
	},
	{
		name: "d3 cone apex", story: "the side of a cone goes on beyond the apex", file: "d3/relation_cone.go",
		from: ">= 0 { // the apex is nearest", to: ">= 2 { //", tests: "^TestConePair$",
	},
	{
		name: "d3 cone rim", story: "the side of a cone goes on beyond the rim", file: "d3/relation_cone.go",
		from: "if k.beyond(along, radius) <= 0 {", to: "if k.beyond(along, radius) < -1 {", tests: "^TestConePair$",
	},
	{
		name: "d3 parallel", story: "axes that are nearly parallel count as parallel", file: "d3/relation_cylinder.go",
		from: "if !isZero(ar.Cross(axisZ(&d.ra), axisZ(&d.rb))) {", to: "if false {", tests: "^TestCylinder",
	},
	{
		name: "d3 quadric root", story: "a contact function with one root is taken for one without",
		file: "d3/relation_quadric.go",
		from: "switch ar.CountRoots(f) {", to: "switch ar.CountRoots(f) &^ 1 {", tests: "^TestEllipsoidsTouchExactly$",
	},
	{
		name: "d3 quadric plane", story: "a plane through the point of contact parts", file: "d3/relation_quadric.go",
		from: "k.ar.Dot(g, k.t), u, v) > 0", to: "k.ar.Dot(g, k.t), u, v) >= 0", tests: "^TestEllipsoidsTouchExactly$",
	},
	{
		name: "d3 quadric ball", story: "a ball's radius is that of its square", file: "d3/relation_quadric.go",
		from: "rr, zero := ar.Mul(radius, radius)", to: "rr, zero := radius", tests: "^TestEllipsoidsTouchExactly$",
	},
	{
		name: "d3 quadric support", story: "support points in stretched space are those of space",
		file: "d3/relation_support.go",
		from: "dir = d.transposed(&d.stretch, dir)", to: "", tests: "^TestEllipsoidsTouchExactly$",
	},
	{
		name: "d3 quadric signs", story: "a sum of roots is the root of the sum",
		file: "d3/relation_quadric_quick.go",
		from: "rest.Mul(rest).Sub(u.Mul(v).Scale(4)).Hi >", to: "rest.Mul(rest).Hi >", tests: "^TestEllipsoidSigns$",
	},
	{
		name: "d3 quadric margin", story: "rounding is left to a contained corner", file: "d3/point_contain.go",
		from: "if x.kind != kindEllipsoid || x.margin < 0 {", to: "if x.kind != kindEllipsoid || x.margin <= 0 {",
		tests: "^TestEllipsoidContains$",
	},
	{
		name: "d2 quadric root", story: "a contact function with one root is taken for one without",
		file: "d2/relation_quadric.go",
		from: "switch d.ar.CountRoots(f) {", to: "switch d.ar.CountRoots(f) &^ 1 {", tests: "^TestEllipsesTouchExactly$",
	},
	{
		name: "d2 quadric plane", story: "a line through the point of contact parts", file: "d2/relation_quadric.go",
		from: "k.dot(g, k.t), u, v) > 0", to: "k.dot(g, k.t), u, v) >= 0", tests: "^TestEllipsesTouchExactly$",
	},
	{
		name: "d2 quadric stretch", story: "the stretched circle has the radius of a matrix of length 1",
		file: "d2/relation_quadric.go",
		from: "d.search(d.ar.Mul(d.dot(rot, rot), d.ar.Mul(h[0], h[1])))", to: "d.search(d.ar.Mul(h[0], h[1]))",
		tests: "^TestEllipsesTurned$",
	},
	{
		name: "d2 quadric parts", story: "an ellipse in a compound is a polygon of one corner",
		file: "d2/relation.go",
		from: "		r.s.n = 0 // it is that of another pair\n		return d.ellipses(r, a, b, n)", to: "",
		tests: "^TestEllipsesTouchExactly$",
	},
	{
		name: "d2 cast names", story: "the numbers of triangles or edges are not exchanged with the bodies",
		file: "d2/cast_shape_run.go",
		from: "h.TriangleA, h.TriangleB = h.TriangleB, h.TriangleA", to: "", tests: "^TestCastNamesTheEdge$",
	},
	{
		name: "d3 cast names", story: "the numbers of triangles or edges are not exchanged with the bodies",
		file: "d3/cast_shape_run.go",
		from: "h.TriangleA, h.TriangleB = h.TriangleB, h.TriangleA", to: "", tests: "^TestCastNamesTheTriangle$",
	},
	{
		name: "d2 pairs kept", story: "a Cache names the parts in the wrong order",
		file: "d2/composite_pairs.go",
		from: "c.parts = [2]int32{w.found.Best.I + 1, w.found.Best.J + 1}",
		to:   "c.parts = [2]int32{w.found.Best.J + 1, w.found.Best.I + 1}", tests: "^TestCacheNamesThePair$",
	},
	{
		name: "d2 pairs lone spread", story: "a lone body turns about its middle",
		file: "d2/composite_pairs.go",
		from: "l.body, l.spread = *w.g, spreadOf(w.g)",
		to:   "l.body, l.spread = *w.g, 0", tests: "^TestLoneBodyHasTheSlackOfAPart$",
	},
	{
		name: "d2 pairs plane size", story: "parts far off are as near a plane as doubles say",
		file: "d2/composite_pairs.go",
		from: "size := tree.Reach() + big1(at)",
		to:   "size := 0.0", tests: "^TestPlanesAreAskedAboutWithRoom$",
	},
	{
		name: "d2 pairs undecided", story: "the depth of what may overlap is that of one pair",
		file: "d2/composite_answer.go",
		from: "ct.Lower = min(w.found.Lower, w.deepest(s))",
		to:   "ct.Lower = w.found.Lower", tests: "^TestUndecidedInASlot$",
	},
	{
		name: "d2 pairs undecided status", story: "what is undecided is exact where its best pair is",
		file: "d2/composite_answer.go",
		from: "ct.Status = collide.Rounding",
		to:   "ct.Status = collide.Exact", tests: "^TestUndecidedBesideATouch$",
	},
	{
		name: "d2 pairs open", story: "only the body of more parts may have nothing behind it",
		file: "d2/composite_answer.go",
		from: "if w.fc.open || w.gc != nil && w.gc.open {",
		to:   "if w.fc.open {", tests: "^TestChainAmongParts$",
	},
	{
		name: "d2 pairs plane of G", story: "a plane of the other body is taken from its back",
		file: "d2/composite_answer.go",
		from: "planes, h, sign = planes+1, w.part(j), -1",
		to:   "planes, h, sign = planes+1, w.part(j), 1", tests: "^TestPlaneOfTheOtherBody$",
	},
	{
		name: "d2 shares open", story: "a surface that is a part has something behind it",
		file: "d2/composite_share.go",
		from: "u.open = u.open || x.of.open",
		to:   "u.open = u.open || false", tests: "^TestChainAmongParts$",
	},
	{
		name: "d2 contains beyond", story: "places of parts beside a plane have no error",
		file: "d2/point_contain.go",
		from: "slack := a.slack + b.slack\n",
		to:   "slack := float64(0 * (a.slack + b.slack))\n", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d2 contains corners", story: "places of parts and corners have no error",
		file: "d2/point_contain.go",
		from: "own := float64(m.errPoint*inv) + a.slack + b.slack",
		to:   "own := float64(0 * inv)", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d2 contains chain", story: "a corner lies where the outermost pose has it",
		file: "d2/point_contain.go",
		from: "append(append(w.chain[:0], b.chain...), Pose{Pos: own})",
		to:   "append(w.chain[:0], Pose{Pos: own})", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d2 quadric ball alone", story: "a capsule beside an ellipse is a ball",
		file: "d2/relation_quadric.go",
		from: "margins.Sign() > 0 && o.kind == kindPoint:",
		to:   "margins.Sign() > 0 && o.kind <= kindSegment:", tests: "^TestEllipsesOfNoExactWay$",
	},
	{
		name: "box gap", story: "the rest of a sum is forgotten where rounded sums are equal",
		file: "internal/num/dd.go",
		from: "return Compare(d.Lo, s.Lo)",
		to:   "return 0", tests: "^TestBoxGapIsSure$",
	},
	{
		name: "double-double high part", story: "the low part of a sum may be as great as the high one",
		file: "internal/num/dd.go",
		from: "\ts := a + b\n\treturn DD{s, b - (s - a)}",
		to:   "\ts := a\n\treturn DD{s, b - (s - a)}", tests: "^TestErrorsOfDoubleDoubles$",
	},
	{
		name: "cubic error", story: "the coefficients of a cubic tell a sign though they are off",
		file: "internal/num/cubic.go",
		from: "noise := c.Error + float64(CubicHalving*Unit)",
		to:   "noise := float64(CubicHalving*Unit)", tests: "^TestCubicRootsAtTheEndsOfParts$",
	},
	{
		name: "cubic noise of each", story: "coefficients of all sizes are off by as much",
		file: "internal/num/cubic.go",
		from: "float64(noise * m[i])",
		to:   "float64(noise)", tests: "^TestCubicRootsAtTheEndsOfParts$",
	},
	{
		name: "cubic bounds halved", story: "half a part of a cubic has no bounds",
		file: "internal/num/cubic.go",
		from: "left.m, right.m = halve(&m)",
		to:   "_, right.m = halve(&m)", tests: "^TestCubicRootsAtTheEndsOfParts$",
	},
	{
		name: "cubic value/3", story: "the error of a value divided by three",
		file: "internal/num/cubic.go",
		from: "CubicValue = 12",
		to:   "CubicValue = 12 / 3.0", tests: "^TestCubicRounding$",
	},
	{
		name: "cubic halving/3", story: "the error of halved coefficients divided by three",
		file: "internal/num/cubic.go",
		from: "CubicHalving = 3 * halvings",
		to:   "CubicHalving = halvings", tests: "^TestCubicRounding$",
	},
	{
		name: "line place", story: "a place far along a line is rounded no more than one near its start",
		file: "internal/num/line.go",
		from: "float64(8*Unit*(size+float64(math.Abs(tm)*speed)))",
		to:   "8*Unit", tests: "^TestLineRound$",
	},
	{
		name: "line standing", story: "what the distance of a point that stands is rounded by is left out",
		file: "internal/num/line.go",
		from: "+ew+er+float64(8*Unit*(size+r))+lostLength",
		to:   "+ew+er+lostLength", tests: "^TestLineStands$",
	},
	{
		name: "line beside a plane", story: "a line along a plane misses it by less than its height is off",
		file: "internal/num/line.go",
		from: "l.none = l.none || math.Abs(v) > float64((a+es)*l.Far)+ev",
		to:   "l.none = l.none || math.Abs(v) > float64((a+es)*l.Far)", tests: "^TestLineFlat$",
	},
	{
		name: "line about", story: "a line is taken to enter a disc where it is nearest the centre",
		file: "internal/num/line.go",
		from: "tm-float64(0.5*(most+low))",
		to:   "tm", tests: "^TestLineRound$",
	},
	{
		name: "line first piece", story: "the first contact with a union is that with its last piece",
		file: "internal/num/line.go",
		from: "min(l.Upper, hi)",
		to:   "hi", tests: "^TestLineUnion$",
	},
	{
		name: "line first side", story: "the side of a union that is met is that of its last piece",
		file: "internal/num/line.go",
		from: "if !l.Before && hi < l.Upper {",
		to:   "if !l.Before {", tests: "^TestLineUnion$",
	},
	{
		name: "keys of a group", story: "an element of the second block of blocks is taken for one of the first",
		file: "internal/num/keys.go",
		from: "b.search(int32((first + i) * keyBlock))",
		to:   "b.search(int32(i * keyBlock))", tests: "^TestKeyListOfGroups$",
	},
	{
		name: "keys forgotten", story: "a list that is used again has elements of before",
		file: "internal/num/keys.go",
		from: "b.some, b.low, b.at = 0, noKey, -1",
		to:   "b.low, b.at = noKey, -1", tests: "^TestKeyListOfGroups$",
	},
	{
		name: "bvh toward turned", story: "the aim of a search is not turned into the frame of the second tree",
		file: "internal/bvh/closest.go",
		from: "float64(v.rot[0][k]*n[0]) + float64(v.rot[1][k]*n[1]) + float64(v.rot[2][k]*n[2])",
		to:   "float64(v.rot[k][0]*n[0]) + float64(v.rot[k][1]*n[1]) + float64(v.rot[k][2]*n[2])", tests: "^TestToward$",
	},
	{
		name: "bvh toward place", story: "how far one tree is from the other along the aim is taken the wrong way",
		file: "internal/bvh/closest.go",
		from: "(float64(v.at[0]*n[0]) + float64(v.at[1]*n[1]) + float64(v.at[2]*n[2])) - s.rel.pad",
		to:   "-(float64(v.at[0]*n[0]) + float64(v.at[1]*n[1]) + float64(v.at[2]*n[2])) - s.rel.pad", tests: "^TestToward$",
	},
	{
		name: "bvh toward first", story: "each of two boxes reaches along the aim as far as the other",
		file: "internal/bvh/closest.go",
		from: "max(l.bound, near-reach(x, &s.dir)), max(r.bound, near-reach(y, &s.dir))",
		to:   "max(l.bound, near-reach(y, &s.dir)), max(r.bound, near-reach(x, &s.dir))", tests: "^TestToward$",
	},
	{
		name: "bvh toward second", story: "each of two boxes is told by where the other one is along the aim",
		file: "internal/bvh/closest.go",
		from: "max(l.bound, far+lowest(x, &s.back)), max(r.bound, far+lowest(y, &s.back))",
		to:   "max(l.bound, far+lowest(y, &s.back)), max(r.bound, far+lowest(x, &s.back))", tests: "^TestToward$",
	},
	{
		name: "bvh pad place", story: "the distance of two trees adds nothing to what their bounds are off",
		file: "internal/bvh/relative.go",
		from: "s := a.reach + b.reach + (math.Abs(at[0]) + math.Abs(at[1]) + math.Abs(at[2]))",
		to:   "s := a.reach + b.reach", tests: "^TestBound$",
	},
	{
		name: "bvh pad off", story: "the translation of the second tree is taken for exact",
		file: "internal/bvh/relative.go",
		from: "float64(0x1p-53*padUnits*s) + off + 0x1p-500",
		to:   "float64(0x1p-53*padUnits*s) + 0x1p-500", tests: "^TestBound$",
	},
	{
		name: "bvh open side", story: "a box open to one side alone is taken for bounded",
		file: "internal/bvh/box.go",
		from: "float64(0*(*b)[0]) + float64(0*(*b)[1]) + float64(0*(*b)[h]) + float64(0*(*b)[h+1])",
		to:   "float64(0*(*b)[0]) + float64(0*(*b)[1]) + float64(0*(*b)[h+1])", tests: "^TestBoundOfOpenBoxes$",
	},
	{
		name: "bvh open last side", story: "a box open to one side of the last axis is taken for bounded",
		file: "internal/bvh/box.go",
		from: "sum += float64(0*(*b)[h-1]) + float64(0*(*b)[h+h-1])",
		to:   "sum += float64(0 * (*b)[h-1])", tests: "^TestBoundOfOpenBoxes$",
	},
	{
		name: "bvh open shift", story: "boxes open to one side are held apart as if the trees lay in one place",
		file: "internal/bvh/relative.go",
		from: "((*b)[i]-(*a)[h+i])+v.at[i]",
		to:   "((*b)[i]-(*a)[h+i])", tests: "^TestBoundOfOpenBoxes$",
	},
	{
		name: "d2 whirl pad", story: "discs come as near as rounding and places allow, with nothing to spare",
		file: "d2/toi_whirl.go",
		from: "(gap-float64(2*pad))/fall",
		to:   "(gap-pad)/fall", tests: "^TestDiscsKeepBodiesApart$",
	},
	{
		name: "d2 whirl slip", story: "points of bodies that turn in discs are where the motion has them",
		file: "d2/toi_whirl.go",
		from: "pad := g.slip(size) + float64(whirlSums*unit*size)",
		to:   "pad := float64(whirlSums * unit * size)", tests: "^TestDiscsKeepBodiesApart$",
	},
	{
		name: "d2 whirl way", story: "the gap of discs far apart is rounded no more than that of near ones",
		file: "d2/toi_whirl.go",
		from: "size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)",
		to:   "size := g.a.size + g.b.size + g.margin + math.Abs(g.level)", tests: "^TestDiscsKeepBodiesApart$",
	},
	{
		name: "d2 whirl sizes", story: "the radii of discs add nothing to what their gap is rounded by",
		file: "d2/toi_whirl.go",
		from: "size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)",
		to:   "size := d.length() + g.margin + math.Abs(g.level)", tests: "^TestDiscsKeepBodiesApart$",
	},
	{
		name: "d2 whirl fall", story: "how fast discs come near is not rounded",
		file: "d2/toi_whirl.go",
		from: "fall := -n.Dot(v) + float64(whirlSums*unit*v.length())",
		to:   "fall := -n.Dot(v)", tests: "^TestDiscsKeepBodiesApart$",
	},
	{
		name: "d3 whirl pad", story: "balls come as near as rounding and places allow, with nothing to spare",
		file: "d3/toi_whirl.go",
		from: "(gap-float64(2*pad))/fall",
		to:   "(gap-pad)/fall", tests: "^TestBallsKeepBodiesApart$",
	},
	{
		name: "d3 whirl slip", story: "points of bodies that turn in balls are where the motion has them",
		file: "d3/toi_whirl.go",
		from: "pad := g.slip(size) + float64(whirlSums*unit*size)",
		to:   "pad := float64(whirlSums * unit * size)", tests: "^TestBallsKeepBodiesApart$",
	},
	{
		name: "d3 whirl way", story: "the gap of balls far apart is rounded no more than that of near ones",
		file: "d3/toi_whirl.go",
		from: "size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)",
		to:   "size := g.a.size + g.b.size + g.margin + math.Abs(g.level)", tests: "^TestBallsKeepBodiesApart$",
	},
	{
		name: "d3 whirl sizes", story: "the radii of balls add nothing to what their gap is rounded by",
		file: "d3/toi_whirl.go",
		from: "size := d.length() + g.a.size + g.b.size + g.margin + math.Abs(g.level)",
		to:   "size := d.length() + g.margin + math.Abs(g.level)", tests: "^TestBallsKeepBodiesApart$",
	},
	{
		name: "d3 whirl fall", story: "how fast balls come near is not rounded",
		file: "d3/toi_whirl.go",
		from: "fall := -n.Dot(v) + float64(whirlSums*unit*v.length())",
		to:   "fall := -n.Dot(v)", tests: "^TestBallsKeepBodiesApart$",
	},
	{
		name: "d2 whirl screw", story: "a body on an arc is taken for one that goes straight and spins",
		file: "d2/toi_whirl.go",
		from: "if h >= left || g.a.screw || g.b.screw || !(max(",
		to:   "if h >= left || !(max(", tests: "^TestImpactOnArc$",
	},
	{
		name: "d2 approach screw", story: "a body on an arc is taken for one that goes straight before it is first measured",
		file: "d2/toi_whirl.go",
		from: "if g.a.plane || g.b.plane || g.a.screw || g.b.screw {",
		to:   "if g.a.plane || g.b.plane {", tests: "^TestImpactOnArc$",
	},
	{
		name: "d3 whirl screw", story: "a body on an arc is taken for one that goes straight and spins",
		file: "d3/toi_whirl.go",
		from: "if h >= left || g.a.screw || g.b.screw || !(max(",
		to:   "if h >= left || !(max(", tests: "^TestImpactOnArc$",
	},
	{
		name: "d3 approach screw", story: "a body on an arc is taken for one that goes straight before it is first measured",
		file: "d3/toi_whirl.go",
		from: "if g.a.plane || g.b.plane || g.a.screw || g.b.screw {",
		to:   "if g.a.plane || g.b.plane {", tests: "^TestImpactOnArc$",
	},
	{
		name: "near and tiny", story: "a tiny distance to a box has half of it for a lower bound",
		file: "broadphase/search.go",
		from: "float64(float64(d*(1-0x1p-50))*0x1p-960)",
		to:   "float64(float64(d*(1-0x1p-50))*0x1p-961)", tests: "^TestNear$",
	},
	{
		name: "d3 pairs kept", story: "a Cache names the parts in the wrong order",
		file: "d3/composite_pairs.go",
		from: "c.parts = [2]int32{w.found.Best.I + 1, w.found.Best.J + 1}",
		to:   "c.parts = [2]int32{w.found.Best.J + 1, w.found.Best.I + 1}", tests: "^TestCacheNamesThePair$",
	},
	{
		name: "d3 pairs lone spread", story: "a lone body turns about its middle",
		file: "d3/composite_pairs.go",
		from: "l.body, l.spread = *w.g, spreadOf(w.g)",
		to:   "l.body, l.spread = *w.g, 0", tests: "^TestLoneBodyHasTheSlackOfAPart$",
	},
	{
		name: "d3 pairs plane size", story: "parts far off are as near a plane as doubles say",
		file: "d3/composite_pairs.go",
		from: "size := tree.Reach() + big1(at)",
		to:   "size := 0.0", tests: "^TestPlanesAreAskedAboutWithRoom$",
	},
	{
		name: "d3 pairs undecided", story: "the depth of what may overlap is that of one pair",
		file: "d3/composite_answer.go",
		from: "ct.Lower = min(w.found.Lower, w.deepest(s))",
		to:   "ct.Lower = w.found.Lower", tests: "^TestUndecidedInASlot$",
	},
	{
		name: "d3 pairs undecided status", story: "what is undecided is exact where its best pair is",
		file: "d3/composite_answer.go",
		from: "ct.Status = collide.Rounding",
		to:   "ct.Status = collide.Exact", tests: "^TestUndecidedBesideATouch$",
	},
	{
		name: "d3 pairs open", story: "only the body of more parts may have nothing behind it",
		file: "d3/composite_answer.go",
		from: "if w.fc.open || w.gc != nil && w.gc.open {",
		to:   "if w.fc.open {", tests: "^TestSheetAmongParts$",
	},
	{
		name: "d3 pairs plane of G", story: "a plane of the other body is taken from its back",
		file: "d3/composite_answer.go",
		from: "planes, h, sign = planes+1, w.part(j), -1",
		to:   "planes, h, sign = planes+1, w.part(j), 1", tests: "^TestPlaneOfTheOtherBody$",
	},
	{
		name: "d3 shares open", story: "a surface that is a part has something behind it",
		file: "d3/composite_share.go",
		from: "u.open = u.open || x.of.open",
		to:   "u.open = u.open || false", tests: "^TestSheetAmongParts$",
	},
	{
		name: "d3 contains beyond", story: "places of parts beside a plane have no error",
		file: "d3/point_contain.go",
		from: "slack := a.slack + b.slack\n",
		to:   "slack := float64(0 * (a.slack + b.slack))\n", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d3 contains corners", story: "places of parts and corners have no error",
		file: "d3/point_contain.go",
		from: "own := float64(m.errPoint*inv) + a.slack + b.slack",
		to:   "own := float64(0 * inv)", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d3 contains chain", story: "a corner lies where the outermost pose has it",
		file: "d3/point_contain.go",
		from: "append(append(w.chain[:0], b.chain...), Pose{Pos: own})",
		to:   "append(w.chain[:0], Pose{Pos: own})", tests: "^TestContainsAgreesWithRelate$",
	},
	{
		name: "d3 quadric ball alone", story: "a capsule beside an ellipse is a ball",
		file: "d3/relation_quadric.go",
		from: "margins.Sign() > 0 && o.kind == kindPoint:",
		to:   "margins.Sign() > 0 && o.kind <= kindHull:", tests: "^TestEllipsoidsOfNoExactWay$",
	},
	{
		name: "d2 grown over a plane", story: "the same where a half-space meets it", file: "d2/composite_pairs.go",
		from: "pad += w.part(0).grown()", to: "pad += 0", tests: "^TestCompoundWithHalfSpace$",
	},
	{
		name: "d3 solid part", story: "a point is deepest in the part whose surface is deepest about it",
		file: "d3/composite_point.go", from: "w.holdDeeper(s, a, p, &ct)", to: "",
		tests: "^TestPointDeeperInSolid$",
	},
	{
		name: "d2 collide of circles", story: "places of circles hang on the order", file: "d2/manifold_lone.go",
		from: "if laterCircle(a, b) != 0 {", to: "if false {", tests: "^TestTouchCircles$",
	},
	{
		name: "d2 collide first", story: "the points of a capsule's contact are exchanged", file: "d2/query_collide.go",
		from: "q.direct.contact(first, ct)", to: "q.direct.contact(!first, ct)", tests: "^TestTouchIsCollide$",
	},
	{
		name: "d3 collide first", story: "the points of a ball's contact are exchanged", file: "d3/query_collide.go",
		from: "q.direct.contact(first, ct)", to: "q.direct.contact(!first, ct)", tests: "^TestTouchIsCollide$",
	},
	{
		name: "d2 straighten", story: "the direction is left as the bounds of the distance leave it",
		file: "d2/gjk_float.go", from: "if !(length-found.separation(m, 1/length) > float64(straightAt*length)) {",
		to: "if length > 0 {", tests: "^TestNormalsOfCurvedBodies$",
	},
	{
		name: "d3 straighten", story: "the direction is left as the bounds of the distance leave it",
		file: "d3/gjk_float.go", from: "if !(length-found.separation(m, 1/length) > float64(straightAt*length)) {",
		to: "if length > 0 {", tests: "^TestNormalsOfCurvedBodies$",
	},
	{
		name: "d2 cast by Newton", story: "the direction of first contact is solved at the time that the walk came to",
		file: "d2/cast_shape_newton.go", from: "by := gap / slope", to: "by := 0 * gap / slope", tests: "^TestCastNormals$",
	},
	{
		name: "d2 cast sharpened", story: "the normal of a cast is that of the last plane",
		file: "d2/cast_shape_walk.go", from: "if !c.solve(r, n, off) {", to: "if true {", tests: "^TestCastNormals",
	},
	{
		name: "d2 axis cut", story: "an axis is given up after a number of tries", file: "d2/toi_axis.go",
		from: "laneCuts  = 16", to: "laneCuts  = 0", tests: "^TestImpactOfBodiesThatSlide$",
	},
	{
		name: "d3 cast by Newton", story: "the direction of first contact is solved at the time that the walk came to",
		file: "d3/cast_shape_newton.go", from: "by := gap / slope", to: "by := 0 * gap / slope", tests: "^TestCastNormals$",
	},
	{
		name: "d3 cast sharpened", story: "the normal of a cast is that of the last plane",
		file: "d3/cast_shape_walk.go", from: "if !c.solve(r, y, n, off) {", to: "if true {", tests: "^TestCastNormals",
	},
	{
		name: "d3 axis cut", story: "an axis is given up after a number of tries", file: "d3/toi_axis.go",
		from: "laneCuts  = 16", to: "laneCuts  = 0", tests: "^TestImpactOfBodiesThatSlide$",
	},
	{
		name: "d2 cast points", story: "the point of a cast is that of another normal", file: "d2/cast_shape_walk.go",
		from: "if c.lo > lo {", to: "if c.lo > lo+c.last {", tests: "^TestCastPointsOfCurvedBodies$",
	},
	{
		name: "d3 cast points", story: "the point of a cast is that of another normal", file: "d3/cast_shape_walk.go",
		from: "if c.lo > lo {", to: "if c.lo > lo+c.last {", tests: "^TestCastPointsOfCurvedBodies$",
	},
	{
		name: "d2 deep swap", story: "which of two deepest pairs sinks hangs on the order", file: "d2/query_cast.go",
		from: "if q.parts.choose(a, b); !q.parts.flip {", to: "if true {", tests: "^TestDeepeningSwapped$",
	},
	{
		name: "d3 deep swap", story: "which of two deepest pairs sinks hangs on the order", file: "d3/query_cast.go",
		from: "if q.parts.choose(a, b); !q.parts.flip {", to: "if true {", tests: "^TestDeepeningSwapped$",
	},
	{
		name: "d2 still", story: "velocities that are equal once rounded are taken for equal", file: "d2/toi_pair.go",
		from: "return !g.a.motion.posed && !g.b.motion.posed ||", to: "return true ||", tests: "^TestImpactAlmostTogether$",
	},
	{
		name: "d2 no rest", story: "bodies at rest are searched for a time", file: "d2/toi_run.go",
		from: "ct.Relation == collide.Apart && g.still()", to: "false", tests: "^TestImpactAtRest$",
	},
	{
		name: "d3 still", story: "velocities that are equal once rounded are taken for equal", file: "d3/toi_pair.go",
		from: "return !g.a.motion.posed && !g.b.motion.posed ||", to: "return true ||", tests: "^TestImpactAlmostTogether$",
	},
	{
		name: "d3 no rest", story: "bodies at rest are searched for a time", file: "d3/toi_run.go",
		from: "ct.Relation == collide.Apart && g.still()", to: "false", tests: "^TestImpactAtRest$",
	},
	{
		name: "d2 graze and hit", story: "a hit hides what may be met before it", file: "d2/composite_toi.go",
		from: "|| out.Lower < p.out.Lower ||", to: "|| hit == had && out.Lower < p.out.Lower || hit && !had ||",
		tests: "^TestImpactIsAboutItsTime$",
	},
	{
		name: "d3 graze and hit", story: "a hit hides what may be met before it", file: "d3/composite_toi.go",
		from: "|| out.Lower < p.out.Lower ||", to: "|| hit == had && out.Lower < p.out.Lower || hit && !had ||",
		tests: "^TestImpactIsAboutItsTime$",
	},
	{
		name: "d3 needle", story: "the weights of a thin tetrahedron make the point of a cast",
		file: "d3/cast_shape_walk.go", from: "r.s.settle(tol)", to: "", tests: "^TestNeedleAtTheEndOfACast$",
	},
	{
		name: "d2 settle", story: "a needle keeps its weights", file: "d2/cast_shape_walk.go",
		from: "s.lambda = best", to: "_ = best", tests: "^TestSettle$",
	},
	{
		name: "d3 settle", story: "a needle keeps its weights", file: "d3/cast_shape_walk.go",
		from: "s.lambda = best", to: "_ = best", tests: "^TestSettle$",
	},
	{
		name: "d2 ray past a doubt", story: "a part that may be met ends the bracket", file: "d2/composite_cast_ray.go",
		from: "	if k.verdict != collide.Unsure {\n\t\tw.upper", to: "	if true {\n\t\tw.upper", tests: "^TestRayPastADoubt$",
	},
	{
		name: "d2 ray from a surface", story: "a ray has the normal of its own way", file: "d2/cast_ray_curved.go",
		from: "d.entering = ct.Normal\n\t\t}\n\t\treturn sideOpen", to: "}\n\t\treturn sideOpen",
		tests: "^TestRayFromACurvedSurface$",
	},
	{
		name: "d3 ray past a doubt", story: "a part that may be met ends the bracket", file: "d3/composite_cast_ray.go",
		from: "	if k.verdict != collide.Unsure {\n\t\tw.upper", to: "	if true {\n\t\tw.upper", tests: "^TestRayPastADoubt$",
	},
	{
		name: "d3 ray from a surface", story: "a ray has the normal of its own way", file: "d3/cast_ray_curved.go",
		from: "d.entering = ct.Normal\n\t\t}\n\t\treturn sideOpen", to: "}\n\t\treturn sideOpen",
		tests: "^TestRayFromACurvedSurface$",
	},
	{
		name: "d3 flat cores", story: "a ray along a face comes from one side of it", file: "d3/cast_ray_feature.go",
		from: "	if n.Dot(w) < 0 {", to: "	if n.Dot(w) < -1 {", tests: "^TestGrazesOfFlatCores$",
	},
	{
		name: "exact rims", story: "a ray that begins on a rim has the normal of the surface that it leaves",
		file: "internal/exact/line.go", from: "!before && !q.falling() {", to: "!before {",
		tests: "^TestRimIsEnteredOverItsCap$",
	},
	{
		name: "d3 seam", story: "integers give a wall of the flat part of a face the number of the next face",
		file: "d3/cast_ray_pieces.go", from: "n.side((i+1)%3, h[(i+1)%3], true, id, id)",
		to: "n.side((i+1)%3, h[(i+1)%3], true, id, id+1)", tests: "^TestRaysAtSeams$",
	},
	{
		name: "d3 touch beside", story: "a capsule touches a box that may not reach it", file: "d3/manifold_beside.go",
		from: "w2 < float64(lo*lo)", to: "w2 < float64(hi*hi)", tests: "^TestTouchBeside$",
	},
	{
		name: "d3 bars doubt", story: "rounding decides which ends of capsules are points of a manifold",
		file: "d3/manifold_bars.go", from: "const doubt = 0x1p-40", to: "const doubt = 0x1p-55", tests: "^TestBars$",
	},
	{
		name: "d3 bars tube", story: "a capsule that leans is as high as one that does not",
		file: "d3/manifold_bars.go", from: "along+float64(math.Sqrt(rr)*s.slope)/s.cos", to: "along",
		tests: "^TestBars$",
	},
	{
		name: "d3 strip cut", story: "which end of a segment a face cuts does not change the order of points",
		file: "d3/manifold_strip.go", from: "if s.end[1].cut >= 0 {", to: "if s.end[0].cut >= 0 {", tests: "^TestBars$",
	},
	{
		name: "d2 touch segments", story: "an end over an edge on a slope is one over a level edge",
		file: "d2/manifold_lone.go", from: "slope > 0.98*aligned", to: "slope > 1e9*aligned", tests: "^TestTouchSegments$",
	},
	{
		name: "d2 bars tube", story: "a capsule that leans is as high as one that does not",
		file: "d2/manifold_bars.go", from: "at := u + float64(s.r*sine)", to: "at := u + float64(0*sine)",
		tests: "^TestBars$",
	},
	{
		name: "d2 hulls apart", story: "that hulls are apart is believed without its proof", file: "d2/composite_apart.go",
		from: "return ok && p.separation(n, size) > limit", to: "return ok && n.Len2() > 0", tests: "^TestHullsThatTouch$",
	},
	{
		name: "d3 hulls apart", story: "that hulls are apart is believed without its proof", file: "d3/composite_apart.go",
		from: "return ok && p.separation(n, size) > limit", to: "return ok && n.Len2() > 0", tests: "^TestHullsThatTouch$",
	},
	{
		name: "d3 grown", story: "a lone body's margin is left out of the bounds of boxes", file: "d3/composite_search.go",
		from: "off := p.grown()", to: "off := 0.0", tests: "^TestCompound",
	},
	{
		name: "d3 grown over a plane", story: "the same where a half-space meets it", file: "d3/composite_pairs.go",
		from: "pad += w.part(0).grown()", to: "pad += 0", tests: "^TestCompoundWithHalfSpace$",
	},
	{
		name: "d3 arcs point", story: "a point that lies out far enough at one end of an arc does so all along it",
		file: "d3/sat_gauss.go", from: "if rl >= enough", to: "if l.h >= enough", tests: "^TestArcs",
	},
	{
		name: "d3 arcs ball", story: "a ball in B reaches four times as far below a face",
		file: "d3/sat_gauss.go", from: "return 0, float64(q * (1.0 / 256))", to: "return 0, float64(q * (4.0 / 256))",
		tests: "^TestArcs",
	},
	{
		name: "d3 arcs level", story: "an arc ends where its two points are level", file: "d3/sat_gauss.go",
		from: "float64(lr*t)) * inv)", to: "float64(lr*t)) * 4)", tests: "^TestArcs",
	},
	{
		name: "d2 first of two", story: "of two boxes whose balls a ray meets, the first in the list is entered first",
		file: "d2/composite_cast_first.go", from: "met <= 1 {", to: "met <= 2 {", tests: "^TestFirstBoxIsFirst$",
	},
	{
		name: "d3 first of two", story: "the same in space", file: "d3/composite_cast_first.go",
		from: "met <= 1 {", to: "met <= 2 {", tests: "^TestFirstBoxIsFirst$",
	},
	{
		name: "d3 corners of parts", story: "the corners of a turned part are those of its rounded pose",
		file: "d3/composite_compound.go", from: "b := o.aabb.Grow(off)", to: "b := o.aabb.Grow(0 * off)",
		tests: "^TestCornersHoldTheBox$",
	},
	{
		name: "bvh around", story: "the key of a limit is rounded down", file: "internal/bvh/around.go",
		from: "(1+0x1p-49)", to: "(1-0x1p-49)", tests: "^TestAround$",
	},
	{
		name: "bvh wide slot", story: "a leaf of a wide tree has the slot of the box beside its own",
		file: "internal/bvh/wide.go", from: "wideLeaf{t.kid(s), s}", to: "wideLeaf{t.kid(s), s ^ 1}", tests: "^TestWide$",
	},
	{
		name: "bvh wide empty", story: "the children that a node does not have are as near as can be",
		file: "internal/lanes/fours.go", from: "side[i] = math.Inf(-1)", to: "side[i] = math.Inf(1)", tests: "^TestFours$",
	},
	{
		name: "d3 region tie", story: "of two triangles as near the one found first counts",
		file: "d3/region_surface.go", from: "e < best || e == best && i < at", to: "e < best", tests: "^TestDecomposeBits$",
	},
	{
		name: "bvh cloud", story: "a cloud of boxes has a box that ends at the middle of its own",
		file: "internal/bvh/turned.go", from: "box[k+3*(i>>k&1)]", to: "0.5*(box[k]+box[k+3*(i>>k&1)])",
		tests: "^TestTurnedBoxesOfItems$",
	},
	{
		name: "bvh cut cloud", story: "a cut box holds what both of those below it hold, no more",
		file: "internal/bvh/cut.go", from: "max(a[k], b[k])", to: "min(a[k], b[k])", tests: "^TestCutBoxesHold$",
	},
	{
		name: "bvh cut sides", story: "two nodes beside a third one have one bound by cut boxes",
		file: "internal/bvh/cut.go", from: "max(r.bound, gaps[2])", to: "max(r.bound, gaps[0])", tests: "^TestCutBounds$",
	},
	{
		name: "bvh cut order", story: "a bound that has risen above others is the next one", file: "internal/bvh/cut.go",
		from: "if guess || !(e.bound", to: "if true || !(e.bound", tests: "^TestTurnedSearch$",
	},
	{
		name: "lanes cut weights", story: "the weight of an edge goes to a face", file: "internal/lanes/cut.go",
		from: "(q-r)*float64(c[j&31])", to: "(q-r)*float64(c[i&31])", tests: "^TestCutReach$",
	},
	{
		name: "lanes second", story: "the second least of the keys is that of the other half of the lanes",
		file: "internal/lanes/boxes.go", from: "lesser2(least, next, key2", to: "lesser2(least, KeyFar, key2",
		tests: "^TestVectorsAgree$",
	},
	{
		name: "lanes shallow", story: "vectors tell of a ball so deep that its point needs a place in its ID",
		file: "d3/manifold_lanes_amd64.go", from: "(1 + 0x1p-20) /", to: "(1 - 0x1p-3) /",
		tests: "^TestTouchLanes$",
	},
	{
		name: "d2 held, height", story: "a vertex that is all but below an edge lies in the polygon", file: "d2/sat_near.go",
		from: "e.off-e.n.Dot(v) > err\n", to: "e.off-e.n.Dot(v) > 0\n", tests: "^TestOutlinesTell$",
	},
	{
		name: "d2 held, side", story: "a vertex below the line of an edge lies in the polygon", file: "d2/sat_near.go",
		from: "case !(v.Cross(t.ring[i+1]) > slack)", to: "case false", tests: "^TestOutlinesTell$",
	},
	{
		name: "d2 near alone", story: "a vertex is farthest if the one after it is not", file: "d2/sat_near.go",
		from: " && d.Dot(t.ring[t.before(i)]) < height", to: "", tests: "^TestAloneIsFarthest$",
	},
	{
		name: "d3 faces out of reach", story: "a plane that a segment all but reaches is left out", file: "d3/box.go",
		from: "k*(1+0x1p-40)", to: "k*(1-0x1p-10)", tests: "^TestNearestOnSegmentLeavesOut$",
	},
	{
		name: "d3 slim far side", story: "an edge is looked at from inside the hull",
		file: "d3/sat_slim.go", from: "side := math.Copysign(1, x1)", to: "side := math.Copysign(1, x2)",
		tests: "^TestSlimAgreesWithEPA$",
	},
	{
		name: "d3 slim ends", story: "a segment in a hull is half as long", file: "d3/sat_slim.go",
		from: "float64(k*math.Abs(g.n.Dot(v)))", to: "float64(k*0.5*math.Abs(g.n.Dot(v)))", tests: "^TestSlimAgreesWithEPA$",
	},
	{
		name: "d3 climbing leaf", story: "a leaf that is level climbs", file: "d3/composite_ground.go",
		from: "h > float64(2*groundSlack*l)", to: "h > float64(-groundSlack*l)", tests: "^TestRisesDenies$",
	},
	{
		name: "d2 ties of a ball", story: "of parts as near the ball one alone is asked about",
		file: "d2/composite_answer.go", from: "if p.lower <= u.upper+u.alike {", to: "if p.part == u.part {",
		tests: "^TestNearBall$",
	},
	{
		name: "d3 ties of a ball", story: "of parts as near the ball one alone is asked about",
		file: "d3/composite_answer.go", from: "if p.lower <= u.upper+u.alike {", to: "if p.part == u.part {",
		tests: "^TestNearBall$",
	},
	{
		name: "d2 ball behind", story: "the hull's planes bound a ball with its centre beside the hull",
		file: "d2/composite_answer.go", from: "if !(low <= -u.about().margin) {", to: "if false {", tests: "^TestNearBall$",
	},
	{
		name: "d2 ball as placed", story: "what rounding of its place does to the bracket of a ball is left out",
		file: "d2/composite_ball.go", from: "slack > 0 {", to: "slack > 1 {", tests: "^TestNearBrick$",
	},
	{
		name: "d3 ball behind", story: "the hull's planes bound a ball with its centre beside the hull",
		file: "d3/composite_answer.go", from: "if !(low <= -u.about().margin) {", to: "if false {", tests: "^TestNearBall$",
	},
	{
		name: "d3 ball as placed", story: "what rounding of its place does to the bracket of a ball is left out",
		file: "d3/composite_ball.go", from: "slack > 0 {", to: "slack > 1 {", tests: "^TestNearBrick$",
	},
	{
		name: "d2 leaves ahead", story: "leaves as low as the body are passed over", file: "d2/composite_manifold.go",
		from: "down := low/scale + ct", to: "down := at/scale + ct", tests: "^TestManifoldOverPeaks$",
	},
	{
		name: "d3 leaves ahead", story: "leaves as low as the body are passed over", file: "d3/composite_manifold.go",
		from: "down := low/scale + ct", to: "down := high/scale + ct", tests: "^TestManifoldOverPeaks$",
	},
	{
		name: "d3 arcs first", story: "a direction that separates the cores tells that the shapes are apart",
		file: "d3/sat_arcs.go", from: "return r.clear(low)", to: "return low > 0", tests: "^TestArcsFirst$",
	},
	{
		name: "d3 simple witness", story: "a corner that lies outside a triangle is over it", file: "d3/sat_witness.go",
		from: "max(i, j, k) < -sure", to: "max(i, j, k) > -sure", tests: "^TestSimpleWitness$",
	},
	{
		name: "d3 disc edge", story: "an edge bends the support values twice as much", file: "d3/epa_disc_bound.go",
		from: "c := float64(2*m) / float64(l*radius)", to: "c := float64(4*m) / float64(l*radius)", tests: "^TestBelow$",
	},
	{
		name: "d3 disc face", story: "a face bends the support values twice as much", file: "d3/epa_disc_bound.go",
		from: "float64(float64(2*s)*(math.Abs", to: "float64(float64(4*s)*(math.Abs", tests: "^TestBelow$",
	},
	{
		name: "d3 disc circle", story: "a length is as short as in the middle of the disc", file: "d3/epa_disc_bound.go",
		from: "least*least)))/(l+side))", to: "least*least)))/(l-side))", tests: "^TestBent$",
	},
	{
		name: "d3 disc square root", story: "a square root is taken for its first two terms", file: "d3/epa_disc_bound.go",
		from: "(1-yy/float64(4*float64(least*least)))", to: "(1-0*yy)", tests: "^TestBent$",
	},
	{
		name: "d3 disc ball", story: "the ball inside an ellipsoid bends nothing", file: "d3/epa_disc_bound.go",
		from: "k.xx+float64(c*s.xx)-o.inner", to: "k.xx+float64(c*s.xx)", tests: "^TestBelow$",
	},
	{
		name: "d3 disc generator", story: "what the rim of a cone adds along its side is not taken off",
		file: "d3/epa_disc_bound.go", from: "k.flatten(float64(m*o.half.X)",
		to: "k.flatten(float64(0*o.half.X)", tests: "^TestBelow$",
	},
	{
		name: "d3 disc without bend", story: "where nothing bends, any depth proves a disc", file: "d3/epa_disc.go",
		from: "return room > float64(o.radius*math.Sqrt(off))", to: "return room > -1+float64(o.radius*math.Sqrt(off))",
		tests: "^TestDisc",
	},
	{
		name: "d3 disc bent down", story: "support values that bend down prove as much as level ones", file: "d3/epa_disc.go",
		from: "-float64(0.5*float64(min(bend, 0)*float64(o.radius*o.radius)))", to: "", tests: "^TestDisc",
	},
	{
		name: "d3 lowest over a cap", story: "a corner that doubles see higher is no lowest one", file: "d3/relation_cap.go",
		from: "low += m.capRoom()", to: "low += 0", tests: "^TestMayBeLowest$",
	},
	{
		name: "d3 disc border", story: "a disc need not be closed in by points", file: "d3/epa_disc.go",
		from: "far, most, ok = p, l, false", to: "far, most = p, l", tests: "^TestDisc",
	},
	{
		name: "d3 disc faces", story: "a face anywhere counts as one in a disc", file: "d3/epa_disc.go",
		from: "if c > 0 && n.Cross(o.d).Len2() < float64(c*c) {", to: "if c > -1 {", tests: "^TestDisc",
	},
	{
		name: "d3 disc proof", story: "the bend of the support values is not asked", file: "d3/epa_disc.go",
		from: "if k.holds(o) {", to: "if k.holds(o) || o.h > 0 {", tests: "^TestDisc",
	},
	{
		name: "d3 newest faces", story: "a hull grows at its newest face whatever that makes", file: "d3/hull_quick.go",
		from: "newestMost  = 16", to: "newestMost  = 1 << 20", tests: "^TestHullOfLongRims$",
	},
	{
		name: "d3 cells slack", story: "corners are compared along cells as if nothing were rounded",
		file:  "d3/hull_cells.go",
		from:  "a, b, c, d := v[0]-m.slack, v[1]-m.slack, v[2]-m.slack, v[3]-m.slack",
		to:    "a, b, c, d := v[0], v[1], v[2], v[3]",
		tests: "^TestCells",
	},
	{
		name: "d3 cells corner", story: "three corners of a cell speak for all", file: "d3/hull_cells.go",
		from:  "v[0] < a && v[1] < b && v[2] < c && v[3] < d",
		to:    "v[0] < a && v[1] < b && v[2] < c || d > v[3] && d < v[3]",
		tests: "^TestCells",
	},
	{
		name: "d3 cells underflow", story: "products that vanish count", file: "d3/hull_cells.go",
		from: "if max(k, m) < cellSure {", to: "if max(k, m) < 0 {", tests: "^TestCells",
	},
	{
		name: "d3 cells list", story: "long lists end one vertex early", file: "d3/hull_cells.go",
		from: "t.more[first : first+int(c[3])]", to: "t.more[first : first+int(c[3])-1]", tests: "^TestCells",
	},
	{
		name: "d2 nearest corners", story: "two corners count as nearest without a proof", file: "d2/sat_near.go",
		from: "if !(length-sep <= p.err) {", to: "if !(length-sep <= 1) {",
		equal: "the bracket, from the separation to the length, is too wide then, and is not given",
	},
	{
		name: "d2 nearest face", story: "a vertex beside an edge counts as over it", file: "d2/sat_near.go",
		from: "if x >= p.err && x <= length-p.err {", to: "if x >= p.err && length > 0 {", tests: "^TestNearby",
	},
	{
		name: "d2 nearest again", story: "vertices of a Cache are not looked up", file: "d2/sat_near.go",
		from: "if uint(i) >= uint(len(x.table.edges)) || uint(j)", to: "if uint(j)", tests: "^TestCacheOf",
	},
	{
		name: "d2 nearest first", story: "a search from a Cache that fails is the last", file: "d2/solve.go",
		from: "if !found && !p.first()", to: "if !found && (c != nil && c.n > 0 || !p.first())", tests: "^TestCacheOf",
	},
	{
		name: "d3 proof of far steps", story: "a Cache keeps hulls that move far from the arcs", file: "d3/solve.go",
		from: "!s.epa.steady(&c.proof, arcStep)", to: "c.Empty()", tests: "^TestProofOnly",
	},
	{
		name: "d2 edges in doubt", story: "an edge that rounding may hide is not in doubt", file: "d2/sat_small.go",
		from:  "if depth-float64(keySpread*depth) > err {\n\t\t\tcontinue\n\t\t}\n\t\tf := doubtfulEdge",
		to:    "if depth > 0 {\n\t\t\tcontinue\n\t\t}\n\t\tf := doubtfulEdge",
		tests: "Edge|Touch|Relat|Small",
	},
	{
		name: "d2 edges, second vertex", story: "of two vertices as low one is asked", file: "d2/relation_edges.go",
		from: "det = max(det, k.side(e, e.w))", to: "det = max(det, det)", tests: "^TestEdgesInDoubt",
	},
	{
		name: "d2 edges, bound", story: "the sign of a determinant is taken for exact", file: "d2/relation_edges.go",
		from: "bound := float64(quickDet * float64(k.size*k.size))", to: "bound := float64(0 * float64(k.size*k.size))",
		tests: "^TestEdgesInDoubt",
	},
	{
		name: "d3 plain slack", story: "the depth along axes that are rounded is that of exact ones",
		file: "d3/sat_plain.go",
		from: "s.slack, s.thick = boxSlackOf(a.radius, b.radius, reach), ",
		to:   "s.slack, s.thick = 0, ", tests: "^TestPlainBoxes$",
	},
	{
		name: "d3 plain apart", story: "boxes are apart where their axis says so in doubles", file: "d3/sat_plain.go",
		from:  "sep-float64(sepRelative*unit*math.Abs(sep))-err > radius+float64(marginPad*unit*radius)",
		to:    "sep+err > radius",
		tests: "^TestPlainBoxes$",
	},
	{
		name: "d3 level boxes", story: "boxes face to face are measured from a corner", file: "d3/closed_boxes.go",
		from: "if p.level() {", to: "if false {", tests: "^TestTraceExits$",
	},
	{
		name: "bvh beside", story: "what lies beside the way of a ray is cut off without room",
		file: "internal/bvh/dynsweep.go",
		from: "min(max(x^z-1, 0), m)", to: "min(max((x^z)+1, 0), m)", tests: "^TestBeside$|^TestSweepInWholeNumbers$",
	},
	{
		name: "bvh exact", story: "boxes of which one is exact meet where their integers do",
		file:  "internal/bvh/dynpairs.go",
		from:  "product(uint32(heads[m.x].exact), uint32(heads[m.y].exact))",
		to:    "product(uint32(heads[m.x].exact|heads[m.y].exact), 255)",
		tests: "^TestExact$",
	},
	{
		name: "bvh raise", story: "of a node that lies before a child of it the nodes above are set again",
		file: "internal/bvh/dynamic.go",
		from: "if up < k {", to: "if up < 0 {", tests: "^TestMoveAllOfEachTree$",
	},
	{
		name: "bvh free pairs", story: "nodes that nobody has say of nothing that it moved",
		file:  "internal/bvh/dynamic.go",
		from:  "t.nodes[pair], t.nodes[pair+1] = vertex{up: t.free}, vertex{}",
		to:    "t.nodes[pair].up, t.nodes[pair].span, t.nodes[pair+1].span = t.free, span{}, span{}",
		tests: "^TestMoveAllOfEachTree$",
	},
	{
		name: "half-space next to zero 2D", story: "an offset next to zero keeps its digits",
		file:  "d2/closed_halfspace.go",
		from:  "float64(h.plane.Offset*k)/length",
		to:    "float64(h.plane.Offset/length*k)",
		tests: "^TestHalfSpaceNextToZero$",
	},
	{
		name: "plane beyond doubles 2D", story: "a bracket is open where doubles end",
		file:  "d2/closed_halfspace.go",
		from:  "c.Lower, c.Upper, c.Status = -math.MaxFloat64, -near, collide.Rounding",
		to:    "",
		tests: "^TestHalfSpaceBeyondDoubles$",
	},
	{
		name: "inner ball of a closed form 2D", story: "the core is taken for the whole body",
		file: "d2/closed_secular.go", from: "high += o.inner + m.errPoint", to: "high += m.errPoint",
		tests: "^TestPointSecularAgainstBigFloats$",
	},
	{
		name: "foot of a closed form 2D", story: "the witness is one of the whole body", file: "d2/closed_secular.go",
		from: "y.Sub(n.Scale(o.inner))", to: "y", tests: "^TestPointSecularAgainstBigFloats$",
	},
	{
		name: "point next to an axis 2D", story: "coordinates without digits are on the axis",
		file: "d2/closed_secular.go",
		from: "nearAxis = 0x1p-500", to: "nearAxis = 0", tests: "^TestClosestPointNextToAxes$",
	},
	{
		name: "local point 2D", story: "Local is Point in the frame of the body",
		file: "d2/point.go",
		from: "a.kind.curved() || a.kind == kindComposite {", to: "a.kind == kindComposite {",
		tests: "^TestClosestPointLocalOfSupport$",
	},
	{
		name: "local point of parts 2D", story: "Local is Point in the frame of the compound",
		file:  "d2/composite_point.go",
		from:  "cl.Local, cl.Iterations = x.Sub(cl.Normal.Scale(cl.Distance)).clean(), u.asked",
		to:    "cl.Local, cl.Iterations = cl.Point, u.asked",
		tests: "^TestClosestPointOfCompound$",
	},
	{
		name: "half-space next to zero 3D", story: "an offset next to zero keeps its digits",
		file:  "d3/closed_halfspace.go",
		from:  "float64(h.plane.Offset*k)/length",
		to:    "float64(h.plane.Offset/length*k)",
		tests: "^TestHalfSpaceNextToZero$",
	},
	{
		name: "plane beyond doubles 3D", story: "a bracket is open where doubles end",
		file:  "d3/closed_halfspace.go",
		from:  "c.Lower, c.Upper, c.Status = -math.MaxFloat64, -near, collide.Rounding",
		to:    "",
		tests: "^TestHalfSpaceBeyondDoubles$",
	},
	{
		name: "inner ball of a closed form 3D", story: "the core is taken for the whole body",
		file: "d3/closed_secular.go", from: "high += o.inner + m.errPoint", to: "high += m.errPoint",
		tests: "^TestPointSecularAgainstBigFloats$",
	},
	{
		name: "foot of a closed form 3D", story: "the witness is one of the whole body", file: "d3/closed_secular.go",
		from: "y.Sub(n.Scale(o.inner))", to: "y", tests: "^TestPointSecularAgainstBigFloats$",
	},
	{
		name: "point next to an axis 3D", story: "coordinates without digits are on the axis",
		file: "d3/closed_secular.go",
		from: "nearAxis = 0x1p-500", to: "nearAxis = 0", tests: "^TestClosestPointNextToAxes$",
	},
	{
		name: "local point 3D", story: "Local is Point in the frame of the body",
		file: "d3/point.go",
		from: "if a.kind.curved() || a.kind == kindComposite ||", to: "if a.kind == kindComposite ||",
		tests: "^TestClosestPointLocalOfSupport$",
	},
	{
		name: "foot in a needle", story: "the foot on a needle-shaped face is the mean of its corners",
		file: "d3/point_hull.go", from: "if m.gap <= m.reach() {", to: "if false {",
		tests: "^TestFootInANeedle$",
	},
	{
		name: "local point of parts 3D", story: "Local is Point in the frame of the compound",
		file:  "d3/composite_point.go",
		from:  "cl.Local, cl.Iterations = x.Sub(cl.Normal.Scale(cl.Distance)).clean(), u.asked",
		to:    "cl.Local, cl.Iterations = cl.Point, u.asked",
		tests: "^TestClosestPointOfCompound$",
	},
	{
		name: "point over an edge", story: "an edge is nearest where the way to it is along its normal",
		file: "d2/point_hull.go",
		from: "!(big1(w.Sub(f.n.Scale(f.low))) <= gap)", to: "false", tests: "^TestClosestPointFar$",
	},
	{
		name: "Newton with a Cache", story: "the way between axes is a better start than a Cache's",
		file: "d3/gjk_float.go",
		from: "if !r.m.hasSpines() || !r.beginAimed() {", to: "if c != nil || !r.m.hasSpines() || !r.beginAimed() {",
		tests: "^TestAimedWithCache$",
	},
	{
		name: "manifold lengths 2D", story: "the sides of cells far below 1 have a length",
		file: "d2/composite_manifold.go",
		from: ".Sub(f.p[k]).length()", to: ".Sub(f.p[k]).Len()", tests: "^TestPowersOfTwo$",
	},
	{
		name: "manifold seat 3D", story: "what is inside of a triangle is told without products of lengths",
		file: "d3/composite_ground.go",
		from: "f.p[(i+1)%3].Sub(a).Unit()).Dot", to: "f.p[(i+1)%3].Sub(a)).Dot", tests: "^TestPowersOfTwo$",
	},
	{
		name: "bvh moved twice", story: "two items that moved, in one leaf, are a pair for each",
		file: "internal/bvh/dynpairs.go",
		from: "same(s.block, l.a)&^(2<<i-1)", to: "same(s.block, l.a)&^(1<<i)", tests: "^TestDynamicCalls$",
	},
	{
		name: "bvh facing planes", story: "a ray leaves a child before its plane", file: "internal/bvh/dynsweep.go",
		from: "missed, missed1 := (x-from)>>63, (to-y)>>63", to: "missed, missed1 := (x-from-1<<30)>>63, (to-y)>>63",
		tests: "^TestSweepInWholeNumbers$",
	},
	{
		name: "d3 sepRelative", story: "the bracket without what scaling the separation costs", file: "d3/minkowski.go",
		from: "sep - float64(sepRelative*unit*math.Abs(sep)) - m.errSep", to: "sep - m.errSep", tests: "^TestRounding$",
	},
	{
		name: "d3 lengthRelative", story: "the bracket without what weights and length cost", file: "d3/minkowski.go",
		from: "length + float64(lengthRelative*unit*length) +\n\t\tm.errPoint", to: "length + m.errPoint",
		tests: "^TestRounding$",
	},
	{
		name: "d3 thin", story: "needle triangles are trusted", file: "d3/gjk_float.go",
		from: "if r.s.thin() {", to: "if false {", tests: "^TestThinTrianglesAreNotTrusted$",
	},
	{
		name: "d3 errSep", story: "the error of a separation counts a third of B's radius and of the distance",
		file: "d3/minkowski.go",
		from: "float64(sepB*rb) + float64(sepDist*dist)", to: "float64(6*rb) + float64(4*dist)",
		tests: "^TestBoundsAreTheTables$",
	},
	{
		name: "d3 errPoint", story: "the error of a kept point counts a third of B's radius", file: "d3/minkowski.go",
		from: "float64(pointB*rb)", to: "float64(7*rb)", tests: "^TestBoundsAreTheTables$",
	},
	{
		name: "d2 proof step", story: "the change of a depth leaves the rotation out", file: "d2/sat_proof.go",
		from: "float64(turn*max(m.a.o.radius, m.b.o.radius))", to: "float64(turn*0)", tests: "^TestProofOnTheWay$",
	},
	{
		name: "d2 proof limit", story: "blocks that may hold an edge as near are left out", file: "d2/sat_proof.go",
		from: "if i == best || p.key[i] > limit {", to: "if i == best || p.key[i] > limit-0.01 {",
		tests: "^TestProofFollows$",
	},
	{
		name: "d2 proof name", story: "boxes of all sizes are one", file: "d2/cache_proof.go",
		from: "return coreName{half: o.half, kind", to: "return coreName{kind", tests: "^TestProofOfAnother$",
	},
	{
		name: "d2 proof kind", story: "a flat box is a segment", file: "d2/cache_proof.go",
		from: "half: o.half, kind: o.kind}", to: "half: o.half}", tests: "^TestProofOfFlatBoxes$",
	},
	{
		name: "d2 proof ties", story: "of edges as deep the last one tested wins", file: "d2/sat_proof.go",
		from: "k < key || k == key && j < at {", to: "k <= key {", tests: "^TestProofBreaksTies$",
	},
	{
		name: "d3 proof step", story: "the way of a proof counts half of a turn", file: "d3/cache_proof.go",
		from: "math.Sqrt(float64(turn*0.5))", to: "math.Sqrt(float64(turn*0.125))", tests: "^TestProofOnTheWay$",
	},
	{
		name: "d3 proof moves", story: "a triangle may meet the origin on its way", file: "d3/cache_proof.go",
		from: "if !(low > s.moved) {", to: "if !(low > -1) {", tests: "^TestProofMoves$",
	},
	{
		name: "d3 proof rest", story: "triangles that a proof leaves out are forgotten", file: "d3/epa_proof.go",
		from: "at, low := -1, s.since(s.rest)", to: "at, low := -1, s.since(noRest)", tests: "^TestProofOfTheRest$",
	},
	{
		name: "d3 proof place", story: "a triangle that finds no place is forgotten", file: "d3/cache_proof.go",
		from: "s.rest = min(s.rest, float64(key))", to: "s.rest = min(s.rest, 1)", tests: "^TestProofPlaces$",
	},
	{
		name: "d3 proof name", story: "boxes of all sizes are one", file: "d3/cache_proof.go",
		from: "coreName{half: o.half, kind", to: "coreName{kind", tests: "^TestProofKnowsBoxes$",
	},
	{
		name: "d3 proof kind", story: "a flat box is a segment", file: "d3/cache_proof.go",
		from: "half: o.half, kind: o.kind}", to: "half: o.half}", tests: "^TestProofOfFlatBoxes$",
	},
	{
		name: "d3 proof history", story: "EPA keeps a proof by the way of another pair", file: "d3/epa_proof.go",
		from: "if c != nil {\n\t\te.way = c", to: "if c != nil && c.proof.scale != 0 {\n\t\te.way = c",
		tests: "^TestCacheHistory$",
	},
	{
		name: "d3 proof edges", story: "inner edges of what gives way get triangles", file: "d3/epa_proof.go",
		from: "list[i] = list[len(list)-1]\n\t\t\t\tlist = list[:len(list)-1]\n\t\t\t\tcontinue next", to: "continue next",
		tests: "^TestProofFollows$",
	},
	{
		name: "d3 grid", story: "the grid's step is left out", file: "d3/minkowski.go",
		from: "pt += pointGrid", to: "pt += 0", tests: "^TestBoundsAreTheTables$",
	},
	{
		name: "d3 centres", story: "centres that cancel are subtracted in doubles", file: "d3/solve.go",
		from: "s.m.far > float64(farEnough*unit*s.m.reach)", to: "false", tests: "^TestCentresThatCancel$",
	},
	{
		name: "d3 weights", story: "weights are not divided by their sum", file: "d3/core.go",
		from: "l := s.lambda[i] / sum", to: "l := s.lambda[i] / (0*sum + 1)", tests: "^TestRounding$",
	},
	{
		name: "d3 errN", story: "the normal of a needle counts as good as any", file: "d3/epa_faces.go",
		from: "float64(faceThin*unit*thin) + faceFlat*unit", to: "faceFlat * unit",
		tests: "^Test(Rounding|ExtremesOfRange|TinyWitness)$",
	},
	{
		name: "d3 decrease", story: "exact GJK goes on where nothing falls", file: "d3/relation.go",
		from: "s2.Cmp(s) >= 0", to: "s2.Cmp(s) > 0 && false", tests: "^Test(ExactFamilies|ExactLoopsEnd)$",
	},
	{
		name: "d3 polar", story: "a direction across a point does not count as right for it",
		file:  "d3/relation_simplex.go",
		from:  "if hi <= 0 {\n\t\t\t\treturn c, true\n\t\t\t}\n\t\t\tif lo >= 0 {",
		to:    "if hi < 0 {\n\t\t\t\treturn c, true\n\t\t\t}\n\t\t\tif lo > 0 {",
		tests: "^Test(ExactFamilies|TouchingPairsTouch)$",
	},
	{
		name: "d3 rim", story: "a rounded rim that just reaches is undecided", file: "d3/relation_cap.go",
		from: "|| r.near <= 0 && r.grown && r.deep >= 0", to: "", tests: "^TestRoundedRimThatJustReaches$",
	},
	{
		name: "d3 nearest edge", story: "the guess of the nearest edge is not proved", file: "d3/relation_cap.go",
		from: "if ar.Mul(s, den).Cmp(l) < 0 {", to: "if false {", tests: "^TestNearestEdgeIsProved$",
	},
	{
		name: "d3 short", story: "the first look at a product of edges has no noise", file: "d3/sat_box.go",
		from: "low := both - math.Abs(d) - s.noise", to: "low := both - math.Abs(d)", tests: "^TestShortKeepsTheBest$",
	},
	{
		name: "d3 slack", story: "the axes of boxes count as exact", file: "d3/sat_run.go",
		from: "s.slack = boxSlack(m)", to: "s.slack = 0", tests: "^TestSlackIsTheLemmas$",
	},
	{
		name: "d3 slack used", story: "the slack is not added", file: "d3/sat_run.go",
		from: "+ m.errSep + s.slack\n", to: "+ m.errSep\n", tests: "^TestSlackIsTheLemmas$",
	},
	{
		name: "d3 arcs", story: "the signs of arcs count as exact", file: "d3/sat_hull.go",
		from: "const arcNoise = arcSign * unit", to: "const arcNoise = 0 * arcSign * unit", tests: "^TestNoiseOfArcs$",
	},
	{
		name: "d3 rough", story: "axes that could not be computed prove an overlap", file: "d3/sat_hull.go",
		from: "s.incomplete = s.a.rough || s.b.rough", to: "s.incomplete = false", tests: "^TestRoughNormalsProveNothing$",
	},
	{
		name: "d3 margins", story: "margins are subtracted without rounding", file: "d3/run.go",
		from: "return num.Slack(r.radius, d, r.marginError())", to: "return 0", tests: "^TestMarginsAreSubtractedWithRoom$",
	},
	{
		name: "d3 least width", story: "a bracket that integers decided may end at zero", file: "d3/core.go",
		from: "max(c.Lower, 0), max(c.Upper, least)",
		to:   "max(c.Lower, 0), max(c.Upper, 0)", tests: "^TestSettleLeavesRoom$",
	},
	{
		name: "d3 certain", story: "signs of products are taken for sure too early", file: "d3/relation_support.go",
		from: "bound := signNoise * (m.errPoint + unit)", to: "bound := signNoise * (m.errPoint + unit) / 1600",
		tests: "^TestCertainSigns$",
	},
	{
		name: "d3 extreme", story: "corners that doubles cannot tell apart are told apart", file: "d3/relation_support.go",
		from:  "floor := best - float64(extremeNoise*unit*o.radius)",
		to:    "floor := best - float64(extremeNoise*unit*o.radius)/1024",
		tests: "^Test(ExactFamilies|ExactAgainstOracle|QuickBounds|Extreme.*|Quick.*|Roun.*)$",
	},
	{
		name: "d2 errSep", story: "the error of a separation counts a third of B's radius and of the distance",
		file: "d2/minkowski.go",
		from: "float64(sepB*rb) + float64(sepDist*dist)", to: "float64(4*rb) + float64(3*dist)",
		tests: "^TestBoundsAreTheTables$",
	},
	{
		name: "d2 errPoint", story: "the error of a kept point counts a third of B's radius", file: "d2/minkowski.go",
		from: "float64(pointB*rb)", to: "float64(3*rb)", tests: "^TestBoundsAreTheTables$",
	},
	{
		name: "d2 coplanar", story: "an edge in line with a new point stays", file: "d2/epa_run.go",
		from: "!(s < -errD) && e.det(f, p.g) >= 0", to: "!(s < -errD) && e.det(f, p.g) > 0",
		tests: "^TestNewEdgesAreNeverInLine$",
	},
	{
		name: "d2 errD", story: "the line of an edge counts as exact", file: "d2/epa_run.go",
		from: "const errD = edgeLine * unit", to: "const errD = 0 * edgeLine * unit", tests: "^TestLinesHaveNoise$",
	},
	{
		name: "d2 decrease", story: "exact GJK goes on where nothing falls", file: "d2/relation.go",
		from: "if s2.Cmp(s) >= 0 {", to: "if s2.Cmp(s) > 0 {", tests: "^Test(Relat|Quick|RoundedQuick|Touching)",
	},
	{
		name: "d2 polar", story: "a direction across a point does not count as right for it",
		file:  "d2/relation_simplex.go",
		from:  "if hi <= 0 {\n\t\t\treturn c, true\n\t\t}\n\t\tif lo >= 0 {",
		to:    "if hi < 0 {\n\t\t\treturn c, true\n\t\t}\n\t\tif lo > 0 {",
		tests: "^Test(Relat|Quick|RoundedQuick|Touching)",
	},
	{
		name: "d2 small", story: "small polygons count a third of their radii", file: "d2/sat_small.go",
		from: "float64(edgeRadius*sum)", to: "float64(6*sum)", tests: "^TestEdgeErrorIsTheTables$",
	},
	{
		name: "d2 edges", story: "polygons count a third of their radii", file: "d2/sat_run.go",
		from: "float64(edgeRadius*(a.radius+b.radius))", to: "float64(6*(a.radius+b.radius))",
		tests: "^TestEdgeErrorIsTheTables$",
	},
	{
		name: "d2 margins", story: "margins are subtracted without rounding", file: "d2/run.go",
		from: "return num.Slack(r.radius, d, r.marginError())", to: "return 0", tests: "^TestMarginsAreSubtractedWithRoom$",
	},
	{
		name: "d2 least width", story: "a bracket that integers decided may end at zero", file: "d2/core.go",
		from: "max(c.Lower, 0), max(c.Upper, least)",
		to:   "max(c.Lower, 0), max(c.Upper, 0)", tests: "^TestSettleLeavesRoom$",
	},
	{
		name: "exact Orient3D", story: "the filter counts an eighth of its error", file: "internal/exact/orient.go",
		from: "orient3 * unit * p", to: "1 * unit * p", tests: "^TestOrient3D",
	},
	{
		name: "d3 repeat", file: "d3/gjk_float.go", from: "if s.has(p) {", to: "if false {",
		equal: "a repeated support point has v.p = v.v but for rounding, so the bounds end the loop before; else the next " +
			"turn does not fall, and the exact loop gives the same answer later",
	},
	{
		name: "d3 no fall", file: "d3/gjk_exact.go", from: ".Sign() >= 0 { // no strict decrease", to: ".Sign() > 0 { //",
		equal: "an exact product of 0 is computed within 5u times the length, and the gap of 8u has ended the loop before",
	},
	{
		name: "d3 floor of EPA", file: "d3/epa_run.go", from: "max(float64(epaFloor*unit*m.reach), ", to: "max(0, ",
		equal: "half of what the bracket may be wide beyond the errors is (256 - 117)/2 u L and more, above 16u reach <= " +
			"56 u L; where it is not, EPA ends by rounding instead, with the same bracket",
	},
	{
		name: "d3 coplanar", file: "d3/epa_faces.go", from: "!(s < -f.errN) && e.det(f, p.g) > 0",
		to: "!(s < -f.errN) && e.det(f, p.g) >= 0",
		equal: "with all faces in the point's plane gone as well the border is that of the faces with the point strictly " +
			"inside, no edge of which is in line with it: the same hull in other triangles (docs/math/epa.md)",
	},
	{
		name: "d2 centres", file: "d2/solve.go", from: "s.m.far > float64(farEnough*unit*s.m.reach)", to: "false",
		equal: "doubles near a centre are u of it apart, so a body is not smaller than that and what is left out, 15u^2 of " +
			"the centres, is some 30u of it: the errors count it, and the bracket is wide enough for it",
	},
	{
		name: "d3 polar, one sign", file: "d3/relation_simplex.go", from: "if hi <= 0 {", to: "if hi < 0 {",
		equal: "round a cone of directions the products of neighbours in the order of their numbers have either sign at " +
			"least once, so the other sign finds a direction, too; so it is in the plane",
	},
	{
		name: "d3 pruning", file: "d3/epa_faces.go", from: "const beyondBest = 0x1p-40", to: "const beyondBest = 0",
		equal: "the key is a lower bound, by errN/2 >= 5u below the plane, and the nearest plane is no farther than the " +
			"least support value but for the rounding of the same products",
	},
	{
		name: "d2 margin slack", story: "places of parts in depths less a length have no error",
		file: "d2/composite_margin.go",
		from: "off := float64((x.slack() + y.slack()) * s.m.scale)",
		to:   "off := float64(0 * s.m.scale)", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d2 margin poses", story: "parts lie in integers where their rounded poses have them",
		file: "d2/composite_margin.go",
		from: "w.pose(&in.integers, a, i, b, j)\n\tswitch",
		to:   "switch", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d2 margin depth", story: "lengths below the margins are left to the cores",
		file: "d2/composite_margin.go",
		from: "case !below:",
		to:   "case !below || true:", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d2 margin planes", story: "parts beside a plane are asked about as far as they touch",
		file: "d2/composite_margin.go",
		from: "w.besidePlanes(s, limit, pairs.Never)",
		to:   "w.besidePlanes(s, 0, pairs.Never)", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d2 margin kept poses", story: "the next query about a pair has the poses of these parts",
		file: "d2/composite_margin.go",
		from: "in.posed = [2]exactPose{} }",
		to:   "_ = in }", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d2 margin half-spaces", story: "half-spaces are asked whether they touch",
		file: "d2/composite_margin.go",
		from: "in.gapOf(&x.body, &y.body, d)",
		to:   "in.gapOf(&x.body, &y.body, 0)", tests: "^TestRelateMarginOfHalfSpacesInCompounds$",
	},
	{
		name: "d2 margin curved", story: "curved parts have the depth of polytopes",
		file: "d2/composite_margin.go",
		from: "case s.m.curved:",
		to:   "case false:", tests: "^TestRelateMarginOfParts$",
	},
	{
		name: "d2 margin within", story: "a bracket at the length is beyond it",
		file: "d2/composite_margin.go",
		from: "!(w.found.Lower > d)",
		to:   "!(w.found.Lower >= d)", tests: "^TestDistanceWithinOfPartsAtTheLength$",
	},
	{
		name: "d2 contains off", story: "a corner that rounding moves sticks out",
		file: "d2/composite_contain.go",
		from: "return cl.Lower > off",
		to:   "return cl.Lower > 0", tests: "^TestContainsInSeveralParts$",
	},
	{
		name: "d2 contains ways", story: "one way out is not tried",
		file: "d2/composite_contain.go",
		from: "for i := range 4 {",
		to:   "for i := range 3 {", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d2 contains margin", story: "the core alone sticks out",
		file: "d2/composite_contain.go",
		from: "n = n.Scale(b.o.margin)",
		to:   "n = n.Scale(0)", tests: "^TestContains(SticksOut|InSeveralParts)$",
	},
	{
		name: "d2 contains middle", story: "the middle of a curved body is not tried",
		file: "d2/composite_contain.go",
		from: "return out(b.o.pos, off)",
		to:   "return false", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d2 contains half-spaces", story: "a half-space is in no parts that have one",
		file: "d2/composite_contain.go",
		from: "return !a.union().hasPlane()",
		to:   "return true", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d2 contains from", story: "parts are placed about the origin of the world",
		file: "d2/composite_contain.go",
		from: "f.relative(&from, &Pose{})",
		to:   "f.relative(&Pose{}, &Pose{})", tests: "^TestContainsOfCompoundsExactly$",
	},
	{
		name: "d2 contains box", story: "the box of a part is that in the axes of the world",
		file: "d2/composite_contain.go",
		from: "w.moved.set(&c.leaf(int32(j), &w.slots[0]).placement, &w.rel)",
		to:   "w.moved = w.placed[0]", tests: "^TestContains",
	},
	{
		name: "d2 contains own box", story: "the box of a body is the one where it was built",
		file: "d2/composite_contain.go",
		from: "w.moved.set(&own, &w.rel)",
		to:   "_ = own", tests: "^TestContains",
	},
	{
		name: "d2 contains planes", story: "half-spaces of a compound hold nothing",
		file: "d2/composite_contain.go",
		from: "range u.planes {\n\t\tif one := w.inPart(",
		to:   "range u.planes[:0] {\n\t\tif one := w.inPart(", tests: "^TestContains",
	},
	{
		name: "d2 contains corner in", story: "a corner is in a curved body as far as the bracket says",
		file: "d2/point_contain.go",
		from: "case ct.Upper+r+pad < 0:",
		to:   "case ct.Upper+r < 0:", tests: "^TestContainsCornersOnTheBoundary$",
	},
	{
		name: "d2 contains corner out", story: "a corner is out of a curved body as far as the bracket says",
		file: "d2/point_contain.go",
		from: "case ct.Lower+r-pad > 0:",
		to:   "case ct.Lower+r > 0:", tests: "^TestContainsCornersOnTheBoundary$",
	},
	{
		name: "d3 margin slack", story: "places of parts in depths less a length have no error",
		file: "d3/composite_margin.go",
		from: "off := float64((x.slack() + y.slack()) * s.m.scale)",
		to:   "off := float64(0 * s.m.scale)", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d3 margin poses", story: "parts lie in integers where their rounded poses have them",
		file: "d3/composite_margin.go",
		from: "w.pose(&in.integers, a, i, b, j)\n\tswitch",
		to:   "switch", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d3 margin depth", story: "lengths below the margins are left to the cores",
		file: "d3/composite_margin.go",
		from: "case !below:",
		to:   "case !below || true:", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d3 margin planes", story: "parts beside a plane are asked about as far as they touch",
		file: "d3/composite_margin.go",
		from: "w.besidePlanes(s, limit, pairs.Never)",
		to:   "w.besidePlanes(s, 0, pairs.Never)", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d3 margin kept poses", story: "the next query about a pair has the poses of these parts",
		file: "d3/composite_margin.go",
		from: "in.posed = [2]exactPose{} }",
		to:   "_ = in }", tests: "^TestRelateMarginOfCompoundsExactly$",
	},
	{
		name: "d3 margin half-spaces", story: "half-spaces are asked whether they touch",
		file: "d3/composite_margin.go",
		from: "in.slabOf(&x.body, &y.body, d)",
		to:   "in.slabOf(&x.body, &y.body, 0)", tests: "^TestRelateMarginOfHalfSpacesInCompounds$",
	},
	{
		name: "d3 margin curved", story: "curved parts have the depth of polytopes",
		file: "d3/composite_margin.go",
		from: "case s.m.curved:",
		to:   "case false:", tests: "^TestRelateMarginOfParts$",
	},
	{
		name: "d3 margin within", story: "a bracket at the length is beyond it",
		file: "d3/composite_margin.go",
		from: "!(w.found.Lower > d)",
		to:   "!(w.found.Lower >= d)", tests: "^TestDistanceWithinOfPartsAtTheLength$",
	},
	{
		name: "d3 contains off", story: "a corner that rounding moves sticks out",
		file: "d3/composite_contain.go",
		from: "return cl.Lower > off",
		to:   "return cl.Lower > 0", tests: "^TestContainsInSeveralParts$",
	},
	{
		name: "d3 contains ways", story: "one way out is not tried",
		file: "d3/composite_contain.go",
		from: "for i := range 6 {",
		to:   "for i := range 5 {", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d3 contains margin", story: "the core alone sticks out",
		file: "d3/composite_contain.go",
		from: "n = n.Scale(b.o.margin)",
		to:   "n = n.Scale(0)", tests: "^TestContains(SticksOut|InSeveralParts)$",
	},
	{
		name: "d3 contains middle", story: "the middle of a curved body is not tried",
		file: "d3/composite_contain.go",
		from: "return out(b.o.pos, off)",
		to:   "return false", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d3 contains half-spaces", story: "a half-space is in no parts that have one",
		file: "d3/composite_contain.go",
		from: "return !a.union().hasPlane()",
		to:   "return true", tests: "^TestContainsSticksOut$",
	},
	{
		name: "d3 contains from", story: "parts are placed about the origin of the world",
		file: "d3/composite_contain.go",
		from: "f.relative(&from, &Pose{})",
		to:   "f.relative(&Pose{}, &Pose{})", tests: "^TestContainsOfCompoundsExactly$",
	},
	{
		name: "d3 contains box", story: "the box of a part is that in the axes of the world",
		file: "d3/composite_contain.go",
		from: "w.moved.set(&c.leaf(int32(j), &w.slots[0]).placement, &w.rel)",
		to:   "w.moved = w.placed[0]", tests: "^TestContains",
	},
	{
		name: "d3 contains own box", story: "the box of a body is the one where it was built",
		file: "d3/composite_contain.go",
		from: "w.moved.set(&own, &w.rel)",
		to:   "_ = own", tests: "^TestContains",
	},
	{
		name: "d3 contains planes", story: "half-spaces of a compound hold nothing",
		file: "d3/composite_contain.go",
		from: "range u.planes {\n\t\tif one := w.inPart(",
		to:   "range u.planes[:0] {\n\t\tif one := w.inPart(", tests: "^TestContains",
	},
	{
		name: "d3 contains corner in", story: "a corner is in a curved body as far as the bracket says",
		file: "d3/point_contain.go",
		from: "case ct.Upper+r+pad < 0:",
		to:   "case ct.Upper+r < 0:", tests: "^TestContainsCornersOnTheBoundary$",
	},
	{
		name: "d3 contains corner out", story: "a corner is out of a curved body as far as the bracket says",
		file: "d3/point_contain.go",
		from: "case ct.Lower+r-pad > 0:",
		to:   "case ct.Lower+r > 0:", tests: "^TestContainsCornersOnTheBoundary$",
	},
	{
		name: "d3 margin in solid", story: "a body in a solid that touches its boundary is apart",
		file: "d3/composite_margin.go",
		from: "d >= 0 && w.enclosed(true)",
		to:   "d >= 0 && w.enclosed(false)", tests: "^TestRelateMarginInSolid$",
	},
	{
		name: "d3 margin within solid", story: "a body in a solid is as far from it as from the boundary",
		file: "d3/composite_margin.go",
		from: " || w.enclosed(false)",
		to:   "", tests: "^TestRelateMarginInSolid$",
	},
	{
		name: "d3 margin triangles", story: "triangles are left out before they are as far as that",
		file: "d3/composite_margin.go",
		from: "facets.beyond(i, j, limit)",
		to:   "facets.beyond(i, j, float64(0.9*limit))", tests: "^TestRelateMarginOfParts$",
	},
	{
		name: "line flat", story: "two planes are one",
		file: "internal/num/line.go",
		from: "l.flat || !(a > 2*es)",
		to:   "!(a > 2*es)", tests: "^TestLineFlat$",
	},
	{
		name: "line flat parallel", story: "a plane that tilts is missed as if it did not",
		file: "internal/num/line.go",
		from: "math.Abs(v) > float64((a+es)*l.Far)+ev",
		to:   "math.Abs(v) > float64(a*l.Far)+ev", tests: "^TestLineFlat$",
	},
	{
		name: "line stands", story: "a line that hardly moves across an axis stands",
		file: "internal/num/line.go",
		from: "float64((speed+ed)*(l.Far*(1+0x1p-40)))",
		to:   "float64(speed*(l.Far*(1+0x1p-40)))", tests: "^TestLineRoundParallel$",
	},
	{
		name: "line leaves", story: "a line leaves a union where it leaves the last piece",
		file: "internal/num/line.go",
		from: "out > l.Exit {",
		to:   "out == out {", tests: "^TestLineUnion$",
	},
	{
		name: "line matters", story: "a constraint matters where it surely bounds",
		file: "internal/num/line.go",
		from: "return !(t+e < l.inLo)",
		to:   "return !(t < l.inHi)", tests: "^TestLineUnion$",
	},
	{
		name: "line missed", story: "a plane beside a piece meets it",
		file: "internal/num/line.go",
		from: "if l.flat && (l.atLo > min(l.outHi, l.Max)",
		to:   "if l.flat && (l.atLo > l.Max", tests: "^TestLineUnion$",
	},
	{
		name: "bvh grid holds", story: "the box about all is taken to hold a box that sticks out on one side",
		file: "internal/bvh/box.go",
		from: "return (*a)[0] <= (*b)[0] && (*b)[h] <= (*a)[h] &&",
		to:   "return (*a)[0] <= (*b)[0] &&", tests: "^TestGridHoldsAll$",
	},
	{
		name: "bvh start closest", story: "the pairs of a leaf at which a search was broken off are those of the next one",
		file: "internal/bvh/closest.go",
		from: "\ts.rest.start(nil, nil)\n",
		to:   "", tests: "^TestStartForgets$",
	},
	{
		name: "bvh start pairs", story: "a search within a distance goes on with the pairs of the one before",
		file: "internal/bvh/search.go",
		from: "\ts.rest.start(nil, nil)\n",
		to:   "", tests: "^TestStartForgets$",
	},
	{
		name: "bvh start none", story: "the second tree has items if the first one has",
		file: "internal/bvh/closest.go",
		from: "if a.Len() == 0 || b.Len() == 0 {",
		to:   "if a.Len() == 0 {", tests: "^TestStartForgets$",
	},
	{
		name: "bvh limit of the rest", story: "the pairs of a leaf are handed out whatever the limit",
		file: "internal/bvh/soonest.go",
		from: "if s.from <= limit {",
		to:   "if s.from <= limit || true {", tests: "^TestLimitFalls$",
	},
	{
		name: "bvh soonest of the rest", story: "the pairs of a leaf have the time of the one before",
		file: "internal/bvh/soonest.go",
		from: "\t\t\ts.from = e.bound\n",
		to:   "", tests: "^TestLimitFalls$",
	},
	{
		name: "bvh soonest bound", story: "a pair of boxes keeps its time, however long it is known to be apart",
		file: "internal/bvh/soonest.go",
		from: "e.bound = max(before, bound(n, m, before))",
		to:   "e.bound = min(before, bound(n, m, before))", tests: "^TestSoonest$",
	},
	{
		name: "bvh toward pad", story: "what the frames are off by is added to the gap along a direction",
		file: "internal/bvh/closest.go",
		from: ") - s.rel.pad\n",
		to:   ") + s.rel.pad\n", tests: "^TestTowardHolds$",
	},
	{
		name: "bvh toward split first", story: "a child of the first box has the lesser of two bounds",
		file: "internal/bvh/closest.go",
		from: "max(l.bound, near-reach(x, &s.dir)), max(r.bound, near-reach(y, &s.dir))",
		to:   "min(l.bound, near-reach(x, &s.dir)), max(r.bound, near-reach(y, &s.dir))", tests: "^TestTowardSplits$",
	},
	{
		name: "bvh toward split second", story: "a child of the second box has the lesser of two bounds",
		file: "internal/bvh/closest.go",
		from: "max(l.bound, far+lowest(x, &s.back)), max(r.bound, far+lowest(y, &s.back))",
		to:   "max(l.bound, far+lowest(x, &s.back)), min(r.bound, far+lowest(y, &s.back))", tests: "^TestTowardSplits$",
	},
	{
		name: "bvh toward turned back", story: "turned boxes are asked along the mirror image of a direction",
		file: "internal/bvh/closest.go",
		from: "t.first.Toward(&[3]float64{-s.back[0], -s.back[1], -s.back[2]})",
		to:   "t.first.Toward(&[3]float64{-s.back[0], s.back[1], -s.back[2]})", tests: "^TestTowardTurned$",
	},
	{
		name: "bvh split both turned", story: "two pairs of children of two turned boxes have the bound of these",
		file: "internal/bvh/closest.go",
		from: "max(u.bound, gaps[2]), max(v.bound, gaps[3])\n\t} else",
		to:   "u.bound, v.bound\n\t} else", tests: "^TestTowardTurned$",
	},
	{
		name: "bvh one has cuts", story: "a tree without cut boxes is searched by them",
		file: "internal/bvh/closest.go",
		from: "x.cuts != nil && y.cuts != nil &&",
		to:   "x.cuts != nil &&", tests: "^TestTurnedSearch$",
	},
	{
		name: "bvh pairs large leaf", story: "a leaf that is larger than a node ends the search below both",
		file: "internal/bvh/search.go",
		from: "case k >= 0 && (l < 0 || extent(",
		to:   "case k >= 0 && (l >= 0 || extent(", tests: "^TestClosest$",
	},
	{
		name: "bvh ray plain", story: "a ray across no axis is searched as one across an axis",
		file: "internal/bvh/search.go",
		from: "\ts.plain = true\n",
		to:   "", tests: "^TestAlong$",
	},
	{
		name: "bvh ray across pad", story: "boxes are not grown where a ray runs across an axis",
		file: "internal/bvh/search.go",
		from: "(*box)[k]-o-s.pad, (*box)[h+k]-o+s.pad",
		to:   "(*box)[k]-o, (*box)[h+k]-o", tests: "^TestAlongExactly$",
	},
	{
		name: "bvh ray across round", story: "a ray across an axis enters a box when its rounded quotient says",
		file: "internal/bvh/search.go",
		from: "\t\tfrom = max(0, from-(float64(0x1p-51*from)+math.SmallestNonzeroFloat64))\n",
		to:   "", tests: "^TestAlongExactly$",
	},
	{
		name: "bvh least", story: "pairs of boxes that meet do not count for the bound of what is left",
		file: "internal/bvh/closest.go",
		from: "for i := range s.under {\n\t\tleast",
		to:   "for i := range s.under[:0] {\n\t\tleast", tests: "^TestClosestLeast$",
	},
	{
		name: "d2 left out", story: "what is left out lowers no bound",
		file: "d2/composite_pairs.go",
		from: "rest = w.search.pairs.Least()", to: "rest = math.Inf(1)", tests: "^TestMaxPairs",
	},
	{
		name: "d2 cut status", story: "what is left out does not show in the status",
		file: "d2/composite_answer.go",
		from: "if w.cut && ct.Status", to: "if false && ct.Status", tests: "^TestMaxPairs",
	},
	{
		name: "d2 margin cut", story: "a length is told from pairs that were not looked at",
		file: "d2/composite_margin.go",
		from: "w.cut = w.search.pairs.Least() <= limit", to: "w.cut = false", tests: "^TestMaxPairs",
	},
	{
		name: "d2 cast cut", story: "a cast is apart until pairs that were not looked at meet",
		file: "d2/composite_cast_shape.go",
		from: "\tf.lower = 0\n", to: "", tests: "^TestMaxPairs",
	},
	{
		name: "d2 cast graze cut", story: "a graze is no hit whatever was not looked at",
		file: "d2/composite_cast_shape.go",
		from: "f.unsure = f.unsure || f.graze", to: "f.unsure = f.unsure || false", tests: "^TestMaxPairs",
	},
	{
		name: "d2 motion cut", story: "a motion is apart until pairs that were not looked at meet",
		file: "d2/composite_toi.go",
		from: "out := Impact{T: t, Lower: t,", to: "out := Impact{T: p.duration, Lower: p.duration,", tests: "^TestMaxPairs",
	},
	{
		name: "d2 plane cut", story: "a motion counts half-spaces that were not looked at as passed",
		file: "d2/composite_toi.go",
		from: "case !p.cut || p.out.Lower > 0:", to: "case p.lower > 1e300:", tests: "^TestMaxPairs",
	},
	{
		name: "d2 ends of motions", story: "a body that ends is written over one that begins",
		file: "d2/toi_run.go",
		from: "ma.begin(a, &im.first[0])", to: "ma.begin(a, &im.ends[0])", tests: "^TestPosesMeetAtTheEnd$|^TestEndsAre",
	},
	{
		name: "d2 ends of parts", story: "a body of parts that ends is written over one that begins",
		file: "d2/composite_toi.go",
		from: "ma.begin(a, &p.first[0])", to: "ma.begin(a, &p.ends[0])", tests: "^TestPosesMeetAtTheEnd$|^TestEndsAre",
	},
	{
		name: "d3 left out", story: "what is left out lowers no bound",
		file: "d3/composite_pairs.go",
		from: "rest = w.search.pairs.Least()", to: "rest = math.Inf(1)", tests: "^TestMaxPairs",
	},
	{
		name: "d3 cut status", story: "what is left out does not show in the status",
		file: "d3/composite_answer.go",
		from: "if w.cut && ct.Status", to: "if false && ct.Status", tests: "^TestMaxPairs",
	},
	{
		name: "d3 margin cut", story: "a length is told from pairs that were not looked at",
		file: "d3/composite_margin.go",
		from: "w.cut = w.search.pairs.Least() <= limit", to: "w.cut = false", tests: "^TestMaxPairs",
	},
	{
		name: "d3 cast cut", story: "a cast is apart until pairs that were not looked at meet",
		file: "d3/composite_cast_shape.go",
		from: "\tf.lower = 0\n", to: "", tests: "^TestMaxPairs",
	},
	{
		name: "d3 cast graze cut", story: "a graze is no hit whatever was not looked at",
		file: "d3/composite_cast_shape.go",
		from: "f.unsure = f.unsure || f.graze", to: "f.unsure = f.unsure || false", tests: "^TestMaxPairs",
	},
	{
		name: "d3 motion cut", story: "a motion is apart until pairs that were not looked at meet",
		file: "d3/composite_toi.go",
		from: "out := Impact{T: t, Lower: t,", to: "out := Impact{T: p.duration, Lower: p.duration,", tests: "^TestMaxPairs",
	},
	{
		name: "d3 plane cut", story: "a motion counts half-spaces that were not looked at as passed",
		file: "d3/composite_toi.go",
		from: "case !p.cut || p.out.Lower > 0:", to: "case p.lower > 1e300:", tests: "^TestMaxPairs",
	},
	{
		name: "d3 ends of motions", story: "a body that ends is written over one that begins",
		file: "d3/toi_run.go",
		from: "ma.begin(a, &im.first[0])", to: "ma.begin(a, &im.ends[0])", tests: "^TestPosesMeetAtTheEnd$|^TestEndsAre",
	},
	{
		name: "d3 ends of parts", story: "a body of parts that ends is written over one that begins",
		file: "d3/composite_toi.go",
		from: "ma.begin(a, &p.first[0])", to: "ma.begin(a, &p.ends[0])", tests: "^TestPosesMeetAtTheEnd$|^TestEndsAre",
	},
}
