// measure.js -- the dialog that inspects a recording or ranks loops on it, by the command line program in a worker
//
// The recording is read in this page, in pieces, so that a recording of a hundred megabytes does not stop the page.

const byId = id => document.getElementById(id);
const dialog = byId('measurement');
const commands = [...byId('commands').querySelectorAll('[data-command]')];
// Made here and not in the page, because a document of its own would delay the start of the program.
const report_frame = Object.assign(document.createElement('iframe'), {id: 'report', title: 'Report on the recording', hidden: true});
report_frame.sandbox = ''; // allows nothing
byId('result').after(report_frame);
let recording = null, worker = null, clock = 0, address = '';

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
    worker?.terminate();
    worker = null;
    clearInterval(clock);
    byId('stop').hidden = true;
    for (const button of commands) button.disabled = !recording;
}

function run(command) {
    stop();
    clear();
    for (const button of commands) button.disabled = true;
    byId('stop').hidden = false;
    const began = performance.now();
    const tell = () => { byId('progress').textContent = `Measuring for ${Math.round((performance.now() - began) / 1000)} s … (the first time, a program of 1.1 MB is loaded)`; };
    tell();
    clock = setInterval(tell, 1000);
    worker = new Worker('lab_worker.js');
    worker.onerror = event => end({code: 2, output: '', errors: event.message || 'the program could not be loaded'}, command);
    worker.onmessage = event => end(event.data, command);
    worker.postMessage({command, file: recording, options: chosen_options()});
}

// Shows what the program wrote: `code`, `output` and `errors`, and for a report the page in `report`.
function end({code, output, errors, report}, command) {
    stop();
    byId('progress').textContent = code === 0 ? '' : `The program ended with the exit code ${code}.`;
    const text = [explain(errors), output].filter(part => part).join('\n');
    byId('result').textContent = text;
    byId('result').hidden = !text || Boolean(report);
    if (report) {
        report_frame.srcdoc = report;
        report_frame.hidden = false;
    }
    const name = recording.name.replace(/\.[^.]*$/, '');
    address = URL.createObjectURL(new Blob([report ?? text], {type: report ? 'text/html' : 'text/plain'}));
    byId('download').href = address;
    byId('download').download = `${name}.${command}.${report ? 'html' : 'txt'}`;
    byId('download').hidden = !text && !report;
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
