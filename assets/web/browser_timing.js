// browser_timing.js -- estimates refresh rate, dropped callbacks, clock resolution and throttling from the times of a browser's callbacks
//
// Pure functions that need no page. Times are in milliseconds, as performance.now() returns them. docs/browser.md explains the figures.

const min_callbacks = 30;         // fewer callbacks give no estimate
const min_clock_steps = 20;       // fewer steps of the clock give no resolution
const max_rms_error = 0.2;        // largest RMS distance of the callbacks from the fitted refreshes, in refresh periods
const max_irregular_share = 0.15; // largest fraction of callbacks far from a refresh, as in src/telemetry/recent_frames.cpp
const max_clamp = 0.5;            // largest step of the clock with which refreshes can be counted, in refresh periods
const max_wander = 0.02;          // RMS phase change, in refresh periods, that never counts as wandering
const long_gap = 250;             // a longer interval between callbacks of a visible page counts as a gap
const rate_tolerance = 1e-4;      // error of the clocks of a display and a PC, as a fraction
const usual_rates = [23.976, 24, 25, 29.97, 30, 40, 48, 50, 59.94, 60, 72, 75, 80, 85, 90, 100, 119.88, 120, 143.86, 144, 160, 165, 170, 175, 180, 200, 240, 280, 300, 360, 390, 480, 500, 540];

const sum = values => values.reduce((total, value) => total + value, 0);
const mean_square = values => sum(values.map(value => value * value)) / values.length;
const differences = values => Array.from({length: Math.max(values.length - 1, 0)}, (_, i) => values[i + 1] - values[i]);
const median = values => Float64Array.from(values).sort()[values.length >> 1];

/**
 * Returns the smallest step of the clock that the samples show, and in `clamp` the unit of which all steps are multiples, 0 if there is none.
 * Without enough steps, returns `{why: 'clock'}`.
 */
export function clock_of(samples) {
    const steps = differences(samples).filter(step => step > 1e-5);
    if (steps.length < min_clock_steps) return {why: 'clock'};
    const step = steps.reduce((least, each) => Math.min(least, each));
    const unit = differences(steps).reduce((least, each) => (Math.abs(each) > 1e-4 ? Math.min(least, Math.abs(each)) : least), step);
    const near = steps.filter(each => each < 200 * unit); // of larger steps the error of the unit hides the remainder
    const clamped = near.length >= min_clock_steps && near.every(each => Math.abs(each / unit - Math.round(each / unit)) < 0.05);
    return {step: clamped ? unit : step, clamp: clamped ? unit : 0};
}

/** Reads the clock until it has moved by `length` ms or made 400 steps, and returns the times. */
export function sample_clock(now, length = 60) {
    const samples = [now()];
    for (let last = samples[0]; last - samples[0] < length && samples.length <= 400;) {
        const time = now();
        if (time > last) samples.push(last = time);
    }
    return samples;
}

// A clock of large steps makes too few of them in a short sample: then the callbacks show whether it is rounded.
function resolution_of(clock, calls) {
    const sampled = clock_of(clock);
    if (!sampled.why) return sampled;
    const rounded = clock_of(calls);
    return rounded.clamp ? rounded : sampled;
}

// Returns the frequency (in 1/ms) near `frequency` at which the phases of the times agree best: the peak of their periodogram. A missing or
// a late time does not move it.
function coherent_frequency(times, frequency) {
    const length = times.length, span = times[length - 1] - times[0], step = 1 / (6 * span), low = 0.94 * frequency;
    const [x, y, turn_x, turn_y] = Array.from({length: 4}, () => new Float64Array(length));
    for (let i = 0; i < length; ++i) {
        const time = 2 * Math.PI * (times[i] - times[0]);
        [x[i], y[i], turn_x[i], turn_y[i]] = [Math.cos(time * low), Math.sin(time * low), Math.cos(time * step), Math.sin(time * step)];
    }
    let best = {share: 0};
    for (let tried = low; tried < 1.06 * frequency; tried += step) {
        let all_x = 0, all_y = 0;
        for (let i = 0; i < length; ++i) {
            const now_x = x[i];
            all_x += now_x;
            all_y += y[i];
            x[i] = now_x * turn_x[i] - y[i] * turn_y[i];
            y[i] = now_x * turn_y[i] + y[i] * turn_x[i];
        }
        const share = Math.hypot(all_x, all_y) / length;
        if (share > best.share) best = {share, frequency: tried, phase: Math.atan2(all_y, all_x) / (2 * Math.PI)};
    }
    return best;
}

