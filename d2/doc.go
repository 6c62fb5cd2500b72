// Package d2 answers collision questions about pairs of placed convex shapes in two dimensions.
package d2
