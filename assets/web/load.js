// load.js -- begins to load and compile the program before the rest of the page has been read

/**
 * Compiles the WebAssembly at this address while it loads, and returns a promise of the module. `count` gets the number of
 * bytes of the file that have been read: a host may compress it, so its Content-Length is no size.
 */
async function compile_program(address, count) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    let bytes = 0;
    const counted = new TransformStream({transform(chunk, stream) {
        bytes += chunk.byteLength;
        count(bytes);
        stream.enqueue(chunk);
    }});
    return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(counted), {headers: {'content-type': 'application/wasm'}}));
}

if (globalThis.document) { // else it is the worker of timestep_lab, which calls compile_program itself
    globalThis.loading = {bytes: 0, show() {}};
    loading.module = compile_program('timestep_demo.wasm', bytes => {
        loading.bytes = bytes;
        loading.show(); // page.js replaces it
    });
    loading.module.catch(() => {}); // page.js reports it
}