// Least squares fit of time = begin + period * number to the times that are near a refresh. Returns null if too few are, if they scatter too
// much, or if their phase wanders, so that they belong to no fixed rate.
function fit(times, clamp, frequency) {
    const peak = coherent_frequency(times, frequency);
    if (peak.share < Math.exp(-2 * (Math.PI * max_rms_error) ** 2)) return null;
    let period = 1 / peak.frequency, begin = times[0] + peak.phase * period, used, errors, spread;
    for (let round = 0; round < 3; ++round) {
        used = times.map(time => ({time, number: Math.round((time - begin) / period)})).filter(({time, number}) => Math.abs(time - begin - number * period) < 0.4 * period);
        if (used.length < Math.max(min_callbacks, (1 - max_irregular_share) * times.length)) return null;
        const x = sum(used.map(each => each.number)) / used.length, y = sum(used.map(each => each.time)) / used.length;
        spread = sum(used.map(each => (each.number - x) ** 2));
        period = sum(used.map(each => (each.number - x) * (each.time - y))) / spread;
        begin = y - period * x;
        errors = used.map(({time, number}) => time - begin - number * period);
    }
    const variance = mean_square(errors), apart = used.length >> 3;
    if (Math.sqrt(variance) > max_rms_error * period || clamp > max_clamp * period) return null;
    const near = mean_square(differences(errors)), far = mean_square(errors.slice(apart).map((error, i) => error - errors[i]));
    if (far > 4 * Math.max(near, clamp * clamp / 3, (max_wander * period) ** 2)) return null;
    const correlation = Math.min(Math.max(1 - near / (2 * variance || 1), 0), 0.98);
    const random = 2 * Math.sqrt(variance * (1 + correlation) / (1 - correlation) / spread), rounding = 1.5 * clamp / (times[times.length - 1] - times[0]);
    return {period, begin, hz: 1000 / period, error: 1000 / period * (random / period + rounding) + 1e-6};
}

/**
 * Fits refreshes of one rate to the times of callbacks. Returns `hz`, `error` (half the 95 % interval), `period` and `begin` in ms, and what
 * was counted: `refreshes`, `dropped`, and the intervals of `two`, `three` and `more` refreshes. Without evidence, returns `{why}`.
 */
export function refreshes_of(times, clamp = 0) {
    if (times.length < min_callbacks) return {why: 'few'};
    const intervals = differences(times), middle = median(intervals);
    if (clamp > max_clamp * sum(intervals) / intervals.length) return {why: 'clamp'};
    const regular = intervals.filter(each => Math.abs(each - middle) < 0.3 * middle);
    if (middle > 200 || !regular.length) return {why: middle > 200 ? 'few' : 'uneven'};
    for (const multiple of [1, 2, 3]) { // most intervals can be of two or three refreshes
        const found = fit(times, clamp, multiple * regular.length / sum(regular));
        if (!found) continue;
        const numbers = times.map(time => Math.round((time - found.begin) / found.period)), steps = differences(numbers);
        const refreshes = numbers[numbers.length - 1] - numbers[0] + 1;
        if (times.length > 1.02 * refreshes + 1) continue; // a part has a higher rate
        // Steps of which nearly all are even belong to a lower rate. Two rates, one after the other, have a common multiple, but not throughout.
        const eighths_with = test => new Set(steps.map((step, i) => (test(step) ? Math.floor(8 * i / steps.length) : -1)).filter(eighth => eighth >= 0)).size;
        if ([2, 3, 5].some(divisor => eighths_with(step => step % divisor) < 6)) continue;
        return {...found, refreshes, dropped: Math.max(refreshes - times.length, 0), two: steps.filter(step => step === 2).length, three: steps.filter(step => step === 3).length,
                more: steps.filter(step => step > 3).length};
    }
    return {why: 'uneven'};
}

