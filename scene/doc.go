// Package scene decodes what collide works on and writes its answers: scenes (YAML or JSON), lines
// of pairs, casts and motions (JSON), worlds, logs of poses, and journals of worlds.
//
// Decoding is strict. A text is either wholly understood or refused: keys are case-sensitive,
// unknown and repeated ones are errors, nothing may follow the value, and every number is the
// double nearest to what is written. An Error carries the code, the line and the path of the
// element, as in
//
//	cell.yaml:12: objects[1].shape.size[0]: negative-size: -1.2
//
// Both formats are read into one tree, so that a rule holds in YAML and in JSON alike. In YAML a
// plain decimal number is a number (1e-9 too), .nan and .inf are numbers that get not-finite;
// hexadecimal, octal and underscored numbers, dates and booleans are refused, since no field takes
// them.
package scene
