// timestep/game_clock.hpp -- game time: wall time that can be paused, sped up, slowed down and limited per frame
// Source:  Bevy, crates/bevy_time/src/virt.rs. As in Bevy since 0.20, `maximum` is applied after `speed`.
//
//     wall frame -> [pause] -> [speed] -> [maximum] -> game frame, for a loop's plan()
#pragma once

#include "timestep/knob.hpp"

namespace timestep
{

/// Converts wall time to game time, in whole nanoseconds. Multiplying by `speed` can leave a fraction of a nanosecond;
/// this fraction is added to the next frame, so slow motion loses no time.
class GameClock
{
public:
    double speed  = 1.0; ///< game seconds per wall second, 0 to 10,000
    bool paused   = false;
    Nanos maximum = 250ms; ///< longest game time in one frame; Nanos::max() for no limit

    /// Returns the game time for a frame of `wall` time; zero while paused or if `wall` is negative (the clock went
    /// backwards).
    constexpr Nanos advance(Nanos wall)
    {
        if (paused || wall <= Nanos::zero()) return Nanos::zero();
        constexpr Nanos longest = 24h * 100; // a double cannot represent longer times to the nanosecond
        const double exact      = static_cast<double>(std::min(wall, longest).count()) * speed + rest_;
        const auto whole        = static_cast<std::int64_t>(std::min(exact, 9e18));
        rest_                   = exact < 9e18 ? exact - static_cast<double>(whole) : 0.0;

        const Nanos delta = std::min(Nanos{whole}, maximum);
        elapsed_ += delta;
        dropped_ += Nanos{whole} - delta;
        return delta;
    }

    /// Returns the game time since the start.
    constexpr Nanos elapsed() const { return elapsed_; }
    /// Returns the total game time that `maximum` has cut off.
    constexpr Nanos dropped() const { return dropped_; }

    static constexpr auto knobs()
    {
        using G = GameClock;
        return std::array{
            knob<G, &G::speed>("speed", "x", 0.0, 10000.0, "Game seconds per second."),
            knob<G, &G::paused>("paused", "", 0, 1, "Whether the game stands still."),
            knob<G, &G::maximum>("maximum", "ms", 1.0, 60000.0, "More game time than this never passes in one frame."),
        };
    }

private:
    Nanos elapsed_{}, dropped_{};
    double rest_ = 0.0; // fraction of a nanosecond, added to the next frame
};

} // namespace timestep
