// lab/lane/step_interceptor.hpp -- interface for an object that observes a loop's steps and can change the user's input
#pragma once

#include "lab/settings/settings.hpp"
#include "scenes/world.hpp"

namespace lab
{

class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// Called by Lane::obey(), before the lane (a loop with its world) applies `settings`. For a lane on this PC this
    /// happens at the start of every frame, also in a pause and if no setting has changed.
    virtual void see_settings(const Settings& settings);
    /// Called before the first step of a frame, when its frame time is measured and its steps are decided.
    virtual void begin_frame(const Settings& settings, const timestep::FrameInput& in, const timestep::StepPlan& plan);
    /// Called before each step of `h` seconds. The function may change `input`, the user's input in this step.
    virtual void before_step(double h, sim::Input& input);
    /// Called after each physics step of the lane (loop).
    virtual void after_step(const scenes::World& world);
    /// Called when the user has put the world back to its start. Not called when a change of the scene does this.
    virtual void reset();
};

inline void StepInterceptor::see_settings(const Settings&) {}
inline void StepInterceptor::begin_frame(const Settings&, const timestep::FrameInput&, const timestep::StepPlan&) {}
inline void StepInterceptor::before_step(double, sim::Input&) {}
inline void StepInterceptor::after_step(const scenes::World&) {}
inline void StepInterceptor::reset() {}

} // namespace lab
