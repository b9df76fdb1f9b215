// page.js -- starts the program in the canvas, and connects it with the page: files, clipboard, links, screen readers
//
// docs/browser.md describes the interface of the program. load.js has begun to load it. Modules that the start does not need are
// loaded when they are used.

const largest = 32 << 20; // bytes of a file that the window opens; larger ones are only measured
const settings = '/kept/settings.toml';
const needs_webgl = 'The window needs WebGL 2, which this browser does not offer.';
const byId = id => document.getElementById(id);
const canvas = byId('canvas');
const query = new URLSearchParams(location.search);
const embedded = query.get('embed') === '1';
// The page wrote its address itself, or the visitor reloads: what it shows is the visitor's own work, and needs no message.
const is_reload = Boolean(history.state?.set_up) || performance.getEntriesByType('navigation')[0]?.type === 'reload';
let program = null; // the module, as soon as it runs
let set_up = {line: '', origin: history.state?.set_up ?? 'own'}; // what the address stands for: the visitor's own work, or a link
const saved = new Set(); // names of the files that were downloaded
let describing = 0; // the timer of describe()
let film = null; // a MediaRecorder while it films
let writing = 0; // the timer of write_address()
let watching = 0; // the timer of watch_display()

function say(text, isProblem = false) {
    byId('notice').textContent = text;
    byId('notice').classList.toggle('problem', isProblem);
    if (isProblem) byId('notice').hidden = false; // also in an article
}

function call(name, ...texts) {
    return program.ccall(name, 'string', texts.map(() => 'string'), texts);
}

// Links ---------------------------------------------------------------------------------------------------------------

// Opens the set-up of the address as a link: the visitor's own settings are kept.
async function follow_address() {
    if (location.hash.length < 2) return;
    set_up.origin = 'link';
    const {open_link} = await import('./links.js');
    const {complete, said} = open_link(location.hash.slice(1), line => call('timestep_open_set_up', '#' + encodeURIComponent(line)));
    if (!complete || !(embedded || is_reload)) say(said, !complete);
}

// Called twice a second: the address follows every change, so that a reload and a bookmark show the same.
function write_address() {
    const line = call('timestep_set_up_line'), before = set_up.line;
    set_up.line = line;
    if (before === line || !before) return;
    const address = new URL(location.href);
    address.search = '';
    address.hash = encodeURIComponent(line);
    history.replaceState({set_up: set_up.origin}, '', address);
}

// Starts again without the lesson of the address, which the program does not have.
function leave_lesson_out() {
    const address = new URL(location.href);
    address.searchParams.set('unknown-lesson', query.get('lesson').replace(/[^\w-]/g, '').slice(0, 60));
    address.searchParams.delete('lesson');
    location.replace(address);
}

async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        say(`${what} copied.`);
    } catch {
        say(`The browser did not allow the page to copy. ${what}: ${text}`, true);
    }
}

function copy_link() {
    set_up.line = 'not written yet';
    write_address();
    copy(location.href, 'Link');
}

// Settings, in the browser's storage of this site ---------------------------------------------------------------------

// Of this tab after a reload, else those that were kept last.
function kept_settings() {
    try {
        return embedded ? null : (is_reload && sessionStorage.getItem('settings')) || localStorage.getItem('timestep-lab settings');
    } catch {
        return null; // a private window may have no storage
    }
}

function keep_settings() {
    try {
        if (embedded) return;
        const text = program.FS.readFile(settings, {encoding: 'utf8'});
        sessionStorage.setItem('settings', text);
        localStorage.setItem('timestep-lab settings', text);
    } catch {} // full, or a private window: nothing is kept
}

// A reload does not open a file again, and says so.
function forget_opened_file() {
    try {
        const name = sessionStorage.getItem('opened');
        sessionStorage.removeItem('opened');
        if (name && is_reload) say(`${name} is not open any more. Open it again to go on with it.`);
    } catch {}
}

// Screen keyboard -----------------------------------------------------------------------------------------------------

// It writes into the field `typed`, which is there while a text field of the window has the focus.
let typed = []; // the characters that the window has

const type = text => program.ccall('timestep_type', null, ['string'], [text]);

function follow_typing(is_typing) {
    if (!matchMedia('(pointer: coarse)').matches) return;
    byId('typed').value = '';
    byId('typed').hidden = !is_typing;
    typed = [];
    (is_typing ? byId('typed') : canvas).focus({preventScroll: true});
}

// A screen keyboard can replace what it has written.
function pass_typed() {
    const text = [...byId('typed').value], differing = text.findIndex((character, i) => character !== typed[i]);
    const equal = Math.min(differing < 0 ? text.length : differing, typed.length);
    if (program) type('\b'.repeat(typed.length - equal) + text.slice(equal).join(''));
    typed = text;
}

function pass_key(event) {
    const key = {Enter: '\n', Escape: '\x1b', Backspace: typed.length ? '' : '\b'}[event.key];
    if (key && program) type(key);
}

// Loops that the visitor writes ---------------------------------------------------------------------------------------

