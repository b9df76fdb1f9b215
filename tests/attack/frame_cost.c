// tests/attack/frame_cost.c -- a library preloaded into the demo that writes the processor time of each frame to a file
//
// The processor time of all threads from the first poll for events to the end of presenting, in nanoseconds, as 64-bit integers in the file
// FRAME_COST. Waiting for the next frame and the time of other programs do not count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t begun;

static int64_t processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int SDL_PollEvent(void* event)
{
    static int (*real)(void*);
    if (real == NULL) real = (int (*)(void*))dlsym(RTLD_NEXT, "SDL_PollEvent");
    if (begun == 0) begun = processor_time();
    return real(event);
}

void SDL_GL_SwapWindow(void* window)
{
    static void (*real)(void*);
    static FILE* file;
    if (real == NULL) real = (void (*)(void*))dlsym(RTLD_NEXT, "SDL_GL_SwapWindow");
    if (file == NULL) file = fopen(getenv("FRAME_COST"), "wb");
    real(window);
    const int64_t cost = processor_time() - begun;
    begun              = 0;
    if (file != NULL) fwrite(&cost, sizeof cost, 1, file);
}
