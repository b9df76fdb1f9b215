// lab/lane/step_interceptor.hpp -- interface for an object that observes the steps of a lane and can change their
// inputs
#pragma once

#include "lab/settings/settings.hpp"

namespace lab
{

class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// The lane calls this function after it has measured and planned a frame, before the frame's first step.
    virtual void begin_frame(const Settings& settings, const timestep::FrameInput& in, const timestep::StepPlan& plan);
    /// The lane calls this function before each step of `h` seconds. The function may change `input`.
    virtual void before_step(double h, sim::Input& input);
    /// The lane calls this function after each step.
    virtual void after_step(const scenes::World& world);
    /// The lane calls this function after it has put the world back to the start.
    virtual void reset();
};

inline void StepInterceptor::begin_frame(const Settings&, const timestep::FrameInput&, const timestep::StepPlan&) {}
inline void StepInterceptor::before_step(double, sim::Input&) {}
inline void StepInterceptor::after_step(const scenes::World&) {}
inline void StepInterceptor::reset() {}

} // namespace lab
