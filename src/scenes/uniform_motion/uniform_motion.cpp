#include "scenes/uniform_motion/uniform_motion.hpp"

#include <array>
#include <cmath>

namespace scenes
{

namespace
{
constexpr std::array uniform_motion_knobs{
    knob<&UniformMotion::Knobs::speed>({.name    = "speed",
                                        .label   = "speed",
                                        .unit    = "m/s",
                                        .tooltip = "How fast everything moves: the stage is 16 m wide.",
                                        .min     = 0.0,
                                        .max     = 64.0}),
    knob<&UniformMotion::Knobs::bars>(
        {.name    = "bars",
         .label   = "bars",
         .unit    = "",
         .tooltip = "Number of bars, evenly spaced. If your eye follows one, you see the others shake.",
         .min     = 1.0,
         .max     = 32.0}),
};
} // namespace

std::span<const SceneKnob> UniformMotion::knob_table() { return uniform_motion_knobs; }

void UniformMotion::step(State& state, const Step& step, const sim::Input&, sim::Events&) const
{
    state.teleported = false;
    state.v          = knobs.speed;
    state.travel += step.h * knobs.speed;
}

void UniformMotion::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (!current.teleported) out.travel = previous.travel + alpha * (current.travel - previous.travel);
}

void UniformMotion::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    out.travel += seconds * current.v;
}

void UniformMotion::hash(const State& state, sim::StateHash& hash)
{
    hash.add(state.travel);
    hash.add(state.v);
}

double UniformMotion::on_stage(const State& state, double start_x)
{
    const double x = start_x + state.travel;
    return x - stage_width * std::floor(x / stage_width);
}

} // namespace scenes
