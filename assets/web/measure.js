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
    byId('chosen').textContent = `${file.name}, ${(file.size / 1e6).toFixed(1)} MB`;
    for (const button of commands) button.disabled = false;
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
    const tell = () => { byId('progress').textContent = `Measuring for ${Math.round((performance.now() - began) / 1000)} s …`; };
    tell();
    clock = setInterval(tell, 1000);
    worker = new Worker('lab_worker.js');
    worker.onerror = event => end({code: 2, output: '', errors: event.message || 'the program could not be loaded'}, command);
    worker.onmessage = event => end(event.data, command);
    worker.postMessage({command, file: recording});
}

// Shows what the program wrote: `code`, `output` and `errors`, and for a report the page in `report`.
function end({code, output, errors, report}, command) {
    stop();
    byId('progress').textContent = code === 0 ? '' : `The program ended with the exit code ${code}.`;
    const text = [errors, output].filter(part => part).join('\n');
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
