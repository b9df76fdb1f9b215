// page.test.mjs -- dist/web in Chromium: the program runs as on the desktop, and the page around it works
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {after, test} from 'node:test';
import {promisify} from 'node:util';
import {call, eventually, findings, launch_firefox, open, program_pages, root, running, text_with, wait, widgets} from './browser.mjs';

const run = promisify(execFile);
const native = name => join(root, 'build/release', name);
const fixture = name => join(root, 'tests/recordings/formats/fixtures', name);
const article = '<!doctype html><title>Article</title><link rel="icon" href="data:,"><button id="before"></button><iframe src="demo/?embed=1" width="480" height="320"></iframe><button id="behind"></button>';
const {server, browser, at, opened, finished, paged} = await program_pages({'/article.html': article}), scratch = await mkdtemp(join(tmpdir(), 'timestep-web-'));
// Every await at the top level stands before the first test: the tests end, and after() closes the browser, while one later waits.
const {script, runs} = JSON.parse(await readFile(join(root, 'tests/delivery/runs.json'), 'utf8'));
after(() => rm(scratch, {recursive: true}));

paged('the page starts without a message, and asks no other server', [], async page => {
    const picture = await page.screenshot();
    assert.ok(picture.length > 30_000, 'the picture is empty');
    assert.match(await call(page, 'timestep_text'), /interpolated|accumulator|fixed|variable/);
    assert.equal(await page.evaluate(() => timestep.canvas.getContext('webgl2').getError()), 0);
});

const recorded = 'tests/lab/replay/fixtures/v5.replay';
// Returns the names and values of the controls in a file of --report-widgets, without their places.
const values_of = text => text.trimEnd().split('\n').map(line => line.replace(/^("[^"]*"|[^,]*)(,[^,]*){4},/, '$1,'));
// Returns the PSNR in dB of these lanes of two PNG files, and the least PSNR of a square of 32x32 pixels.
const similarity = (page, lanes, ...files) => page.evaluate(async (lanes, files) => {
    const [ours, theirs] = await Promise.all(files.map(async file => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(file), each => each.charCodeAt(0))]));
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {willReadFrequently: true});
        context.drawImage(image, 0, 0);
        return (x, y) => context.getImageData(x, y, 32, 32).data;
    }));
    const errors = []; // mean squares, of red, green and blue
    for (const [left, top, w, h] of lanes)
        for (let y = top; y < top + h; y += 32)
            for (let x = left; x < left + w; x += 32) {
                const square = [Math.min(x, left + w - 32), Math.min(y, top + h - 32)], wanted = theirs(...square);
                errors.push(ours(...square).reduce((sum, value, i) => sum + (value - wanted[i]) ** 2, 0) / (3 * 32 * 32));
            }
    const psnr = error => Math.min(10 * Math.log10(255 ** 2 / error), 99);
    return [psnr(errors.reduce((sum, error) => sum + error) / errors.length), psnr(Math.max(...errors))];
}, lanes, files);
for (const [name, words] of Object.entries(runs))
    test(`600 frames have the telemetry, the words and the stage of the desktop: ${name}`, async t => {
        const replay = await readFile(join(root, recorded));
        const all = ['--virtual-clock', '--frames', '600', '--telemetry', 'telemetry.csv', '--report-widgets', 'widgets.csv', '--screenshot', 'stage.png', '--light', 'off', ...words];
        const page = await opened('', {arguments: all, files: {'/saved/script.txt': Buffer.from(script), '/saved/v5.replay': replay}});
        const height = await page.evaluate(() => timestep.canvas.height);
        await page.waitForFunction(() => !document.getElementById('fallback').hidden, {timeout: 300_000});
        const written = await page.evaluate(() => ['telemetry', 'widgets'].map(name => timestep.FS.readFile(`/saved/${name}.csv`, {encoding: 'utf8'})));
        await writeFile(join(scratch, 'script.txt'), script);
        await writeFile(join(scratch, 'v5.replay'), replay);
        await run(native('timestep_demo'), ['--headless', '--fresh', '--size', `1280x${height}`, ...all], {cwd: scratch});
        const wanted = await Promise.all(['telemetry', 'widgets'].map(file => readFile(join(scratch, `${file}.csv`), 'utf8')));
        assert.ok(wanted[0].split('\n').length > 20);
        assert.equal(written[0], wanted[0]);
        assert.deepEqual(values_of(written[1]), values_of(wanted[1]));
        const ours = await page.evaluate(() => btoa(timestep.FS.readFile('/saved/stage.png').reduce((text, byte) => text + String.fromCharCode(byte), '')));
        const lanes = wanted[1].split('\n').filter(line => line.startsWith('lane.')).map(line => line.split(',').slice(1, 5).map(Number));
        const [whole, least] = await similarity(page, lanes, ours, await readFile(join(scratch, 'stage.png'), 'base64'));
        t.diagnostic(`PSNR of the stage: ${whole.toFixed(1)} dB; the least of 32x32 pixels: ${least.toFixed(1)} dB`);
        assert.ok(whole >= 38 && least >= 25, `${whole} dB, at least ${least} dB`);
        await finished(page);
    });

