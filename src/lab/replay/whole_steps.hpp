// lab/replay/whole_steps.hpp -- tells whether a loop takes only steps of one size, independent of its frame times
#pragma once

#include "lab/lane/lane.hpp"

namespace lab
{

/// Observes the steps of a lane (a loop with its world) and checks that each is a whole step: a step of the fixed size
/// that the loop's step rate gives. A loop without fixed steps can take a step of this size by accident; such a step
/// does not count as whole.
class WholeSteps : public StepInterceptor
{
public:
    explicit WholeSteps(const Settings& start) { WholeSteps::observe_settings(start); }

    /// Returns true if each step so far had the fixed size that the loop's step rate gives.
    bool so_far() const { return so_far_; }

    void observe_settings(const Settings& settings) override;
    void before_step(double h, sim::Input&) override { so_far_ = so_far_ && h == step_; }

private:
    double step_ = 0.0; ///< size of a whole step in seconds; NaN if the loop has none
    bool so_far_ = true;
};

} // namespace lab
