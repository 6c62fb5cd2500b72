'use strict';
// Two views of space that turn together: bodies by WebGL, or sorted triangles where there is none, and marks over them.
window.collideViews = function (data) {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => { const l = Math.hypot(a[0], a[1], a[2]) || 1; return [a[0] / l, a[1] / l, a[2] / l]; };
  const light = unit([-0.4, 0.6, 0.8]);
  const through = document.getElementById('through');
  through.checked = Boolean(data.glass);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const start = { right: data.views[0].right, up: data.views[0].up };
  // The camera: rows of a rotation from the world to right, up, toward the reader.
  let eye = null, zoom = 1, step = 0, since = 0, frame = 0;
  const home = () => { eye = [start.right, start.up, cross(start.right, start.up)]; zoom = 1; };
  home();
  const see = (p) => [dot(eye[0], p), dot(eye[1], p), dot(eye[2], p)];

  function colour(role) {
    const c = getComputedStyle(document.documentElement).getPropertyValue('--' + role).trim() || '#888888';
    return [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
  }
  const css = (role, alpha) => { const c = colour(role); return 'rgba(' + c[0] + ',' + c[1] + ',' + c[2] + ',' + alpha + ')'; };

  // body prepares the triangles of a body with a normal at each corner: that of the face, or of smooth bodies the mean of the faces
  // around the corner that are within 30 degrees.
  function body(b) {
    const at = (i) => [b.points[3 * i], b.points[3 * i + 1], b.points[3 * i + 2]];
    const faces = [], around = new Map(), beside = new Map();
    for (let i = 0; i < b.faces.length; i += 3) {
      const v = b.faces.slice(i, i + 3), p = v.map(at);
      const n = cross(sub(p[1], p[0]), sub(p[2], p[0]));
      const f = { v: v, p: p, area: n, n: unit(n) };
      faces.push(f);
      v.forEach((k, j) => {
        if (!around.has(k)) around.set(k, []);
        around.get(k).push(f);
        beside.set(k + ' ' + v[(j + 1) % 3], f);
      });
    }
    for (const f of faces) {
      f.corner = f.v.map((k) => {
        if (!b.smooth) return f.n;
        const sum = [0, 0, 0];
        for (const g of around.get(k)) if (dot(g.n, f.n) > 0.866) g.area.forEach((x, j) => { sum[j] += x; });
        return unit(sum);
      });
    }
    const edges = [];
    for (let i = 0; i < b.edges.length; i += 2) {
      const [k, l] = [b.edges[i], b.edges[i + 1]];
      const sides = [beside.get(k + ' ' + l), beside.get(l + ' ' + k)].filter(Boolean).map((f) => f.n);
      edges.push({ p: [at(k), at(l)], sides: sides });
    }
    const points = [];
    for (let i = 0; i < b.points.length; i += 3) points.push(b.points.slice(i, i + 3));
    const flat = [];
    for (const f of faces) f.p.forEach((p, j) => flat.push(p[0], p[1], p[2], f.corner[j][0], f.corner[j][1], f.corner[j][2]));
    const lines = [];
    for (const e of edges) lines.push(...e.p[0], 0, 0, 0, ...e.p[1], 0, 0, 0);
    return { role: b.role, glass: b.glass, faces: faces, edges: edges, points: points, flat: new Float32Array(flat), lines: new Float32Array(lines) };
  }

  // painter returns what fills the canvas with bodies by WebGL, or null.
  function painter(canvas) {
    const gl = canvas.getContext('webgl', { antialias: true, alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const program = gl.createProgram();
    for (const [kind, text] of [
      [gl.VERTEX_SHADER, 'attribute vec3 p;attribute vec3 n;uniform mat3 eye;uniform vec4 fit;varying vec3 m;' +
        'void main(){vec3 q=eye*p;m=eye*n;gl_Position=vec4(q.xy*fit.xy+fit.zw,-0.5*q.z,1.0);}'],
      [gl.FRAGMENT_SHADER, 'precision mediump float;varying vec3 m;uniform vec4 tint;uniform vec3 light;' +
        'void main(){float d=1.0;if(dot(m,m)>0.01){vec3 n=normalize(m);if(n.z<0.0)n=-n;d=0.6+0.4*max(0.0,dot(n,light));}' +
        'gl_FragColor=vec4(tint.rgb*d*tint.a,tint.a);}'],
    ]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
    const place = (s) => gl.getUniformLocation(program, s);
    const buffer = gl.createBuffer();
    function draw(mode, list, c, alpha) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, list, gl.DYNAMIC_DRAW);
      ['p', 'n'].forEach((s, i) => {
        const a = gl.getAttribLocation(program, s);
        gl.enableVertexAttribArray(a);
        gl.vertexAttribPointer(a, 3, gl.FLOAT, false, 24, 12 * i);
      });
      gl.uniform4f(place('tint'), c[0] / 255, c[1] / 255, c[2] / 255, alpha);
      gl.drawArrays(mode, 0, list.length / 6);
    }
    return function (bodies, fit, glass) {
      if (gl.isContextLost()) return;
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.useProgram(program);
      gl.uniformMatrix3fv(place('eye'), false, [0, 1, 2].flatMap((i) => eye.map((row) => row[i])));
      gl.uniform4f(place('fit'), 2 * fit.s / fit.w, 2 * fit.s / fit.h, 2 * fit.x / fit.w - 1, 1 - 2 * fit.y / fit.h);
      gl.uniform3f(place('light'), light[0], light[1], light[2]);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      if (glass) {
        gl.disable(gl.DEPTH_TEST);
        gl.enable(gl.CULL_FACE);
        for (const side of [gl.FRONT, gl.BACK]) {
          gl.cullFace(side);
          for (const b of bodies) draw(gl.TRIANGLES, b.flat, colour(b.role), side === gl.FRONT ? 0.16 : 0.3);
        }
        return;
      }
      gl.disable(gl.CULL_FACE);
      gl.enable(gl.DEPTH_TEST);
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
      for (const b of bodies) draw(gl.TRIANGLES, b.flat, colour(b.role), 1);
      gl.disable(gl.POLYGON_OFFSET_FILL);
      for (const b of bodies) draw(gl.LINES, b.lines, colour('ink'), 0.75);
    };
  }

  // sorter is painter without WebGL: triangles from back to front.
  function sorter(canvas) {
    const c = canvas.getContext('2d');
    return function (bodies, fit, glass, on) {
      c.setTransform(canvas.width / fit.w, 0, 0, canvas.height / fit.h, 0, 0);
      c.clearRect(0, 0, fit.w, fit.h);
      if (!c) return;
      const list = [];
      for (const b of bodies) {
        const tint = colour(b.role);
        for (const f of b.faces) {
          const n = see(f.n);
          if (n[2] < 0 && !glass) continue;
          const d = 0.6 + 0.4 * Math.max(0, dot(n[2] < 0 ? [-n[0], -n[1], -n[2]] : n, light));
          const z = f.p.reduce((s, p) => s + see(p)[2], 0);
          list.push([z, f.p.map(on), tint.map((x) => Math.round(x * d)).join(',')]);
        }
      }
      list.sort((a, b) => a[0] - b[0]);
      for (const [, p, rgb] of list) {
        c.beginPath();
        p.forEach((q) => c.lineTo(q[0], q[1]));
        c.closePath();
        c.fillStyle = 'rgba(' + rgb + ',' + (glass ? 0.16 : 1) + ')';
        c.fill();
        if (!glass) { c.strokeStyle = c.fillStyle; c.lineWidth = 0.7; c.stroke(); }
      }
      if (!glass) for (const b of bodies) edges(c, b, on, false, 'ink');
    };
  }

  // edges draws the edges of a body; those behind dotted, or not at all.
  function edges(c, b, on, behind, role) {
    for (const e of b.edges) {
      const front = e.sides.length < 2 || e.sides.some((n) => see(n)[2] > 0);
      if (!front && !behind) continue;
      c.setLineDash(front ? [] : [1, 4]);
      line(c, e.p.map(on), css(role, front ? 0.9 : 0.7), 1);
    }
    c.setLineDash([]);
  }

  function line(c, pts, style, width) {
    c.beginPath();
    pts.forEach((p) => c.lineTo(p[0], p[1]));
    c.strokeStyle = style;
    c.lineWidth = width;
    c.stroke();
  }

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
    const fit = { w: w, h: h, x: w / 2, y: (h - 46) / 2, s: zoom * 0.47 * Math.min(w, h - 46) };
    if (v.data.strips && v.data.strips.some(Boolean)) { fit.y -= 30; fit.s *= 0.8; }
    const on = (p) => { const q = see(p); return [fit.x + fit.s * q[0], fit.y - fit.s * q[1]]; };
    const glass = !v.pair || through.checked;
    v.paint(v.bodies, fit, glass, on);
    const c = v.marks.getContext('2d');
    c.setTransform(k, 0, 0, k, 0, 0);
    c.clearRect(0, 0, w, h);
    c.lineJoin = c.lineCap = 'round';
    for (const b of v.bodies) {
      if (glass) edges(c, b, on, true, b.role);
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
