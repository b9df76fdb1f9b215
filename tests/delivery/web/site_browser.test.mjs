// site_browser.test.mjs -- the page "What does my browser do?" in Chromium and Firefox: planted displays, the card, link, recording, loop, hidden tab
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {findings, launch_firefox, record_problems, root, started, tests_of, wait} from './browser.mjs';

const folder = process.env.TIMESTEP_SITE ?? join(root, 'dist/web');
// Stands in for timestep_lab.js, so that the test needs no program: prints its arguments and the number of rows of the recording; recommends nothing for under three rows.
const lab = `async function createTimestepLab({arguments: words, preRun, print, onExit}) {
    let file = null;
    preRun[0]({FS: {mkdir() {}, mount(_, {files}) { file = files[0]; }}, WORKERFS: null});
    const rows = file ? (await file.text()).split('\\n').length : 0, loop = rows < 3 ? null : 'fixed', text = 'Use ' + words.join(' ') + ', rows ' + rows;
    print(words[0] === 'rank' ? JSON.stringify({recommendation: {text, loop, hz: loop && 50}}) : words.join(' '));
    onExit(0);
}`;
const demo = `async function createTimestepDemo() { return {ccall: () => ''}; }`; // and for timestep_demo.js, with the smallest module
const module = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const [with_program, choosing_page] = await Promise.all(['browser.html', 'docs/choosing.html'].map(async path => (await readFile(join(folder, path), 'utf8')).replace('data-program="no"', 'data-program="yes"')));
const alone = with_program.replace('data-program="yes"', 'data-program="no"');
const {server, browser} = await started(folder, {'/demo/timestep_lab.js': lab, '/demo/timestep_demo.js': demo, '/demo/timestep_demo.wasm': module, '/browser.html': with_program, '/docs/choosing.html': choosing_page, '/alone.html': alone});
// The answers of docs/choosing.md: each path through the questions 1, 2 and 5, and the loop at its end; 6 is the rest.
const choosing = await readFile(join(root, 'docs/choosing.md'), 'utf8');

// Replaces the clock and the callbacks of a page by a planted display: {hz, jitter, clamp, drops, visible}, with a clock that runs as fast as it is read.
function plant({hz, jitter = 0.1, clamp = 0.1, drops = 0, throttled = false, seed = 1}) {
    let time = 123.4567, refresh = 0, state = seed;
    const origin = time, random = () => (state = state * 48271 % 2147483647) / 2147483647, waiting = new MessageChannel(), called = [];
    const rounded = value => Math.floor(value / clamp + 1e-9) * clamp;
    performance.now = () => rounded(time += 0.002 + 0.002 * random());
    waiting.port1.onmessage = () => {
        do ++refresh; while (random() < drops || origin + refresh * 1000 / hz < time);
        if (throttled) refresh += Math.round(hz);
        const at = Math.max(time, origin + refresh * 1000 / hz + jitter * Math.sqrt(-2 * Math.log(random())) * Math.cos(6.2832 * random()));
        time = at + 0.1 + 0.1 * random();
        for (const each of called.splice(0)) each(rounded(at));
    };
    globalThis.requestAnimationFrame = each => {
        if (called.push(each) === 1) waiting.port2.postMessage(0);
        return 1;
    };
}

async function opened(path, {planted = null, width = 1280, height = 900, dark = true, still = false, by = browser} = {}) {
    const page = await by.newPage();
    record_problems(page, server.address_of_page);
    await page.setViewport({width, height, isMobile: by === browser && width < 500});
    if (by === browser) await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference'}]);
    if (planted) await page.evaluateOnNewDocument(plant, planted);
    await page.goto(server.address_of_page + path);
    return page;
}

const card = page => page.$$eval('#rows tr', rows => Object.fromEntries(rows.map(row => [row.cells[0].textContent, [...row.cells[1].children].map(each => each.textContent)])));

async function measured(page) {
    await page.waitForSelector('#measure:enabled');
    await page.click('#measure');
    await page.waitForSelector('#card:not([hidden])', {timeout: 120_000});
    return card(page);
}

async function finished(page) {
    assert.deepEqual(page.problems, []);
    await page.close();
}

const paged = tests_of(opened, finished);

const displays = {
    '90 Hz with jitter of 1 ms': [{hz: 90, jitter: 1}, 'Refresh rate', /^(90\.00|89\.99)\d* ± .* Hz 90 Hz is the only/],
    '120 Hz with a clock of 1 ms': [{hz: 120, clamp: 1}, 'Refresh rate', /^(120\.0|119\.9)\d* ± .* Hz 120 Hz is the only/], '144 Hz with 5 % dropped': [{hz: 144, drops: 0.05}, 'Dropped callbacks', /^\d\d of \d+ \([3-7](\.\d+)? %\)/],
};
for (const [name, [planted, row, wanted]] of Object.entries(displays))
    paged(`a planted browser is recognised: ${name}`, ['browser.html', {planted}], async page => {
        const rows = await measured(page);
        assert.match(rows[row].join(' '), wanted);
    });

