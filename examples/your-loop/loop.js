// A loop for Timestep Lab: timestep_lab run --lane-command node loop.js
const step = 1 / 60, longest = 0.25; // seconds; a longer frame counts as 0.25 s
let leftOver = 0;

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const [word, frameNs] = line.split(' ');
    if (word === 'hello') console.log('hello 1 javascript');
    if (word === 'reset') {
        leftOver = 0;
        console.log('reset');
    }
    if (word === 'frame') {
        let steps = 0;
        for (leftOver += Math.min(frameNs / 1e9, longest); leftOver >= step; ++steps) leftOver -= step;
        console.log('plan', steps, step, leftOver / step);
    }
});