test('Firefox runs the page, with the telemetry of the desktop', async () => {
    const firefox = await launch_firefox();
    try {
        const words = ['--virtual-clock', '--frames', '600', '--loop', 'variable', '--delay', '75ms', '--telemetry'];
        const page = await open(firefox, at(), {arguments: [...words, '/saved/telemetry.csv'], permissions: false});
        await page.waitForFunction(() => !document.getElementById('fallback').hidden, {timeout: 300_000});
        const file = join(scratch, 'firefox.csv');
        await run(native('timestep_demo'), ['--headless', '--fresh', ...words, file]);
        assert.equal(await page.evaluate(() => timestep.FS.readFile('/saved/telemetry.csv', {encoding: 'utf8'})), await readFile(file, 'utf8'));
        assert.deepEqual(page.problems, []);
    } finally {
        await firefox.close();
    }
});

// Counts the calls that ask WebGL for something: they wait for the graphics processor's process. isContextLost does not.
function count_questions() {
    globalThis.questions = {};
    const all = WebGL2RenderingContext.prototype;
    for (const name of Object.getOwnPropertyNames(all)) {
        if (!/^(get(?!ContextAttributes)|is(?!ContextLost)[A-Z]|read|finish|check|clientWait)/.test(name)) continue;
        const call = all[name];
        if (typeof call !== 'function') continue;
        all[name] = function (...words) {
            questions[name] = (questions[name] ?? 0) + 1;
            return call.apply(this, words);
        };
    }
}
test('no frame asks WebGL for anything', async () => {
    for (const words of [['--loop', 'interpolated', '--more', 'on'], ['--lane', 'fixed', '--lane', 'variable', '--lane', 'interpolated']]) {
        const page = await opened('', {arguments: words, prepare: count_questions});
        const [before, after] = await page.evaluate(async () => {
            const before = {...questions};
            questions = {};
            for (let i = 0; i < 30; ++i) await new Promise(requestAnimationFrame);
            return [before, questions];
        });
        assert.ok(before.getParameter > 0, 'the start asks, so that the calls are counted');
        assert.deepEqual(after, {});
        await finished(page);
    }
});

paged('after the end of the program its buttons are grey, and calls still return', ['', {arguments: ['--frames', '60', '--lesson', 'exploding-spring']}], async page => {
    assert.match(await call(page, 'timestep_text'), /Lesson: /);
    await page.waitForSelector('#fallback:not([hidden])', {timeout: 120_000});
    assert.deepEqual(await page.$$eval('#bar button:disabled', all => all.map(button => button.id)), ['open', 'copy-link', 'film']);
    for (let i = 0; i < 50; ++i) {
        await call(page, 'timestep_paste', 'pasted '.repeat(i));
        assert.match(await call(page, 'timestep_open_set_up', 'x'.repeat(200)), /the program has ended/);
        assert.equal(await call(page, 'timestep_text'), '');
        assert.equal(await call(page, 'timestep_set_up_line'), '');
    }
});

test('a lesson opens by its name in the address', async () => {
    for (const [name, title] of [['exploding-spring', 'A stiff spring on a slow PC'], ['free-frame-steps', 'No waiting for inputs, with variable steps']]) {
        const page = await opened(`?lesson=${name}`);
        assert.match(await call(page, 'timestep_text'), new RegExp(`Lesson: ${title}`));
        await finished(page);
    }
});

test('an address with an unknown lesson opens without it, and says so', async () => {
    const page = await open(browser, at('?lesson=no-such-lesson'));
    await page.waitForFunction(() => /no lesson "no-such-lesson"/.test(document.getElementById('notice').textContent), {timeout: 120_000});
    await finished(page);
});

paged('a link with an unknown control opens without it, and says so', ['#' + encodeURIComponent('timestep-lab set-up 1 loop.preset=variable no-such-control=3')], async page => {
    await page.waitForFunction(() => /without this part: no-such-control=3 /.test(document.getElementById('notice').textContent));
    assert.match(await call(page, 'timestep_set_up_line'), /loop\.preset=variable/);
});

test('a link gives the same set-up', async () => {
    const page = await opened('', {arguments: ['--loop', 'semi-fixed', '--delay', '35ms', '--hz', '50']});
    const line = await call(page, 'timestep_set_up_line');
    await page.click('#copy-link');
    await page.waitForFunction(() => /copied/.test(document.getElementById('notice').textContent));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    const other = await opened(link.slice(at().length));
    assert.equal(await call(other, 'timestep_set_up_line'), line);
    await finished(page);
    await finished(other);
});

