package d3_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/collide-go/collide/d3"
	"github.com/collide-go/collide/internal/testkit/audit"
	"github.com/collide-go/collide/internal/testkit/raced"
	"github.com/collide-go/collide/internal/testkit/shapegen"
)

// Every field of the manifolds of hard pairs is what it says: that the points lie on their bodies
// to 1e-9 of their size above all.
func TestPropertyManifoldHard(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	q := must(d3.NewQuery(d3.Options{}))(t)
	n := 1500
	if testing.Short() {
		n = 500
	}
	for _, family := range shapegen.Hard3 {
		g := shapegen.New3(31)
		points, faults := 0, 0
		for i := range n {
			p := g.Hard(family)
			a, b, err := p.Place()
			if err != nil {
				t.Fatalf("%s %d: %v\n%v", family, i, err, p)
			}
			ct, mf := q.Collide(&a, &b, nil)
			c, m := audit.Contact3(ct), audit.Manifold3(&mf)
			err = audit.Of3(&p).CheckManifold(&c, &m)
			if err == nil && !p.A.Alike(&p.B) {
				err = mirrored(&mf, &b, &a)
			}
			if err != nil {
				if faults++; faults <= 3 {
					t.Errorf("%s %d: %v\n%v", family, i, err, p)
				}
			}
			points += mf.N
		}
		if points < n {
			t.Errorf("%s: only %d points", family, points)
		}
	}
}

// The pairs that once had points on neither body, and why.
func TestManifoldPointsOnBodies(t *testing.T) {
	hull := func(p ...d3.Vec) d3.Shape { return must(d3.NewHull(p))(t) }
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	quarter := must(d3.NewQuat(0, 0, 0.7071067811865476, 0.7071067811865476))(t)
	for _, c := range []struct {
		name string
		a, b d3.Shape
		pose d3.Pose
		gap  float64
	}{
		// B's edge leaves a corner of A's face along the line of A's edge, outward. The crossing of
		// two edges on one line is anywhere on it.
		{
			"edge in line with an edge, a corner in common", hull(v(0, 0, 0), v(2, -1, 2), v(0, -1, 0), v(1, 1, 2), v(-1, 1, 0), v(1, -2, 0), v(0, 2, 2), v(1, 0, 2)),
			hull(v(0, -4, 4), v(-2, -2, 2), v(0, 0, 0), v(2, -2, 2), v(0, 0, 2), v(2, -2, 4), v(4, 0, 2), v(2, 2, 0)),
			d3.Pose{Pos: v(0, 0, -2), Rot: quarter},
			0,
		},
		{"edge along an edge, each past the other's end", hull(v(0, 0, -1), v(2, -2, 2), v(0, -1, 0), v(-1, -1, 2)), hull(v(2, -2, 2), v(0, -1, 0)), d3.Pose{Pos: v(-1, -1, -1)}, math.Sqrt2},
		// A triangle so thin that its normal, found from its area, leans along it: its plane left
		// the corners by a tenth of their distance.
		{"three corners all but on a line", hull(v(0.4467485066091607, -0.27146417856856914, -0.4783008194363157), v(1.1447708309846558, -0.7635969697690006, -1.251274427470424),
			v(1.0162477575357138, -0.6729832219541658, -1.1089509797377988)), hull(v(-0.9377191859352301, 1.252321263276115, -1.4601627477602488), v(0.9766041065647425, -1.197388284364175, -0.9844101704471373),
			v(0.2433859537126714, -0.2591081534260756, -1.1666314427468232)), d3.Pose{Pos: v(0.09997146889657056, -0.6463462319815008, -0.019478865280276057)}, 0.6597792},
	} {
		ct, mf := manifoldOf(t, c.a, c.b, d3.Pose{}, c.pose)
		if math.Abs(ct.Distance-c.gap) > 1e-6 {
			t.Errorf("%s: the contact is %v off, want %v", c.name, ct.Distance, c.gap)
		}
		for _, p := range mf.Points[:mf.N] {
			for _, s := range []struct {
				shape d3.Shape
				at    d3.Vec
			}{{c.a, p.LocalA}, {c.b, p.LocalB}} {
				o, x := must(d3.Place(s.shape, d3.Pose{}))(t), must(d3.Place(d3.Sphere{}, d3.Pose{Pos: s.at}))(t)
				if off := d3.Distance(&x, &o); math.Abs(off.Distance) > 1e-14 {
					t.Errorf("%s: %v is %v off its body", c.name, s.at, off.Distance)
				}
			}
		}
	}
}