let loading_loops = null;
const loops = () => loading_loops ??= import('./loops.js'); // one promise, so that its calls keep their order

// A line of a loop, or an error of it; a null text says that it has ended.
function tell_program(id, text, is_error) {
    if (!program) return; // it has stopped
    program.ccall('timestep_loop_output', null, ['number', text === null ? 'number' : 'string', 'number'], [id, text ?? 0, +is_error]);
    program.ccall('timestep_advance_loops', null, [], []);
}

// Files ---------------------------------------------------------------------------------------------------------------

const measure = file => import('./measure.js').then(module => module.measure(file), error => say(`The dialog could not be loaded: ${error.message}`, true));

async function open_file(file) {
    if (file.size > largest) {
        measure(file);
        return;
    }
    program.FS.mkdirTree('/opened');
    const path = '/opened/' + file.name.replaceAll('/', '_');
    program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    program.ccall('timestep_open', null, ['string'], [path]);
    try {
        sessionStorage.setItem('opened', file.name);
    } catch {}
    canvas.focus();
}

export function download(bytes, name, type = 'application/octet-stream') {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes], {type}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function accept_drops() {
    const has_file = event => event.dataTransfer?.types.includes('Files');
    addEventListener('dragover', event => {
        if (!has_file(event)) return;
        event.preventDefault();
        byId('drop').hidden = false;
    });
    addEventListener('dragleave', event => { if (!event.relatedTarget) byId('drop').hidden = true; });
    addEventListener('drop', event => {
        if (!has_file(event)) return;
        event.preventDefault();
        byId('drop').hidden = true;
        const file = event.dataTransfer.files[0];
        if (byId('measurement').open) measure(file);
        else if (program) open_file(file);
    });
}

// Films the canvas, until it is called again.
function toggle_film() {
    if (film) return film.stop();
    const type = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4'].find(type => MediaRecorder.isTypeSupported(type));
    const parts = [];
    film = new MediaRecorder(canvas.captureStream(), {mimeType: type, videoBitsPerSecond: 8e6});
    film.ondataavailable = event => parts.push(event.data);
    film.onstop = () => {
        film = null;
        byId('film').textContent = 'Film';
        download(new Blob(parts), `timestep-lab.${type.includes('mp4') ? 'mp4' : 'webm'}`, type);
    };
    film.start(1000);
    byId('film').textContent = 'Stop filming';
}

// Screen readers ------------------------------------------------------------------------------------------------------

// Writes the state of the program into the page, once a second. It is announced only if more than numbers have changed.
function describe() {
    const text = call('timestep_text');
    if (byId('state').textContent === text) return;
    const words = text.replace(/[-+.\d]+/g, '');
    if (describe.words !== words) byId('announcement').textContent = text;
    describe.words = words;
    byId('state').textContent = text;
}

// The display ---------------------------------------------------------------------------------------------------------

