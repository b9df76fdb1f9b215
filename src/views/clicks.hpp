// views/clicks.hpp -- the sound of a lane as samples: a tick for each frame on the left channel, a click for each step
// on the right
#pragma once

#include "telemetry/frame_sample.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace views
{

class Clicks
{
public:
    static constexpr int rate          = 48'000; ///< samples per second and channel
    static constexpr int channels      = 2;      ///< left: high ticks of frames; right: low clicks of steps
    static constexpr int most_of_frame = 12;     ///< clicks per frame, at most; more could not be heard

    /// Adds the sounds of a frame that begins `after` the next sample of `mix`. The clicks of its steps are 4 ms apart.
    void hear(const telemetry::FrameSample& sample, timestep::Nanos after = {});
    /// Writes the next samples into `out`, from -1 to 1: left, right, left, right ...
    void mix(std::span<float> out);

private:
    struct Voice
    {
        bool is_step        = false;
        std::int64_t begins = 0; ///< first sample of the sound, counted since the start
    };

    std::int64_t now_ = 0;
    std::vector<Voice> voices_;
};

} // namespace views
