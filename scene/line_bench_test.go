package scene_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/collide-go/collide/scene"
)

// benchLines returns the lines of the page of casts that have a word or have it not, by their ids,
// with the shapes that they name.
func benchLines(b *testing.B, word string, has bool) (lines map[string][]byte, ids []string, d *scene.Decoder) {
	b.Helper()
	text, err := os.ReadFile("../examples/casts/casts.ndjson")
	if err != nil {
		b.Fatal(err)
	}
	shapes := scene.NewShapes(scene.Options{})
	lines = map[string][]byte{}
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if scene.IsShapes(line) {
			if _, err := shapes.Define(b.Context(), line, number); err != nil {
				b.Fatal(err)
			}
			continue
		}
		if bytes.Contains(line, []byte(word)) == has {
			id := strings.Split(string(line), `"`)[3]
			lines[id], ids = line, append(ids, id)
		}
	}
	return lines, ids, scene.NewDecoder(scene.Options{Shapes: shapes})
}

// BenchmarkCast measures a cast each, without reading its line.
func BenchmarkCast(b *testing.B) {
	lines, ids, d := benchLines(b, `"cast":`, true)
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range ids {
		c, err := d.Cast(b.Context(), lines[id])
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Cast(&c)
			}
		})
	}
}

// BenchmarkImpact measures a time of impact each, without reading its line.
func BenchmarkImpact(b *testing.B) {
	lines, ids, d := benchLines(b, `"cast":`, false)
	q, err := scene.NewQuery(scene.QueryOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range ids {
		m, err := d.Impact(b.Context(), lines[id])
		if err != nil {
			b.Fatal(err)
		}
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Impact(&m)
			}
		})
	}
}
