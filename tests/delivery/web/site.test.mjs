// site.test.mjs -- the pages of the site in Chromium: axe-core, phones, keyboard, reduced motion, wrong addresses, loading
import assert from 'node:assert/strict';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {findings, record_problems, root, started, wait} from './browser.mjs';

const folder = process.env.TIMESTEP_SITE ?? join(root, 'dist/web');
// The smallest module of WebAssembly, and one with a custom section of 200,000 bytes that arrives in several parts.
const smallest = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const large = Buffer.concat([smallest, Buffer.from([0, 0xc0, 0x9a, 0x0c, 1, 0x78]), Buffer.alloc(200_000 - 2)]);
const files = (await readdir(folder, {recursive: true})).filter(path => path.endsWith('.html') && !path.startsWith('demo/')).sort();
const {server, browser} = await started(folder, {'/demo/large.wasm': large, '/demo/damaged.wasm': smallest.subarray(0, 6)});

async function opened(path, {width = 1280, height = 800, dark = true, still = false} = {}) {
    const page = await browser.newPage();
    record_problems(page, server.address_of_page);
    await page.setRequestInterception(true); // the frames of lessons would start the program
    page.on('request', request => (request.frame() !== page.mainFrame() ? request.respond({contentType: 'text/html', body: ''}) : request.continue()));
    await page.setViewport({width, height, isMobile: width < 500});
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: still ? 'reduce' : 'no-preference'}]);
    await page.goto(server.address_of_page + path);
    return page;
}

for (const [name, options] of Object.entries({'dark, 1280x800': {}, 'light, 390x844': {dark: false, width: 390, height: 844}, 'dark, 320x640': {width: 320, height: 640}}))
    test(`axe-core finds nothing on any page, and none scrolls sideways: ${name}`, async () => {
        assert.ok(files.length > 120);
        const wrong = {}, page = await opened(files[0], options);
        for (const file of files) {
            page.problems.length = 0;
            await page.goto(server.address_of_page + file);
            const found = [...await findings(page), ...page.problems];
            const width = await page.evaluate(() => document.documentElement.scrollWidth); // of a phone, innerWidth grows with the content
            if (width > page.viewport().width) found.push(`is ${width} px wide`);
            if (await page.evaluate(() => innerWidth < 500 && [...document.querySelectorAll('.pcs')].some(table => table.scrollWidth > table.parentElement.clientWidth))) found.push('the table of the PCs is cut');
            if (found.length) wrong[file] = found;
        }
        assert.deepEqual(wrong, {});
        await page.close();
    });

test('the keyboard reaches every link and control, and the focus is visible', async () => {
    for (const file of ['index.html', 'questions/index.html', 'docs/choosing.html', 'get.html', 'loops/fixed.html']) {
        const page = await opened(file);
        const wanted = await page.$$eval('a[href], summary, input, select, button, [tabindex="0"]', all => new Set(all.filter(each => each.checkVisibility()).map(each => each.type === 'radio' ? each.name : each)).size); // one stop for a group
        const reached = new Set();
        for (let i = 0; i < wanted + 3; ++i) {
            await page.keyboard.press('Tab');
            const at = await page.evaluate(() => {
                const element = document.activeElement;
                if (element === document.body) return null;
                const {outlineStyle, outlineWidth} = getComputedStyle(element);
                return {number: [...document.querySelectorAll('*')].indexOf(element), visible: outlineStyle !== 'none' && outlineWidth !== '0px' && element.getBoundingClientRect().right > 0};
            });
            if (!at) break;
            assert.ok(at.visible, `${file}: the focus ${i} is not visible`);
            reached.add(at.number);
        }
        assert.equal(reached.size, wanted, file);
        await page.close();
    }
});

// The pictures and badges of a figure, the value of its slider, and the set-up of its link.
const shown = page => page.evaluate(() => ({
    pictures: [...document.querySelectorAll('.stage canvas')].map(canvas => canvas.toDataURL()),
    badges: [...document.querySelectorAll('.figure .verdict')].map(badge => badge.textContent),
    value: document.querySelector('.figure output').textContent,
    link: document.querySelector('.figure a.button').hash,
}));

test('a figure moves, its slider and the links of the text choose the run, and it can be paused by the keyboard', async () => {
    const page = await opened('questions/why-does-an-object-pass-through-a-wall-when-the-frame-rate-drops.html');
    const first = await shown(page);
    assert.equal(first.value, '50 ms');
    await page.waitForFunction(before => document.querySelector('.stage canvas').toDataURL() !== before, {timeout: 20_000}, first.pictures[0]);
    await page.waitForFunction(() => document.querySelector('.figure .verdict').textContent.startsWith('THROUGH THE WALL'), {timeout: 20_000});
    await page.focus('.figure input[type=range]');
    await page.keyboard.press('Home');
    const none = await shown(page);
    assert.equal(none.value, '0 ms');
    assert.doesNotMatch(none.badges[0], /WALL/);
    assert.notEqual(none.link, first.link);
    assert.match(await page.$eval('.figure input[type=range]', slider => slider.getAttribute('aria-valuetext')), /^0 ms\. variable: OK\. interpolated: OK$/);
    await page.click('[data-value="20 ms"]');
    assert.equal((await shown(page)).value, '20 ms');
    await page.focus('.figure button');
    await page.keyboard.press('Space');
    const paused = await shown(page);
    await wait(300);
    assert.deepEqual(await shown(page), paused);
    await page.keyboard.press('r'); // from the start
    assert.deepEqual((await shown(page)).badges, ['SETTLING', 'SETTLING']);
    await page.close();
});