test('the real browser gets a card without a wrong rate, the loop of its recording, and both can be copied and saved', async () => {
    const page = await opened('browser.html');
    await browser.defaultBrowserContext().overridePermissions(server.address_of_page, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    const rows = await measured(page);
    console.log('Chromium:', JSON.stringify(rows));
    assert.match(rows['Refresh rate'].join(' '), /^(60\.0+|59\.99\d*|60\.00\d*) ± \S+ Hz (60 Hz is|59\.94 and 60 Hz both)|^Cannot tell /); // Chromium's own timer has 16,666 us
    await page.waitForFunction(() => /^Use rank /.test(document.getElementById('advice').textContent), {timeout: 60_000});
    const count = Number(/\d+/.exec(rows.Callbacks[0])[0]);
    assert.match(await page.$eval('#advice', element => element.textContent), RegExp(`^Use rank /in/browser-frames\\.csv( --refresh-hz 60\\.0\\d\\d| --refresh-hz 59\\.9\\d\\d)? --json, rows ${count + 1}$`));
    await page.waitForFunction(() => /^report .in.browser-frames/.test(document.getElementById('report').srcdoc), {timeout: 60_000});
    await page.evaluate(() => {
        URL.createObjectURL = blob => { globalThis.saved = [blob.text()]; return '#content'; };
        HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
    });
    await page.click('#download');
    const [text, name] = await page.evaluate(() => Promise.all(saved));
    assert.equal(name, 'browser-frames.csv');
    assert.match(text, /^frame_ns\n(\d+\n)+$/);
    assert.equal(text.split('\n').length, count + 1);
    await page.click('#copy-link');
    await page.waitForFunction(() => /^Link copied/.test(document.getElementById('said').textContent));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await opened(link.slice(server.address_of_page.length));
    assert.deepEqual(await card(other), rows);
    assert.equal(await other.$eval('#card-title', element => element.textContent), 'The values of the link');
    assert.ok(await other.$eval('#from-link', element => element.checkVisibility()));
    assert.deepEqual(await findings(other), []);
    for (const each of [page, other]) await finished(each);
});

const loops_of = number => [...choosing.split(/^## /m)[number].matchAll(/^- .*?: (?:\*\*([\w-]+)\*\*|go on)/gm)].map(([, loop = '']) => loop);
const paths = [1, 2, 5].map(loops_of).reduceRight((rest, loops) => loops.flatMap((loop, i) => (loop ? [[[i], loop]] : rest.map(([path, end]) => [[i, ...path], end]))), [[[], loops_of(6)[0]]]);
paged('the questions lead to the loop of docs/choosing.md, with its code in the chosen language', ['docs/choosing.html'], async page => {
    assert.equal(paths.length, 7);
    for (const [path, loop] of paths) {
        await page.$eval('#questions', form => form.reset());
        for (const [i, choice] of path.entries()) await page.click(`#questions fieldset:nth-of-type(${i + 1}) label:nth-of-type(${choice + 1}) input`);
        assert.match(await page.$eval('#advice', element => element.textContent), RegExp(`^Use ${loop}, .{30}`));
        assert.deepEqual(await page.$$eval('#questions fieldset', all => all.map(each => each.checkVisibility()).filter(shown => shown).length), path.length);
        assert.equal(await page.$eval('#advice a', link => link.pathname.split('/').pop()), `${loop}.html`);
    }
    await page.select('#language', 'rust');
    await page.waitForFunction(() => document.getElementById('code').textContent === 'export --loop extrapolated --lang rust', {timeout: 60_000});
    assert.equal(await page.$eval('#save', link => link.download), 'my_timestep.rs');
    assert.deepEqual(await findings(page), []);
});

const drop = (page, text) => page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.csv'));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}, text);
paged('a dropped recording gets advice, a report and code; what the program cannot decide has an answer all the same', ['docs/choosing.html', {width: 390, height: 844, dark: false}], async page => {
    const said = wanted => page.waitForFunction(wanted => ['advice', 'otherwise', 'code'].map(id => document.getElementById(id)).filter(each => each.checkVisibility()).map(each => each.textContent).join('|').match(wanted), {timeout: 60_000}, wanted);
    await page.select('#language', 'lua');
    await drop(page, 'frame_ns\n1\n2\n');
    await said('^Use rank /in/game.csv --json, rows 4[|]export --loop fixed --lang lua --hz 50$');
    await page.select('#wishes label:last-child select', '--max-age 5ms');
    await said('^Use rank /in/game.csv --max-age 5ms --json, rows 4[|]export');
    await drop(page, 'frame_ns');
    await said('rows 1[|]What to do anyway: use interpolated, .*[|]export --loop interpolated --lang lua$');
    assert.deepEqual(await findings(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

paged('a damaged link shows no figures, and says so', ['browser.html#browser=1&hz=<b>'], async page => {
    assert.match(await page.$eval('#said', element => element.textContent), /damaged/);
    assert.ok(await page.$eval('#card', element => element.hidden));
});

paged('without the program beside it the page prints the command', ['alone.html', {planted: {hz: 75}}], async page => {
    await measured(page);
    assert.match(await page.$eval('#command', element => element.textContent), /^timestep_lab rank browser-frames\.csv --refresh-hz (75\.00\d|74\.99\d)$/);
});

test('the page of the program says whether the browser is in step, and in an article says nothing', async () => {
    for (const [planted, wanted] of [[{hz: 75}, /^in step: 75\.0 Hz$/], [{hz: 120, drops: 0.1}, /^\d+ of 3\d\d callbacks dropped$/], [{hz: 60, jitter: 8}, /^cannot tell whether in step$/]]) {
        const page = await opened('demo/', {planted});
        await page.waitForFunction(() => document.body.classList.contains('runs'));
        await page.waitForFunction(() => !/^$|yet$/.test(document.getElementById('in-step').textContent), {timeout: 60_000});
        assert.match(await page.$eval('#in-step', element => element.textContent), wanted);
        assert.deepEqual(await findings(page), []);
        const heights = await page.evaluate(() => ['', 'in step: 60.0 Hz', '299 of 599 callbacks dropped', 'cannot tell whether in step yet'].map(text => {
            document.getElementById('in-step').textContent = text;
            return document.getElementById('bar').offsetHeight;
        }));
        assert.equal(new Set(heights).size, 1, 'a change of the words would resize the window of the program');
        if (process.env.TIMESTEP_PICTURES) await page.screenshot({path: join(process.env.TIMESTEP_PICTURES, `demo-${planted.hz}.png`)});
        await finished(page);
    }
    const page = await opened('demo/?embed=1', {planted: {hz: 60}});
    await page.waitForFunction(() => document.body.classList.contains('runs'));
    await wait(2500);
    assert.equal(await page.$eval('#in-step', element => element.textContent), '');
    await finished(page);
});

paged('a hidden tab gets no callbacks, and the card says so', ['browser.html'], async page => {
    await measured(page);
    await page.click('#hidden');
    const other = await browser.newPage();
    await other.bringToFront();
    await wait(3000);
    await page.bringToFront();
    await page.waitForFunction(() => /^Hidden tab: /.test(document.getElementById('said').textContent), {timeout: 60_000});
    const [value, why] = (await card(page))['Hidden tab'];
    assert.equal(value, 'No callbacks');
    assert.match(why, /^Hidden for [3-9]\.\d s: 0 callbacks, .* Longest frame: [3-9]\.\d s\.$/);
    await other.close();
});

for (const [name, options] of Object.entries({'dark, 1280x900': {}, 'light, 390x844, reduced motion': {dark: false, width: 390, height: 844, still: true}}))
    paged(`the keyboard measures, axe-core finds nothing at any time, and nothing scrolls sideways: ${name}`, ['browser.html', options], async page => {
        const check = async () => {
            assert.deepEqual(await findings(page), []);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= page.viewport().width);
        };
        await page.waitForSelector('#measure:enabled');
        for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement.id !== 'measure'); ++i) await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => /of 10 s, /.test(document.getElementById('live').textContent), {timeout: 60_000});
        assert.equal(await page.$eval('#scene', element => element.checkVisibility()), !options.still);
        await check();
        if (process.env.TIMESTEP_PICTURES) await page.screenshot({path: join(process.env.TIMESTEP_PICTURES, `running-${name.replace(/\W+/g, '-')}.png`)});
        await page.waitForSelector('#card:not([hidden])', {timeout: 60_000});
        await check();
        if (process.env.TIMESTEP_PICTURES) await page.screenshot({path: join(process.env.TIMESTEP_PICTURES, `${name.replace(/\W+/g, '-')}.png`), fullPage: true});
    });

test('Firefox measures a planted rate too, and names no wrong rate of its own', {skip: !existsSync(process.env.FIREFOX ?? '/usr/bin/firefox-esr') && 'firefox-esr is missing: apt-get install firefox-esr'}, async () => {
    const firefox = await launch_firefox();
    try {
        const planted = await opened('browser.html', {planted: {hz: 144, clamp: 1}, by: firefox});
        assert.match((await measured(planted))['Refresh rate'].join(' '), /^(144\.0|143\.9)/);
        const page = await opened('browser.html', {by: firefox}), rows = await measured(page);
        console.log('Firefox:', JSON.stringify(rows));
        assert.match(rows['Refresh rate'].join(' '), / Hz (60 Hz is|59\.94 and 60 Hz both|Not a usual)|^Cannot tell /);
    } finally {
        await firefox.close();
    }
});
