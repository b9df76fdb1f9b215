// loops.js -- runs loops that a visitor has written, and the dialog in which they are edited
//
// A loop runs in a worker of a frame that has no origin and no network (loop.html). Nothing of it is kept, sent, or part of a link.

const byId = id => document.getElementById(id);
const loops = new Map(); // by number: {frame, port}

/** `tell(id, text, isError)` gets each line of the loop; a null text says that it has ended. */
export function start_loop(id, source, tell) {
    const frame = document.createElement('iframe'), {port1: port, port2} = new MessageChannel();
    Object.assign(frame, {hidden: true, sandbox: 'allow-scripts', src: 'loop.html', title: 'A loop'});
    frame.onload = () => frame.contentWindow.postMessage(source, '*', [port2]); // to its only document, which has no origin
    port.onmessage = ({data}) => {
        if (!loops.has(id)) return;
        tell(id, 'end' in data ? null : String(data.line ?? data.error), 'error' in data);
        if ('error' in data) byId('loop-output').textContent = data.error;
    };
    loops.set(id, {frame, port});
    byId('loop-output').textContent = '';
    document.body.append(frame);
}

export const write_to_loop = (id, line) => loops.get(id)?.port.postMessage(line);

/** Its worker ends with its frame. */
export function end_loop(id) {
    loops.get(id)?.frame.remove();
    loops.get(id)?.port.close();
    loops.delete(id);
}

/** Shows the file of the program in the dialog. */
export function edit_loop(program, path) {
    const dialog = byId('loop'), code = byId('loop-code');
    const run = () => program.FS.writeFile(path, code.value);
    code.value = program.FS.readFile(path, {encoding: 'utf8'});
    code.onkeydown = event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run(); };
    byId('loop-run').onclick = run;
    byId('loop-close').onclick = () => dialog.close();
    dialog.onkeydown = event => { if (event.key === 'Escape') dialog.close(); };
    dialog.onclose = () => byId('canvas').focus();
    dialog.show(); // the window stays in use
    code.focus();
    code.setSelectionRange(0, 0);
    code.scrollTop = 0;
}