// Hard pairs keep the promise about IDs too: the smaller body, moved by 1e-7 of its size, moves no
// point that keeps its ID by more than ten times that, and most points keep it. One in a hundred
// may break it: where the normal of bodies that touch in a vertex jumps while the features stay.
func TestManifoldJitterHard(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 1500
	if testing.Short() {
		n = 300
	}
	for _, family := range shapegen.Hard3 {
		g, s := shapegen.New3(41), newSample(42)
		points, kept, faults := 0, 0, 0
		for i := range n {
			p := g.Hard(family)
			a, b, err := p.Place()
			if err != nil {
				t.Fatalf("%s %d: %v\n%v", family, i, err, p)
			}
			size, far := min(p.A.Extent(), p.B.Extent()), 0.0
			if size == 0 {
				size = max(p.A.Extent(), p.B.Extent())
			}
			if size <= 0x1p-40*max(p.A.Extent(), p.B.Extent()) {
				continue // no size, or one in which steps of 1e-7 are lost beside the other body
			}
			for _, o := range []*d3.Object{&a, &b} {
				far = max(far, o.Pose().Pos.Len())
			}
			_, mf := d3.Collide(&a, &b)
			o := &b
			if p.A.Extent() < p.B.Extent() {
				o = &a
			}
			pose := o.Pose()
			pose = d3.Pose{
				Pos: pose.Pos.Add(s.direction().Scale(1e-7 * size)),
				Rot: pose.Rot.Mul(rotated(t, s.direction(), s.between(-0.5e-7, 0.5e-7))),
			}
			if err := o.Move(pose); err != nil {
				t.Fatal(err)
			}
			_, nf := d3.Collide(&a, &b)
			points += mf.N
			for _, p1 := range mf.Points[:mf.N] {
				for _, p2 := range nf.Points[:nf.N] {
					if p1.ID != p2.ID {
						continue
					}
					kept++
					round := 64 * 0x1p-53 * (far + p1.PointA.Len() + p1.PointB.Len())
					if d := max(near(p1.PointA, p2.PointA), near(p1.PointB, p2.PointB)); !(d <= 1e-6*size+round) {
						faults++
						t.Logf("%s %d: %x moves by %.3g sizes\n%v", family, i, p1.ID, d/size, p)
					}
				}
			}
		}
		// Fewer points say nothing about most of them. Of ledges few keep their IDs: their margins
		// are levers many sizes long.
		if family != "ledges" && (points >= 100 && kept < points/2 || faults > kept/100) {
			t.Errorf("%s: %d of %d points keep their IDs, %d of them move too far", family, kept, points, faults)
		}
	}
}

// FuzzManifold checks every field of the manifolds of hard pairs: of any family, from any seed.
func FuzzManifold(f *testing.F) {
	for i := range shapegen.Hard3 {
		f.Add(uint8(i), uint64(100+i))
	}
	f.Fuzz(func(t *testing.T, family uint8, seed uint64) {
		p := shapegen.New3(seed).Hard(shapegen.Hard3[int(family)%len(shapegen.Hard3)])
		a, b, err := p.Place()
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
		ct, mf := d3.Collide(&a, &b)
		c, m := audit.Contact3(ct), audit.Manifold3(&mf)
		err = audit.Of3(&p).CheckManifold(&c, &m)
		if err == nil && !p.A.Alike(&p.B) {
			err = mirrored(&mf, &b, &a)
		}
		if err != nil {
			t.Fatalf("%v\n%v", err, p)
		}
	})
}

