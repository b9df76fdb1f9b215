// The linker adds this file to timestep_demo.js. It creates the demo's folders in the browser, reports written files to
// the HTML page, and leaves the browser its own keys (docs/browser.md).

// Calls the page's function for a written file, unless the file was removed, replaced or opened for writing again.
function reportWrittenFile(node, path) {
    const pageFunction = path.startsWith('/saved/') ? Module['timestepSaved'] : path.startsWith('/kept/') ? Module['timestepKept'] : null;
    if (!pageFunction || !FS.analyzePath(path).exists || FS.lookupPath(path).node !== node) return;
    if (FS.streams.some(stream => stream && stream.node === node && (stream.flags & 3))) return;
    pageFunction(path);
}

// Emscripten calls the functions in preRun from last to first, so this one is called first.
Module['preRun'] = [].concat(Module['preRun'] || [], () => {
    FS.mkdir('/saved');
    FS.mkdir('/kept');
    FS.chdir('/saved');
    ENV['TIMESTEP_SETTINGS'] = '/kept/settings.toml';
    const closeStream = FS.close;
    FS.close = stream => {
        const node = stream.node, wasWritable = node && (stream.flags & 3);
        closeStream(stream);
        // Reports the file after the frame, because the program closes and reopens a growing file within one frame.
        if (wasWritable) setTimeout(() => reportWrittenFile(node, FS.getPath(node)));
    };
});

// Hides the browser's own keys, such as F5, from SDL, because SDL would keep the browser from handling them. This
// function handles each key before SDL, because it is registered before the program starts.
const programControlKeys = ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'KeyY', 'KeyZ']; // with Ctrl; Ctrl+Q closes the browser
function leaveBrowserKeys(event) {
    const isBrowserKey = event.ctrlKey && event.key !== 'Control' && !programControlKeys.includes(event.code);
    if (isBrowserKey || event.altKey || event.metaKey || ['Tab', 'F5', 'F11', 'F12'].includes(event.key))
        event.stopImmediatePropagation();
    else if (event.key === 'Control' || (event.ctrlKey && event.code === 'KeyV'))
        event.preventDefault = () => {}; // SDL must not take keys with Ctrl, nor the event `paste`, which contains the text
}
if (Module['canvas'])
    for (const type of ['keydown', 'keyup']) Module['canvas'].addEventListener(type, leaveBrowserKeys, true);
