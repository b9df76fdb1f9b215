#include "lab/lane/reference.hpp"
#include "thorough.hpp"

#include "lab/stage/playing.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace lab;
using namespace std::chrono_literals;

namespace
{

// The least and largest distance in metres of the lane's pictures from the perfect PC's pictures.
struct Distance
{
    double least = 1e300;
    double most  = 0.0;
};

Distance distance(LaneRunner lane, Nanos length)
{
    Distance d;
    while (lane.next_frame_at() < length)
    {
        const telemetry::FrameSample& s = lane.frame();
        const double apart              = std::abs(s.shown_x - s.perfect_x);
        d                               = {std::min(d.least, apart), std::max(d.most, apart)};
    }
    return d;
}

constexpr double pixel   = 1.0 / 400.0; // metres, on a stage 1600 pixels wide
constexpr double fastest = 60.0;        // m/s, the largest speed of the ball

} // namespace

TEST_CASE("on a PC without lag each of the five loops shows the perfect PC's pictures")
{
    for (const std::string_view loop : {"fixed", "variable", "semi-fixed", "accumulator", "interpolated"})
    {
        CAPTURE(loop);
        CHECK(distance(lane_of(loop), 60s).most < pixel);
    }
}

TEST_CASE("every preset at real-time speed is within one step's motion of the perfect PC" * doctest::skip(is_sanitized))
{
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        LaneRunner lane = lane_of(preset.name);
        while (lane.next_frame_at() < 60s) lane.frame();
        const telemetry::Metrics m = lane.metrics();
        const double step          = lane.lane().references().rhythm()->step;
        CAPTURE(preset.name);
        if (std::abs(m.progress.speed - 1.0) < 1e-5) CHECK(m.accuracy.position_error_max < fastest * step);
    }
}

TEST_CASE("on a slow PC interpolated shows the perfect PC's position, and fixed is over a metre away")
{
    for (const std::string_view delay : {"16ms", "40ms", "75ms", "150ms"})
    {
        CAPTURE(delay);
        CHECK(distance(lane_of("interpolated", {{"machine.delay_ms", delay}}), 60s).most < pixel);
        CHECK(distance(lane_of("fixed", {{"machine.delay_ms", delay}}), 60s).most > 1.0);
    }
}

TEST_CASE("at 50 Hz on 60 Hz the accumulator's distance varies between zero and one step; interpolated has none")
{
    const Distance swing = distance(lane_of("accumulator", {{"loop.hz", "50"}}), 60s);
    CHECK(swing.least < pixel);
    CHECK(swing.most > 0.2);
    CHECK(swing.most < fastest / 50.0);
    CHECK(distance(lane_of("interpolated", {{"loop.hz", "50"}}), 60s).most < pixel);
}

TEST_CASE("after an hour interpolated is still at the perfect PC's position" * doctest::skip(is_sanitized))
{
    CHECK(distance(lane_of("interpolated", {{"machine.delay_ms", "20ms"}, {"machine.jitter_ms", "30ms"}}), 3600s).most <
          pixel);
}

TEST_CASE("noise, resolution and changes of the clock do not move the perfect PC")
{
    for (const Turns& clock : {Turns{{"clock.noise_ms", "3ms"}}, Turns{{"clock.resolution_ms", "15.6ms"}},
                               Turns{{"clock.back_ms", "500ms"}, {"clock.back_at_ms", "5000ms"}}})
    {
        LaneRunner crooked  = lane_of("interpolated", clock);
        LaneRunner straight = lane_of("interpolated");
        double most         = 0.0;
        while (straight.next_frame_at() < 10s)
            most = std::max(most, std::abs(crooked.frame().perfect_x - straight.frame().perfect_x));
        CHECK(most < pixel);
    }
}

TEST_CASE("a reset also restarts the perfect PC")
{
    LaneRunner lane   = lane_of("interpolated", {{"loop.hz", "50"}});
    const auto frames = [&](int n)
    {
        double most = 0.0;
        for (int i = 0; i < n; ++i)
        {
            const telemetry::FrameSample& s = lane.frame();
            most                            = std::max(most, std::abs(s.shown_x - s.perfect_x));
        }
        return most;
    };
    for (int round = 0; round < 20; ++round)
    {
        CHECK(frames(31) < pixel);
        lane.lane().reset();
    }
}

TEST_CASE("a loop's rhythm is its own step, or the refresh period for loops whose step is the frame")
{
    const Nanos period = timestep::step_ns(timestep::hz(144));
    const auto rhythm  = [&](std::string_view name)
    {
        const auto preset = std::ranges::find(timestep::all_presets, name, &timestep::Preset::name);
        return rhythm_of(preset->make(timestep::hz(60)), period);
    };
    CHECK(rhythm("fixed").step == 1.0 / 60);
    CHECK(rhythm("accumulator").step == 1.0 / 60);
    CHECK(rhythm("accumulator").lags == 0.0);
    CHECK(rhythm("interpolated").lags == 1.0 / 60);
    CHECK(rhythm("step-ahead").lags == 0.0);
    CHECK(rhythm("variable").step == timestep::to_seconds(period));
    CHECK(rhythm("semi-fixed").step == timestep::to_seconds(period));
    for (const timestep::Preset& preset : timestep::all_presets)
    {
        const Rhythm r = rhythm_of(preset.make(preset.default_rate), period);
        CAPTURE(preset.name);
        CHECK(r.step > 0.0);
        CHECK((r.lags == 0.0 || r.lags == r.step));
    }
}
