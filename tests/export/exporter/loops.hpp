// tests/export/exporter/loops.hpp -- the loops that the exporter's tests use: presets, alternatives, other rates and
// settings
#pragma once

#include "timestep/build.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace loops
{

using namespace timestep;

struct Named
{
    std::string name;
    Loop loop;
};

inline Loop made(std::string_view preset)
{
    const Preset* const p = find_preset(preset);
    return p->make(p->default_rate);
}

inline std::vector<Named> joined(std::vector<Named> a, const std::vector<Named>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

inline std::vector<Named> presets()
{
    std::vector<Named> all;
    for (const Preset& p : all_presets) all.push_back({std::string{p.name}, p.make(p.default_rate)});
    return all;
}

// Calls `f` for every valid combination of stepper, filter, overload policy, presentation and pacer.
void for_each_combination(auto&& f)
{
    for (const auto filter : LoopFilter::names)
        for (const auto stepper : LoopStepper::names)
            for (const auto overload : LoopOverloadPolicy::names)
                for (const auto presentation : {Presentation::latest, Presentation::interpolate})
                    for (const auto pacer : LoopPacer::names)
                    {
                        Loop loop;
                        loop.filter.choose(filter);
                        loop.stepper.choose(stepper);
                        loop.overload.choose(overload);
                        loop.presentation = presentation;
                        loop.pacer.choose(pacer);
                        if (check(loop)) continue;
                        f(Named{fmt::format("{} {} {} {}", filter, stepper, overload, pacer), loop});
                    }
}

// Returns loops that have every alternative of each axis; each loop changes only one axis, but every stepper has every
// overload policy.
inline std::vector<Named> parts()
{
    std::vector<Named> all;
    for_each_combination(
        [&](const Named& n)
        {
            const bool filters = n.loop.filter.name() != "none";
            const bool policies = n.loop.overload.name() != "none" || n.loop.stepper.name() != "fixed-step";
            const bool pacers = n.loop.pacer.name() != "vsync";
            if (n.loop.presentation == Presentation::latest && int{filters} + int{policies} + int{pacers} == 1)
                all.push_back(n);
        });
    return all;
}

// The loops with every setting at four places of its range: 0, 3, 31 and 100 %.
inline std::vector<Named> turned(const std::vector<Named>& loops)
{
    std::vector<Named> all;
    for (const Named& n : loops)
    {
        Loop copy = n.loop;
        std::size_t knobs = 0;
        for_each_knob(copy, [&](std::string_view, const KnobRef&) { ++knobs; });
        for (std::size_t k = 0; k < knobs; ++k)
            for (const double share : {0.0, 0.03, 0.31, 1.0})
            {
                Named changed = n;
                std::size_t at = 0;
                const auto turn = [&](std::string_view axis, const KnobRef& knob)
                {
                    if (at++ != k) return;
                    knob.set(knob.min + share * (knob.max - knob.min));
                    changed.name += fmt::format(" {}.{}={:f}", axis, knob.name, knob.get());
                };
                for_each_knob(changed.loop, turn);
                if (!check(changed.loop)) all.push_back(changed);
            }
    }
    return all;
}

// The presets at rates whose steps are no whole nanoseconds or no whole ticks, and at slow rates.
inline std::vector<Named> at_other_rates()
{
    std::vector<Named> all;
    for (const Preset& p : all_presets)
        for (const Rate rate : {Rate{60000, 1001}, hz(144), hz(30), every(7ms)})
            if (p.has_rate) all.push_back({fmt::format("{} at {:f}", p.name, to_hertz(rate)), p.make(rate)});
    return all;
}

} // namespace loops
