import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import org.dyn4j.collision.manifold.ClippingManifoldSolver;
import org.dyn4j.collision.manifold.Manifold;
import org.dyn4j.collision.narrowphase.Gjk;
import org.dyn4j.collision.narrowphase.Penetration;
import org.dyn4j.collision.narrowphase.Sat;
import org.dyn4j.collision.narrowphase.Separation;
import org.dyn4j.geometry.Circle;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Polygon;
import org.dyn4j.geometry.Transform;
import org.dyn4j.geometry.Vector2;

/**
 * Times dyn4j over a workload of pairs of the plane, in doubles: Pairs WORKLOAD VARIANT PASSES [RESULTS]. Variants: overlap (GJK),
 * distance (GJK; of pairs that overlap the depth, by GJK and EPA), sat (the depth by SAT), manifold (SAT and clipping). The lines
 * are those of cmd/race; exit status 3: no such shape. Give many passes: the first ones are not compiled.
 */
public final class Pairs {
  private record Pair(Convex a, Convex b, Transform ta, Transform tb) {}

  private record Answer(int hit, double d, Vector2 n, Vector2 a, Vector2 b) {}

  private interface Query {
    Answer ask(Pair p);
  }

  private static Convex shape(String kind, Scanner in) {
    if (kind.equals("circle")) return new Circle(in.nextDouble());
    if (!kind.equals("polygon")) System.exit(3);
    Vector2[] v = new Vector2[in.nextInt()];
    for (int i = 0; i < v.length; i++) v[i] = new Vector2(in.nextDouble(), in.nextDouble());
    return new Polygon(v);
  }

  private static Transform pose(Scanner in) {
    double x = in.nextDouble(), y = in.nextDouble(), c = in.nextDouble(), s = in.nextDouble();
    Transform t = new Transform();
    t.rotate(Math.atan2(s, c));
    t.translate(x, y);
    return t;
  }

  private static List<Pair> load(String path) throws Exception {
    Map<String, Convex> pool = new HashMap<>();
    List<Pair> pairs = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(path))) {
      Scanner in = new Scanner(line);
      in.useLocale(java.util.Locale.ROOT);
      switch (in.next()) {
        case "dim" -> {
          if (in.nextInt() != 2) System.exit(3);
        }
        case "shape" -> {
          String id = in.next();
          pool.put(id, shape(in.next(), in));
        }
        default -> {
          Convex a = pool.get(in.next());
          Transform ta = pose(in);
          Convex b = pool.get(in.next());
          pairs.add(new Pair(a, b, ta, pose(in)));
        }
      }
    }
    return pairs;
  }

  private static Query query(String variant) {
    Gjk gjk = new Gjk();
    Sat sat = new Sat();
    ClippingManifoldSolver clip = new ClippingManifoldSolver();
    return switch (variant) {
      case "overlap" -> p -> new Answer(gjk.detect(p.a, p.ta, p.b, p.tb) ? 1 : 0, Double.NaN, null, null, null);
      case "distance" -> p -> {
        Separation s = new Separation();
        if (gjk.distance(p.a, p.ta, p.b, p.tb, s)) {
          return new Answer(0, s.getDistance(), s.getNormal(), s.getPoint1(), s.getPoint2());
        }
        return depth(gjk.detect(p.a, p.ta, p.b, p.tb, penetration), penetration);
      };
      case "sat" -> p -> depth(sat.detect(p.a, p.ta, p.b, p.tb, penetration), penetration);
      case "manifold" -> p -> {
        Manifold m = new Manifold();
        boolean hit = sat.detect(p.a, p.ta, p.b, p.tb, penetration);
        if (hit) clip.getManifold(penetration, p.a, p.ta, p.b, p.tb, m);
        return depth(hit, penetration);
      };
      default -> {
        System.exit(3);
        yield null;
      }
    };
  }

  private static final Penetration penetration = new Penetration();

  private static Answer depth(boolean hit, Penetration p) {
    if (!hit) return new Answer(0, Double.NaN, null, null, null);
    return new Answer(1, -p.getDepth(), p.getNormal(), null, null);
  }

  private static String text(Vector2 v) {
    return v == null ? " nan nan nan" : " " + v.x + " " + v.y + " 0";
  }

  public static void main(String[] args) throws Exception {
    if (args.length < 3) {
      System.err.println("usage: Pairs WORKLOAD overlap|distance|sat|manifold PASSES [RESULTS]");
      System.exit(2);
    }
    List<Pair> pairs = load(args[0]);
    Query query = query(args[1]);
    String name = Path.of(args[0]).getFileName().toString().replaceFirst("\\.txt$", "");
    String text = System.getenv("BUDGET");
    double budget = 1e9 * (text == null ? 1 : Double.parseDouble(text)), total = 0;
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    Answer[] out = new Answer[pairs.size()];
    StringBuilder line = new StringBuilder("time dyn4j " + args[1] + " " + name + " " + out.length);
    for (int pass = 0; pass < Integer.parseInt(args[2]) && total <= budget; pass++) {
      long start = clock.getCurrentThreadCpuTime();
      for (int i = 0; i < out.length; i++) out[i] = query.ask(pairs.get(i));
      double t = clock.getCurrentThreadCpuTime() - start;
      total += t;
      line.append(String.format(java.util.Locale.ROOT, " %.1f", t / out.length));
    }
    System.out.println(line);
    if (args.length < 4) return;
    try (PrintWriter w = new PrintWriter(args[3])) {
      for (int i = 0; i < out.length; i++) {
        Answer x = out[i];
        String d = Double.isNaN(x.d) ? "nan" : Double.toString(x.d);
        w.println(i + " " + x.hit + " " + d + text(x.n) + text(x.a) + text(x.b));
      }
    }
  }
}
