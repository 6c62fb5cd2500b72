package picture_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/explain"
	"github.com/collide-go/collide/picture"
)

// TestZeroPicture: the zero Picture is none.
func TestZeroPicture(t *testing.T) {
	p := new(picture.Picture)
	var b bytes.Buffer
	for name, err := range map[string]error{
		"SVG": p.SVG(&b), "InlineSVG": p.InlineSVG(&b), "PNG": p.PNG(&b, 1, true),
	} {
		if !errors.Is(err, collide.ErrEmpty) || b.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes", name, err, b.Len())
		}
	}
	if width, height := p.Size(); width != 0 || height != 0 || p.Title() != "" {
		t.Errorf("%v by %v, %q", width, height, p.Title())
	}
}

// TestZeroCourse: the zero Course has a picture and a page, without bodies.
func TestZeroCourse(t *testing.T) {
	c := new(explain.Course)
	if _, _, err := c.At(0); !errors.Is(err, collide.ErrEmpty) || c.Last() != 0 {
		t.Errorf("bodies: %v, until %v", err, c.Last())
	}
	for name, write := range map[string]func(io.Writer, *explain.Course) error{
		"CourseHTML": picture.CourseHTML, "WriteCourse": picture.WriteCourse, "WriteCourseJSON": picture.WriteCourseJSON,
		"Course": func(w io.Writer, c *explain.Course) error { return picture.Course(c).SVG(w) },
	} {
		var b bytes.Buffer
		if err := write(&b, c); err != nil || b.Len() == 0 {
			t.Errorf("%s: %v, and %d bytes", name, err, b.Len())
		}
	}
}
