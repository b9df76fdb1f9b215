// views/clicks.hpp -- computes the sound of a lane as samples: a tick for each frame on
// the left channel, a click for each step on the right
#pragma once

#include "telemetry/frames.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace views
{

class LaneSound
{
public:
    static constexpr int sample_rate = 48'000; ///< number of sound samples per second on each channel
    /// The left channel has the high ticks of the frames, the right one the low clicks of the steps.
    static constexpr int channels = 2;
    /// Largest number of clicks for one frame; the ear cannot distinguish more.
    static constexpr int max_clicks_per_frame = 12;

    /// Adds the sounds of a frame: a tick for the frame, then a click for each of its steps, 4 ms apart. The tick
    /// begins `delay` later than the next sample that mix() writes.
    void add_frame(const telemetry::FrameSample& sample, timestep::Nanos delay = {});
    /// Writes the next sound samples into `out`: left, right, left, right ... Each is from -1 to 1.
    void mix(std::span<float> out);

private:
    struct Sound
    {
        bool is_step = false;
        std::int64_t first_sample =
            0; ///< number of the sound's first sample; sample 0 is the first one that mix() writes
    };

    std::int64_t next_sample_ = 0;
    std::vector<Sound> sounds_;
};

} // namespace views
