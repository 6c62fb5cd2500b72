package draw

import "github.com/collide-go/collide/d2"

// dashed cuts an outline into its dashes.
func dashed(o outline, dash []float64) []outline {
	if o.closed && len(o.p) > 0 {
		o = outline{p: append(o.p[:len(o.p):len(o.p)], o.p[0])}
	}
	sum := 0.0
	for _, d := range dash {
		sum += max(d, 0)
	}
	if !(sum > 0.5) || len(o.p) == 0 {
		return []outline{o}
	}
	var list []outline
	i, left := 0, dash[0]
	now := outline{p: []d2.Vec{o.p[0]}}
	for k := 1; k < len(o.p); k++ {
		a, b := o.p[k-1], o.p[k]
		l := b.Sub(a).Len()
		for at := 0.0; ; {
			if at+left > l {
				left -= l - at
				now.p = append(now.p, b)
				break
			}
			at += max(left, 1e-3)
			v := a.Add(b.Sub(a).Scale(min(at/l, 1)))
			if i%2 == 0 {
				list = append(list, outline{p: append(now.p, v)})
			}
			now = outline{p: []d2.Vec{v}}
			i++
			left = max(dash[i%len(dash)], 0)
		}
	}
	if i%2 == 0 {
		list = append(list, now)
	}
	return list
}
