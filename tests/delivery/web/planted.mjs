// planted.mjs -- times of callbacks as a browser with a known display, clock and load would give them

/** Returns a generator of random numbers from 0 to 1 (Park and Miller's) with a normal distribution in `normal`. */
export function random_of(seed) {
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
export function planted({hz = 60, seed = 1, seconds = 10.5, jitter = 0.1, clamp = 0, drops = 0, hiccups = 0, interval = null}) {
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
