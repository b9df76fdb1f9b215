// measure.js -- the dialog that inspects a recording or ranks loops on it, by the command line program in a worker
//
// The recording is read in this page, in pieces, so that a recording of a hundred megabytes does not stop the page.

import {run_lab, table_of_frames, table_of_loops} from './lab.js';

const byId = id => document.getElementById(id);
const dialog = byId('measurement');
const commands = [...byId('commands').querySelectorAll('[data-command]')];
// Made here and not in the page, because a document of its own would delay the start of the program.
const report_frame = Object.assign(document.createElement('iframe'), {id: 'report', title: 'Report on the recording', hidden: true});
report_frame.sandbox = ''; // allows nothing
byId('result').after(report_frame);
let recording = null, running = null, address = ''; // of the download

/** Opens the dialog, with this recording (a File) or with the one from before if it is null. */
export function measure(file) {
    if (!dialog.open) dialog.showModal();
    if (!file) return;
    stop();
    clear();
    recording = file;
    byId('chosen').textContent = `${file.name}, ${size_text(file.size)}`;
    offer_columns([]);
    byId('unit').value = '';
    for (const button of commands) button.disabled = false;
}

function size_text(bytes) {
    return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function offer_columns(names) {
    byId('column').replaceChildren(new Option('known by its name', ''), ...names.map(name => new Option(name)));
}

function chosen_options() {
    return ['column', 'unit', 'refresh-hz'].flatMap(name => byId(name).value ? [`--${name}`, byId(name).value] : []);
}

// A table whose column has no known name: its columns are offered, and one sentence replaces that about flags.
function explain(errors) {
    const columns = errors.match(/the columns are (.*?)(?: and \d+ more)?; choose one with --column/)?.[1];
    if (!columns) return errors;
    offer_columns(columns.split(', '));
    return 'No column has a known name for frame times. Choose the column and its unit below the buttons, and try again.';
}

function clear() {
    for (const id of ['result', 'report', 'download']) byId(id).hidden = true;
    byId('progress').textContent = '';
    if (address) URL.revokeObjectURL(address);
    address = '';
}

function stop() {
    running?.stop();
    running = null;
    byId('stop').hidden = true;
    for (const button of commands) button.disabled = !recording;
}

async function run(command) {
    stop();
    clear();
    for (const button of commands) button.disabled = true;
    byId('stop').hidden = false;
    running = run_lab(command, {file: recording, options: [...chosen_options(), ...(command === 'report' ? ['-o', '-'] : ['--json'])], tell: text => { byId('progress').textContent = text; }});
    show(await running.ended, command);
}

// Shows the page or the table that the program has written, or its errors.
function show({code, output, errors}, command) {
    stop();
    byId('progress').textContent = code === 0 ? '' : `The program ended with the exit code ${code}.`;
    const result = byId('result'), remarks = explain(errors);
    result.textContent = remarks;
    if (!code && command === 'report') report_frame.srcdoc = output;
    if (!code && command === 'inspect') result.append(table_of_frames(JSON.parse(output)));
    if (!code && command === 'rank') show_ranking(JSON.parse(output));
    report_frame.hidden = Boolean(code) || command !== 'report';
    result.hidden = !result.textContent || !report_frame.hidden;
    if (code) return;
    const type = command === 'report' ? 'html' : 'json';
    address = URL.createObjectURL(new Blob([output], {type: command === 'report' ? 'text/html' : 'application/json'}));
    byId('download').href = address;
    byId('download').download = `${recording.name.replace(/\.[^.]*$/, '')}.${command}.${type}`;
    byId('download').hidden = false;
}

function show_ranking(ranking) {
    byId('result').append(Object.assign(document.createElement('p'), {textContent: ranking.recommendation.text}), table_of_loops(ranking));
}

for (const button of commands) button.onclick = () => run(button.dataset.command);
byId('stop').onclick = () => {
    stop();
    byId('progress').textContent = 'Stopped.';
};
byId('close').onclick = () => dialog.close();
dialog.onclose = stop;
byId('choose').onclick = () => {
    const input = document.createElement('input');
    input.type = 'file';
    input.onchange = () => { if (input.files[0]) measure(input.files[0]); };
    input.click();
};
