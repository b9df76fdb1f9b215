// links.js -- opens the set-up in the fragment of a link; what cannot be read is ignored, and named in a sentence

const assignment = /^[\w.-]{1,60}=\S*$/; // PATH=VALUE; the program names the path of a wrong one in its message
const version = '1'; // of the set-up (docs/window.md)

// Returns the words of the fragment, and in `ignored` those with a percent sign that begins no encoded character.
function words_of(fragment, ignored) {
    const words = [];
    for (const word of fragment.split(/(?:%20|\s)+/).filter(word => word)) {
        try {
            words.push(decodeURIComponent(word));
        } catch (error) {
            if (!(error instanceof URIError)) throw error;
            ignored.push(`${word} (it contains a % that is no encoded character)`);
        }
    }
    return words;
}

/**
 * Opens the set-up in the fragment of a link, without its "#". `open(line)` opens a set-up and returns the error in one
 * sentence, or an empty string; after an error it has changed nothing. Returns {complete, said}: whether the whole link
 * was opened, and a sentence for the user.
 */
export function open_link(fragment, open) {
    const ignored = [];
    const [program, format, found, ...rest] = words_of(fragment, ignored);
    if (program !== 'timestep-lab' || format !== 'set-up' || !/^\d+$/.test(found ?? '')) {
        const [damaged = `it does not begin with "timestep-lab set-up ${version}"`] = ignored;
        return {complete: false, said: `The link could not be followed: ${damaged}.`};
    }
    if (found !== version) ignored.unshift(`version ${found} of the set-up (this program reads version ${version})`);
    let words = rest.filter(word => assignment.test(word) || !ignored.push(`${word} (not PATH=VALUE)`));
    for (;;) {
        const problem = open(['timestep-lab', 'set-up', version, ...words].join(' '));
        if (!problem) break;
        const path_of = word => word.slice(0, word.indexOf('='));
        const named = word => problem.startsWith(`set-up: ${path_of(word)}: `) || problem.startsWith(`set-up: '${path_of(word)}' `);
        const wrong = words.find(named);
        if (!wrong) return {complete: false, said: `The link could not be followed: ${problem}.`};
        ignored.push(`${wrong} (${problem.replace(/^set-up: ('[^']*'|[\w.-]+:) /, '').replace(/ \(--help.*/, '')})`);
        words = words.filter(word => !named(word));
    }
    if (!ignored.length) return {complete: true, said: 'The window shows the set-up of the link.'};
    const more = ignored.length > 3 ? ` and ${ignored.length - 3} more` : '';
    return {complete: false, said: `The link is old or damaged, and was opened without this part: ${ignored.slice(0, 3).join(', ')}${more}.`};
}
