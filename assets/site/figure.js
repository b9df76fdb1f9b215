// figure.js -- moves the figure of a page: the slider chooses runs of timestep_lab, whose frames are drawn as they reached the screen
'use strict';
const figure = document.getElementById('figure');
const {kind, view: [left, right, low, high], ms, first, still, values, lanes} = JSON.parse(document.getElementById('figure-data').textContent);
const [slider, output, button, link, controls] = ['[type=range]', 'output', 'button', 'a.button', '.moving'].map(selector => figure.querySelector(selector));
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const width = 850, scale = width / (right - left), height = Math.round((high - low) * scale);

const sums = values => {
    let sum = 0;
    return values.map(value => (sum += value));
};
for (const {runs} of lanes)
    for (const run of runs) {
        run.t = sums(run.t);
        for (const name of ['x', 'y', 'rx', 'ry']) if (run[name]) run[name] = sums(sums(run[name]));
    }

let upper = 0, value = first, time = still, playing = !calm.matches, visible = true, before = 0;
const shown = [...figure.querySelectorAll('.lane')].map(lane => {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.style.aspectRatio = `${width} / ${height}`;
    lane.querySelector('.stage').replaceChildren(canvas);
    return {lane, canvas, pen: canvas.getContext('2d'), verdict: null};
});
const lane_at = place => lanes[place ? lanes.length - 1 : upper];
// The last row that is not after `time`, or the first one.
const last_by = (rows, time_of) => Math.max(rows.findLastIndex(row => time_of(row) <= time), 0);

function draw({canvas, pen}, {colour, runs}) {
    const style = getComputedStyle(figure), [ink, quiet, line] = ['--ink', '--quiet', '--line'].map(name => style.getPropertyValue(name));
    const pixels = Math.round(canvas.clientWidth * devicePixelRatio), unit = pixels / width;
    const least = Math.max(1, 0.6 * width / canvas.clientWidth); // on a phone, bodies and lines are larger
    if (canvas.width !== pixels) [canvas.width, canvas.height] = [pixels, Math.round(height * unit)];
    pen.setTransform(unit, 0, 0, unit, 0, 0);
    pen.clearRect(0, 0, width, height);
    const x_of = mm => (mm - left) * scale, y_of = mm => (high - mm) * scale, middle = y_of(0);
    const run = runs[value], i = last_by(run.t, t => t), radius = Math.min(24 * least, height / 3);
    const box = (x, y, w, h, fill = line) => {
        pen.fillStyle = fill;
        pen.fillRect(x, y, w, h);
    };
    const path = (points, stroke = ink, thickness = 2) => {
        pen.beginPath();
        for (const point of points) pen.lineTo(...point);
        pen.strokeStyle = stroke;
        pen.lineWidth = thickness * least;
        pen.stroke();
    };
    const disc = (x, y) => {
        pen.beginPath();
        pen.arc(x, y, radius, 0, 7);
        pen.fillStyle = colour;
        pen.fill();
    };
    const around = (x, y, r) => path(Array.from({length: 50}, (_, k) => [x + r * Math.cos(k * Math.PI / 24), y + r * Math.sin(k * Math.PI / 24)]));
    const wrapped = x => (kind === 'track' ? x - right * Math.floor(x / right) : x);
    const pixel = (x, y = 0) => [x_of(wrapped(x)), y_of(y)], body = k => pixel(run.x[k], run.y?.[k]), ring = pixel(run.rx[i], run.ry?.[i]);
    const at = body(i), outside = at[0] > width + radius ? 1 : at[0] < -radius ? -1 : 0;

    if (kind === 'spring') {
        const anchor = x_of(-2100), wall = x_of(450), thick = 9 * least;
        box(anchor - thick, middle - 32, thick, 64);
        box(wall, 2, thick, height - 4, quiet);
        if (/^THROUGH|^GONE/.test(last_verdict(run)[1])) pen.clearRect(wall - 1, middle - 30, thick + 2, 60);
        const coils = Array.from({length: 17}, (_, c) => [anchor + (at[0] - anchor) * (c + 0.5) / 17, middle + (c % 2 ? 14 : -14)]);
        if (Math.abs(at[0]) < 3 * width) path([[anchor, middle], ...coils, at], quiet, 3);
    }
    if (kind === 'track') for (let bar = 0; bar < 8; ++bar) box(x_of(wrapped(run.x[i] + right * bar / 8)) - 4, 2, 8, height - 4);
    if (kind === 'line') box(0, middle + 26 * least, width, 2);
    if (kind === 'clock') {
        const hand = (turns, ...style) => path([[x_of(0), middle], [x_of(1000 * Math.sin(Math.PI * turns / 500)), y_of(1000 * Math.cos(Math.PI * turns / 500))]], ...style);
        around(x_of(0), middle, 1080 * scale);
        hand(run.x[i], colour, 8);
        hand(run.rx[i]);
    } else if (kind === 'runner') {
        box(0, y_of(0), x_of(6500), height);
        box(x_of(10500), y_of(0), width, height);
        box(at[0] - 200 * scale, at[1] - 900 * scale, 400 * scale, 900 * scale, colour);
        path([[-1, 0], [-1, -4.7], [1, -4.7], [1, 0], [-1, 0]].map(([x, y]) => [ring[0] + 240 * scale * x, ring[1] + 200 * scale * y]));
    } else {
        for (let k = Math.max(i - 5, 0); k < i; ++k) { // where the body was drawn before
            pen.globalAlpha = 0.3 + 0.05 * (k - i);
            if (run.t[i] - run.t[k] < 450) disc(...body(k));
        }
        pen.globalAlpha = 1;
        disc(...at);
        around(...ring, radius + 6 * least);
    }
    if (outside && kind !== 'clock')
        path([[-16, -14], [0, 0], [-16, 14]].map(([x, y]) => [width / 2 + outside * (width / 2 - 12 + x), middle + y]), colour, 6);
}

