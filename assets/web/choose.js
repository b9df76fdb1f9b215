// choose.js -- the page "Which loop is mine?": a recording, or questions whose answers scripts/make_site.py reads in docs/choosing.md
import {advise, show_advice} from './answer.js';

const byId = id => document.getElementById(id);
const questions = [...document.querySelectorAll('#questions fieldset')];
let recording = null;

// Shows the questions up to the first that is not answered, or the answer.
function follow() {
    const open = questions.findIndex(question => question.querySelector('input:checked')?.dataset.loop !== '');
    questions.forEach((question, i) => { question.hidden = i > open && open >= 0; });
    const chosen = questions[open]?.querySelector('input:checked') ?? (open < 0 && byId('otherwise'));
    byId('answer').hidden = !chosen;
    if (!chosen) return;
    const {loop, more} = chosen.dataset, link = Object.assign(document.createElement('a'), {href: `../loops/${loop}.html`, textContent: loop});
    show_advice(['Use ', link, more], {name: loop});
    byId('answer').scrollIntoView({block: 'nearest'});
}

function measure(file) {
    if (!file) return;
    recording = file;
    byId('chosen').textContent = file.name;
    advise(file, [...document.querySelectorAll('#wishes select')].flatMap(({value}) => value ? value.split(' ') : []));
    byId('answer').scrollIntoView({block: 'center'});
}

byId('choose').onclick = () => byId('file').click();
byId('file').onchange = () => {
    measure(byId('file').files[0]);
    byId('file').value = '';
};
for (const select of document.querySelectorAll('#wishes select')) select.onchange = () => measure(recording);
byId('questions').onchange = follow;
for (const type of ['dragover', 'drop'])
    addEventListener(type, event => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        if (type === 'drop') measure(event.dataTransfer.files[0]);
    });
follow();
byId('ways').hidden = false;
