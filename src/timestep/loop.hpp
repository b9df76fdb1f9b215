// SPDX-License-Identifier: MIT
// timestep/loop.hpp -- a game loop whose five parts (axes) can be exchanged at run time, for menus and saved settings
// A game with a fixed loop needs only a BasicLoop, such as a header of presets/: its code has only the chosen parts.
#ifndef TIMESTEP_LOOP_HPP
#define TIMESTEP_LOOP_HPP

#include "timestep/basic_loop.hpp"
#include "timestep/filters.hpp"
#include "timestep/godot.hpp"
#include "timestep/overload.hpp"
#include "timestep/pacers/min_frame_time.hpp"
#include "timestep/pacers/next_step.hpp"
#include "timestep/pacers/schedule.hpp"
#include "timestep/pacers/vsync.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/averaged.hpp"
#include "timestep/steppers/fixed_seconds.hpp"
#include "timestep/steppers/fixed_step.hpp"
#include "timestep/steppers/fixed_ticks.hpp"
#include "timestep/steppers/float32.hpp"
#include "timestep/steppers/frame_driven.hpp"

#include <variant>

namespace timestep
{

template <class F>
concept IsFilter = requires(F f, const FrameInput& in)
{
    std::string_view{F::name};
    Nanos{f.filter(in)};
};

template <class P>
concept IsOverloadPolicy = requires(const P p, const DueTime& due)
{
    std::string_view{P::name};
    OverloadActions{P::actions};
    Grant{p.grant(due)};
};

template <class S>
concept IsStepper = requires(S s, const S const_part, const FrameInput& in, const Unlimited& overload)
{
    std::string_view{S::name};
    ClockRelation{S::clock_relation};
    OverloadActions{S::accepted_actions};
    Rate{const_part.rate()};
    s.set_rate(Rate{});
    Nanos{const_part.carried()};
    StepPlan{s.plan(in, overload)};
};

namespace detail
{
struct ClockArchetype
{
    Nanos now();
    void sleep(Nanos time);
    void spin();
};
} // namespace detail

// A pacer delays the next frame by wait(clock, frame_start, plan); `frame_start` is a reading of `clock`.
template <class P>
concept IsPacer = requires(P p, const P const_part, detail::ClockArchetype& clock, const StepPlan& plan)
{
    std::string_view{P::name};
    bool{P::wants_vsync};
    p.set_rate(Rate{});
    bool{const_part.renders(plan)};
    p.wait(clock, Nanos{}, plan);
};

/// A part of a game loop; choose() selects its type by name at run time.
template <class... Ts>
struct LoopPart : std::variant<Ts...>
{
    using std::variant<Ts...>::variant;

    static constexpr std::array<std::string_view, sizeof...(Ts)> names{Ts::name...};

    constexpr std::string_view name() const { return names[this->index()]; }

    /// Makes the variant hold a default T{} whose T::name is `alternative`. Returns false if no type has this name.
    constexpr bool choose(std::string_view alternative)
    {
        return ((Ts::name == alternative && (this->template emplace<Ts>(), true)) || ...);
    }
};

template <class F, class... Ts>
void for_each_knob(LoopPart<Ts...>& part, F&& f)
{
    std::visit(
        [&]<class T>(T& chosen)
        {
            for (const Knob<T>& k : knobs_of<T>) f(KnobRef{chosen, k});
        },
        static_cast<std::variant<Ts...>&>(part));
}

namespace detail
{
// Like std::visit(f, part), but without its long compiler errors if a type in the variant lacks a required member.
template <class Part, class F>
constexpr auto visit(Part& part, F&& f)
{
    if constexpr (Part::has_valid_alternatives)
        return std::visit(f, part);
    else
        return f(std::get<0>(part));
}
} // namespace detail

template <class... Filters>
struct AnyFilter : LoopPart<Filters...>
{
    using LoopPart<Filters...>::LoopPart;
    static constexpr bool has_valid_alternatives = (IsFilter<Filters> && ...);
    static_assert((IsFilter<Filters> && ...),
                  "a delta filter lacks a member that timestep/loop.hpp lists; see docs/add-an-alternative.md");

    constexpr Nanos filter(const FrameInput& in)
    {
        return detail::visit(*this, [&](auto& f) { return f.filter(in); });
    }
};

template <class... Policies>
struct AnyOverloadPolicy : LoopPart<Policies...>
{
    using LoopPart<Policies...>::LoopPart;
    static constexpr bool has_valid_alternatives = (IsOverloadPolicy<Policies> && ...);
    static_assert((IsOverloadPolicy<Policies> && ...),
                  "an overload policy lacks a member that timestep/loop.hpp lists; see docs/add-an-alternative.md");

    constexpr Grant grant(const DueTime& due) const
    {
        return detail::visit(*this, [&](const auto& p) { return p.grant(due); });
    }
};

template <class... Steppers>
struct AnyStepper : LoopPart<Steppers...>
{
    using LoopPart<Steppers...>::LoopPart;
    static constexpr bool has_valid_alternatives = (IsStepper<Steppers> && ...);
    static_assert((IsStepper<Steppers> && ...),
                  "a stepper lacks a member that timestep/loop.hpp lists; see docs/add-an-alternative.md");