for (const [name, fragment] of Object.entries({'no set-up': 'nonsense', 'a damaged character': '%zz', 'an unknown control': encodeURIComponent('timestep-lab 1 no-such-control=3')}))
    paged(`a link with ${name} says that it could not be followed`, ['#' + fragment], async page => {
        await page.waitForFunction(() => /could not be followed: ./.test(document.getElementById('notice').textContent));
    });

// Waits for the card of an opened recording, which has the button *Watch it*.
const card_of = async page => assert.ok(await eventually(async () => Object.keys(await widgets(page)).some(name => /watch/i.test(name)), 300), 'no recording is open');

paged('a chosen recording is opened', [], async page => {
    await (await page.$('#file')).uploadFile(fixture('presentmon_1.10.csv'));
    await card_of(page);
});

paged('a dropped recording is opened', [], async page => {
    const text = await readFile(fixture('mangohud_0.6.9.csv'), 'utf8');
    await page.evaluate(text => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.csv'));
        for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
    }, text);
    await card_of(page);
});

async function measured(page, file, command) {
    await page.click('#measure');
    await page.waitForSelector('#choose', {visible: true});
    const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#choose')]);
    await chooser.accept([file]);
    await page.click(`[data-command=${command}]`);
    await page.waitForFunction(() => !document.getElementById('download').hidden, {timeout: 300_000});
    return page.evaluate(() => ({rows: [...document.querySelectorAll('#result tr')].map(row => [...row.cells].map(cell => cell.textContent)), report: document.getElementById('report').srcdoc}));
}

const json_of = async (...words) => JSON.parse((await run(native('timestep_lab'), [...words, '--json'])).stdout);
const numbers_in = value => typeof value === 'number' ? [Math.abs(value) < 5e-5 ? 0 : Number(value.toPrecision(4))] : Object.values(value ?? {}).flatMap(each => typeof each === 'string' ? [] : numbers_in(each));

paged('the frame times of a recording are a table of what timestep_lab inspect measures', [], async page => {
    const {rows} = await measured(page, fixture('presentmon_2.3.csv'), 'inspect');
    const {files: [{streams: [stream]}]} = await json_of('inspect', fixture('presentmon_2.3.csv')), wanted = numbers_in(stream);
    assert.ok(wanted.length > 60);
    const shown = new Set(rows.flatMap(([, text = '']) => text.split(/[ ,]+/)));
    assert.deepEqual(wanted.filter(number => !shown.has(String(number))), []);
    assert.deepEqual(rows.find(([name]) => name === 'p50, ms'), ['p50, ms', String(Number(stream.p50_ms.toPrecision(4)))]);
    assert.ok(rows.some(row => row.length === 1 && row[0] === 'displayed'));
});

paged('the loops are a table of what timestep_lab rank measures', [], async page => {
    const {rows} = await measured(page, fixture('presentmon_2.3.csv'), 'rank');
    const {candidates, recommendation} = await json_of('rank', fixture('presentmon_2.3.csv'));
    assert.equal(rows.length, candidates.length + 1);
    for (const [i, each] of candidates.entries()) assert.deepEqual([rows[i + 1][0], ...[1, 2, 4].map(column => rows[i + 1][column])], [each.loop, each.hz ?? '-', ...numbers_in([each.animation_error_mean_ms, each.jumps_per_minute])].map(String));
    assert.ok(await page.$eval('#result p', (first, text) => first.textContent === text, recommendation.text));
});

paged('the report of a recording is the page that timestep_lab writes', [], async page => {
    assert.equal(await page.$$eval('[data-command]', ([first]) => first.dataset.command), 'report');
    const {report} = await measured(page, fixture('presentmon_2.3.csv'), 'report');
    const {stdout} = await run(native('timestep_lab'), ['report', fixture('presentmon_2.3.csv'), '-o', '-']);
    assert.equal(report.replaceAll('/in/', ''), stdout.trimEnd().replaceAll(fixture(''), ''));
    assert.match(await page.$eval('#chosen', element => element.textContent), /^presentmon_2\.3\.csv, 1\.\d kB$/);
});

// A slow connection for the program of the worker: the page hears how far it is.
paged('the program that measures is announced, and shows how far it has loaded', [], async page => {
    await page.evaluate(() => {
        globalThis.progress = [];
        new MutationObserver(records => progress.push(...records.flatMap(({addedNodes}) => [...addedNodes].map(node => node.data)))).observe(document.getElementById('progress'), {childList: true});
    });
    assert.match(await page.$eval('#measurement', element => element.textContent), /loads a program of 1\.1 MB/);
    await measured(page, fixture('presentmon_2.3.csv'), 'inspect');
    const shares = (await page.evaluate(() => progress)).flatMap(text => text.match(/Loading the program.*: (\d+) %/)?.slice(1).map(Number) ?? []);
    assert.ok(shares.length > 0, 'it has said how far it is');
    assert.deepEqual(shares, [...shares].sort((a, b) => a - b));
});

