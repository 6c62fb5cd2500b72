// Package d3 answers collision questions about pairs of placed convex shapes in three dimensions.
package d3
