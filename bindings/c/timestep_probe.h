/* SPDX-License-Identifier: MIT */
/* timestep_probe.h -- writes a line for each frame of any game loop in C99 to a file that `timestep_lab identify` reads
 *
 *     timestep_probe probe = timestep_probe_open("probe.csv");
 *     while (running)
 *     {
 *         timestep_probe_begin_frame(&probe);                 // where the loop reads its clock
 *         ...
 *         while (carried >= dt) { step(dt); timestep_probe_count_step(&probe, dt); carried -= dt; }
 *         timestep_probe_set_alpha(&probe, carried / dt);     // only if the displayed state is blended
 *         timestep_probe_set_drawn_position(&probe, body_x);  // optional: where this frame draws a body that moves, and
 *         timestep_probe_set_camera_position(&probe, camera_x); // the camera that follows it
 *     }
 *     timestep_probe_close(&probe);
 *
 * The functions and the columns are those of timestep/probe.hpp. With -std=c99, include this header before others. */
#ifndef TIMESTEP_PROBE_H
#define TIMESTEP_PROBE_H

#if defined(__STRICT_ANSI__) && !defined(_WIN32) && !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 199309L /* for clock_gettime */
#endif

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#else
#include <time.h>
#ifndef CLOCK_MONOTONIC
#error "timestep_probe.h: include it before other headers, or define _POSIX_C_SOURCE as 199309L"
#endif
#endif

/* Version of the CSV format; it changes with every change of the columns. */
#define TIMESTEP_PROBE_FORMAT 2

/* The members are private. Use one object from one thread only, and do not copy it. */
typedef struct timestep_probe
{
    FILE* file; /* NULL after an error; then all functions do nothing */
    int64_t frame_count, frame_start_ns, frame_ns, step_count;
    const char* clock;
    double simulated_seconds; /* NaN once the length of a step is unknown */
    double alpha, drawn_position, camera_position;
} timestep_probe;

static inline int64_t timestep_probe_now_ns_(void)
{
#ifdef _WIN32
    LARGE_INTEGER count, rate;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate);
    return count.QuadPart / rate.QuadPart * 1000000000 + count.QuadPart % rate.QuadPart * 1000000000 / rate.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

/* `value` rounded to the nearest integer and clamped to 64 bits. */
static inline int64_t timestep_probe_rounded_(double value)
{
    if (value >= 9e18) return INT64_MAX;
    if (value <= -9e18) return -INT64_MAX;
    {
        const int64_t whole = (int64_t)value;
        const double rest   = value - (double)whole;
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
    }
}

/* Closes the file if a write failed. */
static inline void timestep_probe_check_(timestep_probe* probe, int write_result)
{
    if (write_result >= 0 && fflush(probe->file) == 0) return;
    fclose(probe->file);
    probe->file = NULL;
}

/* Writes "," and the value with six decimals; only "," for NaN. Does not use %f, which prints a comma in some locales. */
static inline int timestep_probe_write_decimals_(FILE* file, double value)
{
    const int64_t millionths = value != value ? 0 : timestep_probe_rounded_(value * 1e6);
    const int64_t magnitude  = millionths < 0 ? -millionths : millionths;
    if (value != value) return fputs(",", file);
    return fprintf(file, ",%s%lld.%06lld", millionths < 0 ? "-" : "", (long long)(magnitude / 1000000),
                   (long long)(magnitude % 1000000));
}

