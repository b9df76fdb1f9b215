// lab/lessons/tour.hpp -- the tour for new users: four tasks; the window recognises from the frames of the user's loop
// that a task is done
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
        explode, ///< task: make the spring explode
        fix,     ///< task: keep the spring stable on the same slow PC, with another loop
        stutter, ///< task: see stutter on a fast PC
        smooth,  ///< task: remove the stutter by interpolation
        done,
    };

    /// The text of a task, as the window shows it.
    struct Card
    {
        std::string_view title;                     ///< title of the task, a few words
        std::string_view text;                      ///< description of the task, one or two sentences
        std::span<const std::string_view> controls; ///< controls to highlight: paths of controls, or "loop.<preset>"
    };

    Step step() const { return step_; }
    const Card& card() const;
    /// Moves to the next task if the last frames of `lane` show that the present task is done. Call it after each
    /// frame.
    void look(const Lane& lane);

private:
    Step step_ = Step::explode;
    /// Time in which the spring has not exploded: sum of the frame times since the last reset. Empty before the first
    /// reset, and after an explosion.
    std::optional<Nanos> whole_for_{};
};

} // namespace lab
