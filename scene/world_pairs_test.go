package scene_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/collide-go/collide"
	"github.com/collide-go/collide/scene"
)

// A frame in which more pairs of boxes meet than are allowed is refused, one with as many is not,
// and neither changes what the frames and queries behind it are told.
func TestWorldTooManyPairs(t *testing.T) {
	for _, c := range []struct{ dim, shape, zeros string }{
		{"2", "", "0,0"}, {"3", "", "0,0,0"}, {"2", `{"type":"circle","radius":1}`, "0,0"}, {"3", `{"type":"sphere","radius":1}`, "0,0,0"},
	} {
		ones := strings.ReplaceAll(c.zeros, "0", "1")
		head := fmt.Sprintf(`{"world":1,"dim":%s,"boxes":4,"frames":3}`, c.dim)
		frame := func(k int, x string) string { // the last of four bodies that are all at the origin is at x
			return fmt.Sprintf(`{"frame":%d,"min":[[%[2]s],[%[2]s],[%[2]s],[%[3]s]],"max":[[%[4]s],[%[4]s],[%[4]s],[99%[5]s]]}`,
				k, c.zeros, x+c.zeros[1:], ones, strings.ReplaceAll(c.zeros[1:], "0", "99"))
		}
		if c.shape != "" {
			head = fmt.Sprintf(`{"world":1,"dim":%s,"shapes":[%s],"frames":3}`, c.dim, strings.Join([]string{c.shape, c.shape, c.shape, c.shape}, ","))
			frame = func(k int, x string) string {
				return fmt.Sprintf(`{"frame":%d,"poses":[{},{},{},{"p":[%s]}]}`, k, x+c.zeros[1:])
			}
		}
		w, err := scene.NewWorld(scene.Options{}, scene.WorldOptions{MaxPairs: 3})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.Answer(t.Context(), []byte(head), 1); err != nil {
			t.Fatal(err)
		}
		for k, x := range []string{"50", "0", "50"} { // in the middle frame all six pairs meet
			ans, _, err := w.Answer(t.Context(), []byte(frame(k, x)), 2+k)
			switch {
			case err != nil:
				t.Fatal(err)
			case k == 1 && (ans.Err == nil || !errors.Is(ans.Err, collide.ErrTooLarge) || len(ans.Pairs) > 0):
				t.Errorf("%s %s: %v, %d pairs", c.dim, c.shape, ans.Err, len(ans.Pairs))
			case k != 1 && (ans.Err != nil || len(ans.Pairs) != 3):
				t.Errorf("%s %s, frame %d: %v, %d pairs", c.dim, c.shape, k, ans.Err, len(ans.Pairs))
			}
		}
		query := fmt.Sprintf(`{"query":"nearest","point":[%s],"k":9}`, "60"+c.zeros[1:])
		ans, _, err := w.Answer(t.Context(), []byte(query), 5)
		if err != nil || ans.Err != nil || len(ans.Near) != 4 || ans.Near[0].ID != 3 {
			t.Errorf("%s %s: %v, %+v", c.dim, c.shape, err, ans)
		}
	}
}
