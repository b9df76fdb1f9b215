// bench.mjs -- the page of dist/web in Chromium, and timestep_lab in node beside the native one. Prints the figures of
// bench/results/web.txt. Run it with bench/web/run.sh on an idle machine.
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {brotliCompressSync} from 'node:zlib';
import {launch, open, root, running, serve} from './browser.mjs';

const frames = 600;
const line = (...words) => console.log(words.join('').trimEnd());
const figure = (name, value, unit) => line(name.padEnd(80), value.padStart(10), ' ', unit);
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

function sizes() {
    const first = ['index.html', 'page.css', 'page.js', 'keep.js', 'measure.js', 'timestep_demo.js', 'timestep_demo.wasm'];
    const brotli = name => brotliCompressSync(readFileSync(join(root, 'dist/web/demo', name))).length;
    const rest = readdirSync(join(root, 'dist/web/demo')).filter(name => /\.(js|wasm)$/.test(name) && !first.includes(name));
    const sum = names => (names.reduce((bytes, name) => bytes + brotli(name), 0) / 1000).toFixed(0);
    figure('first visit, by brotli', sum(first), 'kB');
    figure('besides, when a recording is measured, by brotli', sum(rest), 'kB');
}

// Times the main thread in each callback of requestAnimationFrame.
function time_frames() {
    globalThis.spent = [];
    const ask = requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = callback => ask(now => {
        const began = performance.now();
        callback(now);
        spent.push(performance.now() - began);
        globalThis.first ??= performance.now();
    });
}

async function page_of(browser, address, words, name) {
    const page = await open(browser, address, {arguments: words, prepare: time_frames, viewport: {width: 1280, height: 720}});
    await running(page);
    const first = await page.evaluate(() => first);
    await page.evaluate(() => { spent.length = 0; });
    await page.waitForFunction(count => spent.length >= count, {timeout: 300_000}, frames);
    const sorted = (await page.evaluate(() => spent)).sort((a, b) => a - b);
    figure(`${name}: first picture after the start of loading`, first.toFixed(0), 'ms');
    figure(`${name}: main thread in a frame, median of ${frames}`, quantile(sorted, 0.5).toFixed(2), 'ms');
    figure(`${name}: main thread in a frame, 95 % of them below`, quantile(sorted, 0.95).toFixed(2), 'ms');
    if (page.problems.length) throw new Error(page.problems.join('\n'));
    await page.browserContext().close();
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
        'decisions, 30 million frames of `interpolated`': ['run', '--lane', 'interpolated', '--account', '--frames', '30e6'],
    })) {
        const ratio = (processor_time(native, words) - start(native)) / (processor_time(web, words) - start(web));
        figure(`${name}: speed in node, of the native one`, ratio.toFixed(2), '');
    }
}

sizes();
const server = await serve(join(root, 'dist/web'));
const browser = await launch();
await page_of(browser, `${server.address_of_page}demo/`, [], 'live');
await page_of(browser, `${server.address_of_page}demo/`, ['--mode', 'race'], 'race');
await browser.close();
server.close();
compute();
