// views/clicks.hpp -- synthesizes the sound of a lane: a tick for each frame (left), a click for each step (right)
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
    static constexpr int sample_rate = 48'000;
    /// Stereo: the left channel has the high ticks of the frames, the right channel the low clicks of the steps.
    static constexpr int channels = 2;
    /// Largest number of clicks for one frame: the ear cannot distinguish more.
    static constexpr int max_clicks_per_frame = 12;

    /// Adds the sounds of a frame: a tick `delay` after the next sample, then a click for each step, 4 ms apart.
    void add_frame(const telemetry::FrameSample& sample, timestep::Nanos delay = {});
    /// Writes the next sound samples into `out`, with the channels interleaved (left, right, left, ...), from -1 to 1.
    void write_next_samples(std::span<float> out);

private:
    struct Sound
    {
        bool is_step              = false;
        std::int64_t first_sample = 0; ///< index of the sound's first sample; the first sample of the lane is 0
    };

    std::int64_t next_sample_ = 0;
    std::vector<Sound> sounds_;
};

} // namespace views
