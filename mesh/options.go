package mesh

import (
	"io/fs"
)

// The limits that hold unless Options say otherwise. They are ceilings: whatever a file claims,
// memory is taken only for what its bytes confirm.
const (
	DefaultMaxBytes     = 1 << 30 // of a file, and of what it holds packed: 21 million triangles of binary STL
	DefaultMaxPoints    = 1 << 26 // of all meshes of a file
	DefaultMaxTriangles = 1 << 26 // of all parts of a file, those of instances included
	DefaultMaxParts     = 1 << 16 // of a file; nodes, accessors, components and the like may be four times as many
	DefaultMaxDepth     = 64      // of nodes, components, lists and mappings inside each other
)

// Options steer reading. The zero value means the documented defaults. What is above a limit is
// refused with the code ErrTooLarge.
type Options struct {
	// Format is the format of the file. Empty leaves it to the ending of its name, and where that
	// says nothing to its first bytes.
	Format Format

	// Files holds the files that a file may name: the buffers of a .gltf, the tilesets of a .tmj.
	// Names are relative to the folder of the file's own name. The FS alone decides what can be
	// read; nil refuses every file.
	Files fs.FS

	MaxBytes     int64 // of the file, of all files that it names, and of what is packed in them, each
	MaxPoints    int   // of all meshes
	MaxTriangles int   // of all parts, those of instances included
	MaxParts     int
	MaxDepth     int
}

// withDefaults returns o with the defaults in place of zeros and of what is negative.
func (o Options) withDefaults() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	for _, l := range []struct {
		limit *int
		value int
	}{
		{&o.MaxPoints, DefaultMaxPoints},
		{&o.MaxTriangles, DefaultMaxTriangles},
		{&o.MaxParts, DefaultMaxParts},
		{&o.MaxDepth, DefaultMaxDepth},
	} {
		if *l.limit <= 0 {
			*l.limit = l.value
		}
		*l.limit = min(*l.limit, 1<<30) // so that indices have 32 bits
	}
	return o
}