// Corners of needles within 2^-22 of each other: crossings apart in the order around the polygon
// named the same two vertices, and two points had one ID.
func TestManifoldIDsOnce(t *testing.T) {
	v := func(x, y, z float64) d3.Vec { return d3.Vec{X: x, Y: y, Z: z} }
	hull := func(p ...d3.Vec) d3.Shape { return must(d3.NewHull(p))(t) }
	rot := must(d3.NewQuat(0, 0, 0.6, 0.8))(t)
	a := hull(v(-3.959063801179371e-08, 2.59876401503129e-08, 0.0023943045615952194), v(2.9960827076543655e-08, -1.5353581874352677e-08, -0.0023086286135054397), v(2.7652507095789382e-08, 5.525573678635655e-08, -0.0020399226323561536), v(-9.909055202026482e-09, -1.1407934762455685e-07, -0.0027366760855473426), v(1.6412004424486607e-08, -9.181195553167903e-08, 0.0004734088304437567), v(-1.2511166669074795e-08, -7.392829384843754e-08, -0.0021110877045290403), v(4.525814810981054e-08, 3.137520009513244e-08, 0.0017666888745609677), v(-2.9146360710166886e-08, -4.521211580685174e-08, 0.0026453507338974175), v(3.974486102822074e-08, 7.870127347647337e-08, -7.0331306399479395e-06), v(-4.202531913288296e-08, -1.1932785275391445e-07, -0.0006516907284690008), v(-2.599071500259958e-08, 3.997727565274178e-08, -0.000977373686385455))
	b := hull(v(2.6302215807337124e-08, 7.996904622955454e-06, -0.2507419741871077), v(-2.057459185658291e-08, -4.133737528827712e-06, -0.1558718563261584), v(-3.125113809049923e-08, 1.5310411929211865e-05, -0.1838509561190071), v(5.621674593328434e-08, -9.048322069982126e-06, -0.08231435764732714), v(5.4548459945692576e-08, 2.6198812666679633e-05, -0.0507379272354271), v(2.7899156140274854e-08, 1.661975952116368e-06, 0.033294531342039815), v(6.586294169761979e-08, 5.584058668317042e-06, 0.04221564208715901), v(7.284404064329414e-08, 6.474737395470906e-06, -0.28926658662691296), v(2.7520602025821264e-08, -9.125112018618085e-06, -0.048878744149892156), v(2.673524646994777e-08, 6.298141489792482e-06, 0.13050447695857198), v(-5.6856322373233395e-08, -6.86843998312134e-07, 0.26168886410633896), v(6.28244682528137e-08, -3.369538739652464e-05, -0.2111640204688923), v(-5.2367477071110346e-08, 4.6894854715682076e-06, -0.2785292368847674))
	x, y := must(d3.Place(a, d3.Pose{Rot: rot}))(t), must(d3.Place(b, d3.Pose{Pos: v(4.832764960687958e-08, -2.6272024964232828e-05, 0.05008623650695444)}))(t)
	_, mf := d3.Collide(&x, &y)
	for i := range mf.N {
		for j := range i {
			if mf.Points[i].ID == mf.Points[j].ID {
				t.Errorf("points %d and %d have the ID %x", j, i, mf.Points[i].ID)
			}
		}
	}
	if mf.N < 2 {
		t.Errorf("only %d points", mf.N)
	}
}

// The points of a body lie on it beside one that is far larger, too, to 1e-9 of its own size, with
// a margin or without: rounding of the larger one put them farther beside a feature than the margin
// goes, and a normal known to less than the smaller one's angles named another vertex than theirs.
func TestManifoldOfFarSmaller(t *testing.T) {
	raced.Skip(t)
	t.Parallel()
	n := 20000
	if testing.Short() {
		n = 4000
	}
	q := must(d3.NewQuery(d3.Options{}))(t)
	rng := rand.New(rand.NewPCG(77, 1))
	g, large := shapegen.New3(91), shapegen.New3(92)
	large.Unit, large.Offset, large.NoHalf = 1, 0, true
	points, faults, many := 0, 0, 0
	for i := range n {
		p := g.Hard("mixed")
		small, other := &p.A, &p.B
		if small.Extent() > other.Extent() {
			small, other = other, small
		}
		small.Rounded, small.Rounding = i%3 > 0, small.Extent()*math.Pow(10, 2-11*rng.Float64())
		if i%2 == 0 {
			*other = large.Pair().A
		}
		if i%10 == 0 {
			other.Rounded, other.Rounding = true, other.Extent()*math.Pow(10, 2-8*rng.Float64())
		}
		a, b, err := p.Place()
		if err != nil {
			t.Fatalf("%d: %v\n%v", i, err, p)
		}
		if i%2 == 0 { // the smaller body goes to a point of the larger one
			ct := d3.Distance(&a, &b)
			by := ct.PointA.Sub(ct.PointB).Sub(ct.Normal.Scale(small.Extent() * rng.Float64() / 4))
			if small == &p.A {
				by = by.Neg()
			}
			small.P[0], small.P[1], small.P[2] = small.P[0]+by.X, small.P[1]+by.Y, small.P[2]+by.Z
			if a, b, err = p.Place(); err != nil {
				t.Fatalf("%d: %v\n%v", i, err, p)
			}
		}
		ct, mf := q.Collide(&a, &b, nil)
		c, m := audit.Contact3(ct), audit.Manifold3(&mf)
		if err := audit.Of3(&p).CheckManifold(&c, &m); err != nil {
			if faults++; faults <= 3 {
				t.Errorf("%d: %v\n%v", i, err, p)
			}
		}
		points += mf.N
		if mf.N > 1 {
			many++
		}
	}
	if t.Log(points, many, faults); many < n/20 {
		t.Errorf("a tame sample: %d points, %d manifolds of more than one", points, many)
	}
}

