// load.js -- loads the program, and reports how much of it has been read

/**
 * Returns a response with the same bytes, of the type that WebAssembly asks for. While it is read, `report` gets the
 * share of `size` bytes that has been read. A host may compress the file, so its Content-Length is no size.
 */
export function watched(response, size, report) {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    let bytes = 0;
    const count = new TransformStream({transform(chunk, stream) {
        bytes += chunk.byteLength;
        report(Math.min(bytes / size, 1));
        stream.enqueue(chunk);
    }});
    return new Response(response.body.pipeThrough(count), {headers: {'content-type': 'application/wasm'}});
}

/** Compiles the WebAssembly at this address while it loads, and returns the module. */
export async function compile(address, size, report) {
    return WebAssembly.compileStreaming(watched(await fetch(address), size, report));
}
