#include "scenes/float_clock/float_clock.hpp"

#include "sim/physics/vec2.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace scenes
{

namespace
{
constexpr std::array<std::string_view, 4> starts{"now", "after-1-h", "after-10-h", "after-100-h"};
constexpr std::array<double, 4> start_hours{0.0, 1.0, 10.0, 100.0};

constexpr std::array float_clock_knobs{
    knob<&FloatClock::Knobs::speed>({.name        = "speed",
                                     .label       = "speed",
                                     .unit        = "turns/s",
                                     .tooltip     = "How fast both hands should go round.",
                                     .min         = 0.05,
                                     .max         = 4.0,
                                     .logarithmic = true}),
    knob<&FloatClock::Knobs::start>({.name    = "start",
                                     .label   = "program started",
                                     .unit    = "",
                                     .tooltip = "How long both clocks have been running when the scene begins.",
                                     .applies = Applies::restarts,
                                     .choices = starts}),
};
} // namespace

std::span<const SceneKnob> FloatClock::knob_table() { return float_clock_knobs; }

FloatClock::State FloatClock::start() const
{
    return {.by_float = static_cast<float>(start_seconds()), .by_double = start_seconds(), .teleported = true};
}

double FloatClock::start_seconds() const { return 3600.0 * start_hours[static_cast<std::size_t>(knobs.start)]; }

double FloatClock::resolution(float time)
{
    return static_cast<double>(std::nextafter(time, std::numeric_limits<float>::infinity()) - time);
}

void FloatClock::step(State& state, const Step& step, const sim::Input&, sim::Events& events) const
{
    state.teleported   = false;
    const float before = state.by_float;
    state.by_float += static_cast<float>(step.h);
    state.by_double += step.h;

    const auto counted = static_cast<double>(state.by_float) - static_cast<double>(before);
    state.rate         = counted / step.h;
    state.turns_float += knobs.speed * counted;
    state.turns_double += knobs.speed * step.h;
    if (counted == 0.0)
        sim::count(events, sim::event::stalled, step.time);
    else if (std::abs(state.rate - 1.0) > 0.01)
        sim::count(events, sim::event::miscounted, step.time);
}

void FloatClock::blend(const State& previous, const State& current, double alpha, State& out) const
{
    out = current;
    if (current.teleported) return;
    out.turns_float  = sim::lerp(previous.turns_float, current.turns_float, alpha);
    out.turns_double = sim::lerp(previous.turns_double, current.turns_double, alpha);
}

void FloatClock::extrapolate(const State& current, double seconds, State& out) const
{
    out = current;
    out.turns_float += seconds * knobs.speed * current.rate;
    out.turns_double += seconds * knobs.speed;
}

Probe FloatClock::probe(const State& state) const
{
    const double v = state.rate * knobs.speed;
    return {.x = state.turns_float, .v = v, .energy = 0.5 * v * v};
}

void FloatClock::hash(const State& state, sim::StateHash& hash)
{
    hash.add(state.by_float);
    for (const double number : {state.by_double, state.turns_float, state.turns_double, state.rate}) hash.add(number);
}

void FloatClock::Exact::at(double seconds, State& out) const
{
    out            = from_;
    out.teleported = false;
    out.rate       = 1.0;
    out.by_double += seconds;
    out.by_float = static_cast<float>(out.by_double);
    out.turns_double += speed_ * seconds;
    out.turns_float = out.turns_double;
}

} // namespace scenes
