// lab/lane/step_interceptor.hpp -- who stands beside a lane's steps: sees what each of them is given, or gives it
#pragma once

#include "lab/settings/settings.hpp"

namespace lab
{

class StepInterceptor
{
public:
    virtual ~StepInterceptor() = default;

    /// A frame was measured and planned, under these settings; its steps come next.
    virtual void begin_frame(const Settings& settings, const timestep::FrameInput& in, const timestep::StepPlan& plan);
    /// A step of `h` seconds is about to be taken with that input, which may be changed.
    virtual void before_step(double h, sim::Input& input);
    virtual void after_step(const scenes::World& world);
    /// The world went back to its start.
    virtual void reset();
};

inline void StepInterceptor::begin_frame(const Settings&, const timestep::FrameInput&, const timestep::StepPlan&) {}
inline void StepInterceptor::before_step(double, sim::Input&) {}
inline void StepInterceptor::after_step(const scenes::World&) {}
inline void StepInterceptor::reset() {}

} // namespace lab
