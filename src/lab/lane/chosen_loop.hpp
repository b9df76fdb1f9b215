// lab/lane/chosen_loop.hpp -- the loop that runs now; the user can replace it or change its parameters between two
// frames
#pragma once

#include "lab/lane/own_thread.hpp"
#include "lab/settings/realised_loop.hpp"
#include "timestep/build.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace lab
{

class ChosenLoop
{
public:
    explicit ChosenLoop(const LoopChoice& choice);

    /// Applies changed settings to the running loop. Returns the changes as bits of telemetry::Event. If this replaces
    /// the loop or its stepper, take_left() returns the time that the old one still carried; the caller must count it
    /// as dropped. If the settings are not a valid loop, the old loop continues and refusal() returns the reason.
    std::uint32_t apply(const LoopChoice& choice);

    /// Decides the steps of a frame. If the loop steps on a simulated thread of its own, returns the steps that this
    /// thread finishes before the frame begins. `step_cost` is the computing time of a step on this thread.
    timestep::StepPlan plan(const timestep::FrameInput& in, Nanos step_cost);
    /// True if the loop steps on a simulated thread of its own, so that its steps do not make frames longer.
    bool has_thread() const { return async_; }
    /// Returns the frame time that no step has simulated yet; negative while the simulation leads the clock.
    Nanos carried() const { return thread_ ? thread_->carried(loop_) : loop_.carried() + unfinished_.unplanned; }

    /// Returns the sum of the times that replaced loops and steppers had not simulated, since the last call. The caller
    /// must count it as dropped time.
    Nanos take_left();
    /// Returns the reason why the settings are not a valid loop; empty if they are valid. While they are not valid, the
    /// previous loop continues to run.
    const timestep::Refusal& refusal() const { return refusal_; }
    /// Returns the loop of the applied choice, without carried time; it never runs.
    const timestep::Loop& wanted() const { return wanted_; }
    timestep::Loop& loop() { return loop_; }
    const timestep::Loop& loop() const { return loop_; }

private:
    std::uint32_t choose_axes();
    void choose_thread(const LoopChoice& choice);

    LoopChoice applied_;    ///< the last choice that apply() got, also if it is not a valid loop
    timestep::Loop wanted_; ///< the loop of applied_
    std::size_t preset_;    ///< preset of the running loop
    timestep::Loop loop_;   ///< the running loop
    bool async_ = false;
    /// Copy of LoopChoice::budget: when the steps of one decision of the loop have taken this time, no further step
    /// of this decision begins; 0: no limit.
    Nanos budget_{};
    std::optional<OwnThread> thread_; ///< empty if the loop has no thread of its own, and before its first plan()
    Unfinished unfinished_{};         ///< frame time that an ended thread has not simulated; the next plan() adds it
    timestep::Refusal refusal_{};
    Nanos left_{}; ///< time that replaced loops and steppers still carried; take_left() returns it
};

} // namespace lab
