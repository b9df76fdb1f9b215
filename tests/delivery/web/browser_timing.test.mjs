// browser_timing.test.mjs -- assets/web/browser_timing.js on planted displays, clocks and loads; needs node only
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {test} from 'node:test';

const root = process.env.TIMESTEP_ROOT ?? fileURLToPath(new URL('../../..', import.meta.url));
const source = readFileSync(`${root}/assets/web/browser_timing.js`); // as a data: address, because older versions of node take a .js file for CommonJS
const {card_of, clock_of, figures_in, figures_of, hidden_of, link_of, name_of, recording_of, refreshes_of, sample_clock, Watch} = await import(`data:text/javascript;base64,${source.toString('base64')}`);
/** Returns a generator of random numbers from 0 to 1 (Park and Miller's) with a normal distribution in `normal`. */
function random_of(seed) {
    let state = (seed * 7919 + 12345) % 2147483647;
    const next = () => (state = state * 48271 % 2147483647) / 2147483647;
    for (let i = 0; i < 10; ++i) next();
    next.normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
    return next;
}

/**
 * Returns {stamps, calls, clock} of `seconds` on a display of `hz`: `jitter` (ms, RMS) of the stamps, `clamp` (ms) of the clock, the share `drops`
 * of callbacks missing, `hiccups` of 40 to 140 ms, `interval(random, i)` in ms in place of a fixed rate.
 */
function planted({hz = 60, seed = 1, seconds = 10.5, jitter = 0.1, clamp = 0, drops = 0, hiccups = 0, interval = null}) {
    const random = random_of(seed), origin = 1000 * random(), stamps = [], calls = [], clock = [];
    const rounded = time => (clamp ? Math.floor(time / clamp + 1e-9) * clamp : time);
    for (let i = 0, time = origin; i < 400; ++i, time += (clamp || 0.003) * (0.1 + 0.1 * random())) clock.push(rounded(time));
    const busy = Array.from({length: hiccups}, () => 1000 + 1000 * random() * (seconds - 2));
    let until = 0;
    for (let i = 0, time = 0; time < 1000 * seconds; ++i, time = interval ? time + interval(random, i) : 1000 * i / hz) {
        if (busy.length && busy.some(at => at <= time && at + 1000 / hz > time)) until = time + 40 + 100 * random();
        if (time < until || random() < drops) continue;
        const stamp = origin + 100 + time + jitter * random.normal();
        stamps.push(rounded(stamp));
        calls.push(rounded(stamp + 0.3 + 0.2 * random()));
    }
    return {stamps, calls, clock};
}

const rates = [30, 40, 59.94, 60, 75, 90, 120, 144], seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const row = (figures, name) => card_of(figures).find(([each]) => each === name);

/** Measures a rate with ten seeds: how many rates are right within 0.5 Hz, inside the error, and named, and the reasons of the others. A wrong name or rate fails. */
function measured(hz, options) {
    const counts = {right: 0, inside: 0, named: 0, reasons: new Set()};
    for (const seed of seeds) {
        const found = figures_of(planted({hz, seed, ...options}));
        if (found.why) {
            counts.reasons.add(found.why);
            assert.equal(found.hz, undefined);
            continue;
        }
        assert.ok(Math.abs(found.hz - hz) < 0.5, `seed ${seed}: ${found.hz} Hz in place of ${hz}`);
        assert.ok([hz, null].includes(name_of(found)), `seed ${seed}: ${hz} Hz is called ${name_of(found)} Hz`);
        counts.right += 1;
        counts.inside += Math.abs(found.hz - hz) <= found.error;
        counts.named += name_of(found) === hz;
    }
    return counts;
}

const conditions = {
    'little jitter': {}, 'a clock of 0.1 ms': {clamp: 0.1}, 'a clock of 1 ms': {clamp: 1}, 'jitter of 1 ms': {jitter: 1}, '5 % dropped': {drops: 0.05},
    '40 % dropped': {drops: 0.4}, 'everything': {clamp: 1, jitter: 0.5, drops: 0.05, hiccups: 3},
};
for (const [name, options] of Object.entries(conditions))
    test(`each rate is found and named with ${name}`, () => {
        for (const hz of rates) {
            const {right, inside, named} = measured(hz, options);
            assert.ok(right >= 9 && inside >= 8 && named >= 8, `${hz} Hz: ${right} right, ${inside} within the error, ${named} named`);
        }
    });

