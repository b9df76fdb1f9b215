// answer.js -- the answer to "Which loop?": a sentence of advice, the report on a recording, and the loop's code in the visitor's language
//
// timestep_lab decides, in a worker. assets/site/answer.html has the elements.
import {run_lab} from './lab.js';

const byId = id => document.getElementById(id);
const parts = ['otherwise', 'by-hand', 'report', 'code-part', 'code', 'save'];
const has_program = byId('answer').dataset.program === 'yes';
let loop = null, running = null;

const tell = text => { byId('working').textContent = text; };

async function run(command, words) {
    running?.stop();
    running = run_lab(command, {...words, tell});
    const {ended} = running, result = await ended;
    tell('');
    return result;
}

function clear() {
    running?.stop();
    for (const id of parts) byId(id).hidden = true;
    loop = null;
    tell('');
    byId('answer').hidden = false;
}

/** Shows advice, nodes or strings, for the loop `advised`: {name, hz}. A loop without `hz` has its own rate. */
export function show_advice(advice, advised) {
    clear();
    loop = advised;
    byId('advice').replaceChildren(...advice);
    byId('code-part').hidden = !has_program;
    return show_code();
}

async function show_code() {
    const {value} = byId('language'), {extension} = byId('language').selectedOptions[0].dataset;
    for (const id of ['code', 'save']) byId(id).hidden = true;
    if (!value || !has_program || !loop) return;
    const {code, output, errors} = await run('export', {options: ['--loop', loop.name, '--lang', value, ...(loop.hz ? ['--hz', String(loop.hz)] : [])]});
    byId('code').textContent = code ? errors : output;
    byId('code').hidden = false;
    if (byId('save').href) URL.revokeObjectURL(byId('save').href);
    byId('save').href = URL.createObjectURL(new Blob([output + '\n'], {type: 'text/plain'}));
    byId('save').download = `my_timestep${extension}`;
    byId('save').hidden = Boolean(code);
}


/** Ranks the loops on a recording (a File), with these options of `timestep_lab rank`, and shows the advice, the report and the code. */
export async function advise(file, options) {
    clear();
    byId('command').textContent = ['timestep_lab rank', file.name, ...options].join(' ');
    if (!has_program) {
        byId('advice').textContent = 'This copy of the site does not contain the program that chooses the loop. Run:';
        byId('by-hand').hidden = false;
        return;
    }
    byId('advice').textContent = 'Trying all loops on the recorded frames …';
    const {code, output, errors} = await run('rank', {file, options: [...options, '--json']});
    const {text, loop: name, hz} = code ? {text: errors.split('\n')[0]} : JSON.parse(output).recommendation;
    byId('advice').textContent = text;
    byId('otherwise').hidden = Boolean(name); // without a recommendation the answer of the last question remains
    const report = code ? {code} : await run('report', {file, options: [...options, '-o', '-']});
    byId('report').srcdoc = report.output ?? '';
    byId('report').hidden = Boolean(report.code);
    loop = name ? {name, hz} : {name: byId('otherwise').dataset.loop};
    byId('code-part').hidden = false;
    show_code();
}

byId('language').onchange = show_code;
