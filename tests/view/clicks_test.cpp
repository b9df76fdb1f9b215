#include "view/clicks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

using view::Clicks;

namespace
{
telemetry::FrameSample frame_of(std::int64_t steps, std::uint32_t events = 0)
{
    telemetry::FrameSample sample;
    sample.plan.steps = steps;
    sample.events     = events;
    return sample;
}

// The loudest sample and the sum of squares of what is heard in the next `seconds`.
struct Heard
{
    float peak    = 0;
    double energy = 0;
};
Heard listen(Clicks& clicks, double seconds)
{
    std::vector<float> out(static_cast<std::size_t>(seconds * Clicks::rate));
    clicks.mix(out);
    Heard heard;
    for (const float sample : out)
    {
        heard.peak = std::max(heard.peak, std::abs(sample));
        heard.energy += static_cast<double>(sample) * static_cast<double>(sample);
    }
    return heard;
}
} // namespace

TEST_CASE("nothing is heard before the first frame, nor while the game stands still")
{
    Clicks clicks;
    CHECK(listen(clicks, 0.1).peak == 0.0F);
    clicks.hear(frame_of(0, telemetry::paused));
    CHECK(listen(clicks, 0.1).peak == 0.0F);
}

TEST_CASE("a frame ticks, a step clicks louder, and both fade away")
{
    Clicks frame;
    frame.hear(frame_of(0));
    Clicks step;
    step.hear(frame_of(1));
    const Heard tick  = listen(frame, 0.05);
    const Heard click = listen(step, 0.05);
    CHECK(tick.peak > 0.05F);
    CHECK(click.peak > tick.peak);
    CHECK(listen(frame, 0.1).peak == 0.0F);
    CHECK(listen(step, 0.1).peak == 0.0F);
}

TEST_CASE("the steps of a frame are heard one after the other, no more than twelve, and never too loud")
{
    const auto energy_of = [](std::int64_t steps)
    {
        Clicks clicks;
        clicks.hear(frame_of(steps));
        return listen(clicks, 0.2).energy;
    };
    CHECK(energy_of(2) > 1.2 * energy_of(1));
    CHECK(energy_of(6) > 2.0 * energy_of(2));
    CHECK(energy_of(1000) == energy_of(Clicks::most_of_frame));
    Clicks crowd;
    for (int i = 0; i < 1000; ++i) crowd.hear(frame_of(1000));
    CHECK(listen(crowd, 0.2).peak <= 1.0F);
}

TEST_CASE("a frame that begins later is heard later, to the sample")
{
    Clicks clicks;
    clicks.hear(frame_of(0), std::chrono::milliseconds{10});
    std::vector<float> out(Clicks::rate / 50);
    clicks.mix(out);
    const auto first = std::ranges::find_if(out, [](float sample) { return sample != 0.0F; });
    CHECK(first - out.begin() == Clicks::rate / 100 + 1); // a sine begins with nothing
}