test('jitter of several milliseconds is measured where it is small beside the period, and otherwise hides the rate', () => {
    for (const hz of [30, 60]) assert.equal(measured(hz, {jitter: 3}).right, 10);
    for (const [hz, jitter] of [[60, 6], [144, 2]]) assert.deepEqual(measured(hz, {jitter}), {right: 0, inside: 0, named: 0, reasons: new Set(['uneven'])});
});

test('with a clock of 16.67 ms no rate is told, but the callbacks are counted', () => {
    for (const hz of rates.filter(hz => hz > 30)) assert.deepEqual(measured(hz, {clamp: 1000 / 60}), {right: 0, inside: 0, named: 0, reasons: new Set(['clamp'])});
    const figures = figures_of({...planted({hz: 144, clamp: 1000 / 60}), clock: [0, 1000 / 60, 2000 / 60, 50]}); // 60 ms have four steps
    assert.equal(row(figures, 'Refresh rate')[1], 'Cannot tell');
    assert.match(row(figures, 'Callbacks')[2], /^14[34]\.\d a second/);
    assert.equal(row(figures, 'Resolution of the clock')[1], '16.7 ms');
});

const uneven = {
    'from 7 to 20 ms': random => 7 + 13 * random(), 'near 60 Hz': random => 16.67 + 0.5 * random.normal(), 'near 144 Hz': random => 6.94 + 0.5 * random.normal(),
    'of a rate that falls': (_, i) => 16.667 + i * 0.002, 'of three lengths': (_, i) => [14, 17, 21][i % 3],
};
for (const [name, interval] of Object.entries(uneven))
    test(`intervals ${name}, as with a variable refresh rate, have no rate`, () => {
        for (const seed of seeds) {
            const found = figures_of(planted({seed, interval}));
            if (name === 'of three lengths') assert.ok(found.why || name_of(found) === null); // each third callback is regular
            else assert.ok(found.why, `${found.hz} Hz`);
            assert.equal(row(found, 'Low power')[1], found.why ? 'Cannot tell' : 'No sign');
        }
    });

test('a rate that changes has no name, and both rates are reported', () => {
    for (const [from, to, at] of [[60, 120, 4], [60, 90, 5], [60, 75, 5], [60, 144, 7], [120, 60, 5]]) { // at seconds
        const figures = figures_of(planted({interval: (_, i) => 1000 / (i < at * from ? from : to)}));
        assert.equal(figures.why, 'changed', `${from} to ${to} Hz`);
        assert.match(row(figures, 'Refresh rate')[2], new RegExp(`about ${from}\\.0 Hz at first, ${to}\\.0 Hz later`));
    }
    for (const at of [1, 2, 8, 9, 10]) {
        const figures = figures_of(planted({interval: (_, i) => 1000 / (i < 60 * at ? 60 : 90)}));
        assert.ok(figures.why || [60, 90, null].includes(name_of(figures)), `at ${at} s: ${figures.hz} Hz`);
    }
    const round_trip = figures_of(planted({interval: (_, i) => 1000 / (i > 240 && i < 510 ? 90 : 60)})); // 180 Hz is a common multiple
    assert.deepEqual([round_trip.why, round_trip.hz], ['uneven', undefined]);
});

test('59.94 and 60 Hz are told apart in ten seconds, and not in one', () => {
    for (const hz of [59.94, 60]) {
        assert.equal(name_of(figures_of(planted({hz}))), hz);
        assert.equal(name_of(figures_of(planted({hz, seconds: 1, clamp: 1}))), null);
    }
});

test('a rate that is not usual has no name, and one that differs from a usual rate by the error of clocks has', () => {
    const rate_row = hz => row(figures_of(planted({hz})), 'Refresh rate')[2];
    assert.match(rate_row(59.951), /^Not a usual refresh rate: between 59\.94 and 60 Hz\./);
    assert.match(rate_row(60.0024), /^60 Hz is the only/); // the timer of Chromium without a display: 16,666 us
    assert.match(row(figures_of(planted({hz: 59.97, seconds: 1, clamp: 1})), 'Refresh rate')[2], /^59\.94 and 60 Hz both lie within/);
});

test('too few callbacks give no rate', () => {
    for (const callbacks of [0, 1, 29]) {
        const {stamps, calls, clock} = planted({});
        const figures = figures_of({stamps: stamps.slice(0, callbacks), calls: calls.slice(0, callbacks), clock});
        assert.equal(figures.why, 'few');
        assert.equal(card_of(figures).length, 8);
    }
});

