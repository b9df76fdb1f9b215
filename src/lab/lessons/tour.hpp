// lab/lessons/tour.hpp -- the tour for new users: four tasks; the lane's telemetry shows when a task is done
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
        fix,     ///< keep the spring stable on the same slow PC, with another loop
        stutter, ///< see stutter on a fast PC
        smooth,  ///< remove the stutter by interpolation
        done,
    };

    /// The task of one step as the window shows it.
    struct Card
    {
        std::string_view title;                     ///< a few words
        std::string_view text;                      ///< one or two sentences
        std::span<const std::string_view> controls; ///< controls to highlight: control paths, or "loop.<preset>"
    };

    Step step() const { return step_; }
    const Card& card() const;
    /// Moves to the next step if the lane's last frames show that the task is done. Call it once after each frame.
    void look(const Lane& lane);

private:
    Step step_ = Step::explode;
    /// Frame time since the last reset; empty before the first reset and after an explosion.
    std::optional<Nanos> whole_for_{};
};

} // namespace lab