// Writes into the page, every two seconds, whether the callbacks of the browser are in step with the display.
async function watch_display() {
    const {Watch} = await import('./browser_timing.js'), watch = new Watch();
    if (!byId('fallback').hidden) return;
    watching = setInterval(() => { byId('in-step').textContent = watch.words(); }, 2000); // 1 to 5 ms each
    document.addEventListener('visibilitychange', () => watch.reset());
    const frame = stamp => {
        if (!watching) return; // the program has ended
        watch.add(stamp, performance.now());
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}

// Start ---------------------------------------------------------------------------------------------------------------

function fail(reason) {
    document.body.classList.remove('runs');
    clearInterval(describing);
    clearInterval(writing);
    clearInterval(watching);
    watching = 0;
    byId('in-step').textContent = '';
    canvas.hidden = true;
    for (const id of ['open', 'copy-link', 'film']) byId(id).disabled = true;
    byId('loading').hidden = true;
    byId('fallback-reason').textContent = reason;
    byId('fallback').hidden = false;
}

// Ends a program that cannot go on: its memory can still be read, and what it had not finished is saved.
function stop(reason) {
    keep_settings();
    for (const name of program.FS.readdir('/saved').filter(name => !/^\.\.?$/.test(name) && !saved.has(name)))
        download(program.FS.readFile(`/saved/${name}`), name);
    program.pauseMainLoop?.();
    program = null;
    fail(`${reason} Your settings and recordings are kept.`);
    byId('reload').hidden = false;
}

// A program that stops in the middle of a frame calls nothing.
function handle_trap(error) {
    if (program && error instanceof WebAssembly.RuntimeError) stop(`The program has stopped (${error.message}).`);
}

function handle_lost_context() {
    program?.ccall('timestep_keep_settings', null, [], []);
    if (program) stop('The browser has lost its connection to the graphics processor.');
}

// Called when the program has ended. `problems` are its messages.
function handle_exit(code, problems) {
    if (!code) fail('The program has ended. Load the page again to start it.');
    else if (!canvas.getContext('webgl2')) fail(needs_webgl);
    else if (!document.body.classList.contains('runs') && query.has('lesson') && !embedded) leave_lesson_out();
    else fail(problems.join(' ') || `The program ended with the exit code ${code}.`);
}

// Returns the arguments of the program for this address. Tests set `timestepArguments`, and `timestepFiles`: bytes by path.
function program_arguments() {
    const all = [...(globalThis.timestepArguments ?? [])];
    if (embedded) all.push('--present', 'on');
    if (query.has('lesson')) all.push('--lesson', query.get('lesson'));
    return all;
}

async function start() {
    if (typeof WebGL2RenderingContext !== 'function') return fail(needs_webgl); // a context made here to try it would delay the start
    if (typeof WebAssembly !== 'object') return fail('The window needs WebAssembly, which this browser does not offer.');
    if (typeof createTimestepDemo !== 'function') return fail('The program could not be started: timestep_demo.js could not be loaded');
    const bar = byId('loaded'), size = +bar.dataset.bytes || Infinity;
    loading.show = () => { bar.value = loading.bytes / size; };
    const problems = [], stored = kept_settings();
    program = await createTimestepDemo({
        canvas,
        arguments: program_arguments(),
        timestepQuietStart: is_reload || location.hash.length > 1,
        preRun: [module => {
            for (const [path, content] of [...Object.entries(globalThis.timestepFiles ?? {}), ...(stored ? [[settings, stored]] : [])]) module.FS.writeFile(path, content);
        }],
        print: text => console.log(text),
        printErr: text => {
            problems.push(text);
            say(text, true);
        },
        instantiateWasm: (imports, receive) => {
            loading.module.then(async module => receive(await WebAssembly.instantiate(module, imports), module))
                .catch(error => fail(`The program could not be loaded: ${error.message}`));
            return {};
        },
        onExit: code => { if (byId('reload').hidden) handle_exit(code, problems); }, // else stop() has ended it
        timestepSaved: path => {
            if (!program) return; // it has stopped
            const name = path.split('/').pop();
            saved.add(name);
            download(program.FS.readFile(path), name);
        },
        timestepKept: keep_settings,
        timestepTyping: follow_typing,
        timestepLoops: {
            start: (id, source) => loops().then(module => module.start_loop(id, source, tell_program)),
            write: (id, line) => loops().then(module => module.write_to_loop(id, line)),
            end: id => loops().then(module => module.end_loop(id)),
        },
        timestepEdit: path => loops().then(module => module.edit_loop(program, path)),
        timestepCopy: text => copy(text, 'Set-up'),
    });
    globalThis.timestep = program; // for tests
    if (!byId('fallback').hidden) return;
    document.body.classList.add('runs');
    if (query.has('unknown-lesson')) say(`The link was opened without its lesson: this program has no lesson "${query.get('unknown-lesson')}".`, true);
    if (!is_reload || set_up.origin === 'link' || !history.state?.set_up) await follow_address();
    addEventListener('hashchange', follow_address);
    addEventListener('error', event => handle_trap(event.error));
    canvas.addEventListener('webglcontextlost', handle_lost_context);
    addEventListener('unhandledrejection', event => handle_trap(event.reason));
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', event => program?.ccall('timestep_use_light_theme', null, ['number'], [+event.matches]));
    addEventListener('pagehide', () => {
        if (!program) return;
        program.ccall('timestep_keep_settings', null, [], []);
        keep_settings(); // now: timestepKept would come too late
        if (writing) write_address();
    });
    forget_opened_file();
    addEventListener('paste', event => {
        if (document.activeElement === canvas) program.ccall('timestep_paste', null, ['string'], [event.clipboardData.getData('text')]);
    });
    new ResizeObserver(() => dispatchEvent(new Event('resize'))).observe(canvas);
    describing = setInterval(describe, 1000);
    if (embedded) return;
    write_address(); // what the page starts with is no change, and one soon after it is
    writing = setInterval(write_address, 500);
    watch_display();
    canvas.focus();
}

byId('bar').hidden = false;
if (embedded) {
    document.body.classList.add('embedded');
    for (const id of ['open', 'measure', 'copy-link', 'pages', 'notice']) byId(id).hidden = true;
    const whole = new URL(location.href);
    whole.searchParams.delete('embed');
    byId('whole').href = whole;
    byId('whole').hidden = false;
}
byId('open').onclick = () => byId('file').click();
byId('file').onchange = () => {
    const [file] = byId('file').files;
    byId('file').value = '';
    if (file && program) open_file(file);
};
byId('typed').oninput = pass_typed;
byId('typed').onkeydown = pass_key;
byId('typed').onkeyup = event => canvas.dispatchEvent(new KeyboardEvent('keyup', event)); // of a key that was pressed before
byId('film').onclick = () => { if (program) toggle_film(); };
byId('film').hidden = embedded || typeof MediaRecorder !== 'function';
byId('reload').onclick = () => location.reload();
byId('measure').onclick = () => measure(null);
byId('copy-link').onclick = () => { if (program) copy_link(); };
accept_drops();
start().catch(error => fail(`The program could not be started: ${error.message}`));