test('the upper loop of the first page can be chosen, by touch on a phone', async () => {
    const page = await opened('index.html', {width: 390, height: 844});
    await page.tap('.figure fieldset label:nth-of-type(2)');
    assert.equal(await page.$eval('.lane a', link => link.textContent), 'fixed');
    assert.match((await shown(page)).link, /loop\.preset=fixed/);
    const slider = await (await page.$('.figure input[type=range]')).boundingBox();
    assert.ok(slider.height >= 40);
    await page.touchscreen.tap(slider.x + slider.width - 4, slider.y + slider.height / 2);
    assert.equal((await shown(page)).value, '200 ms');
    await page.close();
});

test('a figure stands still for those who asked for less motion, and is a still without scripts', async () => {
    const page = await opened('index.html', {still: true});
    const before = await shown(page);
    await wait(300);
    assert.deepEqual(await shown(page), before);
    assert.equal(await page.$eval('.figure button', button => button.textContent), 'Play');
    await page.close();
    const plain = await browser.newPage();
    await plain.setJavaScriptEnabled(false);
    await plain.goto(server.address_of_page + 'index.html');
    await plain.setJavaScriptEnabled(true); // for the test alone
    assert.equal(await plain.$$eval('.stage svg', all => all.filter(each => each.checkVisibility()).length), 2);
    assert.ok(await plain.$eval('.moving', controls => !controls.checkVisibility()));
    await plain.close();
});

test('a figure works in a page that is opened as a file', async () => {
    const page = await browser.newPage();
    record_problems(page, 'file://');
    await page.goto(`file://${folder}/loops/fixed.html`);
    await page.waitForSelector('.stage canvas', {timeout: 20_000});
    assert.deepEqual(page.problems, []);
    await page.close();
});

test('a wrong address at any depth shows the page 404 with links that work', async () => {
    for (const path of ['gone.html', 'loops/gone/', 'a/b/c/d.html']) {
        const page = await opened(path);
        const first = server.address_of_page + 'index.html';
        await page.waitForFunction(first => [...document.links].some(link => link.href === first), {timeout: 20_000}, first);
        assert.equal(await page.$eval('h1', heading => heading.textContent), 'Page not found');
        await page.waitForFunction(() => getComputedStyle(document.querySelector('.top')).display === 'flex', {timeout: 20_000});
        assert.deepEqual(await findings(page), [], path);
        await page.close();
    }
});

test('the program is compiled while it loads, and the progress is reported', async () => {
    const page = await opened('404.html');
    await page.setBypassCSP(true);
    await page.goto(server.address_of_page + '404.html');
    await page.addScriptTag({url: 'demo/load.js'});
    const [counts, kind] = await page.evaluate(async () => {
        const counts = [];
        const module = await compile_program('demo/large.wasm', bytes => counts.push(bytes));
        return [counts, String(module)];
    });
    assert.equal(kind, '[object WebAssembly.Module]');
    assert.equal(counts.at(-1), large.length);
    assert.deepEqual(counts, [...counts].sort((a, b) => a - b));
    for (const [file, reason] of [['damaged', /expected|bytes|magic|version/i], ['gone', /the server answered 404/]])
        assert.match(await page.evaluate(async file => compile_program(`demo/${file}.wasm`, () => {}).then(() => '', String), file), reason);
    await page.close();
});

test('the page of the program shows its picture while it loads, and says why it does not start', async () => {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    let held;
    page.on('request', request => (request.url().endsWith('timestep_demo.js') ? (held = request) : request.continue()));
    page.goto(server.address_of_page + 'demo/').catch(() => {}); // ends when the held script does
    await page.waitForFunction(() => document.querySelector('#loading svg')?.getBoundingClientRect().width > 0, {timeout: 20_000});
    assert.ok(await page.$eval('#loaded', bar => bar.checkVisibility()));
    assert.deepEqual(await findings(page), []);
    while (!held) await wait(50);
    await held.abort();
    await page.waitForSelector('#fallback:not([hidden])', {timeout: 20_000});
    assert.match(await page.$eval('#fallback-reason', element => element.textContent), /timestep_demo\.js could not be loaded/);
    assert.ok(await page.$eval('#loading', element => !element.checkVisibility()));
    assert.deepEqual(await findings(page), []);
    await page.close();
});