// A corner between two others, on the line that joins them, made a point of the line of the one
// edge that lies on the other one: its height was that of the first one's end, above the body.
func TestManifoldOfCornersInLine(t *testing.T) {
	var pts []d3.Vec
	for _, p := range [][2]float64{{-3, 2}, {1, -2}, {-3, -3}, {4, -1}, {-4, 1}, {1, 1}, {-2, -2}, {-2, -3}} {
		for _, z := range []float64{-4, 4} {
			pts = append(pts, d3.Vec{X: p[0], Y: p[1], Z: z}.Scale(1.2500000000000001e-37))
		}
	}
	b := d3.Rounded{Core: must(d3.NewHull(pts))(t), R: 1.0000000000000001e-38}
	at := d3.Pose{Pos: d3.Vec{X: -3.806089601172583e-24, Y: -6.99381926449362e-24, Z: 6.0498077691314985e-24}}
	pose := d3.Pose{
		Pos: d3.Vec{X: -3.806089601172572e-24, Y: -6.993819264493572e-24, Z: 6.049807769131535e-24},
		Rot: must(d3.NewQuat(0.005525792501351223, 0.9106444238866807, 0.3270498781524194, -0.25245707766235226))(t),
	}
	_, mf := manifoldOf(t, d3.Cone{Radius: 5e-31, Height: 1e-30}, b, at, pose)
	o := must(d3.Place(b, d3.Pose{}))(t)
	for i := range mf.N {
		x := must(d3.Place(d3.Sphere{}, d3.Pose{Pos: mf.Points[i].LocalB}))(t)
		if off := d3.Distance(&x, &o); math.Abs(off.Distance) > 1e-45 {
			t.Errorf("point %d is %v off the hull of 1e-36", i, off.Distance)
		}
	}
	if mf.N < 2 {
		t.Errorf("%d points", mf.N)
	}
}