test('dropped callbacks are counted, with the length of the intervals', () => {
    const {stamps, calls, clock} = planted({seed: 3}), without = times => times.filter((_, i) => ![100, 200, 201, 300, 301, 302, 303].includes(i));
    const {refreshes, dropped, two, three, more} = figures_of({stamps: without(stamps), calls: without(calls), clock});
    assert.deepEqual({refreshes, dropped, two, three, more}, {refreshes: 630, dropped: 7, two: 1, three: 1, more: 1});
    for (const share of [0.1, 0.5, 0.9]) // of intervals of two refreshes
        for (const seed of seeds) {
            const found = refreshes_of(planted({seed, interval: random => (random() < share ? 2000 / 60 : 1000 / 60)}).stamps);
            assert.ok(Math.abs(found.hz - 60) < 0.1 && found.two > 0.8 * share * found.refreshes / (1 + share), `share ${share}, seed ${seed}: ${found.hz} Hz`);
        }
});

test('the jitter is that of the calls about the refreshes', () => {
    for (const jitter of [0.2, 1, 3]) {
        const figures = figures_of(planted({jitter, seed: 5}));
        assert.ok(Math.abs(figures.jitter - jitter) < 0.1 * jitter + 0.02, `${figures.jitter} in place of ${jitter}`);
    }
    assert.match(row(figures_of(planted({jitter: 0.05, clamp: 1})), 'Jitter of callbacks')[2], /not distinguishable from the steps/);
});

test('the step of the clock is found, and whether it is rounded', () => {
    for (const clamp of [0.005, 0.02, 0.1, 1, 1000 / 60]) {
        const found = clock_of(planted({clamp, seed: 2}).clock);
        assert.ok(Math.abs(found.step - clamp) < 1e-3 * clamp && found.clamp === found.step, `${found.step} in place of ${clamp}`);
    }
    const fine = clock_of(planted({}).clock);
    assert.ok(fine.clamp === 0 && fine.step < 0.001);
    assert.deepEqual(clock_of([1, 2, 3]), {why: 'clock'});
    for (const [step, count] of [[0.1, 401], [1, 61]]) { // until 400 steps or 60 ms
        let time = 0;
        assert.equal(sample_clock(() => Math.floor((time += step / 5) / step + 1e-9) * step).length, count);
    }
});

test('30 Hz is possibly low power, and in a frame possibly throttled', () => {
    const times = planted({hz: 30}), slow = figures_of(times);
    assert.deepEqual([row(slow, 'Low power')[1], row(slow, 'Throttling')[1]], ['Possible', 'No sign']);
    assert.match(row(slow, 'Low power')[2], /display at 30 Hz both look like this/);
    assert.equal(row(figures_of({...times, framed: true}), 'Throttling')[1], 'Possible');
    assert.equal(row(figures_of(planted({hz: 60})), 'Low power')[1], 'No sign');
});

test('one callback a second is throttling, and long intervals are gaps', () => {
    const slow = figures_of(planted({interval: () => 1000}));
    assert.deepEqual([slow.why, row(slow, 'Throttling')[1]], ['few', 'Yes']);
    const {stamps, calls, clock} = planted({}), without = times => times.filter((_, i) => i < 100 || i > 120);
    const gap = figures_of({stamps: without(stamps), calls: without(calls), clock});
    assert.deepEqual([gap.gaps, ...row(gap, 'Throttling').slice(1)], [1, 'Gaps', '1 interval of more than 250 ms while the page was visible.']);
});

test('time in which the page was hidden is left out of the figures and the recording', () => {
    const {stamps, calls, clock} = planted({}), shifted = times => times.map((time, i) => (i < 200 ? time : time + 5000));
    const log = {stamps: shifted(stamps), calls: shifted(calls), clock, changes: [{at: calls[199] + 1, visible: false}, {at: calls[199] + 5001, visible: true}]};
    const figures = figures_of(log);
    assert.deepEqual([figures.callbacks, figures.dropped, figures.gaps, name_of(figures)], [430, 0, 0, 60]);
    assert.equal(recording_of(log).split('\n').length, 431);
    assert.equal(figures_of({...log, changes: []}).gaps, 1);
});