const usual_rates_near = ({hz, error}) => usual_rates.filter(rate => Math.abs(rate - hz) <= error + rate_tolerance * rate);

/** Returns the only usual refresh rate within the error, and 0.01 % for the clocks; null if there is none or more than one. */
export function name_of(figures) {
    const found = usual_rates_near(figures);
    return found.length === 1 ? found[0] : null;
}

function sentence_of_name(figures) {
    const near = usual_rates_near(figures), above = usual_rates.findIndex(rate => rate > figures.hz);
    if (near.length === 1) return `${near[0]} Hz is the only usual refresh rate within this error.`;
    if (near.length) return `${near.slice(0, -1).join(', ')} and ${near.at(-1)} Hz all lie within this error.`.replace(/^(\S+ and .*) all lie/, '$1 both lie');
    return above > 0 ? `Not a usual refresh rate: between ${usual_rates[above - 1]} and ${usual_rates[above]} Hz.` : 'Not a usual refresh rate.';
}

// The callbacks between two changes of visibility that cover the longest time.
function longest_visible(stamps, calls, changes) {
    const hides = changes.filter(change => !change.visible).map(change => change.at);
    const ends = [0, ...hides.map(at => calls.findIndex(call => call > at)).filter(index => index > 0), calls.length];
    const [from, to] = differences(ends).map((_, i) => [ends[i], ends[i + 1]]).reduce((best, part) => (part[1] - part[0] > best[1] - best[0] ? part : best));
    return {stamps: stamps.slice(from, to), calls: calls.slice(from, to)};
}

/**
 * Returns the figures of a measurement: `stamps` are the arguments of the callbacks, `calls` performance.now() at their start, `clock` samples
 * of performance.now() as fast as possible, `changes` the changes of visibility {at, visible}, `framed` whether the page is in a frame.
 */
export function figures_of({stamps, calls, clock, changes = [], framed = false}) {
    const visible = longest_visible(stamps, calls, changes), intervals = differences(visible.calls), resolution = resolution_of(clock, visible.calls), clamp = resolution.clamp ?? 0;
    const figures = {seconds: sum(intervals) / 1000, callbacks: visible.calls.length, framed: framed ? 1 : 0, gaps: intervals.filter(each => each > long_gap).length, longest: Math.max(0, ...intervals)};
    if (!resolution.why) Object.assign(figures, resolution);
    const {period, begin, ...found} = refreshes_of(visible.stamps, clamp);
    const eighth = visible.stamps.length >> 3, [first, second] = [visible.stamps.slice(0, eighth), visible.stamps.slice(-eighth)].map(part => refreshes_of(part, clamp));
    if ([first, second].every(({dropped, refreshes}) => dropped < 0.05 * refreshes) && Math.abs(first.hz - second.hz) > 0.01 * first.hz + first.error + second.error)
        return {...figures, why: 'changed', first: first.hz, second: second.hz};
    Object.assign(figures, found);
    if (found.why) return figures;
    const late = visible.calls.map(call => (call - begin) - period * Math.floor((call - begin) / period + 0.5));
    const turn = late.map(each => 2 * Math.PI * each / period), centre = Math.atan2(sum(turn.map(Math.sin)), sum(turn.map(Math.cos)));
    figures.jitter = Math.sqrt(mean_square(turn.map(each => (each - centre) / (2 * Math.PI)).map(each => (each - Math.round(each)) * period)));
    return figures;
}

/**
 * Returns the figures of the last time that the page was hidden: its length `hidden` and the longest interval `hidden_gap` between callbacks
 * in seconds, and the callbacks and timers meanwhile. `timers` are the calls of a timer of 0.1 s. Returns null if the page was not hidden.
 */
export function hidden_of({calls, timers, changes}) {
    const last = changes.findLastIndex(change => !change.visible), to = changes[last + 1]?.at;
    if (last < 0 || to === undefined) return null;
    const from = changes[last].at, inside = times => times.filter(time => time > from && time < to).length;
    const around = differences(calls).filter((_, i) => calls[i + 1] > from && calls[i] < to);
    return {hidden: (to - from) / 1000, hidden_calls: inside(calls), hidden_timers: inside(timers), hidden_gap: Math.max(0, ...around) / 1000};
}