test('the page Which loop is mine advises what timestep_lab rank recommends, with its report and its code', async () => {
    const page = await open(browser, `${server.address_of_page}docs/choosing.html`), file = join(scratch, 'even.csv'), options = ['--max-age', '5ms'];
    await writeFile(file, 'frame_ns\n' + Array.from({length: 900}, (_, i) => 16_000_000 + (i * 7919) % 1_300_000).join('\n') + '\n');
    await page.select('#wishes label:last-child select', options.join(' '));
    await page.select('#language', 'rust');
    await (await page.$('#file')).uploadFile(file);
    await page.waitForSelector('#code:not([hidden])', {timeout: 120_000});
    const {recommendation: {text, loop, hz}} = await json_of('rank', file, ...options);
    const [advice, code, report] = await page.evaluate(() => [...['advice', 'code'].map(id => document.getElementById(id).textContent), document.getElementById('report').srcdoc]);
    assert.equal(advice, text);
    assert.equal(code, (await run(native('timestep_lab'), ['export', '--loop', loop, '--hz', String(hz), '--lang', 'rust'])).stdout.trimEnd());
    assert.equal(report.replaceAll('/in/even.csv', file), (await run(native('timestep_lab'), ['report', file, ...options, '-o', '-'])).stdout.trimEnd());
    await (await page.$('#file')).uploadFile(fixture('presentmon_2.3.csv'));
    await page.waitForFunction(() => /^No recommendation: .*[|]What to do anyway: use interpolated/.test(['advice', 'otherwise'].map(id => document.getElementById(id).textContent).join('|')) && document.getElementById('otherwise').checkVisibility(), {timeout: 120_000});
    await finished(page);
});

paged('the page draws pictures while it measures a recording of 100 MB', [], async page => {
    await page.evaluate(() => {
        const rows = Array.from({length: 100_000}, (_, i) => 16_000_000 + (i * 7919) % 1_000_000).join('\n') + '\n';
        const file = new File(['frame_ns\n', ...Array(112).fill(rows)], 'long.csv');
        const data = new DataTransfer();
        data.items.add(file);
        globalThis.size_of_long = file.size;
        document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
    });
    assert.ok(await page.evaluate(() => globalThis.size_of_long) > 100e6);
    await page.waitForSelector('#measurement[open]');
    await page.evaluate(() => {
        globalThis.pictures = 0;
        const count = () => { if (document.getElementById('download').hidden) { ++pictures; requestAnimationFrame(count); } };
        requestAnimationFrame(count);
    });
    await page.click('[data-command=inspect]');
    await page.waitForFunction(() => !document.getElementById('download').hidden, {timeout: 500_000});
    assert.match(await page.evaluate(() => document.getElementById('result').textContent), /1\.12e\+?7|11200000/);
    assert.ok(await page.evaluate(() => globalThis.pictures) > 2); // a page that waits for the measurement draws one or two
});

paged('the canvas has the size of its element in pixels of the display, also after a change', [], async page => {
    for (const viewport of [{width: 900, height: 600, deviceScaleFactor: 2}, {width: 1280, height: 800, deviceScaleFactor: 1}]) {
        await page.setViewport(viewport);
        await page.waitForFunction(() => {
            const {width, height} = timestep.canvas.getBoundingClientRect(), scale = devicePixelRatio;
            return timestep.canvas.width === width * scale && timestep.canvas.height === height * scale && width === innerWidth;
        }, {timeout: 60_000});
    }
});

