// The folders of the demo in a browser, and the calls that tell the page of a finished file (docs/browser.md). The linker
// puts this file into timestep_demo.js.

// Calls the page's function for the file if the program has written it, closed it and does not write it again.
function tellOfFile(node, path) {
    const call = path.startsWith('/saved/') ? Module['timestepSaved'] : path.startsWith('/kept/') ? Module['timestepKept'] : null;
    if (!call || !FS.analyzePath(path).exists || FS.lookupPath(path).node !== node) return;
    if (FS.streams.some(stream => stream && stream.node === node && (stream.flags & 3))) return;
    call(path);
}

// Emscripten calls these functions in reverse order, so that this one comes first.
Module['preRun'] = [].concat(Module['preRun'] || [], () => {
    FS.mkdir('/saved');
    FS.mkdir('/kept');
    FS.chdir('/saved');
    ENV['TIMESTEP_SETTINGS'] = '/kept/settings.toml';
    const close = FS.close;
    FS.close = stream => {
        const node = stream.node, writes = node && (stream.flags & 3);
        close(stream);
        // After the frame: a file that grows is closed and opened again within one frame.
        if (writes) setTimeout(() => tellOfFile(node, FS.getPath(node)));
    };
});
