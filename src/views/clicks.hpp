// views/clicks.hpp -- a lane to be heard: a tick for every frame in the left ear, a click for every step in the
// right one, as plain samples of sound
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
    static constexpr int rate          = 48'000; ///< samples a second, of each channel
    static constexpr int channels      = 2;      ///< left: presented frames, high; right: steps, low
    static constexpr int most_of_frame = 12;     ///< clicks of one frame; of a thousand steps nobody hears more

    /// A frame begins `after` the next sample that `mix` fills in. Its steps follow each other 4 ms apart.
    void hear(const telemetry::FrameSample& sample, timestep::Nanos after = {});
    /// The next samples, from -1 to 1: left, right, left, right ...
    void mix(std::span<float> out);

private:
    struct Voice
    {
        bool is_step        = false;
        std::int64_t begins = 0; ///< in samples since the start
    };

    std::int64_t now_ = 0;
    std::vector<Voice> voices_;
};

} // namespace views
