'use strict';
// Solid bodies on a canvas, by WebGL or, where there is none, as sorted triangles; and what both views share.
window.collideSolids = (function () {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => { const l = Math.hypot(a[0], a[1], a[2]) || 1; return [a[0] / l, a[1] / l, a[2] / l]; };
  const light = unit([-0.4, 0.6, 0.8]);
  // seenBy returns what turns the world into right, up and toward the reader; eye has these as rows.
  const seenBy = (eye) => (p) => [dot(eye[0], p), dot(eye[1], p), dot(eye[2], p)];

  function colour(role) {
    const c = getComputedStyle(document.documentElement).getPropertyValue('--' + role).trim() || '#888888';
    return [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
  }
  const css = (role, alpha) => { const c = colour(role); return 'rgba(' + c[0] + ',' + c[1] + ',' + c[2] + ',' + alpha + ')'; };

  function line(c, pts, style, width) {
    c.beginPath();
    pts.forEach((p) => c.lineTo(p[0], p[1]));
    c.strokeStyle = style;
    c.lineWidth = width;
    c.stroke();
  }

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
    return function (bodies, fit, glass, eye) {
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
          for (const b of bodies) draw(gl.TRIANGLES, b.flat, colour(b.role), glass * (side === gl.FRONT ? 0.16 : 0.3));
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
    return function (bodies, fit, glass, eye, on) {
      if (!c) return;
      const see = seenBy(eye);
      c.setTransform(canvas.width / fit.w, 0, 0, canvas.height / fit.h, 0, 0);
      c.clearRect(0, 0, fit.w, fit.h);
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
        c.fillStyle = 'rgba(' + rgb + ',' + (glass ? 0.16 * glass : 1) + ')';
        c.fill();
        if (!glass) { c.strokeStyle = c.fillStyle; c.lineWidth = 0.7; c.stroke(); }
      }
      if (!glass) for (const b of bodies) edges(c, b, on, eye, false, 'ink');
    };
  }

  // edges draws the edges of a body; those behind dotted, or not at all.
  function edges(c, b, on, eye, behind, role) {
    const see = seenBy(eye);
    for (const e of b.edges) {
      const front = e.sides.length < 2 || e.sides.some((n) => see(n)[2] > 0);
      if (!front && !behind) continue;
      c.setLineDash(front ? [] : [1, 4]);
      line(c, e.p.map(on), css(role, front ? 0.9 : 0.7), 1);
    }
    c.setLineDash([]);
  }

  return { dot: dot, sub: sub, cross: cross, unit: unit, seenBy: seenBy, colour: colour, css: css, line: line, body: body, painter: painter, sorter: sorter, edges: edges };
})();
