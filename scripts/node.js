#!/usr/bin/env node
// Runs a program for the browser in node: node.js PROGRAM.js [ARGUMENT...]
//
// PROGRAM.js is timestep_lab.js or another program that cmake/modules.cmake links with web_program() and the option -lnodefs.js.
// The program sees the present folder and all folders below it. Its output is that of this process, byte by byte.
const fs = require('fs'), path = require('path');

const [program, ...words] = process.argv.slice(2);
const output = [[], []]; // bytes of the standard output and of the standard error

require(path.resolve(program))({
    arguments: words,
    preRun: [module => {
        const files = module.FS, here = process.cwd();
        files.init(() => null, byte => output[0].push(byte), byte => output[1].push(byte));
        files.mkdirTree(here);
        files.mount(module.NODEFS, {root: here}, here);
        files.chdir(here);
    }],
    onExit: code => {
        output.forEach((bytes, stream) => {
            const all = Buffer.from(bytes.map(byte => byte & 255));
            for (let done = 0; done < all.length;) done += fs.writeSync(stream + 1, all, done);
        });
        process.exitCode = code;
    },
}).catch(error => {
    console.error(error);
    process.exitCode = 127;
});
