// bench.mjs -- the page of dist/web in Chromium beside an empty page, and timestep_lab in node beside the native one. Prints the figures of
// bench/results/web.txt. Run it with bench/web/run.sh on an idle machine.
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {launch, open, root, running, serve} from './browser.mjs';

const frames = 600;
const line = (...words) => console.log(words.join('').trimEnd());
const figure = (name, value, unit) => line(name.padEnd(80), value.padStart(10), ' ', unit);
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

function sizes() {
    const first = ['index.html', 'page.css', 'page.js', 'browser_timing.js', 'load.js', 'icon.svg', 'timestep_demo.js', 'timestep_demo.wasm'];
    const sent = name => gzipSync(readFileSync(join(root, 'dist/web/demo', name)), {level: 9}).length;
    const rest = readdirSync(join(root, 'dist/web/demo')).filter(name => /\.(js|wasm)$/.test(name) && !first.includes(name));
    const sum = names => (names.reduce((bytes, name) => bytes + sent(name), 0) / 1000).toFixed(0);
    figure('first visit until the stage moves, by gzip -9', sum(first), 'kB');
    figure('besides, when a recording is measured, by gzip -9', sum(rest), 'kB');
}

// Stores in `spent` the main thread's time in each frame, in ms: all callbacks of requestAnimationFrame, and the timers since the last frame.
function time_frames() {
    globalThis.spent = [];
    let newest = 0, timers = 0;
    const ask = requestAnimationFrame.bind(globalThis), repeat = setInterval.bind(globalThis);
    const timed = (callback, add) => (...values) => {
        const began = performance.now();
        callback(...values);
        add(performance.now() - began);
    };
    globalThis.setInterval = (callback, ms) => repeat(timed(callback, time => { timers += time; }), ms);
    globalThis.requestAnimationFrame = callback => ask(stamp => {
        if (stamp !== newest) {
            spent.push(timers);
            newest = stamp;
            timers = 0;
        }
        timed(callback, time => { spent[spent.length - 1] += time; })(stamp);
        globalThis.first ??= performance.now();
    });
}

// Clicks on a control in each frame, and stores in `answered` the time since the navigation when its value changes.
function click_until_answered(name) {
    let events = 0, before = null;
    const click = () => {
        const row = globalThis.timestep?.ccall('timestep_widgets', 'string', [], []).split('\n').find(line => line.startsWith(`${name},`));
        if (row) {
            const [x, y, w, h, value] = row.split(',').slice(1);
            before ??= value;
            if (value !== before) {
                globalThis.answered = performance.now();
                return;
            }
            for (const type of ['mousemove', events++ % 2 ? 'mouseup' : 'mousedown'])
                document.getElementById('canvas').dispatchEvent(new MouseEvent(type, {clientX: +x + w / 2, clientY: +y + h / 2, bubbles: true}));
        }
        requestAnimationFrame(click);
    };
    if (globalThis === top) requestAnimationFrame(click); // not in the frame of a report
}

const empty_page = `<!doctype html><title>Empty</title><link rel="icon" href="data:,"><style>body { margin: 0 }</style><canvas id="canvas"></canvas><p id="fallback" hidden>
<script src="empty_page.js"></script><script>createEmptyPage({canvas: document.getElementById('canvas')}).then(module => {
    globalThis.timestep = module;
    document.body.classList.add('runs');
});</script>`;
const pages = {
    live: {address: 'demo/', control: 'loop.fixed'},
    'race of five': {address: 'demo/', control: 'loop.variable', words: ['--mode', 'race', '--loops', 'fixed,variable,semi-fixed,accumulator,interpolated']},
    'empty page': {address: 'empty/', control: 'button'},
};
const viewport = {width: 1280, height: 720}; // together with the bar of the demo's page, so that each canvas has 1280x720

