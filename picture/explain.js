'use strict';
// Steps through an explanation: shows the groups of the step in the views, and its numbers in the tables.
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const id = (s) => document.getElementById(s);
  const count = data.steps.length;
  const views = window.collideViews ? window.collideViews(data) : null;
  let at = 0, timer = 0;

  // cell adds an element with a text to a row.
  function cell(row, tag, text) {
    const c = document.createElement(tag);
    c.textContent = text;
    row.appendChild(c);
    return c;
  }

  const list = id('steps').tBodies[0];
  data.steps.forEach((s, i) => {
    const row = list.insertRow();
    row.tabIndex = 0;
    [s.no, s.algorithm, s.lower, s.upper, s.exit].forEach((t, k) => { cell(row, 'td', t || '').className = k < 4 ? 'short' : ''; });
    row.addEventListener('click', () => go(i + 1, true));
    row.addEventListener('keydown', (e) => { if (e.key === 'Enter') go(i + 1, true); });
  });

  // show brings step n, counted from 1, to all parts of the page.
  function show(n) {
    at = Math.min(Math.max(n, 1), count);
    const s = data.steps[at - 1];
    for (const g of document.querySelectorAll('.step')) g.classList.toggle('on', g.classList.contains('n' + at));
    id('slider').value = at;
    id('slider').setAttribute('aria-valuetext', s.name);
    id('where').textContent = s.name;
    id('name').textContent = s.name;
    id('reason').textContent = s.told || '';
    const body = id('numbers').tBodies[0];
    body.textContent = '';
    for (const [k, v] of s.rows) {
      const row = body.insertRow();
      cell(row, 'th', k).scope = 'row';
      cell(row, 'td', v);
    }
    Array.from(list.rows).forEach((r, i) => {
      r.classList.toggle('on', i === at - 1);
      if (i === at - 1) r.setAttribute('aria-current', 'step'); else r.removeAttribute('aria-current');
    });
    const box = list.parentNode.parentNode, row = list.rows[at - 1];
    if (row.offsetTop < box.scrollTop + 24) box.scrollTop = row.offsetTop - 24;
    else if (row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = row.offsetTop + row.offsetHeight - box.clientHeight;
    id('first').disabled = id('prev').disabled = at === 1;
    id('last').disabled = id('next').disabled = at === count;
    if (views) views.step(at - 1);
  }

  // go is show for something that the reader did: it moves, and the address tells the step.
  function go(n, stop) {
    if (stop) pause();
    document.body.classList.add('moving');
    show(n);
    try { history.replaceState(null, '', '#step=' + at); } catch (e) { /* an address that may not change */ }
  }

  // label says what the play button does.
  function label(word, icon) {
    id('word').textContent = word;
    id('mark').setAttribute('d', icon);
    id('play').setAttribute('aria-label', word);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    label('Play', 'M4 2v12l9-6z');
  }

  function play() {
    if (timer) { pause(); return; }
    if (at === count) go(1);
    timer = setInterval(() => { go(at + 1); if (at === count) pause(); }, 1800);
    label('Pause', 'M3 2h4v12H3zM9 2h4v12H9z');
  }

  id('first').addEventListener('click', () => go(1, true));
  id('prev').addEventListener('click', () => go(at - 1, true));
  id('next').addEventListener('click', () => go(at + 1, true));
  id('last').addEventListener('click', () => go(count, true));
  id('play').addEventListener('click', play);
  id('slider').addEventListener('input', (e) => go(Number(e.target.value), true));
  document.addEventListener('keydown', (e) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const tag = e.target.tagName;
    if (e.target.closest('.view') || tag === 'INPUT' || e.key === ' ' && tag === 'BUTTON') return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 1, End: count }[e.key];
    if (to !== undefined) { go(to, true); e.preventDefault(); }
    if (e.key === ' ') { play(); e.preventDefault(); }
  });

  // Flat figures are enlarged by their viewBox: by the wheel once chosen, by keys, and moved by dragging.
  for (const box of document.querySelectorAll('.flat')) {
    const svg = box.querySelector('svg'), whole = svg.viewBox.baseVal;
    const all = [whole.x, whole.y, whole.width, whole.height];
    let v = all.slice(), held = null;
    function set() {
      v[2] = Math.min(v[2], all[2]);
      v[3] = v[2] * all[3] / all[2];
      for (const i of [0, 1]) v[i] = Math.min(Math.max(v[i], all[i]), all[i] + all[i + 2] - v[i + 2]);
      svg.setAttribute('viewBox', v.join(' '));
      box.classList.toggle('near', v[2] < all[2]);
    }
    function zoom(k, x, y) { // about a point in parts of the figure
      const w = Math.min(Math.max(v[2] / k, all[2] / 100), all[2]);
      v = [v[0] + x * (v[2] - w), v[1] + y * (v[3] - w * all[3] / all[2]), w, 0];
      set();
    }
    box.addEventListener('wheel', (e) => {
      if (document.activeElement !== box) return; // the page scrolls until the figure is chosen
      const r = svg.getBoundingClientRect();
      zoom(Math.exp(-e.deltaY * 0.001), (e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height);
      e.preventDefault();
    }, { passive: false });
    box.addEventListener('keydown', (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === '+' || e.key === '=') zoom(1.25, 0.5, 0.5);
      else if (e.key === '-') zoom(0.8, 0.5, 0.5);
      else if (e.key === '0') { v = all.slice(); set(); } else return;
      e.preventDefault();
    });
    box.addEventListener('pointerdown', (e) => {
      if (v[2] === all[2]) return;
      held = [e.clientX, e.clientY];
      box.setPointerCapture(e.pointerId);
    });
    box.addEventListener('pointermove', (e) => {
      if (!held) return;
      const k = v[2] / svg.clientWidth;
      v[0] -= (e.clientX - held[0]) * k;
      v[1] -= (e.clientY - held[1]) * k;
      held = [e.clientX, e.clientY];
      set();
    });
    for (const name of ['pointerup', 'pointercancel']) box.addEventListener(name, () => { held = null; });
  }

  // The address may name a step: #step=3, or #answer.
  function fromAddress() {
    const m = /step=(\d+)/.exec(location.hash);
    show(location.hash === '#answer' ? count : m ? Number(m[1]) : at || 1);
  }
  window.addEventListener('hashchange', fromAddress);
  fromAddress();
})();