    constexpr ClockRelation clock_relation() const
    {
        return detail::visit(*this, []<class S>(const S&) { return S::clock_relation; });
    }
    constexpr Rate rate() const
    {
        return detail::visit(*this, [](const auto& s) { return s.rate(); });
    }
    constexpr void set_rate(Rate r)
    {
        detail::visit(*this, [&](auto& s) { s.set_rate(r); });
    }
    constexpr Nanos carried() const
    {
        return detail::visit(*this, [](const auto& s) { return s.carried(); });
    }
    constexpr void discard_carried()
    {
        detail::visit(*this,
                      [](auto& s)
                      {
                          if constexpr (requires { s.discard_carried(); }) s.discard_carried();
                      });
    }
    constexpr StepPlan plan(const FrameInput& in, const auto& overload)
    {
        return detail::visit(*this, [&](auto& s) { return s.plan(in, overload); });
    }
    constexpr void give_back_unrun_steps(StepPlan& plan, const StepsLeft& left, const auto& overload)
    {
        detail::visit(*this, [&](auto& s) { detail::give_back_unrun_steps(s, plan, left, overload); });
    }
    /// Switches to the algorithm `alternative` with the old step rate; drops time not simulated yet. False if unknown.
    constexpr bool choose(std::string_view alternative)
    {
        const Rate r = rate();
        const bool found = LoopPart<Steppers...>::choose(alternative);
        if (found) set_rate(r);
        return found;
    }
};

template <class... Pacers>
struct AnyPacer : LoopPart<Pacers...>
{
    using LoopPart<Pacers...>::LoopPart;
    static constexpr bool has_valid_alternatives = (IsPacer<Pacers> && ...);
    static_assert((IsPacer<Pacers> && ...),
                  "a pacer lacks a member that timestep/loop.hpp lists; see docs/add-an-alternative.md");

    constexpr bool wants_vsync() const
    {
        return detail::visit(*this, []<class P>(const P&) { return P::wants_vsync; });
    }
    constexpr void set_rate(Rate r)
    {
        detail::visit(*this, [&](auto& p) { p.set_rate(r); });
    }
    constexpr bool renders(const StepPlan& plan) const
    {
        return detail::visit(*this, [&](const auto& p) { return p.renders(plan); });
    }
    constexpr bool waits_before_first_frame() const
    {
        return detail::visit(*this, [](const auto& p) { return timestep::waits_before_first_frame(p); });
    }
    constexpr void wait(Clock auto& clock, Nanos frame_start, const StepPlan& plan)
    {
        detail::visit(*this, [&](auto& p) { p.wait(clock, frame_start, plan); });
    }
};

// LoopFilter, LoopStepper, LoopOverloadPolicy and LoopPacer are structs, not aliases, so that preset.hpp can declare
// them.

struct LoopFilter : AnyFilter<NoFilter, Clamp, MovingAverage, ExponentialAverage, SnapToRefresh, FirstFrameZero,
                              GodotSmoother, WholeTicks>
{
    using AnyFilter::AnyFilter;
};

struct LoopStepper
    : AnyStepper<FrameLocked, Variable, SemiFixed, Substepped, FixedStep, FixedMillis, FixedSteady, AtMostOne, Deadline,
                 FixedTicks, Gated, Godot, Glaiel, MonoGame, Cute, StepTimer, Bullet, FixedSeconds, Babylon,
                 UnrealAsync, Minecraft, Defold, Matter, Ebitengine, OpenTtd>
{
    using AnyStepper::AnyStepper;
};

struct LoopOverloadPolicy
    : AnyOverloadPolicy<Unlimited, CapFrameTime, CapAccumulator, CapSteps, KeepDebt, Resync, RestartClock, OneStep>
{
    using AnyOverloadPolicy::AnyOverloadPolicy;
};

// Nap sleeps a short, constant time in each frame; SleepShare sleeps a share of the wait. SleepAndYield, Hybrid and
// Adaptive sleep, then spin; Hybrid and Adaptive learn from late sleeps how long to spin.
struct LoopPacer : AnyPacer<FreeRunning, Vsync, BusyWait, SleepAndYield, Hybrid, Adaptive, RenderIfStepped, UntilStep,
                            FnaSleep, Nap, WholeMillis, SleepShare>
{
    using AnyPacer::AnyPacer;
};

/// Converts a loop of fixed part types to a Loop, whose parts can be exchanged at run time. All parts keep their state.
template <class Filter, class Stepper, class OverloadPolicy, class Pacer>
constexpr Loop to_loop(const BasicLoop<Filter, Stepper, OverloadPolicy, Pacer>& loop)
{
    return {loop.filter, loop.stepper, loop.overload, loop.presentation, loop.pacer};
}

constexpr Loop LoopMaker::operator()(Rate rate) const { return make(rate); }

template <class Make>
constexpr Preset to_preset(const PresetOf<Make>& preset)
{
    return {preset, LoopMaker{[](Rate rate) { return to_loop(Make{}(rate)); }}};
}

template <class... Makes>
constexpr std::array<Preset, sizeof...(Makes)> preset_list(const PresetOf<Makes>&... presets)
{
    return {to_preset(presets)...};
}

/// Calls `f(part, KnobRef)` for each numeric setting. `part` is "filter", "stepper", "overload" or "pacer".
void for_each_knob(Loop& loop, auto&& f)
{
    for_each_knob(loop.filter, [&](const KnobRef& k) { f(std::string_view{"filter"}, k); });
    for_each_knob(loop.stepper, [&](const KnobRef& k) { f(std::string_view{"stepper"}, k); });
    for_each_knob(loop.overload, [&](const KnobRef& k) { f(std::string_view{"overload"}, k); });
    for_each_knob(loop.pacer, [&](const KnobRef& k) { f(std::string_view{"pacer"}, k); });
}

} // namespace timestep
#endif
