// lab/metrics/state_error.hpp -- decides whether a loop's pictures are wrong: one rule for the verdicts WRONG and
// DIFFERENT, and for the red marks on the stage
#pragma once

#include "lab/lane/lane.hpp"

namespace lab
{

/// The state error of a loop in the last two seconds. The state error of a picture is the distance between the body in
/// it and the reference motion at the game time that the picture shows; extrapolated pictures, which are estimates,
/// have none. The body meets the reference motion twice a swing, so that one picture does not tell whether a loop is
/// wrong: the worst picture decides.
struct StateError
{
    double worst = 0.0; ///< largest state error in metres
    /// A state error in metres up to this is invisible: a tenth of the distance that the body moves in one step of the
    /// reference motion at its greatest speed, at least 1 mm. Zero if the scene or the loop has no reference motion.
    double limit                     = 0.0;
    const telemetry::FrameSample* at = nullptr; ///< frame with the largest state error; null if there is none
    /// True if a step since the last reset or change of loop was over 1.5 times as long as those of the reference
    /// motion.
    bool by_long_step = false;

    bool is_visible() const { return at != nullptr && worst > limit; }
    /// True if steps that are too long have caused a visible error.
    bool is_wrong() const { return is_visible() && by_long_step; }
    /// True if the error is visible although no step was too long: with other frame times, the motion is another one.
    bool is_different() const { return is_visible() && !by_long_step; }
};

/// Returns the state error of a loop in the two seconds up to the frame `sample`, or since the last reset or change of
/// loop. The result refers to the loop's records.
StateError state_error(const Lane& lane, const telemetry::FrameSample& sample);

} // namespace lab
