// views/loop_sound.hpp -- the sound of a loop: a high tick for each frame (left), a low click for each step (right)
#pragma once

#include "telemetry/frames.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace views
{

class LoopSound
{
public:
    static constexpr int sample_rate = 48'000;
    static constexpr int channel_count = 2; ///< left: high ticks of frames; right: low clicks of steps
    static constexpr int max_step_clicks_per_frame = 12; ///< the ear cannot distinguish more in one frame

    void schedule_sounds(const telemetry::FrameSample& frame, timestep::Nanos delay = {});
    /// Writes the next samples, -1 to 1, of both channels in turn: left, right, left, ...
    void write_next_stereo_samples(std::span<float> samples);

private:
    struct ScheduledSound
    {
        bool is_step = false;
        std::int64_t first_sample_index = 0; ///< index of the first sample; the sound of the lane begins at 0
    };

    std::int64_t next_sample_index_ = 0;
    std::vector<ScheduledSound> scheduled_sounds_;
};

} // namespace views
