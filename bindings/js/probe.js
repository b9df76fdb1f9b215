// SPDX-License-Identifier: MIT
// bindings/js/probe.js -- writes a line for each frame of a game loop in JavaScript, for `timestep_lab identify`
//
//     import { Probe } from './probe.js';
//     const probe = new Probe();
//     probe.beginFrame(frameNs);      // once a frame, where the loop reads its clock
//     probe.countStep(dt);            // for each step, in seconds
//     probe.setAlpha(alpha);          // only if the displayed state is blended
//     probe.download('probe.csv');     // in a page; in node: fs.writeFileSync('probe.csv', probe.text())
//
// The lines and their columns are those of timestep/probe.hpp, without its columns drawn and camera.

const probeFormat = 2;
const now = () => Math.round(performance.now() * 1e6);

export class Probe {
    #lines = ['probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha'];
    #frame = null;

    // Begins a frame. frameNs is the frame time that the loop has measured, in nanoseconds, before the loop limits or
    // rounds it. Without an argument the probe measures the time since the last call, with performance.now().
    beginFrame(frameNs) {
        const begin = now();
        const measured = this.#frame === null ? 0 : begin - this.#frame.begin;
        if (this.#frame !== null) this.#lines.push(this.#frameLine());
        this.#frame = {
            begin, clock: frameNs === undefined ? 'probe' : 'game', time: Math.round(frameNs ?? measured),
            steps: 0, simulated: 0, alpha: '',
        };
    }

    // Counts a step of this frame that simulates `seconds`.
    countStep(seconds) {
        if (this.#frame === null) return;
        ++this.#frame.steps;
        this.#frame.simulated += seconds;
    }

    // Stores the interpolation alpha with which this frame blends two states.
    setAlpha(alpha) {
        if (this.#frame !== null) this.#frame.alpha = Number.isNaN(alpha) ? '' : alpha.toFixed(6);
    }

    // The whole file. The last frame is complete only after its steps.
    text() {
        return [...this.#lines, ...(this.#frame === null ? [] : [this.#frameLine()])].join('\n') + '\n';
    }

    // Saves the file from a page.
    download(name) {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([this.text()], { type: 'text/csv' }));
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
    }

    #frameLine() {
        const f = this.#frame;
        return [probeFormat, f.begin, f.clock, f.time, f.steps, Math.round(f.simulated * 1e9), f.alpha].join();
    }
}
