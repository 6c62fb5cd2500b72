// Package draw makes drawings, as SVG and as PNG.
//
// A Page is a list of marks: paths, arrows, dots and texts, each with a Role that decides its
// colour in the light and in the dark theme. A Canvas shows a part of the plane in a rectangle of a
// Page. Labels puts notes where there is room. Page.SVG and Page.PNG write the same marks. Package
// solid, below this one, draws bodies.
//
// Drawings depend on nothing but what is drawn: SVG byte for byte, on every platform. Any numbers
// can be drawn: what is not finite is left out, what is outside is cut off.
package draw
