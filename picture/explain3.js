'use strict';
// Two views of space that turn together: solid bodies, and marks over them.
window.collideViews = function (data) {
  const { sub, cross, unit, css, line, body, painter, sorter, edges } = window.collideSolids;
  const through = document.getElementById('through');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const start = { right: data.views[0].right, up: data.views[0].up };
  // The camera: rows of a rotation from the world to right, up, toward the reader.
  let eye = null, zoom = 1, step = 0, since = 0, frame = 0;
  const home = () => { eye = [start.right, start.up, cross(start.right, start.up)]; zoom = 1; };
  home();
  const see = (p) => window.collideSolids.seenBy(eye)(p);

  function disc(c, p, r, fill, stroke, width) {
    c.beginPath();
    c.arc(p[0], p[1], r, 0, 7);
    c.fillStyle = fill;
    c.fill();
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.stroke();
  }

  function arrow(c, from, to, style, width) {
    const d = [to[0] - from[0], to[1] - from[1]], l = Math.hypot(d[0], d[1]);
    if (l < 3) return;
    const u = [d[0] / l, d[1] / l], h = Math.min(9, 0.6 * l), base = [to[0] - h * u[0], to[1] - h * u[1]];
    line(c, [from, base], style, width);
    c.beginPath();
    c.moveTo(to[0], to[1]);
    c.lineTo(base[0] - 0.42 * h * u[1], base[1] + 0.42 * h * u[0]);
    c.lineTo(base[0] + 0.42 * h * u[1], base[1] - 0.42 * h * u[0]);
    c.fillStyle = style;
    c.fill();
  }

  function write(c, text, x, y, role, bold, align) {
    c.font = (bold ? 'bold ' : '') + '13px system-ui,sans-serif';
    c.textAlign = align || 'center';
    c.textBaseline = 'middle';
    c.lineWidth = 3;
    c.strokeStyle = css('paper', 0.85);
    c.strokeText(text, x, y);
    c.fillStyle = css(role, 1);
    c.fillText(text, x, y);
  }

  // mark draws a mark of a step. taken holds where texts stand.
  function mark(c, m, on, taken) {
    const pts = [];
    for (let i = 0; i < m.p.length; i += 3) pts.push(m.p.slice(i, i + 3));
    const q = pts.map(on), p = q[0];
    switch (m.k) {
      case 'line':
        c.setLineDash(m.d || []);
        line(c, q, css(m.r, 1), m.w || 1.5);
        c.setLineDash([]);
        break;
      case 'fill':
        c.beginPath();
        q.forEach((x) => c.lineTo(x[0], x[1]));
        c.closePath();
        c.fillStyle = css(m.r, m.a || 0.2);
        c.fill();
        break;
      case 'dot': disc(c, p, 4.5, css(m.r, 1), css('paper', 1), 1); break;
      case 'ring': disc(c, p, 4, css('paper', 1), css(m.r, 1), 2); break;
      case 'diamond':
        c.beginPath();
        for (const [x, y] of [[0, -7], [7, 0], [0, 7], [-7, 0]]) c.lineTo(p[0] + x, p[1] + y);
        c.closePath();
        c.fillStyle = css(m.r, 1);
        c.fill();
        c.strokeStyle = css('paper', 1);
        c.lineWidth = 1;
        c.stroke();
        break;
      case 'cross':
        line(c, [[p[0] - 7, p[1]], [p[0] + 7, p[1]]], css(m.r, 1), 2);
        line(c, [[p[0], p[1] - 7], [p[0], p[1] + 7]], css(m.r, 1), 2);
        break;
      case 'arrow': {
        const v = see(unit(sub(pts[1], pts[0])));
        arrow(c, p, [p[0] + m.l * v[0], p[1] - m.l * v[1]], css(m.r, 1), m.w || 2);
        break;
      }
      case 'text': {
        let d = [p[0] - q[1][0], p[1] - q[1][1]];
        const l = Math.hypot(d[0], d[1]);
        d = l > 1 ? [d[0] / l, d[1] / l] : [0.7, -0.7];
        const at = [p[0] + 15 * d[0], p[1] + 15 * d[1]];
        if (taken.some((t) => Math.abs(t[0] - at[0]) < 15 && Math.abs(t[1] - at[1]) < 13)) return;
        taken.push(at);
        write(c, m.s, at[0], at[1], m.r, true);
      }
    }
  }

  // hull returns the outline of points on the page.
  function hull(pts) {
    const s = pts.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (list) => {
      const h = [];
      for (const p of list) {
        while (h.length > 1 && (h[h.length - 1][0] - h[h.length - 2][0]) * (p[1] - h[h.length - 2][1]) <=
          (h[h.length - 1][1] - h[h.length - 2][1]) * (p[0] - h[h.length - 2][0])) h.pop();
        h.push(p);
      }
      return h.slice(0, -1);
    };
    return half(s).concat(half(s.reverse()));
  }

  function outline(c, pts, dash, role) {
    const h = hull(pts);
    if (h.length < 2) return;
    c.setLineDash(dash);
    line(c, h.concat([h[0], h[1]]), css(role, 1), 1.5);
    c.setLineDash([]);
  }

  // strip draws the intervals of an axis as bars at the foot of the view, and their gap or overlap.
  function strip(c, s, fit) {
    const x = (t) => 30 + t * (fit.w - 60), y = fit.h - 104;
    c.fillStyle = css('paper', 0.85);
    c.fillRect(0, y - 12, fit.w, 50);
    line(c, [[x(s.a[0]), y], [x(s.a[1]), y]], css('a', 1), 5);
    c.setLineDash([7, 4]);
    line(c, [[x(s.b[0]), y + 13], [x(s.b[1]), y + 13]], css('b', 1), 5);
    c.setLineDash([]);
    write(c, 'A', 15, y, 'a', true);
    write(c, 'B', 15, y + 13, 'b', true);
    const [lo, hi] = s.e, role = s.gap ? 'clear' : 'hit';
    for (const l of [[[x(lo), y + 26], [x(hi), y + 26]], [[x(lo), y + 21], [x(lo), y + 31]], [[x(hi), y + 21], [x(hi), y + 31]]]) line(c, l, css(role, 1), 1.8);
  }

  // furniture draws the scale and the directions of the axes at the foot of the view.
  function furniture(c, view, fit) {
    const right = fit.w - 12, left = right - view.bar * fit.s, y = fit.h - 12;
    for (const l of [[[left, y], [right, y]], [[left, y - 4], [left, y + 4]], [[right, y - 4], [right, y + 4]]]) line(c, l, css('ink', 1), 1.5);
    write(c, view.unit, (left + right) / 2, y - 12, 'ink');
    ['x', 'y', 'z'].forEach((name, i) => {
      const v = [eye[0][i], -eye[1][i]];
      arrow(c, [34, fit.h - 32], [34 + 20 * v[0], fit.h - 32 + 20 * v[1]], css('muted', 1), 1);
      write(c, name, 34 + 28 * v[0], fit.h - 32 + 28 * v[1], 'muted');
    });
  }

  // letters names the two shapes, each on its side of the other.
  function letters(c, bodies, on) {
    const mids = bodies.map((b) => {
      const q = b.points.map(on);
      return [0, 1].map((i) => (Math.min(...q.map((p) => p[i])) + Math.max(...q.map((p) => p[i]))) / 2);
    });
    bodies.forEach((b, i) => {
      let d = [mids[i][0] - mids[1 - i][0], mids[i][1] - mids[1 - i][1]];
      const l = Math.hypot(d[0], d[1]);
      d = l > 1 ? [d[0] / l, d[1] / l] : [2 * i - 1, 0];
      const far = b.points.map(on).reduce((m, p) => (p[0] * d[0] + p[1] * d[1] > m[0] * d[0] + m[1] * d[1] ? p : m));
      write(c, 'AB'[i], far[0] + 14 * d[0], far[1] + 14 * d[1], b.role, true);
    });
  }

  const views = Array.from(document.querySelectorAll('.view')).map((box, i) => {
    const [solid, marks] = box.querySelectorAll('canvas');
    return { box: box, solid: solid, marks: marks, data: data.views[i], bodies: data.views[i].bodies.map(body), paint: painter(solid) || sorter(solid), pair: i === 0 };
  });

  function render(v, now) {
    const w = v.box.clientWidth, h = v.box.clientHeight, k = window.devicePixelRatio || 1;
    for (const canvas of [v.solid, v.marks]) {
      if (canvas.width !== Math.round(w * k) || canvas.height !== Math.round(h * k)) {
        canvas.width = Math.round(w * k);
        canvas.height = Math.round(h * k);
      }
    }
    const fit = { w: w, h: h, x: w / 2, y: (h - 46) / 2, s: zoom * 0.5 * Math.min(w, h - 46) };
    if (v.data.strips && v.data.strips.some(Boolean)) { fit.y -= 30; fit.s *= 0.8; }
    const on = (p) => { const q = see(p); return [fit.x + fit.s * q[0], fit.y - fit.s * q[1]]; };
    const faint = v.data.faint && v.data.faint[step]; // the polytope of EPA is told apart from what it grows in
    const glass = faint ? 0.3 : Number(!v.pair || through.checked);
    v.paint(v.bodies, fit, glass, eye, on);
    const c = v.marks.getContext('2d');
    c.setTransform(k, 0, 0, k, 0, 0);
    c.clearRect(0, 0, w, h);
    c.lineJoin = c.lineCap = 'round';
    for (const b of v.bodies) {
      if (glass && !faint) edges(c, b, on, eye, true, b.role);
      if (glass) outline(c, b.points.map(on), b.role === 'b' ? [7, 4] : [], b.role);
    }
    for (const s of v.data.shells || []) {
      const pts = [];
      for (let i = 0; i < s.length; i += 3) pts.push(on(s.slice(i, i + 3)));
      outline(c, pts, [7, 4, 1, 4], 'difference');
    }
    const taken = [];
    const t = now - since;
    for (const m of v.data.steps[step].concat(v.data.base)) {
      const begin = { look: 250, find: 700 }[m.f];
      c.globalAlpha = begin === undefined ? 1 : Math.min(Math.max((t - begin) / 450, 0), 1);
      if (c.globalAlpha > 0) mark(c, m, on, taken);
    }
    c.globalAlpha = 1;
    if (v.pair) letters(c, v.bodies, on);
    if (v.data.strips && v.data.strips[step]) strip(c, v.data.strips[step], fit);
    furniture(c, v.data, fit);
  }

  function draw(now) {
    frame = 0;
    for (const v of views) render(v, now);
    if (now - since < 1200) again();
  }
  function again() { if (!frame) frame = requestAnimationFrame(draw); }

  // turn turns the camera by angles about what points right and up.
  function turn(dx, dy) {
    const [r, u, b] = eye, mix = (p, q, a) => p.map((x, i) => Math.cos(a) * x + Math.sin(a) * q[i]);
    const r2 = mix(r, b, -dx), b2 = mix(b, r, dx);
    const u2 = mix(u, b2, dy), b3 = mix(b2, u, -dy);
    eye = [unit(r2), unit(u2), unit(b3)];
    again();
  }

  for (const v of views) {
    let held = null;
    v.box.addEventListener('pointerdown', (e) => { held = [e.clientX, e.clientY]; v.box.setPointerCapture(e.pointerId); });
    v.box.addEventListener('pointermove', (e) => {
      if (!held) return;
      turn(-(e.clientX - held[0]) * 0.01, (e.clientY - held[1]) * 0.01);
      held = [e.clientX, e.clientY];
    });
    for (const name of ['pointerup', 'pointercancel']) v.box.addEventListener(name, () => { held = null; });
    v.box.addEventListener('wheel', (e) => {
      if (document.activeElement !== v.box) return; // the page scrolls until the view is chosen
      zoom = Math.min(Math.max(zoom * Math.exp(-e.deltaY * 0.001), 0.3), 30);
      e.preventDefault();
      again();
    }, { passive: false });
    v.box.addEventListener('keydown', (e) => {
      const a = Math.PI / 24;
      const to = { ArrowLeft: [-a, 0], ArrowRight: [a, 0], ArrowUp: [0, -a], ArrowDown: [0, a] }[e.key];
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (to) turn(to[0], to[1]);
      else if (e.key === '+' || e.key === '=') zoom *= 1.15;
      else if (e.key === '-') zoom /= 1.15;
      else if (e.key === '0') home();
      else return;
      e.preventDefault();
      again();
    });
  }
  document.getElementById('home').addEventListener('click', () => { home(); again(); });
  through.addEventListener('change', again);
  window.addEventListener('resize', again);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);

  return {
    step(i) {
      step = i;
      since = document.body.classList.contains('moving') && !calm.matches ? performance.now() : -1e6;
      draw(performance.now());
    },
  };
};
