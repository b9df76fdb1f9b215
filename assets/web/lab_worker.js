// lab_worker.js -- runs one command of timestep_lab on one recording, outside the page's main thread
//
// Gets {command, file, options}; answers {code, output, errors, report}. `report` is the page that the command `report` has written.
importScripts('timestep_lab.js');

onmessage = async ({data: {command, file, options = []}}) => {
    const output = [], errors = [];
    let module = null, code = 0;
    const answer = () => {
        let report;
        if (command === 'report' && code === 0) report = module.FS.readFile('/report.html', {encoding: 'utf8'});
        postMessage({code, output: output.join('\n'), errors: errors.join('\n'), report});
    };
    const path = '/in/' + file.name;
    try {
        await createTimestepLab({
            arguments: [command, path, ...options, ...(command === 'report' ? ['-o', '/report.html'] : [])],
            preRun: [started => {
                module = started;
                started.FS.mkdir('/in');
                started.FS.mount(started.WORKERFS, {files: [file]}, '/in');
            }],
            print: text => output.push(text),
            printErr: text => errors.push(text),
            onExit: status => { code = status; },
        });
        answer();
    } catch (error) {
        if (error?.name !== 'ExitStatus') errors.push(String(error));
        code = error?.status ?? 2;
        answer();
    }
};