test('a hidden tab has no callbacks, or one a second, and its timer may be slowed', () => {
    const every = (step, from, to) => Array.from({length: Math.floor((to - from) / step)}, (_, i) => from + (i + 1) * step);
    const changes = [{at: 1000, visible: false}, {at: 7000, visible: true}];
    const none = hidden_of({calls: [...every(16, 0, 1000), ...every(16, 7000, 8000)], timers: every(1000, 0, 8000), changes});
    assert.deepEqual([none.hidden, none.hidden_calls, none.hidden_timers], [6, 0, 5]);
    assert.ok(none.hidden_gap > 6 && none.hidden_gap < 6.1);
    const base = figures_of(planted({}));
    assert.deepEqual(row({...base, ...none}, 'Hidden tab').slice(1), ['No callbacks', 'Hidden for 6.0 s: 0 callbacks, and a timer of 0.1 s ran 0.83 times a second. Longest frame: 6.0 s.']);
    const some = hidden_of({calls: every(1000, 0, 8000), timers: every(100, 0, 8000), changes});
    assert.equal(row({...base, ...some}, 'Hidden tab')[1], '0.83 a second');
    assert.equal(row({...base, ...some, hidden: 1}, 'Hidden tab')[1], 'Cannot tell');
    assert.equal(row(base, 'Hidden tab')[1], 'Not measured');
    assert.equal(hidden_of({calls: [1], timers: [], changes: [changes[0]]}), null);
});

test('a link gives the same card, and a damaged one none', () => {
    for (const options of [{}, {drops: 0.1}, {clamp: 1}, {clamp: 1000 / 60}, {interval: () => 1000}, {interval: (_, i) => 1000 / (i < 300 ? 60 : 90)}]) {
        const figures = {...figures_of(planted(options)), hidden: 6, hidden_calls: 0, hidden_timers: 6, hidden_gap: 6.1};
        assert.deepEqual(card_of(figures_in(link_of(figures))), card_of(figures));
    }
    const link = link_of(figures_of(planted({})));
    for (const wrong of ['', 'browser=2', link.replace(/hz=[^&]*/, 'hz=x'), link.replace(/hz=[^&]*/, 'hz=-1'), link.replace(/&hz=[^&]*/, ''), link.slice(0, 40), `${link}&why=%3Cb%3E`]) assert.equal(figures_in(wrong), null, wrong);
});

test('the recording has the frame times between the stamps in whole nanoseconds', () => {
    assert.equal(recording_of({stamps: [100, 116.6, 116.6, 150.1], calls: [101, 117, 118, 151]}), 'frame_ns\n16600000\n0\n33500000\n');
});

test('timestep_lab rank reads the recording without options, and it is long enough', {skip: !process.env.TIMESTEP_LAB && 'TIMESTEP_LAB names no timestep_lab'}, () => {
    const folder = mkdtempSync(join(tmpdir(), 'browser-'));
    try {
        for (const hz of [30, 60, 144]) {
            writeFileSync(join(folder, 'browser-frames.csv'), recording_of(planted({hz, clamp: 0.1})));
            const {status, stdout, stderr} = spawnSync(process.env.TIMESTEP_LAB, ['rank', join(folder, 'browser-frames.csv')], {encoding: 'utf8'});
            assert.deepEqual([status, stderr], [0, '']);
            assert.match(stdout, /^(?!No recommendation).* at \d+ Hz/);
        }
    } finally {
        rmSync(folder, {recursive: true});
    }
});

test('the watch names the rate, counts drops of the newest callbacks only, and keeps no more than 300', () => {
    const {stamps, calls, clock} = planted({}), watch = new Watch(clock);
    const add = (from, to) => { for (let i = from; i < to; ++i) watch.add(stamps[i], calls[i]); };
    add(0, 20);
    assert.equal(watch.words(), 'cannot tell whether in step yet');
    add(20, 100);
    assert.equal(watch.words(), 'in step: 60.0 Hz');
    add(102, 200);
    assert.equal(watch.words(), '2 of 200 callbacks dropped');
    add(200, 500);
    assert.equal(watch.words(), 'in step: 60.0 Hz');
    const random = random_of(1);
    for (let i = 0, time = stamps[499]; i < 300; ++i) watch.add(time += 7 + 13 * random(), time + 0.3 * random());
    assert.equal(watch.words(), 'cannot tell whether in step');
    watch.reset();
    assert.equal(watch.words(), 'cannot tell whether in step yet');
});