// Waits until the function of the controls is true in 20 callbacks in a row, and returns the controls.
async function steadily(page, is_true) {
    for (let count = 0, tries = 0; count < 20; ++tries) {
        count = is_true(await widgets(page)) ? count + 1 : 0;
        assert.ok(tries < 2000, `stays false: ${is_true}`);
        await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    return widgets(page);
}

const middle_of = ({x, y, w, h}) => [x + w / 2, y + h / 2];
for (const viewport of [{width: 390, height: 844}, {width: 844, height: 390, isLandscape: true}]) {
    const on_phone = (name, rest, check) => paged(`on a phone of ${viewport.width}x${viewport.height}, ${name}`,
        [rest, {viewport: {...viewport, isMobile: true, hasTouch: true}, arguments: ['--loop', 'interpolated']}], check);
    on_phone('fingers drag the slider, grab the ball and zoom', '', async page => {
        const {'first.delay': slider, 'lane.interpolated': lane} = await widgets(page);
        const [x, y] = [lane.x + 0.4 * lane.w, lane.y + lane.h / 2], finger = await page.touchscreen.touchStart(slider.x + 5, slider.y + slider.h / 2);
        await finger.move(...middle_of(slider));
        await finger.end();
        await steadily(page, all => all['first.delay'].value !== '0 ms');
        const first = await page.touchscreen.touchStart(x, y);
        const {'stage.ball': ball} = await steadily(page, all => Math.abs(middle_of(all['stage.ball'])[0] - x) < lane.w / 40);
        const second = await page.touchscreen.touchStart(x + 30, y);
        await second.move(x + 60, y);
        await steadily(page, all => Math.abs(all['stage.ball'].w / ball.w - 2) < 0.1);
        await second.end();
        await first.end();
    });
    on_phone('a delay is typed after a touch with Ctrl, and the digits switch no loop', '', async page => {
        await page.keyboard.down('Control');
        const finger = await page.touchscreen.touchStart(...middle_of((await widgets(page))['first.delay']));
        await steadily(page, all => all['typed.machine.delay_ms']);
        await finger.end();
        await page.keyboard.up('Control');
        for (const key of ['1', '2', 'Enter']) await page.keyboard.press(key);
        const {'first.delay': slider, 'lane.interpolated': lane} = await steadily(page, all => all['first.delay']);
        assert.deepEqual([slider.value, Boolean(lane)], ['12 ms', true]);
    });
    on_phone('a double tap opens the screen keyboard, which replaces what it has written, and the window stays in use', '', async page => {
        const place = middle_of((await widgets(page))['first.delay']), focused = () => page.evaluate(() => document.activeElement.id);
        for (let i = 0; i < 20 && !(await widgets(page))['typed.machine.delay_ms']; ++i) await page.touchscreen.tap(...place); // two of them follow soon enough
        await steadily(page, all => all['typed.machine.delay_ms']);
        assert.equal(await focused(), 'typed');
        await page.setViewport({...viewport, height: Math.round(0.55 * viewport.height), isMobile: true, hasTouch: true}); // the keyboard covers the rest
        const field = (await steadily(page, all => all['typed.machine.delay_ms']))['typed.machine.delay_ms'];
        assert.ok(field.y + field.h <= 0.55 * viewport.height, `the field ends at ${field.y + field.h}`);
        for (const text of ['3', '35', '3', '30', '30m', '30ms'])
            await page.evaluate(text => {
                document.activeElement.value = text; // as a prediction writes
                document.activeElement.dispatchEvent(new Event('input'));
            }, text);
        await page.keyboard.press('Enter');
        const {'lane.interpolated': lane} = await steadily(page, all => all['first.delay']?.value === '30 ms');
        assert.ok(lane);
        assert.equal(await focused(), 'canvas');
    });
    for (const [name, rest] of Object.entries({'the first screen': '', 'a lesson': '?lesson=exploding-spring'}))
        on_phone(`${name} and the dialog with a result fit without scrolling sideways`, rest, async page => {
            for (const [control, {x, w}] of Object.entries(await widgets(page))) assert.ok(x >= 0 && x + w <= viewport.width, `${control}: ${x} to ${x + w}`);
            await measured(page, fixture('presentmon_1.10.csv'), 'rank');
            const [width, ...hidden] = await page.evaluate(() => [innerWidth, ...[document.documentElement, document.getElementById('measurement')].map(each => each.scrollWidth - each.clientWidth)]);
            assert.deepEqual([width, ...hidden], [viewport.width, 0, 0]);
        });
}

// Gives the page a clock that advances by 1/60 s at each callback and by two seconds while the tab is hidden, so that no load of the machine makes a frame longer.
function replace_clock() {
    if (globalThis !== top) return; // the frame of a report runs no scripts
    let time = 0, newest = 0;
    const ask = requestAnimationFrame.bind(globalThis);
    performance.now = () => time;
    globalThis.requestAnimationFrame = callback => ask(stamp => {
        if (stamp !== newest) time += 1000 / 60;
        newest = stamp;
        callback(time);
    });
    document.addEventListener('visibilitychange', () => { if (!document.hidden) time += 2000; });
}
paged('a tab that was hidden for two seconds has one long frame', ['', {arguments: ['--loop', 'variable', '--live-frames', 'this-pc', '--frames', '200', '--telemetry', '/saved/live.csv'], prepare: replace_clock}], async page => {
    const other = await page.browserContext().newPage();
    await other.bringToFront();
    assert.equal(await page.evaluate(() => document.visibilityState), 'hidden');
    await wait(2000); // a timer of a hidden tab runs once a second
    await page.bringToFront();
    await page.waitForFunction(() => !document.getElementById('fallback').hidden, {timeout: 300_000});
    const rows = (await page.evaluate(() => timestep.FS.readFile('/saved/live.csv', {encoding: 'utf8'}))).trimEnd().split('\n').map(row => row.split(','));
    const column = rows[0].indexOf('frame_ns'), frames = rows.slice(1).map(row => Math.round(Number(row[column]) / 1e6));
    assert.deepEqual(frames.slice(5).filter(ms => ms !== 17), [2017], 'frame times other than 17 ms, after the five frames at the start that do not count');
});

test('sound begins after a key, and not before', async () => {
    const prepare = () => Object.defineProperty(navigator, 'userActivation', {value: {hasBeenActive: false}}); // evaluate() counts as a gesture
    const page = await opened('', {arguments: ['--sound', 'on'], prepare});
    assert.equal(await page.evaluate(() => timestep.SDL2?.audioContext?.state), undefined);
    await page.evaluate(() => { navigator.userActivation.hasBeenActive = true; });
    await page.waitForFunction(() => timestep.SDL2?.audioContext?.state === 'running', {timeout: 60_000});
    page.problems = page.problems.filter(text => !/ScriptProcessorNode is deprecated/.test(text)); // SDL 2 has no other way
    await finished(page);
});

paged('the state is in the page as text for screen readers', ['?lesson=exploding-spring'], async page => {
    await page.waitForFunction(() => /Lesson: /.test(document.getElementById('state').textContent) && /Lesson: /.test(document.getElementById('announcement').textContent), {timeout: 60_000});
    const tree = JSON.stringify(await page.accessibility.snapshot({interestingOnly: false}));
    assert.match(tree, /Timestep Lab: the window of the program/);
    assert.match(tree, /Lesson: /);
});

function prefer_reduced_motion() {
    const asked = matchMedia.bind(globalThis);
    globalThis.matchMedia = query => /reduced-motion/.test(query) ? {matches: true} : asked(query);
}

paged('a visitor who prefers reduced motion starts with a paused first screen', ['', {prepare: prefer_reduced_motion}], async page => {
    for (const name of ['button.Resume', 'button.More  M']) assert.ok((await widgets(page))[name], Object.keys(await widgets(page)).join(' '));
});

paged('controls that a page cannot offer are grey: a click changes none of them, but others', ['#' + encodeURIComponent('timestep-lab set-up 1 loop.preset=interpolated'), {arguments: ['--more', 'on']}], async page => {
    const click = async name => {
        const place = (await widgets(page))[name];
        assert.ok(place, `${name} is not in the window: ${Object.keys(await widgets(page)).join(' ')}`);
        await page.mouse.click(place.x + place.w / 2, place.y + place.h / 2);
        for (let i = 0; i < 10; ++i) await page.evaluate(() => new Promise(requestAnimationFrame));
        return widgets(page);
    };
    const before = await click('fold.pc');
    for (const grey of ['machine.burn', 'machine.vsync']) {
        const after = await click(grey);
        assert.equal(after[grey].value, before[grey].value);
        assert.ok(!Object.keys(after).some(name => name.startsWith('choice.')), `${grey} has opened a list`);
    }
    assert.notEqual((await click('machine.lag'))['machine.lag'].value, before['machine.lag'].value);
});

paged('a frame in an article has no panels, and fits into 480x320', ['?embed=1&lesson=exploding-spring', {viewport: {width: 480, height: 320}}], async page => {
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [480, 320]);
});