const reasons = ['few', 'uneven', 'clamp', 'changed'];
const numbers = ['seconds', 'callbacks', 'framed', 'gaps', 'longest', 'step', 'clamp', 'hz', 'error', 'refreshes', 'dropped', 'two', 'three', 'more', 'jitter', 'first', 'second', 'hidden', 'hidden_calls', 'hidden_timers', 'hidden_gap'];

/** Returns the figures as the fragment of a link. */
export function link_of(figures) {
    const words = numbers.filter(name => figures[name] !== undefined).map(name => `${name}=${+figures[name].toPrecision(8)}`);
    return ['browser=1', ...words, ...(figures.why ? [`why=${figures.why}`] : [])].join('&');
}

/** Returns the figures of a fragment without its "#"; null if it is none of link_of() or is damaged. */
export function figures_in(fragment) {
    const words = new URLSearchParams(fragment), figures = {};
    if (words.get('browser') !== '1') return null;
    for (const name of numbers) if (words.has(name)) figures[name] = /^\d+(\.\d+)?(e-?\d+)?$/.test(words.get(name)) ? Number(words.get(name)) : NaN;
    if (words.has('why')) figures.why = words.get('why');
    const has = (...names) => names.every(name => figures[name] !== undefined);
    const whole = has('seconds', 'callbacks', 'gaps', 'longest') && (figures.why ? reasons.includes(figures.why) && (figures.why !== 'changed' || has('first', 'second')) : has('hz', 'error', 'refreshes', 'dropped', 'jitter'));
    return whole && Object.values(figures).every(value => typeof value === 'string' || value < 1e9) ? figures : null;
}

// With as many digits as the error has, rounded up to one digit; two digits after the point at most three.
const digits_of = error => Math.min(Math.max(Math.ceil(-Math.log10(error)), 0), 3);
const with_error = ({hz, error}) => `${hz.toFixed(digits_of(error))} ± ${(Math.ceil(error * 10 ** digits_of(error)) / 10 ** digits_of(error)).toFixed(digits_of(error))} Hz`;
const short = value => (value === 0 ? '0' : value < 0.0995 ? String(+value.toPrecision(1)) : value.toFixed(value < 9.95 ? 2 : 1).replace(/\.?0+$/, ''));
const cannot_tell = 'Cannot tell';

function why_of(figures) {
    return {
        few: `${figures.callbacks} callbacks are too few.`,
        uneven: 'The intervals between callbacks fit no fixed rate: the display has a variable refresh rate, the callbacks are too irregular, or no display sets their times.',
        clamp: 'The browser rounds its clock to steps of more than half an interval between callbacks.',
        changed: `The rate changed while it was measured: about ${figures.first?.toFixed(1)} Hz at first, ${figures.second?.toFixed(1)} Hz later.`,
    }[figures.why];
}

