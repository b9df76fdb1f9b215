/* A C program with the shared library libtimestep_c. Reads frame times in nanoseconds from the standard input, one per
 * line, and prints the loop's plan for each. The output is that of `timestep_lab plan --csv -`.
 * Usage: plan PRESET < FRAMES, or plan without an argument, which lists the presets */
#include <inttypes.h>
#include <stdio.h>
#include <timestep.h>

int main(int argc, char** argv)
{
    static const char* const presentations[] = {"latest", "interpolate", "extrapolate", "render-tick", "step-ahead"};

    if (timestep_abi() != TIMESTEP_ABI)
    {
        fprintf(stderr, "plan: libtimestep_c has ABI %" PRIu32 ", this program needs %d\n", timestep_abi(), TIMESTEP_ABI);
        return 1;
    }
    if (argc < 2)
    {
        for (size_t i = 0; i < timestep_preset_count(); ++i) puts(timestep_preset_name(i));
        return 0;
    }
    timestep_loop* loop = timestep_new(argv[1], 0, 0); /* at the preset's own rate */
    if (loop == NULL)
    {
        fprintf(stderr, "plan: no preset %s\n", argv[1]);
        return 1;
    }

    puts("frame,frame_ns,filtered_ns,steps,dt_ns,tail_ns,stepped_ns,carried_ns,dropped_ns,filter_error_ns,alpha,presentation");
    int64_t frame_ns   = 0;
    timestep_plan plan = {.size = sizeof plan};
    for (int frame = 0; scanf("%" SCNd64, &frame_ns) == 1; ++frame)
    {
        if (timestep_plan_frame(loop, frame_ns, 0, &plan) != 0) return 1;
        printf("%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.17g,%s\n",
               frame, frame_ns, plan.filtered_ns, plan.steps, plan.dt_ns, plan.tail_ns, plan.stepped_ns, plan.carried_ns,
               plan.dropped_ns, plan.filter_error_ns, plan.alpha, presentations[plan.presentation]);
    }
    timestep_free(loop);
    return 0;
}