test('Tab goes through a frame in an article to what is behind it', async () => {
    const page = await open(browser, at('../article.html')), focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
    const frame = await page.waitForFrame(each => each.url().includes('embed=1'));
    await frame.waitForFunction(() => document.body.classList.contains('runs'), {timeout: 120_000});
    assert.equal(await focus(), 'BODY', 'the frame takes the focus from the article');
    await page.focus('#before');
    const reached = [];
    for (let i = 0; i < 9 && reached.at(-1) !== 'behind'; ++i) {
        await page.keyboard.press('Tab');
        reached.push(await focus());
    }
    assert.deepEqual([reached[0], reached.at(-1)], ['IFRAME', 'behind']);
    await finished(page);
});

paged('the keys of the browser stay its own, and F11 is its full screen', [], async page => {
    await page.evaluate(() => {
        globalThis.taken = [];
        addEventListener('keydown', event => setTimeout(() => { if (event.defaultPrevented) taken.push(event.code); }), true);
    });
    for (const [modifier, key] of [[null, 'F1'], ['Control', 'l'], ['Control', 't'], ['Control', 'f'], ['Alt', 'd'], [null, 'F11'], [null, 'F12']]) {
        if (modifier) await page.keyboard.down(modifier);
        await page.keyboard.press(key);
        if (modifier) await page.keyboard.up(modifier);
    }
    await page.waitForFunction(() => taken.length > 0);
    assert.deepEqual(await page.evaluate(() => taken), ['F1'], 'F1 is a key of the program');
});

const settings_kept = page => page.evaluate(() => localStorage.getItem('timestep-lab settings') ?? '');