const last_verdict = run => run.v[last_by(run.v, ([t]) => t)];
function show() {
    for (const [place, each] of shown.entries()) {
        const lane = lane_at(place), run = lane.runs[value], verdict = last_verdict(run);
        draw(each, lane);
        if (each.verdict === verdict) continue;
        each.verdict = verdict;
        const badge = each.lane.querySelector('.verdict');
        [, badge.textContent, , each.lane.querySelector('.what').textContent] = verdict;
        badge.className = `verdict ${verdict[2]}`;
    }
}

// What a screen reader hears about a value: the verdicts at the end of the runs.
function choose() {
    value = +slider.value;
    output.textContent = values[value];
    const ends = [0, 1].map(place => `${lane_at(place).name}: ${lane_at(place).runs[value].v.at(-1)[1]}`);
    slider.setAttribute('aria-valuetext', `${values[value]}. ${ends.join('. ')}`);
    for (const [place, {canvas, lane}] of shown.entries()) {
        canvas.setAttribute('aria-label', `Motion of ${ends[place]} after ${ms / 1000} s`);
        const name = lane.querySelector('a, b'), {name: loop, colour} = lane_at(place);
        if (name.href) name.href = name.href.replace(/[^/]*$/, `${loop}.html`);
        name.textContent = loop;
        lane.querySelector('.dot').style = `--c:${colour}`;
    }
    link.hash = lane_at(0).runs[value].u;
    show();
}

function play(wanted) {
    playing = wanted;
    button.textContent = playing ? 'Pause' : 'Play';
}

function tick(now) {
    requestAnimationFrame(tick);
    if (playing && visible) {
        time = (time + Math.min(now - before, 100)) % ms;
        show();
    }
    before = now;
}

slider.addEventListener('input', choose);
figure.addEventListener('change', ({target}) => {
    if (target.name !== 'upper') return;
    upper = +target.value;
    choose();
});
button.addEventListener('click', () => play(!playing));
figure.addEventListener('keydown', ({key}) => {
    if (key !== 'r' && key !== 'R') return;
    time = 0;
    show();
});
for (const each of document.querySelectorAll('[data-value]'))
    each.addEventListener('click', event => {
        event.preventDefault();
        slider.value = values.indexOf(each.dataset.value);
        if (playing) time = 0;
        choose();
        figure.scrollIntoView({block: 'nearest'});
        slider.focus();
    });
calm.addEventListener('change', () => play(!calm.matches));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
new IntersectionObserver(entries => ([{isIntersecting: visible}] = entries)).observe(figure);
new ResizeObserver(show).observe(figure);
controls.hidden = false;
slider.value = first;
play(playing);
choose();
requestAnimationFrame(tick);
