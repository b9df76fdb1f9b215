// sim/machine/display.hpp -- a virtual display: when a picture that is ready reaches the screen, and when present
// returns
//
//     VSYNC off        at once: the picture before is torn
//     on               at the first refresh not before `ready`, one picture a refresh
//     adaptive         the same, unless a refresh has passed since the last picture: then at once
//     VRR              at `ready`, but not sooner than the shortest period after the last refresh; after the longest
//     the
//                      display shows the old picture again, and that is a refresh too
#pragma once

#include "sim/machine/settings.hpp"

namespace sim
{

/// The refreshes of a display, 0 at time zero, counted without ever losing a fraction of a nanosecond.
class Refreshes
{
public:
    explicit Refreshes(timestep::Rate rate)
        : rate_{rate}
        , scale_{rate}
    {
    }

    timestep::Rate rate() const { return rate_; }
    /// Goes on from the last refresh at another rate.
    void set_rate(timestep::Rate rate);
    /// The first refresh at `time` or later, rounded up to a nanosecond; never an earlier one than the last answer.
    Nanos first_from(Nanos time);

private:
    void skip(std::int64_t refreshes);

    timestep::Rate rate_;
    timestep::Scale scale_;
    Nanos at_{};            // of the last refresh found, rounded down ...
    std::int64_t rest_ = 0; // ... and what that left out, in units of the scale
};

/// What became of a picture.
struct ShownPicture
{
    Nanos at{};        ///< wall time at which it reaches the screen
    Nanos returned{};  ///< wall time at which presenting it returns
    bool torn = false; ///< it did not wait for a refresh: the top of the screen still shows the picture before
};

class Display
{
public:
    explicit Display(timestep::Rate refresh)
        : refreshes_{refresh}
    {
    }

    /// Times must not go back.
    ShownPicture present(Nanos ready, const MachineSettings& settings);

private:
    ShownPicture at_refresh(Nanos ready, Buffers buffers);
    ShownPicture at_once(Nanos ready);
    ShownPicture when_ready(Nanos ready, const MachineSettings& settings);

    Refreshes refreshes_;
    Nanos last_{}; ///< when the last picture, or with VRR the last refresh, reached the screen
};

/// How much of the screen, from the top, still shows the old picture when a new one comes at `time`: 0 at a refresh.
double tear_height(Nanos time, timestep::Rate refresh);

} // namespace sim
