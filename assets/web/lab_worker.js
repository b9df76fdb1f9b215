// lab_worker.js -- runs one command of timestep_lab, on a recording or without one, outside the page's main thread
//
// Gets {command, file, options}. While the program loads, sends {loaded}: the share from 0 to 1; in the end {code, output, errors}.
importScripts('load.js', 'timestep_lab.js');

const size = 0; // bytes of timestep_lab.wasm: scripts/make_site.py writes them here

onmessage = async ({data: {command, file, options = []}}) => {
    const output = [], errors = [];
    const answer = code => postMessage({code, output: output.join('\n'), errors: errors.join('\n')});
    let code = 0, told = 0;
    const count = bytes => {
        if (bytes / size - told < 0.02) return;
        told = bytes / size;
        postMessage({loaded: told});
    };
    try {
        await createTimestepLab({
            arguments: [command, ...(file ? ['/in/' + file.name] : []), ...options],
            preRun: [started => {
                started.FS.mkdir('/in');
                if (file) started.FS.mount(started.WORKERFS, {files: [file]}, '/in');
            }],
            instantiateWasm: (imports, receive) => {
                compile_program('timestep_lab.wasm', count).then(async module => receive(await WebAssembly.instantiate(module, imports), module)).catch(error => {
                    errors.push(`the program could not be loaded: ${error.message}`);
                    answer(2);
                });
                return {};
            },
            print: text => output.push(text),
            printErr: text => errors.push(text),
            onExit: status => { code = status; },
        });
    } catch (error) {
        if (error?.name !== 'ExitStatus') errors.push(String(error));
        code = error?.status ?? 2;
    }
    answer(code);
};
