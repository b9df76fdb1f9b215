/* SPDX-License-Identifier: MIT */
/* timestep.h -- the loops of timestep as a C interface, for the shared library libtimestep_c
 *
 *     timestep_loop* loop = timestep_new("interpolated", 60, 1);
 *     timestep_plan plan = {.size = sizeof plan};
 *     timestep_plan_frame(loop, frame_ns, 0, &plan);            // once a frame
 *     for (int64_t i = 0; i < plan.steps; ++i) step(plan.dt_seconds);
 *     if (plan.tail_ns > 0) step(plan.tail_ns / 1e9);
 *     draw(plan.alpha);
 *
 * All times are nanoseconds. One loop must not be used by two threads at once. A function that returns int returns 0,
 * or one of the negative TIMESTEP_ERROR_ numbers; then it has changed nothing. */
#ifndef TIMESTEP_H
#define TIMESTEP_H

#include <stddef.h>
#include <stdint.h>

/* Version of the binary interface, also in the library's name: libtimestep_c.so.1. It rises if a function or a field is
 * removed or changes its meaning. New functions, and new fields at the end of a struct, do not change it. */
#define TIMESTEP_ABI 1

#define TIMESTEP_ERROR_ARGUMENT (-1) /* a null pointer, or a number out of its range */
#define TIMESTEP_ERROR_SIZE (-2)     /* the field `size` of a struct is not set */

#define TIMESTEP_MAX_FRAME_NS (INT64_MAX / 2) /* 146 years */

#if defined(_WIN32)
#ifdef TIMESTEP_C_BUILD
#define TIMESTEP_API __declspec(dllexport)
#else
#define TIMESTEP_API __declspec(dllimport)
#endif
#else
#define TIMESTEP_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C"
{
#endif

/* A loop: its five parts and the time that it carries to the next frame. */
typedef struct timestep_loop timestep_loop;

/* The state to draw in a frame. */
enum timestep_presentation
{
    TIMESTEP_LATEST,      /* the newest state */
    TIMESTEP_INTERPOLATE, /* previous + alpha * (current - previous) */
    TIMESTEP_EXTRAPOLATE, /* current + alpha * dt * velocity */
    TIMESTEP_RENDER_TICK, /* a temporary copy of the newest state, stepped by the carried time */
    TIMESTEP_STEP_AHEAD   /* as TIMESTEP_INTERPOLATE, but the simulation runs ahead of the clock */
};

/* A loop's decision for one frame. Summed over all frames:
 * frame == stepped + (carried now - carried at the start) + dropped + filter_error */
typedef struct timestep_plan
{
    uint32_t size; /* the caller sets it to sizeof(timestep_plan); the library writes at most this many bytes */
    uint32_t presentation;   /* an enum timestep_presentation */
    int64_t steps;           /* full steps to simulate in this frame */
    int64_t dt_ns;           /* the size of a full step, rounded to the nearest nanosecond */
    double dt_seconds;       /* the size of a full step in seconds, for the integrator */
    int64_t tail_ns;         /* the size of an additional shorter step at the end; 0 if there is none */
    int64_t stepped_ns;      /* the time that the steps simulate */
    int64_t carried_ns;      /* time kept for later frames; negative while the simulation leads the clock */
    int64_t dropped_ns;      /* time that will never be simulated; negative if the loop added time */
    int64_t filter_error_ns; /* frame time - filtered_ns */
    int64_t filtered_ns;     /* the frame time after the loop's filter */
    double alpha;            /* carried / dt; 1 + carried / dt if the simulation leads the clock */
    int64_t time_to_next_step_ns; /* the frame time after which the next step is due */
} timestep_plan;

/* Returns TIMESTEP_ABI of the library. A program that loads it at run time must compare this with its own. */
TIMESTEP_API uint32_t timestep_abi(void);
/* Returns the library's version, such as "0.1.0". */
TIMESTEP_API const char* timestep_version(void);

TIMESTEP_API size_t timestep_preset_count(void);
/* Returns the name of a preset, such as "interpolated"; NULL if `index` >= timestep_preset_count(). */
TIMESTEP_API const char* timestep_preset_name(size_t index);

/* Makes the loop of a preset with `numerator / denominator` steps per second, each from 1 to 1,000,000,000; 0 / 0 is
 * the preset's own rate. Returns NULL if there is no such preset, the rate is out of range, a step would be longer than
 * the time at which the preset drops time (100 ms for "canonical", 500 ms for "monogame"), or memory is exhausted. */
TIMESTEP_API timestep_loop* timestep_new(const char* preset, int64_t numerator, int64_t denominator);
/* Frees a loop; NULL is allowed. */
TIMESTEP_API void timestep_free(timestep_loop* loop);

/* Changes the step rate and keeps the carried time. Refuses the rates that timestep_new() refuses. */
TIMESTEP_API int timestep_set_rate(timestep_loop* loop, int64_t numerator, int64_t denominator);
/* Plans the steps of one frame. A negative frame time (the clock went backwards) counts as 0. `refresh_period_ns`
 * is the display's refresh period; 0 if it is unknown. The absolute values of both are at most
 * TIMESTEP_MAX_FRAME_NS. */
TIMESTEP_API int timestep_plan_frame(timestep_loop* loop, int64_t frame_ns, int64_t refresh_period_ns,
                                     timestep_plan* plan);
/* Call this if the game ran fewer steps than planned. Gives back the last `steps` full steps of the last plan, and the
 * tail if `tail_ns` is plan->tail_ns. Changes `plan` to the plan of the steps that ran. */
TIMESTEP_API int timestep_give_back_unrun_steps(timestep_loop* loop, int64_t steps, int64_t tail_ns, timestep_plan* plan);
/* Drops the carried time and returns it; 0 if `loop` is NULL. */
TIMESTEP_API int64_t timestep_discard_carried(timestep_loop* loop);
/* Returns 1 if the loop should run with VSYNC, otherwise 0. */
TIMESTEP_API int timestep_wants_vsync(const timestep_loop* loop);

#ifdef __cplusplus
}
#endif

#endif
