// browser.js -- the page that measures the callbacks of this browser: ten seconds, a card, a link, a recording, a loop
//
// Nothing is sent: browser_timing.js computes the figures, and timestep_lab chooses the loop.
import {advise} from './answer.js';
import {card_of, figures_in, figures_of, hidden_of, link_of, recording_of, sample_clock, Watch} from './browser_timing.js';

const length = 10_500; // ms; `timestep_lab rank` needs 10 s without hitches
const warm_up = 10;    // first callbacks that are left out: the click changes the page
const patience = 15_000; // ms until a measurement without callbacks ends
const recording_name = 'browser-frames.csv';
const byId = id => document.getElementById(id);
const still = matchMedia('(prefers-reduced-motion: reduce)');
let figures = null, recording = '', attempt = 0; // of the hidden tab

const now = () => performance.now();
const say = text => { byId('said').textContent = text; };

// Calls `each(stamp, call)` in every callback until it returns false.
function follow(each) {
    const frame = stamp => { if (each(stamp, now()) !== false) requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
}

// Calls `change` with each change of visibility until the returned function is called.
function follow_visibility(change) {
    const listen = () => change({at: now(), visible: document.visibilityState === 'visible'});
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
}

function draw(stamp, share) {
    byId('measured').value = share;
    if (!still.matches) byId('dot').style.left = `${100 - Math.abs(stamp / 10 % 200 - 100)}%`;
}

async function record() {
    const clock = sample_clock(now), log = {stamps: [], calls: [], clock, changes: [], framed: window !== window.top}, watch = new Watch(clock);
    const leave = follow_visibility(change => log.changes.push(change));
    let skipped = 0, told = 0, ended = false;
    await new Promise(resolve => {
        setTimeout(resolve, patience);
        follow((stamp, call) => {
            if (ended) return false;
            if (skipped++ < warm_up) return true;
            log.stamps.push(stamp);
            log.calls.push(call);
            watch.add(stamp, call);
            const passed = call - log.calls[0];
            draw(stamp, passed / length);
            if (passed - told > 1000) byId('live').textContent = `${Math.round((told = passed) / 1000)} of 10 s, ${watch.words()}`;
            if (passed >= length) resolve();
            return passed < length;
        });
    });
    ended = true;
    leave();
    return log;
}

async function measure() {
    ++attempt;
    byId('measure').disabled = true;
    for (const id of ['card', 'answer']) byId(id).hidden = true;
    byId('live').textContent = '';
    byId('running').hidden = false;
    byId('scene').hidden = still.matches;
    say('Measuring for ten seconds. Leave this tab in front.');
    const log = await record();
    byId('running').hidden = true;
    byId('measure').disabled = false;
    byId('measure').textContent = 'Measure again';
    figures = figures_of(log);
    recording = recording_of(log);
    show(figures, false);
    say(`Measured. ${card_of(figures).slice(0, 3).map(([name, value]) => `${name}: ${value}`).join('. ')}.`);
    choose_loop();
}

function show(shown, from_link) {
    byId('rows').replaceChildren(...card_of(shown).map(([name, value, why]) => {
        const row = document.createElement('tr'), head = document.createElement('th'), cell = document.createElement('td');
        head.scope = 'row';
        head.textContent = name;
        for (const [tag, text] of [['b', value], ['span', why]]) cell.append(Object.assign(document.createElement(tag), {textContent: text}));
        row.append(head, cell);
        return row;
    }));
    byId('card-title').textContent = from_link ? 'The values of the link' : 'This browser';
    byId('from-link').hidden = !from_link;
    byId('own').hidden = from_link;
    byId('card').hidden = false;
}

function choose_loop() {
    advise(new File([recording], recording_name), figures.why ? [] : ['--refresh-hz', figures.hz.toFixed(3)]);
}

// A hidden tab ---------------------------------------------------------------------------------------------------------

function measure_hidden() {
    const own = ++attempt, log = {calls: [now()], timers: [], changes: []}, ended = () => own !== attempt;
    let left = 3; // callbacks after the return
    const leave = follow_visibility(change => log.changes.push(change));
    const tick = () => {
        log.timers.push(now());
        if (!ended()) setTimeout(tick, 100);
    };
    tick();
    follow((_, call) => {
        if (ended()) return leave(), false;
        log.calls.push(call);
        if (log.calls.length > 100 && !log.changes.length) log.calls.splice(0, 50);
        const back = log.changes.length > 1 && log.changes.at(-1).visible;
        if (!back || --left > 0) return true;
        ++attempt;
        leave();
        Object.assign(figures, hidden_of(log));
        show(figures, false);
        const [name, value, why] = card_of(figures).at(-1);
        say(`${name}: ${value}. ${why}`);
        return false;
    });
    say('Now switch to another tab for about five seconds, and come back.');
}

// Link and recording ---------------------------------------------------------------------------------------------------

async function copy_link() {
    const address = new URL(location.href);
    address.hash = link_of(figures);
    try {
        await navigator.clipboard.writeText(address.href);
        say('Link copied. It contains the values of the card.');
    } catch {
        say(`The browser did not allow the page to copy. Link: ${address.href}`);
    }
}

function download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([recording], {type: 'text/csv'}));
    link.download = recording_name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    say(`${recording_name} downloaded.`);
}

function open_link() {
    if (location.hash.length < 2 || location.hash === '#content') return;
    const linked = figures_in(location.hash.slice(1));
    byId('answer').hidden = true;
    if (linked) show(linked, true);
    else say('The link is damaged: its values cannot be read.');
}

for (const [id, act] of Object.entries({measure, 'copy-link': copy_link, download, hidden: measure_hidden})) byId(id).onclick = act;
byId('measure').disabled = false;
addEventListener('hashchange', open_link);
open_link();