// Chooses the loop, and waits until the program has written its settings.
async function choose(page, loop) {
    const line = (await call(page, 'timestep_set_up_line')).replace(/ loop\.\S+/g, '') + ` loop.preset=${loop}`;
    assert.equal(await call(page, 'timestep_open_set_up', line), '');
    await page.waitForFunction(loop => timestep.FS.analyzePath('/kept/settings.toml').exists && timestep.FS.readFile('/kept/settings.toml', {encoding: 'utf8'}).includes(`"${loop}"`),
        {timeout: 60_000, polling: 200}, loop);
    return call(page, 'timestep_set_up_line');
}

paged('settings are kept until the next visit, but not by a frame in an article', [], async page => {
    const line = await choose(page, 'accumulator');
    assert.ok(await eventually(async () => /"accumulator"/.test(await settings_kept(page)), 300));
    await page.goto(at('?embed=1'));
    await running(page);
    assert.notEqual(await call(page, 'timestep_set_up_line'), line);
    await choose(page, 'semi-fixed');
    await wait(1000);
    assert.doesNotMatch(await settings_kept(page), /semi-fixed/);
    await page.goto(at());
    await running(page);
    assert.equal(await call(page, 'timestep_set_up_line'), line);
});

test('without WebGL 2 the page shows a picture and says why', async () => {
    const page = await open(browser, at(), {prepare: () => { HTMLCanvasElement.prototype.getContext = () => null; }});
    await page.waitForSelector('#fallback:not([hidden])');
    assert.match(await page.$eval('#fallback', element => element.textContent), /WebGL 2/);
    assert.ok(await page.$eval('#fallback img', image => image.decode().then(() => image.naturalWidth > 0)));
    assert.deepEqual(await findings(page), []);
    await finished(page);
});

test('without scripts the page shows a picture and says why', async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(at());
    assert.match(await page.content(), /The window needs JavaScript/);
    await page.close();
});

paged('axe-core finds nothing in the page and its dialog', [], async page => {
    assert.deepEqual(await findings(page), []);
    await page.click('#measure');
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    await measured(page, fixture('presentmon_1.10.csv'), 'inspect');
    assert.deepEqual(await findings(page), []);
});

// Presses Tab until the focus returns to an element, and returns the elements that had it.
async function tabbed(page) {
    const reached = new Set();
    for (let id = ''; !reached.has(id) && reached.size < 40; await page.keyboard.press('Tab'), id = await page.evaluate(() => document.activeElement.id || document.activeElement.outerHTML)) reached.add(id);
    return reached;
}

paged('the keyboard reaches the program, every control of its bar, and every control of the dialog, which Escape closes', [], async page => {
    const offered = within => page.$$eval(`${within} :is(a[href], button:enabled, select, input, canvas)`, all => all.filter(each => each.checkVisibility()).map(each => each.id || each.outerHTML));
    const missing = async within => { const all = await offered(within), reached = await tabbed(page); assert.ok(all.length > 2); return all.filter(each => !reached.has(each)); };
    assert.deepEqual(await missing('body'), []);
    await page.focus('#measure');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#measurement[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#measurement:not([open])');
    await measured(page, fixture('presentmon_1.10.csv'), 'inspect');
    assert.deepEqual(await missing('#measurement'), []);
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'measure');
});

const runs_on = frame => frame.evaluate(() => document.body.classList.contains('runs') && document.getElementById('fallback').hidden);

test('a canvas without a size, a page of 1x1 and pictures of the whole page do not stop the program', async () => {
    const page = await opened();
    for (const hide of ['display:none', 'width:0', 'height:0']) {
        await page.evaluate(async hide => {
            const main = document.querySelector('main');
            main.style.cssText = hide;
            dispatchEvent(new Event('resize'));
            for (let i = 0; i < 10; ++i) await new Promise(requestAnimationFrame);
            main.style.cssText = '';
        }, hide);
        assert.ok(await runs_on(page), hide);
    }
    for (const [width, height] of [[1, 1], [16_384, 300], [1280, 720]]) {
        await page.setViewport({width, height});
        await wait(300);
        assert.ok(await runs_on(page), `${width}x${height}`);
    }
    await finished(page);
    const outer = await open(browser, server.address_of_page + 'article.html');
    const inner = await (await outer.waitForSelector('iframe')).contentFrame();
    await inner.waitForFunction(() => document.body.classList.contains('runs'), {timeout: 120_000});
    for (const style of ['display:none', '', 'width:0', '']) {
        await outer.$eval('iframe', (iframe, style) => { iframe.style.cssText = style; }, style);
        await wait(200);
    }
    for (let i = 0; i < 30; ++i) await outer.screenshot({fullPage: true});
    assert.ok(await runs_on(inner));
    await finished(outer);
});

