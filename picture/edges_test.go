package picture_test

import (
	"context"
	"testing"

	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/internal/testkit/edges"
	"github.com/collide-go/collide/internal/testkit/edges/scenes"
	"github.com/collide-go/collide/picture"
	"github.com/collide-go/collide/scene"
)

// TestEdges: nothing that is exported panics, whatever it is called with.
func TestEdges(t *testing.T) {
	pool := append(scenes.Pool(t), (*picture.View)(nil))
	ctx := context.Background()
	for _, line := range scenes.Pairs {
		p := edges.Must(scene.DecodePair(ctx, []byte(line), scene.Options{}))(t)
		pool = append(pool, edges.Must(explain.Pair(p, explain.Options{}))(t))
	}
	d := scene.NewDecoder(scene.Options{})
	ray := edges.Must(d.Cast(ctx, []byte(scenes.Casts[0])))(t)
	bodies := edges.Must(d.Impact(ctx, []byte(scenes.Impacts[1])))(t)
	pool = append(pool, edges.Must(explain.Cast(ray, explain.Options{}))(t),
		edges.Must(explain.Impact(bodies, explain.Options{}))(t))
	edges.Run(t, &edges.Package{
		Calls: 60,
		Few: map[string]int{
			"Course": 8, "CourseHTML": 6, "Finding": 12, "HTML": 20, "Report": 12, "Scene": 6, "World": 6,
			"Picture.InlineSVG": 10, "Picture.PNG": 3, "Picture.SVG": 10,
		},
		Pool:  pool,
		Whole: []any{explain.Report{}, explain.Course{}}, // made by package explain
		Funcs: map[string]any{
			"Course": picture.Course, "CourseHTML": picture.CourseHTML, "Finding": picture.Finding, "HTML": picture.HTML,
			"InlineStyle": picture.InlineStyle, "Report": picture.Report, "Scene": picture.Scene, "World": picture.World,
			"WriteCourse": picture.WriteCourse, "WriteCourseJSON": picture.WriteCourseJSON, "WriteJSON": picture.WriteJSON,
			"WriteTable": picture.WriteTable,
		},
		Types: []any{picture.Picture{}},
	})
}
