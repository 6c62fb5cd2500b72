package main
import ("bufio";"os";"fmt";"time";"encoding/json";"github.com/collide-go/collide/d3";"github.com/collide-go/collide/internal/shapegen")
type sh struct{ Type string; Radius,Height,Rounding float64; Radii,Size [3]float64}
type ob struct{ Shape sh; Pose struct{P [3]float64; Q [4]float64}}
func body(o ob) shapegen.Body3 { b:=shapegen.Body3{Kind:o.Shape.Type,Radius:o.Shape.Radius,Height:o.Shape.Height,P:o.Pose.P,Q:o.Pose.Q,Rounding:o.Shape.Rounding,Rounded:o.Shape.Rounding>0}
 b.Size=o.Shape.Size; if b.Kind=="ellipsoid"{b.Size=o.Shape.Radii}
 if b.Q==[4]float64{}{b.Q[3]=1}
 return b}
func main(){
 sc:=bufio.NewScanner(os.Stdin); sc.Buffer(nil,1<<20)
 q,_:=d3.NewQuery(d3.Options{})
 for sc.Scan(){ if len(sc.Text())==0||sc.Text()[0]!='{'||sc.Text()[1]!='"'{continue}
  var l struct{ID string;A,B ob}; if err:=json.Unmarshal(sc.Bytes(),&l);err!=nil{fmt.Println(err);continue}
  p:=shapegen.Pair3{A:body(l.A),B:body(l.B)}
  a,b,err:=p.Place(); if err!=nil{fmt.Println(err);continue}
  var c d3.Contact; t:=time.Hour
  for i:=0;i<3;i++{s:=time.Now();c=q.Distance(&a,&b,nil);if d:=time.Since(s);d<t{t=d}}
  side,slope,ab,bb,planes,budget:=q.Debug()
  fmt.Printf("%-26s %-9s %-9s it %4d %8v %-9v w %.1e side %.1e slope %.1e bends %.1e %.1e planes %d of %d\n",l.ID,p.A.Kind,p.B.Kind,c.Iterations,t.Round(time.Microsecond),c.Status,c.Upper-c.Lower,side,slope,ab,bb,planes,budget)
 }}
