// The host shows this page at the wrong address itself, at any depth: the site's root is the nearest folder above that has site.css.
(async () => {
    for (let folder = new URL('./', location); ; folder = new URL('../', folder)) {
        const found = await fetch(new URL('site.css', folder), {method: 'HEAD'}).catch(() => null);
        if (found?.ok) {
            for (const name of ['href', 'src'])
                for (const element of document.querySelectorAll(`[${name}]:not([${name}^="#"])`)) element[name] = new URL(element.getAttribute(name), folder);
            return;
        }
        if (folder.pathname === '/') return;
    }
})();
