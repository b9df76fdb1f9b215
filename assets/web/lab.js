// lab.js -- runs a command of timestep_lab in a worker for a page, and makes tables of its JSON

/**
 * Runs the command, on a recording (a File) if there is one. `tell` gets a sentence whenever the state changes, and once a second. Returns
 * `stop()`, and in `ended` a promise of {code, output, errors}, which stays open after stop().
 */
export function run_lab(command, {file = null, options = [], tell = () => {}}) {
    const worker = new Worker(new URL('lab_worker.js', import.meta.url)), began = performance.now();
    let loading = 'Loading the program, 1.1 MB once …';
    const say = () => tell(loading || `Measuring for ${Math.round((performance.now() - began) / 1000)} s …`);
    const clock = setInterval(say, 1000);
    const stop = () => {
        clearInterval(clock);
        worker.terminate();
    };
    const ended = new Promise(resolve => {
        const end = answer => {
            stop();
            resolve(answer);
        };
        worker.onerror = event => end({code: 2, output: '', errors: event.message || 'the program could not be loaded'});
        worker.onmessage = ({data}) => {
            if ('code' in data) return end(data);
            loading = data.loaded < 1 ? `Loading the program, 1.1 MB once: ${Math.round(100 * data.loaded)} %` : '';
            say();
        };
    });
    say();
    worker.postMessage({command, file, options});
    return {ended, stop};
}

const units = {ms: 'ms', s: 's', fps: 'fps', percent: '%', hz: 'Hz'};
const text_of = value => typeof value === 'number' ? String(Math.abs(value) < 5e-5 ? 0 : Number(value.toPrecision(4))) : typeof value === 'boolean' ? (value ? 'yes' : 'no')
    : Array.isArray(value) ? value.map(text_of).join(', ') : typeof value === 'object' && value ? Object.entries(value).map(([name, each]) => `${words_of(name)} ${text_of(each)}`).join(' ') : String(value ?? '-');

// A name of JSON as words, with its unit: "p99_ms" is "p99, ms".
function words_of(name) {
    const words = name.split('_'), unit = words.length > 1 && units[words.at(-1)];
    return unit ? `${words.slice(0, -1).join(' ')}, ${unit}` : words.join(' ');
}

function element(tag, text, attributes = {}) {
    return Object.assign(document.createElement(tag), {textContent: text, ...attributes});
}

// A table in a region that scrolls. The first cell of a row is its heading; a row of one cell is the heading of those below it.
function table_of(label, head, rows) {
    const region = element('div', '', {className: 'scroll', tabIndex: 0, role: 'region', ariaLabel: label}), table = element('table', '');
    region.append(table);
    if (head) table.createTHead().insertRow().append(...head.map(name => element('th', name, {scope: 'col'})));
    const body = table.createTBody();
    for (const [name, ...cells] of rows)
        body.insertRow().append(element('th', name, cells.length ? {scope: 'row'} : {scope: 'rowgroup', colSpan: 2, className: 'part'}), ...cells.map(cell => element('td', text_of(cell))));
    return region;
}

/** The facts of the chosen stream, as `timestep_lab inspect --json` prints them. */
export function table_of_frames({files: [{streams, default_stream, file, ...facts}]}) {
    const rows = values => Object.entries(values).filter(([, value]) => value !== null && value !== '').flatMap(([name, value]) =>
        typeof value === 'object' && !Array.isArray(value) ? [[words_of(name)], ...rows(value)] : [[words_of(name), value]]);
    return table_of('Frame times', null, rows({...facts, ...streams.find(({number}) => number === default_stream) ?? streams[0]}));
}

/** All loops that `timestep_lab rank --json` has tried, in its order. */
export function table_of_loops({candidates, recommendation}) {
    const head = ['loop', 'Hz', 'animation error, ms', 'rougher by, ms', 'jumps, /min', 'state age, ms', 'steps, /s', 'lost, %', 'note'];
    return table_of('Loops', head, candidates.map(({loop, hz, animation_error_difference_ms: {low, high}, ...each}) => [loop, hz, each.animation_error_mean_ms, `${text_of(low)} to ${text_of(high)}`, each.jumps_per_minute,
        each.picture_age_mean_ms, each.steps_per_s, each.lost_percent, [...(loop === recommendation.loop && hz === recommendation.hz ? ['recommended'] : []), ...each.vetoes].join(', ')]));
}