/** Returns the rows of the card: name, value and explanation, all of them sentences or figures for the user. */
export function card_of(figures) {
    const {why, seconds, callbacks, hz, dropped, refreshes, longest} = figures, rate = callbacks > 1 ? (callbacks - 1) / seconds : 0;
    const at_30 = !why && Math.abs(hz - 30) < 0.5, slow = callbacks < 5 * seconds;
    const parts = [['two', 'of 2'], ['three', 'of 3'], ['more', 'longer']].filter(([part]) => figures[part]).map(([part, words]) => `${figures[part]} ${words}`).join(', ');
    const rows = [
        ['Refresh rate', why ? cannot_tell : with_error(figures), why ? why_of(figures) : `${sentence_of_name(figures)} ± is the 95 % interval.`],
        ['Callbacks', `${callbacks} in ${seconds.toFixed(1)} s`, `${rate.toFixed(1)} a second. Longest interval: ${short(longest)} ms.`],
        ['Dropped callbacks', why ? cannot_tell : `${dropped} of ${refreshes} (${short(100 * dropped / refreshes)} %)`,
         why ? 'Without a refresh rate, refreshes cannot be counted.' : parts ? `Intervals between callbacks, in refreshes: ${parts}.` : 'Each refresh had a callback.'],
        ['Jitter of callbacks', why ? cannot_tell : `${short(figures.jitter)} ms`,
         why ? 'Without a refresh rate, no callback is early or late.' : `Standard deviation of their start from the refreshes${figures.clamp > figures.jitter ? '; not distinguishable from the steps of the clock' : ''}.`],
        ['Resolution of the clock', figures.step === undefined ? cannot_tell : `${short(figures.step)} ms`,
         figures.step === undefined ? 'The clock made too few steps.' : figures.clamp ? 'The browser rounds its clock: every time is a whole number of these steps.' : 'Smallest step that was seen. The times are not rounded to whole steps.'],
        ['Low power', why ? cannot_tell : at_30 ? 'Possible' : 'No sign',
         why ? why_of(figures) : at_30 ? 'A browser that saves power and a display at 30 Hz both look like this. Callbacks alone cannot tell them apart.' : 'A browser that saves power would give 30 callbacks a second.'],
        ['Throttling', callbacks < 2 ? cannot_tell : slow ? 'Yes' : at_30 && figures.framed ? 'Possible' : figures.gaps ? 'Gaps' : 'No sign',
         callbacks < 2 ? 'Fewer than two callbacks came.' : slow ? 'The page was visible, and yet got fewer than 5 callbacks a second.' : at_30 && figures.framed ? 'This page is in a frame of another page. Some browsers halve the rate of such frames until they are clicked.'
             : figures.gaps ? `${figures.gaps === 1 ? '1 interval' : `${figures.gaps} intervals`} of more than ${long_gap} ms while the page was visible.` : `No interval was longer than ${long_gap} ms${figures.framed ? '. The page is in a frame of another page' : ''}.`],
    ];
    if (figures.hidden === undefined) return [...rows, ['Hidden tab', 'Not measured', 'It needs a second measurement, with another tab in front.']];
    return [...rows, ['Hidden tab', figures.hidden < 2 ? cannot_tell : figures.hidden_calls ? `${short(figures.hidden_calls / figures.hidden)} a second` : 'No callbacks',
                      figures.hidden < 2 ? 'The tab was hidden for less than 2 s.' : `Hidden for ${figures.hidden.toFixed(1)} s: ${figures.hidden_calls} callbacks, and a timer of 0.1 s ran ${short(figures.hidden_timers / figures.hidden)} times a second. Longest frame: ${figures.hidden_gap.toFixed(1)} s.`]];
}

/** Returns the recording that `timestep_lab rank` reads: the frame times between the stamps of the visible page, in the format frame_ns. */
export function recording_of({stamps, calls, changes = []}) {
    return ['frame_ns', ...differences(longest_visible(stamps, calls, changes).stamps).map(each => Math.max(Math.round(each * 1e6), 0)), ''].join('\n');
}

/** Watches the newest 300 callbacks of a page. Its memory does not grow. */
export class Watch {
    #stamps = new Float64Array(300);
    #calls = new Float64Array(300);
    #count = 0;
    #clock;

    /** `clock` are samples of performance.now() as fast as possible. */
    constructor(clock = []) { this.#clock = clock; }

    add(stamp, call) {
        const place = this.#count++ % this.#stamps.length;
        this.#stamps[place] = stamp;
        this.#calls[place] = call;
    }

    reset() { this.#count = 0; }

    /** Returns whether the browser is in step with the display, in a few words. */
    words() {
        const length = this.#stamps.length, first = Math.max(this.#count - length, 0);
        const newest = times => Array.from({length: this.#count - first}, (_, i) => times[(first + i) % length]);
        const found = refreshes_of(newest(this.#stamps), resolution_of(this.#clock, newest(this.#calls)).clamp);
        if (found.why) return `cannot tell whether in step${found.why === 'few' ? ' yet' : ''}`;
        return found.dropped ? `${found.dropped} of ${found.refreshes} callbacks dropped` : `in step: ${found.hz.toFixed(1)} Hz`;
    }
}