// Opens the page, waits for the function `end`, and returns the page's global variable of this name.
async function value_of(variable, {address, words = []}, options, end) {
    const page = await open(browser, server.address_of_page + address, {arguments: words, viewport, ...options});
    await end(page);
    const value = await page.evaluate(name => globalThis[name], variable);
    if (page.problems.length) throw new Error(page.problems.join('\n'));
    await page.browserContext().close();
    return value;
}

// Opens all pages in turns, and returns the numbers in their global variable by the name of the page.
async function in_turns(rounds, variable, options_of, end) {
    const all = {};
    for (let round = 0; round < rounds; ++round) {
        const names = Object.keys(pages);
        if (round % 2) names.reverse(); // what a page leaves to do slows the next one
        for (const name of names) all[name] = [all[name] ?? [], await value_of(variable, pages[name], options_of(pages[name]), end)].flat();
    }
    return all;
}

function compare(words, times, q, digits) {
    const at = name => quantile(times[name].sort((a, b) => a - b), q);
    for (const name of Object.keys(times))
        figure(`${name}: ${words}`, at(name).toFixed(digits), name === 'empty page' ? 'ms' : `ms, ${(at(name) / at('empty page')).toFixed(2)} of the empty page's`);
}

async function compare_frames(rounds) {
    const times = await in_turns(rounds, 'spent', () => ({prepare: time_frames}), async page => {
        await running(page);
        await page.evaluate(() => { spent.length = 0; });
        await page.waitForFunction(count => spent.length >= count, {timeout: 300_000}, frames / rounds);
    });
    for (const [words, q] of Object.entries({median: 0.5, '95 % of them below': 0.95, longest: 1})) compare(`main thread in a frame, ${words}`, times, q, 2);
}

async function compare_starts(rounds, slowdown) {
    const options_of = ({control}) => ({prepare: `(${click_until_answered})('${control}')`, slowdown});
    const times = await in_turns(rounds, 'answered', options_of, page => page.waitForFunction(() => globalThis.answered, {timeout: 120_000}));
    compare(`first control answers, CPU ${slowdown} times slower, median of ${rounds} starts`, times, 0.5, 0);
}

// Returns the processor time of the command in seconds, the least of three runs.
function processor_time(program, words) {
    const times = [1, 2, 3].map(() => {
        const text = execFileSync('bash', ['-c', 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1', 'time', ...program, ...words], {encoding: 'utf8'});
        return text.trim().split(' ').reduce((sum, seconds) => sum + Number(seconds), 0);
    });
    return Math.min(...times);
}

function compute() {
    const web = ['node', join(root, 'scripts/node.js'), join(root, 'build/web/timestep_lab.js')], native = [join(root, 'build/release/timestep_lab')];
    const start = program => processor_time(program, ['--version']);
    for (const [name, words] of Object.entries({
        'steps, ten hours of the loop `interpolated`': ['run', '--lane', 'interpolated', '--seconds', '36000'],
        'steps, five hours of the scene `chain`': ['run', '--lane', 'fixed', '--scene', 'chain', '--seconds', '18000'],
        'decisions, 30 million frames of `interpolated`': ['run', '--lane', 'interpolated', '--time-balance', '--frames', '30e6'],
    })) {
        const ratio = (processor_time(native, words) - start(native)) / (processor_time(web, words) - start(web));
        figure(`${name}: speed in node, of the native one`, ratio.toFixed(2), '');
    }
}

sizes();
const empty_files = ['js', 'wasm'].map(type => [`/empty/empty_page.${type}`, readFileSync(join(root, `build/web/empty_page.${type}`))]);
const server = await serve(join(root, 'dist/web'), {'/empty/': empty_page, ...Object.fromEntries(empty_files)});
const browser = await launch();
const probe = await open(browser, `${server.address_of_page}demo/`, {viewport});
viewport.height += await probe.evaluate(() => document.getElementById('bar').offsetHeight);
await probe.browserContext().close();
for (const slowdown of [1, 4]) await compare_starts(16, slowdown);
await compare_frames(3);
await browser.close();
server.close();
compute();
