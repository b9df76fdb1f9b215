// keep.js -- files that the page keeps between visits, in the browser's database of this site

const database = new Promise((resolve, reject) => {
    const request = indexedDB.open('timestep-lab', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});
database.catch(() => {}); // without a database, such as in a private window, nothing is kept

async function ask(mode, request) {
    const store = (await database).transaction('files', mode).objectStore('files');
    return new Promise((resolve, reject) => {
        const asked = request(store);
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
    });
}

/** Returns the bytes that were kept under this path; null if there are none or the browser keeps nothing. */
export async function kept(path) {
    return (await ask('readonly', store => store.get(path)).catch(() => null)) ?? null;
}

/** Keeps the bytes under this path. Does nothing if the browser keeps nothing. */
export async function keep(path, bytes) {
    await ask('readwrite', store => store.put(bytes, path)).catch(() => {});
}
