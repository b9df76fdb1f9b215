// lab/metrics/state_error.hpp -- decides whether a loop's pictures are wrong: one rule for the verdict WRONG and for
// the red marks on the stage
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

    bool is_wrong() const { return at != nullptr && worst > limit; }
};

/// Returns the state error of a loop in the two seconds up to the frame `sample`, or since the last reset or change of
/// loop. The result refers to the loop's records.
StateError state_error(const Lane& lane, const telemetry::FrameSample& sample);

} // namespace lab
