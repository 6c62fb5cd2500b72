package draw

import "image/color"

// Role says what a mark stands for. It decides the colour, in the light and in the dark theme.
type Role uint8

// The roles. None draws nothing.
const (
	None       Role = iota
	Paper           // the background
	Ink             // text and what is to stand out
	Muted           // text of less weight, leader lines
	Axis            // axes, ticks, frames
	Grid            // grid lines
	A               // the first shape of a pair
	B               // the second shape of a pair
	Difference      // the Minkowski difference A - B
	Origin          // the origin of the space that the difference lies in
	Normal          // normals, separating axes
	Witness         // witness points, contact points
	Simplex         // the simplex or polytope of a step
	Direction       // search directions
	Support         // support points
	Hit             // pairs that touch or overlap
	Near            // pairs nearer than the clearance, or undecided
	Clear           // everything else
	roles
)

// roleNames are the words of String, which are also those of the classes in SVG.
var roleNames = [roles]string{
	"none", "paper", "ink", "muted", "axis", "grid", "a", "b", "difference", "origin", "normal", "witness", "simplex",
	"direction", "support", "hit", "near", "clear",
}

// String returns the name of the role, as in the classes of SVG.
func (r Role) String() string {
	if r >= roles {
		return roleNames[None]
	}
	return roleNames[r]
}

// Theme chooses between colours for light and for dark surroundings.
type Theme uint8

// The themes. Auto is light, but in SVG it is dark where the reader prefers dark colours.
const (
	Auto Theme = iota
	Light
	Dark
)

// shade is how a role looks in one theme: the colour of lines and areas, and of text.
type shade struct{ mark, text color.NRGBA }

// rgb returns the opaque colour 0xrrggbb.
func rgb(c uint32) color.NRGBA {
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xff}
}

// both returns a shade with one colour for everything.
func both(c uint32) shade { return shade{rgb(c), rgb(c)} }

// The palettes: the colours of [OkabeIto08], darker (on dark paper lighter) where thin lines and
// text need more contrast with the paper. No meaning rests on colour alone: near pairs are dashed,
// and labels say the relation.
var (
	lightShades = [roles]shade{
		Paper: both(0xffffff), Ink: both(0x1f2328), Muted: both(0x5c6670), Axis: {rgb(0x8a949e), rgb(0x5c6670)},
		Grid: {rgb(0xe4e8ec), rgb(0x8a949e)}, A: {rgb(0x0072b2), rgb(0x005a8c)}, B: {rgb(0xe69f00), rgb(0x8a5f00)},
		Difference: {rgb(0x009e73), rgb(0x00704f)}, Origin: both(0x1f2328), Normal: both(0xa0387a), Witness: both(0x111418),
		Simplex: {rgb(0xd55e00), rgb(0xa84a00)}, Direction: both(0xa0387a), Support: {rgb(0x2f95cf), rgb(0x1b6a98)},
		Hit: {rgb(0xd0331d), rgb(0xb02413)}, Near: {rgb(0xe69f00), rgb(0x8a5f00)}, Clear: {rgb(0x7b8894), rgb(0x5c6670)},
	}
	darkShades = [roles]shade{
		Paper: both(0x14181d), Ink: both(0xe8ecf0), Muted: both(0xa3adb8), Axis: {rgb(0x6c7681), rgb(0xa3adb8)},
		Grid: {rgb(0x2a3037), rgb(0x6c7681)}, A: both(0x56b4e9), B: both(0xf0b030), Difference: both(0x2fc79a),
		Origin: both(0xe8ecf0), Normal: both(0xe39ac4), Witness: both(0xffffff), Simplex: both(0xff8a3d),
		Direction: both(0xe39ac4), Support: both(0x7cc8f5), Hit: both(0xff6b57), Near: both(0xf0b030), Clear: both(0x8d99a5),
	}
)

// shadeOf returns the colours of a role in a theme; Auto counts as Light.
func shadeOf(r Role, t Theme) shade {
	if r >= roles {
		r = None
	}
	if t == Dark {
		return darkShades[r]
	}
	return lightShades[r]
}

// Colour returns the colour of the lines and areas of a role; Auto counts as Light.
func Colour(r Role, t Theme) color.NRGBA { return shadeOf(r, t).mark }
