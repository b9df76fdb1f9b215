// A loop for the page: requestAnimationFrame and performance.now are the lab's clock.
// update(seconds) runs a step; draw(alpha) draws between the last two states, draw() the newest one.
const STEP = 1 / 60;
let last = performance.now(), left_over = 0;

function frame() {
    const now = performance.now();
    left_over += Math.min((now - last) / 1000, 0.25);
    last = now;
    while (left_over >= STEP) {
        update(STEP);
        left_over -= STEP;
    }
    draw(left_over / STEP);
    requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
