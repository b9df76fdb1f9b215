// lab/metrics/lane_verdict.hpp -- a lane in a word: what somebody who looks for a second should come away with
#pragma once

#include "lab/lane/lane.hpp"

#include <string>
#include <string_view>

namespace lab
{

struct LaneVerdict
{
    enum class Kind : std::uint8_t
    {
        started, ///< a quarter of a second ago at most: too early to judge
        ok,
        stutters, ///< pictures that show a third more or less motion than the time since the one before
        off,      ///< another motion than a perfect PC's, which no lateness explains
        late,     ///< shows an earlier moment than a perfect PC would, by more than a step; or a later one
        fast,     ///< the game's clock runs faster than the wall's
        slow,
        spiral, ///< slow, and each frame owes more steps than the last
        failed, ///< what must not happen has happened
        gone,   ///< so far away that there is nothing to see
    };
    Kind kind = Kind::ok;
    /// stutters: a second; off: m; late: ms, negative when early; fast, slow, spiral: simulated by wall time; failed:
    /// how often; gone: the simulated second at which it left all bounds.
    double amount                = 0.0;
    const sim::EventKind* failed = nullptr; ///< which

    bool is_well() const { return kind <= Kind::ok; }
    bool is_alarming() const { return kind >= Kind::spiral; }
};

/// Whether the picture of a frame shows the lane's body further than 1e6 m away, or nowhere.
bool is_gone(const telemetry::FrameSample& sample);

/// Of the last second up to that moment, and of failures since the last reset or change of loop: the worst that there
/// is to say.
LaneVerdict verdict_of(const Lane& lane, const telemetry::FrameSample& sample, const sim::Events& events);
inline LaneVerdict verdict_of(const Lane& lane, const scenes::Moment& moment)
{
    return verdict_of(lane, moment.sample, moment.events);
}

/// "JUST STARTED", "SLOW", "STUTTERS", "OK", "TUNNELLED".
std::string_view name_of(const LaneVerdict& verdict);
/// "SLOW 0.33x", "STUTTERS 10 a second", "OK", "TUNNELLED x3".
std::string in_words(const LaneVerdict& verdict);

} // namespace lab
