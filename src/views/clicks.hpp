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
    /// The left channel has the high ticks of the frames, the right channel the low clicks of the steps.
    static constexpr int channels = 2;
    /// The ear cannot distinguish more clicks in one frame.
    static constexpr int max_clicks_per_frame = 12;

    /// A tick for the frame `delay` after the next sample, then a click for each step, 4 ms apart.
    void schedule_frame_sounds(const telemetry::FrameSample& sample, timestep::Nanos delay = {});
    /// Interleaved channels (left, right, left, ...), from -1 to 1.
    void write_next_samples(std::span<float> out);

private:
    struct Sound
    {
        bool is_step              = false;
        std::int64_t first_sample = 0; ///< index of the first sample; the sound of the lane begins at 0
    };

    std::int64_t next_sample_ = 0;
    std::vector<Sound> sounds_;
};

} // namespace views