static inline void timestep_probe_write_line_(timestep_probe* probe)
{
    int result;
    if (probe->file == NULL || probe->frame_count == 0) return;
    result = fprintf(probe->file, "%d,%lld,%s,%lld,%lld,", TIMESTEP_PROBE_FORMAT, (long long)probe->frame_start_ns,
                     probe->clock, (long long)probe->frame_ns, (long long)probe->step_count);
    if (result >= 0 && probe->simulated_seconds == probe->simulated_seconds)
        result = fprintf(probe->file, "%lld", (long long)timestep_probe_rounded_(probe->simulated_seconds * 1e9));
    if (result >= 0) result = timestep_probe_write_decimals_(probe->file, probe->alpha);
    if (result >= 0) result = timestep_probe_write_decimals_(probe->file, probe->drawn_position);
    if (result >= 0) result = timestep_probe_write_decimals_(probe->file, probe->camera_position);
    if (result >= 0) result = fputs("\n", probe->file);
    timestep_probe_check_(probe, result);
}

static inline double timestep_probe_nan_(void)
{
    const double zero = 0.0;
    return zero / zero;
}

/* Creates the file `path`; if the environment variable TIMESTEP_PROBE names a file, appends to that file instead. Call it
 * before the first frame. */
static inline timestep_probe timestep_probe_open(const char* path)
{
    timestep_probe probe    = {NULL, 0, 0, 0, 0, "", 0.0, 0.0, 0.0, 0.0};
    const char* const named = getenv("TIMESTEP_PROBE");
    probe.file              = named != NULL && *named != '\0' ? fopen(named, "a") : fopen(path, "w");
    if (probe.file != NULL)
        timestep_probe_check_(
            &probe, fputs("probe_format,time_ns,clock,frame_ns,steps,simulated_ns,alpha,drawn,camera\n", probe.file));
    return probe;
}

/* Returns 1 if the file is open, 0 after an error. */
static inline int timestep_probe_is_open(const timestep_probe* probe) { return probe->file != NULL ? 1 : 0; }

/* Begins a frame whose time the game has measured. Pass `frame_ns` before the loop clamps or rounds it. */
static inline void timestep_probe_begin_measured_frame(timestep_probe* probe, int64_t frame_ns)
{
    const int is_length_unknown = probe->simulated_seconds != probe->simulated_seconds;
    timestep_probe_write_line_(probe);
    ++probe->frame_count;
    probe->frame_start_ns    = timestep_probe_now_ns_();
    probe->frame_ns          = frame_ns;
    probe->clock             = "game";
    probe->step_count        = 0;
    probe->simulated_seconds = is_length_unknown ? timestep_probe_nan_() : 0.0;
    probe->alpha = probe->drawn_position = probe->camera_position = timestep_probe_nan_();
}

/* Begins a frame whose frame time is the time since the last call. Call this where the game loop reads its clock. */
static inline void timestep_probe_begin_frame(timestep_probe* probe)
{
    const int64_t last_start_ns = probe->frame_start_ns, frame_count = probe->frame_count;
    timestep_probe_begin_measured_frame(probe, 0);
    probe->frame_ns = frame_count > 0 ? probe->frame_start_ns - last_start_ns : 0;
    probe->clock    = "probe";
}

/* Counts a step of this frame that simulates `seconds`. If a step has an unknown length, NAN, the column `simulated_ns` is
 * empty from this frame on. */
static inline void timestep_probe_count_step(timestep_probe* probe, double seconds)
{
    ++probe->step_count;
    probe->simulated_seconds += seconds;
}

/* Stores the interpolation alpha with which this frame blends two states. */
static inline void timestep_probe_set_alpha(timestep_probe* probe, double alpha) { probe->alpha = alpha; }

/* Stores where this frame draws a body along its direction of motion, in any unit; rounded to 1e-6. */
static inline void timestep_probe_set_drawn_position(timestep_probe* probe, double position)
{
    probe->drawn_position = position;
}

/* Stores the camera's position in the unit of the body's position. */
static inline void timestep_probe_set_camera_position(timestep_probe* probe, double position)
{
    probe->camera_position = position;
}

/* Writes the last frame and closes the file. */
static inline void timestep_probe_close(timestep_probe* probe)
{
    timestep_probe_write_line_(probe);
    if (probe->file != NULL) fclose(probe->file);
    probe->file = NULL;
}

#endif
