// Package mesh reads and writes files of triangle meshes: STL, OBJ, PLY, OFF, glTF, GLB and 3MF.
//
// Load, Decode, Read and ReadFile either give the whole of a file or refuse it, with the line or
// the byte offset of what is wrong: a truncated file, a count that does not fit the size, a
// coordinate that is not a finite number, an index without a point, an extension that is not read.
// Memory is taken for what the bytes of a file confirm, never for what a header claims, and Options
// limit the rest. No input makes a reader panic.
//
// A file holds a Model: parts with names, each a mesh at a place; instances share their mesh. Merge
// makes one mesh of it. WriteSTL, WriteOBJ and WriteGLB write models, and New makes a mesh of a
// hull or of what a program has computed.
//
// Numbers are taken exactly: single precision converts without rounding; text is read as the
// nearest double. Lengths are in the unit of the file, which Model.Unit tells where the format
// does. docs/files.md says what is read of each format and what is refused.
package mesh
