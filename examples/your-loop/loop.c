/* A loop for Timestep Lab: cc -O2 loop.c -o loop && timestep_lab run --lane-command ./loop */
#include <stdio.h>
#include <string.h>

int main(void) {
    const double step = 1.0 / 60, longest = 0.25; /* seconds; a longer frame counts as 0.25 s */
    double left_over = 0.0;
    char line[1001];
    while (fgets(line, sizeof line, stdin)) {
        long long frame_ns = 0;
        if (strncmp(line, "hello", 5) == 0) puts("hello 1 c");
        if (strncmp(line, "reset", 5) == 0) left_over = 0.0, puts("reset");
        if (sscanf(line, "frame %lld", &frame_ns) == 1) {
            const double frame = (double)frame_ns / 1e9;
            int steps = 0;
            left_over += frame < longest ? frame : longest;
            for (; left_over >= step; ++steps) left_over -= step;
            printf("plan %d %.17g %.17g\n", steps, step, left_over / step);
        }
        fflush(stdout);
    }
    return 0;
}
