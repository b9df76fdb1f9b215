// views/clicks.hpp -- computes the sound of a lane (one loop with its own world) as samples: a tick for each frame on
// the left channel, a click for each step on the right
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
    static constexpr int rate = 48'000; ///< number of sound samples per second on each channel
    /// Stereo: high ticks of the frames on the left, low clicks of the steps on the right.
    static constexpr int channels      = 2;
    static constexpr int most_of_frame = 12; ///< largest number of clicks for one frame; the ear cannot tell more apart

    /// Adds the sounds of a frame: its tick begins `after` later than the next sample that mix() writes, and the clicks
    /// of its steps follow 4 ms apart.
    void add_frame(const telemetry::FrameSample& sample, timestep::Nanos after = {});
    /// Writes the next sound samples into `out`: left, right, left, right ... Each is from -1 to 1.
    void mix(std::span<float> out);

private:
    struct Voice
    {
        bool is_step        = false;
        std::int64_t begins = 0; ///< number of the sound's first sample, counted from the start of the program's sound
    };

    std::int64_t now_ = 0;
    std::vector<Voice> voices_;
};

} // namespace views
