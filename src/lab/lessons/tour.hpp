// lab/lessons/tour.hpp -- the first minutes: three things to do, each of which is done when the lane's telemetry says
// so
#pragma once

#include "lab/lane/lane.hpp"

#include <span>
#include <string_view>

namespace lab
{

class Tour
{
public:
    enum class Step : std::uint8_t
    {
        explode, ///< make the spring explode
        fix,     ///< on the same slow PC, with another loop
        stutter, ///< see the stutter on a fast one
        smooth,  ///< and see it gone
        done,
    };

    /// What there is to do, and how one sees that it was done.
    struct Card
    {
        std::string_view title;                     ///< a few words
        std::string_view text;                      ///< one sentence or two
        std::span<const std::string_view> controls; ///< by the paths of their knobs, or "loop.<name>": where to look
    };

    Step step() const { return step_; }
    const Card& card() const;
    /// Goes on when what there is to do has happened in the lane.
    void look(const Lane& lane);

private:
    Step step_ = Step::explode;
    std::optional<Nanos> whole_for_{}; ///< since the reset, if the spring has not exploded since
};

} // namespace lab
