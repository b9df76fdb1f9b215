// A small game: plans a second of frames with one preset.
#include <timestep/presets/interpolated.hpp>
#include <timestep/version.hpp>

#include <cstdio>

int main()
{
    auto loop = timestep::presets::interpolated(timestep::hz(60));
    int steps = 0;
    for (int frame = 0; frame < 100; ++frame)
        run_steps(loop.plan({.frame_time = timestep::Nanos{10'000'000}}), [&](double) { ++steps; });
    std::printf("timestep %s: %d steps\n", TIMESTEP_VERSION, steps);
}
