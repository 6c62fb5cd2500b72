// Package mesh reads triangle meshes: binary and ASCII STL, and OBJ.
//
// A reader either gives the whole mesh or refuses the file, with the line or the byte offset of
// what is wrong: a truncated file, a triangle count that does not fit the size, a coordinate that
// is not a finite number, an index without a point. Nothing is allocated for a count before the
// size of the data confirms it.
//
// Numbers are taken exactly: binary STL holds single precision, which converts without rounding;
// text is read as the nearest double. Lengths are in the unit of the file.
package mesh