// Pairs whose points were put on a feature of their bodies that rounding had chosen.
func TestManifoldKeepsWitness(t *testing.T) {
	for name, p := range map[string]shapegen.Pair3{
		// The search for heights put the point of the larger body, which was right, 5e-11 lower.
		"a capsule beside a margin of 100": {
			A: shapegen.Body3{
				Kind: "capsule", Height: 0.0001, Rounded: true, Rounding: 1e-12,
				P: [3]float64{35.15753502097402, -87.5355727685937, -35.2478741533929},
				Q: [4]float64{0.7982528183774449, -0.5658237592895772, -0.08719587956130392, -0.18717048368641676},
			},
			B: shapegen.Body3{
				Kind: "box", Size: [3]float64{1, 1, 0.0001}, Rounded: true, Rounding: 100,
				Q: [4]float64{0.7982528183773635, -0.5658237592897107, -0.0871958795608543, -0.1871704836865696},
			},
		},
		// The same, in an overlap of a point.
		"a point in a margin of 1e32": {
			A: shapegen.Body3{
				Kind:   "hull",
				Points: [][3]float64{{-4.464379711649854e29, -1.6291397382590466e29, -5.165206042183513e27}},
				P:      [3]float64{1.1631119498987667e35, 9.318312023273322e33, 1.6371329422008847e35},
				Q:      [4]float64{-0.11990789651547196, 0.20783247523660575, -0.6789509996429416, -0.6938683583174193},
			},
			B: shapegen.Body3{
				Kind: "box", Size: [3]float64{1e30, 1e26, 1e26}, Rounded: true, Rounding: 1e32,
				P: [3]float64{1.1631211068324358e35, 9.227912621321996e33, 1.6366837977160446e35},
				Q: [4]float64{0.6938683583173512, 0.6789509996430362, 0.2078324752363045, -0.11990789651585361},
			},
		},
		// The depth is known to a hundredth of the hull alone, and the normal had the other end of
		// an edge across it for the farthest vertex: the point went there, 8.5e-13 off.
		"a hull of 2e-12 at a corner of a box": {
			A: shapegen.Body3{
				Kind: "hull", Points: [][3]float64{
					{3.1531819834759675e-13, 9.928008165051484e-13, 9.355965068275681e-13},
					{-5.777276550314055e-14, -3.8860967400134123e-13, -1.3438990586681361e-12},
					{9.134566338241037e-14, -2.0127772144556757e-13, 1.3825928900733287e-12},
					{9.061785555752412e-13, 1.0226003926010265e-12, 3.05857341775881e-13},
					{4.18678808985823e-13, 3.15465889231024e-13, -1.2983101242339227e-12},
					{-1.0693807549819615e-12, -8.519636772787456e-13, 3.016662800551286e-13},
				}, Rounded: true, Rounding: 4.0081910544759694e-14,
				P: [3]float64{0.01441414817867047, 0.6494151814360587, 1.2309107642344388},
				Q: [4]float64{-0.20439581671807, 0.9127952947027258, 0.2421019838759201, 0.25770861351546037},
			},
			B: shapegen.Body3{
				Kind: "box", Size: [3]float64{1.6731194036247072, 1.2851262824691125, 1.8158960651830895},
				Q: [4]float64{0.9240600579670927, -0.04044230672572724, 0.3796241494582768, 0.01905083317430325},
			},
		},
		// Larger by 40 000, not by 65 536: the point was placed from the larger body's side.
		"a hull of 2e-5 with a margin, touching a hull of 2": {
			A: shapegen.Body3{
				Kind: "hull", Points: [][3]float64{
					{0.9268678660992602, 0.031544453788053525, -0.3740600302462389},
					{-0.7524384284427077, 0.5406676290221246, -0.3761846970974002},
					{0.8987550523120797, -0.2430110235317104, 0.364945199154039},
					{-0.6991682156808383, 0.45599936224156373, -0.550661772612699},
					{0.7218301344864366, 0.6786662002027748, -0.13554868368826126},
					{-0.24944889600985617, -0.966810173148789, 0.055257012002755596},
					{0.9663545140076242, -0.16026576424123123, 0.2011811076350421},
					{0.08754512283583968, 0.7107440386307533, 0.6979819216989106},
				}, Q: [4]float64{0, 0, 0, 1},
			},
			B: shapegen.Body3{
				Kind: "hull", Points: [][3]float64{
					{-8.85815440442562e-06, -9.68154955267124e-07, 2.216503819111599e-05},
					{-1.1185290458322915e-05, -1.45345830467299e-05, -1.530778607455519e-05},
					{-7.151749381818032e-06, -2.2666743607291837e-05, 2.4009074335849956e-06},
					{2.1591100544141017e-05, 6.0476296522031015e-06, -8.242796513700365e-06},
					{2.14510508516943e-05, 1.0333068001131336e-05, 1.942489260125898e-06},
					{-2.383884208760977e-05, 1.528481740966505e-06, 2.578623144639087e-07},
					{-1.8015540932295643e-05, -6.25547639165501e-06, 1.4387579418161713e-05},
					{-6.7904859334620126e-06, 2.2846845733097122e-05, -1.6137169266013831e-06},
				}, Rounded: true, Rounding: 2.7806562535389253e-10,
				P: [3]float64{0.08755630812718598, 0.7107585732138, 0.6979972294611124}, Q: [4]float64{0, 0, 0, 1},
			},
		},
	} {
		a, b, err := p.Place()
		if err != nil {
			t.Fatal(err)
		}
		ct, mf := d3.Collide(&a, &b)
		c, m := audit.Contact3(ct), audit.Manifold3(&mf)
		if err := audit.Of3(&p).CheckManifold(&c, &m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
