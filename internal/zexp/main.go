package main
import ("fmt";"time";"math";"github.com/collide-go/collide/d3")
func run(a,b d3.Shape,p d3.Vec,tilt float64)(d3.Contact,time.Duration){
 r,_:=d3.NewAxisAngle(d3.Vec{X:0.6,Y:0.8},tilt)
 oa,_:=d3.Place(a,d3.Pose{}); ob,_:=d3.Place(b,d3.Pose{Pos:p,Rot:r})
 q,_:=d3.NewQuery(d3.Options{MaxIterations:20000})
 best:=time.Hour; var c d3.Contact
 for i:=0;i<3;i++{ s:=time.Now(); c=q.Distance(&oa,&ob,nil); if d:=time.Since(s);d<best{best=d}}
 return c,best}
func main(){
 d3.MaxPlanes=20000
 fams:=[]struct{n string;a,b d3.Shape;z float64}{
 {"cyl cyl",d3.Cylinder{1,4},d3.Cylinder{.5,4},0.1},
 {"ell cyl",d3.Ellipsoid{d3.Vec{1,1,2}},d3.Cylinder{.3,1},0.1},
 {"ell ell",d3.Ellipsoid{d3.Vec{1,1,2}},d3.Ellipsoid{d3.Vec{.5,.5,1}},0.1},
 {"cone ell",d3.Cone{1,2},d3.Ellipsoid{d3.Vec{.5,.5,1}},0.1},
 {"obl pro",d3.Ellipsoid{d3.Vec{1,1,2}},d3.Ellipsoid{d3.Vec{1,1,.8}},1.0},
 }
 for _,f:=range fams{ for _,off:=range []float64{0,1e-9,1e-7,1e-5,1e-4,1e-3,1e-2,1e-1}{ for _,tl:=range []float64{0,1e-9,1e-7,1e-5,1e-4,1e-3,1e-2}{
  d3.Gate=0; c0,t0:=run(f.a,f.b,d3.Vec{X:off,Z:f.z},tl)
  d3.Gate=math.Inf(1); c1,t1:=run(f.a,f.b,d3.Vec{X:off,Z:f.z},tl)
  bad:=""; if c0.Lower>c1.Upper+1e-15||c1.Lower>c0.Upper+1e-15 {bad="BAD"}
  fmt.Printf("%-9s off %.0e tilt %.0e  epa %6d %9v %-9v %.1e  sweep %6d %9v %-9v %.1e %s\n",f.n,off,tl,c0.Iterations,t0.Round(time.Microsecond),c0.Status,c0.Upper-c0.Lower,c1.Iterations,t1.Round(time.Microsecond),c1.Status,c1.Upper-c1.Lower,bad)
 }}}
}