test('when the program stops in the middle of a frame, the page says so, saves what was not finished, and offers to reload', async () => {
    const page = await opened('', {prepare: () => {
        globalThis.downloads = [];
        HTMLAnchorElement.prototype.click = function () { downloads.push(this.download); };
    }});
    await page.evaluate(() => {
        timestep.FS.writeFile('/saved/frames-1.csv', 'frame_ns\n16666667\n');
        dispatchEvent(new ErrorEvent('error', {error: new WebAssembly.RuntimeError('memory access out of bounds')}));
    });
    assert.match(await page.$eval('#fallback-reason', element => element.textContent), /has stopped \(memory access out of bounds\)/);
    assert.deepEqual(await page.evaluate(() => downloads), ['frames-1.csv']);
    await Promise.all([page.waitForNavigation(), page.click('#reload')]);
    await running(page);
    assert.ok(await runs_on(page));
    await finished(page);
});

test('when the graphics context is lost, the page says so, and a reload shows the same', async () => {
    const page = await opened();
    await choose(page, 'accumulator');
    const line = await call(page, 'timestep_set_up_line');
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('loop.preset=accumulator'), {timeout: 20_000});
    await page.evaluate(() => timestep.canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
    await page.waitForFunction(() => /graphics processor/.test(document.getElementById('fallback-reason').textContent) && document.getElementById('reload').checkVisibility(), {timeout: 20_000});
    await Promise.all([page.waitForNavigation(), page.click('#reload')]);
    await running(page);
    assert.equal(await call(page, 'timestep_set_up_line'), line);
    assert.ok(page.problems.every(text => /CONTEXT_LOST_WEBGL|loseContext/.test(text)), page.problems.join());
    await page.browserContext().close();
});

paged('the program follows the colours of the system while it runs', [], async page => {
    for (const value of ['dark', 'light', 'dark']) {
        await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value}]);
        await page.waitForFunction(wanted => {
            timestep.ccall('timestep_keep_settings', null, [], []);
            return timestep.FS.readFile('/kept/settings.toml', {encoding: 'utf8'}).includes('view.light = "on"') === wanted;
        }, {timeout: 20_000, polling: 200}, value === 'light');
    }
});

paged('the address follows what the visitor does at once, and a reload shows the same without a message', ['', {prepare: () => { const every = setInterval; globalThis.setInterval = (call, ms) => every(call, 4 * ms); }}], async page => {
    await choose(page, 'accumulator');
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('loop.preset=accumulator'), {timeout: 20_000});
    const line = await call(page, 'timestep_set_up_line');
    assert.equal(decodeURIComponent(await page.evaluate(() => location.hash.slice(1))), line);
    await page.focus('#canvas');
    await page.keyboard.press('m');
    assert.ok(await eventually(async () => (await widgets(page)).dock), 'More is open');
    await page.reload(); // at once
    await running(page);
    assert.equal(await call(page, 'timestep_set_up_line'), line);
    await wait(1000);
    const shown = await widgets(page);
    assert.ok(shown.dock, 'More is open again');
    assert.equal(shown.header.value, '');
    assert.match(await page.$eval('#notice', element => element.textContent), /never sent/);
});

paged('a link shows its set-up with one message, and leaves the visitor\'s own settings alone', [], async page => {
    await choose(page, 'accumulator');
    assert.ok(await eventually(async () => /"accumulator"/.test(await settings_kept(page)), 300));
    await page.goto('about:blank');
    await page.goto(at('#' + encodeURIComponent('timestep-lab set-up 1 loop.preset=fixed machine.delay_ms=50ms')));
    await running(page);
    await page.waitForFunction(() => /shows the set-up of the link/.test(document.getElementById('notice').textContent));
    assert.match(await text_with(page, /fixed: /), /fixed: /);
    assert.equal((await widgets(page)).header?.value ?? '', '');
    await wait(3000);
    assert.match(await settings_kept(page), /"accumulator"/);
});

paged('the time in which the page is hidden is no frame of the loops', ['', {arguments: ['--loop', 'interpolated', '--live-frames', 'this-pc', '--more', 'off']}], async page => {
    await text_with(page, /interpolated: (?!SETTLING)/);
    await page.evaluate(async () => {
        let hidden = true;
        Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
        Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
        document.dispatchEvent(new Event('visibilitychange'));
        const end = performance.now() + 3000;
        while (performance.now() < end) continue;
        hidden = false;
        document.dispatchEvent(new Event('visibilitychange'));
        for (let i = 0; i < 30; ++i) await new Promise(requestAnimationFrame);
    });
    assert.match(await call(page, 'timestep_text'), /hidden is left out/);
    assert.doesNotMatch(await call(page, 'timestep_text'), /[23]\.\d+ s BEHIND/); // the limit of 250 ms would leave 2.75 s
});

paged('the list of keys has only keys that reach the program', [], async page => {
    await page.focus('#canvas');
    await page.keyboard.press('F1');
    assert.ok(await eventually(async () => (await widgets(page))['page.help']));
});
