// run_page.mjs PAGE: runs the script of a page in node, with a display of 144 Hz and a clock of its own: 10 s, 30 s in a hidden tab, 10 s.
// The modules of the page are beside it. Prints the page's title; writes probe.csv if the page sets globalThis.probe.
import fs from 'fs';
import path from 'path';

const page = path.resolve(process.argv[2]);
const [, script] = fs.readFileSync(page, 'utf8').match(/<script type="module">(.*)<\/script>/s);
fs.writeFileSync(page + '.mjs', script);

let time = 500, seed = 1, waiting = [], drawn = 0;
const listeners = {};
const context = { fillRect: (x) => { if (!Number.isFinite(x)) throw new Error('drawn at ' + x); ++drawn; } };
globalThis.document = {
    title: '', hidden: false, querySelector: () => ({ getContext: () => context }),
    addEventListener: (name, listener) => { listeners[name] = listener; },
};
globalThis.performance = { now: () => time };
globalThis.requestAnimationFrame = (callback) => waiting.push(callback);
const random = () => (seed = seed * 48271 % 2147483647) / 2147483647;

await import(page + '.mjs');
function show(seconds) {
    for (let i = 0; i < seconds * 144; ++i) {
        const lateness = random();
        for (const callback of waiting.splice(0)) callback(time + lateness);
        time += 1000 / 144;
    }
}
function hide(hidden) {
    document.hidden = hidden;
    listeners.visibilitychange?.();
}
show(10);
hide(true);
time += 30000; // a hidden tab gets no callbacks
hide(false);
show(10);
console.log(`${document.title}, ${drawn} rectangles`);
if (globalThis.probe) fs.writeFileSync('probe.csv', globalThis.probe.text());
