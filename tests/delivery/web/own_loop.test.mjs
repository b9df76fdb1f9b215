// Loops that a visitor writes into the page of the program.
import assert from 'node:assert/strict';
import {call, eventually, findings, program_pages, tests_of, wait, widgets} from './browser.mjs';

const {at, opened, finished} = await program_pages();
const value = async (page, name) => (await widgets(page))[name]?.value;

async function until(page, name, pattern, about = '') {
    const seen = await eventually(async () => [await value(page, name)].find(text => pattern.test(text ?? '')));
    assert.ok(seen, `${about} ${name} is ${await value(page, name)}, not ${pattern}; ${await value(page, 'story.your-own')}; ${page.problems}`);
    return seen;
}

// Clicks a control as soon as it stands still.
async function click(page, name) {
    let place, before;
    assert.ok(await eventually(async () => {
        [before, place] = [place, (await widgets(page))[name]];
        return place && place.x === before?.x && place.y === before.y;
    }), `${name} is not there, or moves`);
    await page.mouse.click(place.x + place.w / 2, place.y + place.h / 2);
}

const run = (page, source) => page.evaluate(source => {
    document.getElementById('loop-code').value = source;
    document.getElementById('loop-run').click();
}, source);

/** Opens the page with the loop of the example. */
async function edited() {
    const page = await opened('', {arguments: ['--more', 'on', '--folds', 'loop', '--lane', 'interpolated', '--lane', 'fixed', '--lane', 'interpolated']});
    await click(page, 'button.All 54 loops ...');
    await click(page, 'button.JavaScript');
    await until(page, 'verdict.your-own', /^OK/);
    return page;
}

const looped = tests_of(edited, finished);
const on_frames = body => `function frame() {\n${body}\nrequestAnimationFrame(frame);\n}\nrequestAnimationFrame(frame);`;
const STEP = 'update(1 / 60); draw(1);';

looped('a loop is edited on the page, and keeps pace with the other lanes', [], async page => {
    assert.deepEqual(await findings(page), []);
    await page.evaluate(() => { document.getElementById('loop-code').value = document.getElementById('loop-code').value.replace('0.25', '10'); });
    await page.focus('#loop-code');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await wait(500);
    await until(page, 'verdict.your-own', /^OK/);
    await until(page, 'lane.fixed', /./);
    await until(page, 'verdict.your-own', /^(OK|UNEVEN)/);
    const shown = async () => {
        const all = await widgets(page);
        return ['your-own', 'interpolated'].map(lane => parseFloat(all[`shown.${lane}`].value));
    };
    const [begin] = await shown();
    assert.ok(await eventually(async () => (await shown())[0] >= begin + 2, 300));
    const [own, other] = await shown();
    assert.ok(Math.abs(own - other) < 0.1, `${own} s and ${other} s`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('iframe').length), 1);
    await page.focus('#loop-code');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'canvas');
    await click(page, 'button.Live');
    await click(page, 'loop.accumulator');
    await until(page, 'lane.accumulator', /./);
    await click(page, 'button.All 54 loops ...');
    await click(page, 'button.Chosen loop'); // as the program that the export writes
    await until(page, 'verdict.your-own', /^OK/);
    assert.match(await page.$eval('#loop-code', code => code.value), /hello 1 accumulator/);
});

// The body of a loop, and what becomes of it.
const cases = {
    'milliseconds are known from the first step': [on_frames('update(1000 / 60); draw(1);'), 'verdict.your-own', /^OK/],
    'the date is that of the lab, too': [on_frames(`if (Date.now() > 1e9) throw new Error('a real date'); ${STEP}`), 'verdict.your-own', /^OK/],
    'a last step may be shorter': [on_frames('update(0.01); update(0.01); update(0.005); draw();'), 'verdict.your-own', /^(?!STOPPED|STARTING)/],
    'a function of the lines is a loop too': ["function answer(line) { return line.startsWith('hello') ? 'hello 1 mine' : line.startsWith('frame') ? 'plan 1 0.016666666666666666 1' : undefined; }", 'verdict.your-own', /^OK/],
    'a step of another size is refused': [on_frames('update(0.01); update(0.02); update(0.01); draw(1);'), 'story.your-own', /update\(\) got 0.01 and 0.02 in one frame/],
    'a syntax error is shown': ['requestAnimationFrame(;', 'story.your-own', /exit code 1 before its first frame: Unexpected token/],
    'an error has its line': [on_frames('\nundefined_function();'), 'story.your-own', /line 3: undefined_function is not defined/],
    'timers are refused': ['setInterval(() => update(1 / 60), 16);', 'story.your-own', /not from timers/],
    'a loop that asks for no frame is told': [STEP, 'story.your-own', /has not called requestAnimationFrame/],
    'an endless loop is ended after a second': [on_frames('for (;;);'), 'story.your-own', /no answer to frame 1 within 1 s/],
};
looped('what a visitor writes runs or is refused with its reason, and nothing of it is left', [], async page => {
    for (const [name, [source, widget, pattern]] of Object.entries(cases)) {
        await run(page, source);
        await wait(1000);
        await until(page, widget, pattern, name);
    }
    await page.click('#loop-close');
    await click(page, 'loop.fixed');
    await until(page, 'lane.fixed', /./);
    assert.ok(await eventually(() => page.evaluate(() => document.querySelectorAll('iframe').length === 0)));
});

looped('a loop has no network, no storage and no page, and is in no link and no storage of the site', [], async page => {
    const requests = [];
    page.on('request', request => { if (/marker/.test(request.url())) requests.push(request.url()); });
    await run(page, `/* marker */ const tried = [];
for (const [name, attempt] of Object.entries({
    fetch: () => fetch('${at('')}?marker').then(() => tried.push('fetch'), () => {}),
    scripts: () => importScripts('${at('page.js?marker')}'), storage: () => localStorage, databases: () => indexedDB.open('marker').onsuccess.x,
    socket: () => { new WebSocket('${at('').replace('http', 'ws')}?marker').onopen = () => tried.push('socket'); },
    page: () => parent.document, document: () => document.title}))
    try { attempt(); if (name !== 'fetch' && name !== 'socket') tried.push(name); } catch {}
let count = 0;
${on_frames(`if (++count === 60) throw new Error('tried: ' + tried.join(' ') + '.'); ${STEP}`)}`);
    assert.match(await until(page, 'story.your-own', /tried: /), /tried: \./);
    assert.deepEqual(requests, []);
    await page.click('#copy-link');
    await wait(1500);
    const kept = await page.evaluate(() => [location.href, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join('\n'));
    assert.doesNotMatch(kept, /marker|your-own/);
    assert.doesNotMatch(await call(page, 'timestep_set_up_line'), /marker/);
});
