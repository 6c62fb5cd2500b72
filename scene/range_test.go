package scene_test

import (
	"context"
	"strings"
	"testing"

	"github.com/collide-go/collide/scene"
)

// A size below the least is told with the least and what to do about it.
func TestLeastSizeIsExplained(t *testing.T) {
	for _, c := range []struct{ shape, want string }{
		{`{"type":"circle","radius":1e-281}`, "1e-281; sizes are 0 or at least 1e-280: choose a smaller unit of length"},
		{`{"type":"hull","points":[[0,0],[5e-324,0]]}`, "5e-324; sizes are 0 or at least 1e-280: choose a smaller unit of length"},
		{`{"type":"box","size":[1,1e-280]}`, ""},
	} {
		line := `{"id":"x","dim":2,"a":{"shape":` + c.shape + `},"b":{"shape":{"type":"circle","radius":1}}}`
		_, err := scene.DecodePair(context.Background(), []byte(line), scene.Options{})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasSuffix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.shape, err, c.want)
		}
	}
}
