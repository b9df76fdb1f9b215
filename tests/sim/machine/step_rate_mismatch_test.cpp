#include "sim/machine/step_rate_mismatch.hpp"

#include "sim/machine/display.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace sim;

namespace
{

// Steps per frame of an accumulator on a display without jitter, for `display.num` frames (the pattern then repeats).
std::vector<std::int64_t> steps_of_frames(std::int64_t step_hz, timestep::Rate display)
{
    auto loop = timestep::presets::accumulator({step_hz, 1});
    RefreshSchedule schedule{display};
    std::vector<std::int64_t> steps;
    timestep::Nanos last{};
    for (std::int64_t n = 1; n <= display.num; ++n)
    {
        const timestep::Nanos time = schedule.advance_to_refresh(last + timestep::Nanos{1});
        steps.push_back(loop.plan({.frame_time = time - last}).steps);
        last = time;
    }
    return steps;
}

// Number of frames that show each step. The step rate must not exceed the frame rate.
std::vector<std::int64_t> frames_of_steps(const std::vector<std::int64_t>& steps)
{
    std::vector<std::int64_t> frames{0};
    for (const std::int64_t n : steps)
    {
        ++frames.back();
        if (n > 0) frames.push_back(0);
    }
    frames.pop_back();
    return frames;
}

// Number of values that differ from the integer nearest to `mean`.
std::int64_t irregular_count(const std::vector<std::int64_t>& values, double mean)
{
    const auto nearest = static_cast<std::int64_t>(std::floor(mean + 0.5));
    return std::ranges::count_if(values, [=](std::int64_t n) { return n != nearest; });
}

} // namespace

TEST_CASE("the repeats, doubles and beats of all step rates are those of an accumulator on an even display")
{
    const timestep::Rate ntsc{60000, 1001};
    for (const timestep::Rate display : {timestep::hz(30), ntsc, timestep::hz(60), timestep::hz(75), timestep::hz(90),
                                         timestep::hz(120), timestep::hz(144), timestep::hz(165), timestep::hz(240)})
        for (std::int64_t step_hz = 20; step_hz <= 240; ++step_hz)
        {
            const double frame_rate = timestep::to_hertz(display), step_rate = static_cast<double>(step_hz);
            INFO("frame_rate ", frame_rate, ", step_hz ", step_hz);
            const StepRateMismatch fit = step_rate_mismatch(step_rate, frame_rate);
            const auto steps = steps_of_frames(step_hz, display);
            const auto seconds = static_cast<double>(display.den);
            CHECK(std::llround(fit.zero_step_frames_per_s * seconds) == std::ranges::count(steps, 0));
            CHECK(std::llround(fit.multi_step_frames_per_s * seconds) ==
                  std::ranges::count_if(steps, [](std::int64_t n) { return n > 1; }));
            CHECK(std::llround(fit.beat_hz * seconds) ==
                  (step_rate >= frame_rate ? irregular_count(steps, step_rate / frame_rate)
                                           : irregular_count(frames_of_steps(steps), frame_rate / step_rate)));
        }
}

TEST_CASE("multiples of a rate that is not a whole number have no beat")
{
    const double ntsc_hz = 60000.0 / 1001.0;
    for (const double factor : {1.0, 2.0, 3.0, 7.0, 11.0})
        CHECK(step_rate_mismatch(ntsc_hz * factor, ntsc_hz).beat_hz == 0.0);
    for (const double factor : {2.0, 3.0, 7.0, 11.0})
        CHECK(step_rate_mismatch(ntsc_hz, ntsc_hz * factor).beat_hz == 0.0);
    CHECK(step_rate_mismatch(60.0, ntsc_hz).beat_hz == doctest::Approx(60.0 / 1001.0));
}
