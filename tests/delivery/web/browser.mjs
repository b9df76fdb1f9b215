// browser.mjs -- Chromium on dist/web: a web server for static files, and pages that record what must not happen
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {extname, join, normalize} from 'node:path';
import {after, test} from 'node:test';
import puppeteer from 'puppeteer-core';

export const root = process.env.TIMESTEP_ROOT;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png'};

/**
 * Serves the folder below /project/ on a free port of this machine, as a host serves the pages of a project, and `extra`: bytes by path. A wrong address gets 404.html. Returns
 * the server, with the address of its start page in `address_of_page`.
 */
async function serve(folder, extra = {}) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, 'http://page').pathname)).replace(/^\/project(?=\/)/, '');
        try {
            if (!request.url.startsWith('/project/')) throw Error('outside the project');
            const bytes = extra[path] ?? await readFile(join(folder, path.endsWith('/') ? path + 'index.html' : path));
            response.writeHead(200, {'content-type': types[extname(path)] ?? 'text/html'}).end(bytes);
        } catch {
            response.writeHead(404, {'content-type': 'text/html'}).end(await readFile(join(folder, '404.html')).catch(() => ''));
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    server.address_of_page = `http://127.0.0.1:${server.address().port}/project/`;
    return server;
}

function launch() {
    return puppeteer.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--autoplay-policy=user-gesture-required'],
        timeout: 180_000, protocolTimeout: 600_000,
    });
}

/** Starts Firefox ESR. Without a display it offers no WebGL 2, so run.sh gives it one of xvfb. */
export function launch_firefox() {
    return puppeteer.launch({browser: 'firefox', executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr', headless: false, extraPrefsFirefox: {'webgl.force-enabled': true}, timeout: 180_000, protocolTimeout: 600_000});
}

/** Lists in `page.problems` messages on the console, exceptions, and requests to other servers than that of the address. */
export function record_problems(page, address) {
    page.problems = [];
    page.on('console', message => page.problems.push(`console: ${message.text()}`));
    page.on('pageerror', error => page.problems.push(`exception: ${error}`));
    page.on('request', request => { if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(address)) page.problems.push(`request: ${request.url()}`); });
}

/**
 * Opens an address in a page of 1280x720. `arguments` are those of the program, and `files` the bytes, by path, of files that it finds. `prepare`, a function or its source, runs
 * before the page's scripts, whose thread runs `slowdown` times slower. `problems` of the returned page also lists failed requests.
 */
export async function open(browser, address, {arguments: words = [], files = {}, prepare = null, slowdown = 1, permissions = true, viewport = {width: 1280, height: 720}} = {}) {
    const context = await browser.createBrowserContext();
    if (permissions) await context.overridePermissions(new URL(address).origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    const page = await context.newPage();
    await page.setViewport(viewport);
    if (slowdown > 1) await page.emulateCPUThrottling(slowdown);
    record_problems(page, new URL(address).origin);
    page.on('requestfailed', request => page.problems.push(`failed: ${request.url()}`));
    page.on('response', response => { if (response.status() >= 400) page.problems.push(`${response.status()}: ${response.url()}`); });
    await page.evaluateOnNewDocument((words, files) => {
        globalThis.timestepArguments = words;
        globalThis.timestepFiles = Object.fromEntries(files.map(([path, bytes]) => [path, Uint8Array.from(bytes)]));
    }, words, Object.entries(files).map(([path, bytes]) => [path, [...bytes]]));
    if (prepare) await page.evaluateOnNewDocument(prepare);
    await page.goto(address);
    return page;
}

/** Returns a function that tests a page: `opened` opens it with the arguments `opening`. At the end it must have no problem, which `finished` checks. */
export const tests_of = (opened, finished) => (name, opening, check) => test(name, async () => {
    const page = await opened(...opening);
    await check(page);
    await finished(page);
});

/** Starts a server and a browser, until the tests of the file end. */
export async function started(folder, extra = {}) {
    const server = await serve(folder, extra), browser = await launch();
    after(async () => {
        await browser.close();
        server.close();
    });
    return {server, browser};
}

/**
 * The same for the program of dist/web. `at` returns an address, `opened` a page with the running program, `finished` closes a page
 * that has had no problem, and `paged` is tests_of() both.
 */
export async function program_pages(extra = {}) {
    const {server, browser} = await started(join(root, 'dist/web'), extra);
    const at = (rest = '') => `${server.address_of_page}demo/${rest}`;
    async function opened(rest = '', options = {}) {
        const page = await open(browser, at(rest), options);
        await running(page);
        return page;
    }
    async function finished(page) {
        assert.deepEqual(page.problems, []);
        await page.browserContext().close();
    }
    return {server, browser, at, opened, finished, paged: tests_of(opened, finished)};
}

export const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Calls `check` every 100 ms until it returns a true value, which it returns, or the last one. */
export async function eventually(check, tries = 200) {
    let last = await check();
    for (; !last && tries > 0; --tries, last = await check()) await wait(100);
    return last;
}

/** Waits until the program runs and has drawn some pictures. */
export async function running(page) {
    await page.waitForFunction(() => document.body.classList.contains('runs') || !document.getElementById('fallback').hidden, {timeout: 120_000});
    await page.evaluate(() => new Promise(resolve => {
        let left = 5;
        const count = () => (--left ? requestAnimationFrame(count) : resolve());
        requestAnimationFrame(count);
    }));
}

/** Calls a function of the program that takes and returns texts. */
export const call = (page, name, ...texts) =>
    page.evaluate((name, texts) => timestep.ccall(name, 'string', texts.map(() => 'string'), texts), name, texts);

/** Waits until the text of the program's state matches, and returns it. */
export async function text_with(page, pattern) {
    await page.waitForFunction((...words) => new RegExp(...words).test(timestep.ccall('timestep_text', 'string', [], [])), {timeout: 120_000, polling: 200}, pattern.source, pattern.flags);
    return call(page, 'timestep_text');
}

/** Returns the controls of the newest picture by name: {x, y, w, h, value} in pixels of the page. */
export async function widgets(page) {
    const rows = (await call(page, 'timestep_widgets')).trim().split('\n').slice(1).map(line => line.split(','));
    return Object.fromEntries(rows.map(([name, x, y, w, h, ...value]) => [name, {x: +x, y: +y, w: +w, h: +h, value: value.join(',')}]));
}

/** Returns what axe-core finds in the page without its frames, one text for each rule. */
export async function findings(page) {
    await page.evaluate(axe);
    return page.evaluate(async () => (await axe.run({iframes: false})).violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`));
}
