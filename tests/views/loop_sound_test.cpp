#include "views/loop_sound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <vector>

using views::LoopSound;

namespace
{
telemetry::FrameSample frame_of(std::int64_t steps, telemetry::EventBits events = 0)
{
    return telemetry::FrameSample{.plan = {.steps = steps}, .events = events};
}

// The peak and the energy (sum of squares) of the next `seconds` of sound.
struct Heard
{
    float peak = 0;
    std::array<float, LoopSound::channel_count> ears{}; // the peak of each channel, left and right
    double energy = 0;
};
Heard listen(LoopSound& clicks, double seconds)
{
    std::vector<float> out(static_cast<std::size_t>(seconds * LoopSound::sample_rate) * LoopSound::channel_count);
    clicks.write_next_stereo_samples(out);
    Heard heard;
    for (std::size_t i = 0; i < out.size(); ++i)
    {
        const float sample = out[i];
        heard.ears[i % LoopSound::channel_count] = std::max(heard.ears[i % LoopSound::channel_count], std::abs(sample));
        heard.peak = std::max(heard.peak, std::abs(sample));
        heard.energy += static_cast<double>(sample) * static_cast<double>(sample);
    }
    return heard;
}
} // namespace

TEST_CASE("there is no sound before the first frame or while the game is paused")
{
    LoopSound clicks;
    CHECK(listen(clicks, 0.1).peak == 0.0F);
    clicks.schedule_sounds(frame_of(0, telemetry::paused));
    CHECK(listen(clicks, 0.1).peak == 0.0F);
}

TEST_CASE("a step sounds louder than a frame, and both fade out")
{
    LoopSound frame;
    frame.schedule_sounds(frame_of(0));
    LoopSound step;
    step.schedule_sounds(frame_of(1));
    const Heard tick = listen(frame, 0.05);
    const Heard click = listen(step, 0.05);
    CHECK(tick.peak > 0.05F);
    CHECK(click.peak > tick.peak);
    CHECK(listen(frame, 0.1).peak == 0.0F);
    CHECK(listen(step, 0.1).peak == 0.0F);
}

TEST_CASE("frames sound mostly on the left, steps mostly on the right, and each has its own pitch")
{
    LoopSound frame;
    frame.schedule_sounds(frame_of(0));
    const Heard tick = listen(frame, 0.05);
    CHECK(tick.ears[0] > 5 * tick.ears[1]);
    CHECK(tick.ears[1] > 0.0F);
    LoopSound both;
    both.schedule_sounds(frame_of(1));
    const Heard heard = listen(both, 0.05);
    CHECK(heard.ears[1] > 5 * tick.ears[1]);
    const auto turns = [](std::int64_t steps, std::size_t ear) // number of zero crossings of the wave in 3 ms
    {
        LoopSound clicks;
        clicks.schedule_sounds(frame_of(steps));
        std::vector<float> out(static_cast<std::size_t>(3 * LoopSound::sample_rate / 1000) * LoopSound::channel_count);
        clicks.write_next_stereo_samples(out);
        int count = 0;
        for (std::size_t i = ear + LoopSound::channel_count; i < out.size(); i += LoopSound::channel_count)
            count += out[i] * out[i - LoopSound::channel_count] < 0.0F ? 1 : 0;
        return count;
    };
    CHECK(turns(0, 0) > 2 * turns(1, 1));
}

TEST_CASE("the steps of a frame sound one after the other, at most twelve, and never above full volume")
{
    const auto energy_of = [](std::int64_t steps)
    {
        LoopSound clicks;
        clicks.schedule_sounds(frame_of(steps));
        return listen(clicks, 0.2).energy;
    };
    CHECK(energy_of(2) > 1.2 * energy_of(1));
    CHECK(energy_of(6) > 2.0 * energy_of(2));
    CHECK(energy_of(1000) == energy_of(LoopSound::max_step_clicks_per_frame));
    LoopSound crowd;
    for (int i = 0; i < 1000; ++i) crowd.schedule_sounds(frame_of(1000));
    CHECK(listen(crowd, 0.2).peak <= 1.0F);
}

TEST_CASE("a frame that begins later sounds later, exact to the sample")
{
    LoopSound clicks;
    clicks.schedule_sounds(frame_of(0), std::chrono::milliseconds{10});
    std::vector<float> out(LoopSound::sample_rate / 50 * LoopSound::channel_count);
    clicks.write_next_stereo_samples(out);
    const auto first = std::ranges::find_if(out, [](float sample) { return sample != 0.0F; });
    CHECK((first - out.begin()) / LoopSound::channel_count ==
          LoopSound::sample_rate / 100 + 1); // a sine begins at zero
}
