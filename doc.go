// Package collide holds what collision detection in two and three dimensions shares: the relation of
// two shapes, the status of an answer, and the errors. The queries are in packages d2 and d3.
package collide
