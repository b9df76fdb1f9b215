// The demo in a browser: its folders, the calls that tell the page of a finished file, and the keys that it takes
// (docs/browser.md). The linker puts this file into timestep_demo.js.

// Calls the page's function for the file if the program has written it, closed it and does not write it again.
function reportWrittenFile(node, path) {
    const pageFunction = path.startsWith('/saved/') ? Module['timestepSaved'] : path.startsWith('/kept/') ? Module['timestepKept'] : null;
    if (!pageFunction || !FS.analyzePath(path).exists || FS.lookupPath(path).node !== node) return;
    if (FS.streams.some(stream => stream && stream.node === node && (stream.flags & 3))) return;
    pageFunction(path);
}

// Emscripten calls these functions in reverse order, so that this one comes first.
Module['preRun'] = [].concat(Module['preRun'] || [], () => {
    FS.mkdir('/saved');
    FS.mkdir('/kept');
    FS.chdir('/saved');
    ENV['TIMESTEP_SETTINGS'] = '/kept/settings.toml';
    const closeStream = FS.close;
    FS.close = stream => {
        const node = stream.node, wasWritable = node && (stream.flags & 3);
        closeStream(stream);
        // After the frame: a file that grows is closed and opened again within one frame.
        if (wasWritable) setTimeout(() => reportWrittenFile(node, FS.getPath(node)));
    };
});

// SDL takes every key that the canvas gets, and keeps the browser from acting on it. This function leaves the browser its
// own keys. It gets each key before SDL, because it is registered before the program starts.
const programControlKeys = ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyY', 'KeyZ']; // with Ctrl; Ctrl+Q closes the browser
function leaveBrowserKeys(event) {
    const isBrowserKey = event.ctrlKey && !programControlKeys.includes(event.code);
    if (isBrowserKey || event.altKey || event.metaKey || ['Tab', 'F5', 'F11', 'F12'].includes(event.key))
        event.stopImmediatePropagation();
    else if (event.ctrlKey && event.code === 'KeyV')
        event.preventDefault = () => {}; // the browser's event `paste` brings the text
}
if (Module['canvas'])
    for (const type of ['keydown', 'keyup']) Module['canvas'].addEventListener(type, leaveBrowserKeys, true);
