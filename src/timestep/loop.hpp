// SPDX-License-Identifier: MIT
// timestep/loop.hpp -- a game loop whose five parts (axes) are exchanged at run time: for menus, laboratories and saved
// settings
//
//     measured frame time -> [delta filter] -> [stepper] -> [overload policy] -> [presentation] -> [pacer]
//
// The filter changes frame times, the stepper decides the steps of a frame, the overload policy limits them, the
// presentation selects the state to draw, and the pacer waits for the next frame. A game whose parts are fixed uses a
// BasicLoop (for example, a header of presets/): its code contains only these parts.
#pragma once

#include "timestep/alternative.hpp"
#include "timestep/basic_loop.hpp"
#include "timestep/filters/clamp.hpp"
#include "timestep/filters/exponential_average.hpp"
#include "timestep/filters/first_frame_zero.hpp"
#include "timestep/filters/godot_smoother.hpp"
#include "timestep/filters/moving_average.hpp"
#include "timestep/filters/no_filter.hpp"
#include "timestep/filters/snap_to_refresh.hpp"
#include "timestep/filters/whole_ticks.hpp"
#include "timestep/overload/cap_accumulator.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/overload/cap_steps.hpp"
#include "timestep/overload/keep_debt.hpp"
#include "timestep/overload/one_step.hpp"
#include "timestep/overload/restart_clock.hpp"
#include "timestep/overload/resync.hpp"
#include "timestep/overload/unlimited.hpp"
#include "timestep/pacers/adaptive.hpp"
#include "timestep/pacers/busy_wait.hpp"
#include "timestep/pacers/fna_sleep.hpp"
#include "timestep/pacers/free_running.hpp"
#include "timestep/pacers/hybrid.hpp"
#include "timestep/pacers/nap.hpp"
#include "timestep/pacers/render_if_stepped.hpp"
#include "timestep/pacers/sleep_and_yield.hpp"
#include "timestep/pacers/sleep_share.hpp"
#include "timestep/pacers/until_step.hpp"
#include "timestep/pacers/vsync.hpp"
#include "timestep/pacers/whole_millis.hpp"
#include "timestep/preset.hpp"
#include "timestep/steppers/at_most_one.hpp"
#include "timestep/steppers/babylon.hpp"
#include "timestep/steppers/bullet.hpp"
#include "timestep/steppers/cute.hpp"
#include "timestep/steppers/deadline.hpp"
#include "timestep/steppers/defold.hpp"
#include "timestep/steppers/ebitengine.hpp"
#include "timestep/steppers/fixed_millis.hpp"
#include "timestep/steppers/fixed_seconds.hpp"
#include "timestep/steppers/fixed_steady.hpp"
#include "timestep/steppers/fixed_step.hpp"
#include "timestep/steppers/fixed_ticks.hpp"
#include "timestep/steppers/frame_locked.hpp"
#include "timestep/steppers/gated.hpp"
#include "timestep/steppers/glaiel.hpp"
#include "timestep/steppers/godot.hpp"
#include "timestep/steppers/matter.hpp"
#include "timestep/steppers/minecraft.hpp"
#include "timestep/steppers/monogame.hpp"
#include "timestep/steppers/open_ttd.hpp"
#include "timestep/steppers/semi_fixed.hpp"
#include "timestep/steppers/step_timer.hpp"
#include "timestep/steppers/substepped.hpp"
#include "timestep/steppers/unreal_async.hpp"
#include "timestep/steppers/variable.hpp"

#include <variant>

namespace timestep
{

/// One of a loop's exchangeable parts (axes), such as its stepper: holds one of several alternatives, chosen at run
/// time.
template <class... Ts>
struct Axis : std::variant<Ts...>
{
    using std::variant<Ts...>::variant;

    static constexpr std::array<std::string_view, sizeof...(Ts)> names{Ts::name...};

    constexpr std::string_view name() const { return names[this->index()]; }

    /// Switches this part of the loop to the alternative named `wanted`, such as the pacer "vsync", with its default
    /// values. Returns false and changes nothing if no alternative has this name.
    constexpr bool choose(std::string_view wanted)
    {
        return ((Ts::name == wanted && (this->template emplace<Ts>(), true)) || ...);
    }
};

/// Calls `f(KnobRef)` for every knob (adjustable number) of the alternative that `axis`, a part of a loop, holds.
template <class F, class... Ts>
void for_each_knob(Axis<Ts...>& axis, F&& f)
{
    std::visit(
        [&]<class T>(T& chosen)
        {
            for (const AxisKnob<T>& k : knobs_of<T>) f(KnobRef{chosen, k});
        },
        static_cast<std::variant<Ts...>&>(axis));
}

namespace detail
{
// Calls `f` with the alternative that `axis`, a part of a loop, holds now. If an alternative lacks a required member
// (Axis::complete is false), only the static_assert in check() fails; the compiler reports no further errors.
template <class F, class Axis>
constexpr auto visit(F&& f, Axis& axis)
{
    if constexpr (Axis::complete)
        return std::visit(f, axis);
    else
    {
        Axis::check();
        return f(std::get<0>(axis));
    }
}
} // namespace detail

template <class... Filters>
struct AnyFilter : Axis<Filters...>
{
    using Axis<Filters...>::Axis;
    static constexpr bool complete = (IsFilter<Filters> && ...);

    constexpr Nanos filter(const FrameInput& in)
    {
        return detail::visit([&](auto& f) { return f.filter(in); }, *this);
    }

    static constexpr void check()
    {
        static_assert(
            (IsFilter<Filters> && ...),
            "a delta filter lacks a member that timestep/alternative.hpp lists; see docs/add-an-alternative.md");
    }
};

template <class... Policies>
struct AnyOverload : Axis<Policies...>
{
    using Axis<Policies...>::Axis;
    static constexpr bool complete = (IsOverload<Policies> && ...);

    constexpr Acts acts() const
    {
        return detail::visit([]<class P>(const P&) { return P::acts; }, *this);
    }
    constexpr Grant grant(const Due& due) const
    {
        return detail::visit([&](const auto& p) { return p.grant(due); }, *this);
    }

    static constexpr void check()
    {
        static_assert(
            (IsOverload<Policies> && ...),
            "an overload policy lacks a member that timestep/alternative.hpp lists; see docs/add-an-alternative.md");
    }
};

template <class... Steppers>
struct AnyStepper : Axis<Steppers...>
{
    using Axis<Steppers...>::Axis;
    static constexpr bool complete = (IsStepper<Steppers> && ...);

    constexpr Carries carries() const
    {
        return detail::visit([]<class S>(const S&) { return S::carries; }, *this);
    }
    constexpr Acts accepts() const
    {
        return detail::visit([]<class S>(const S&) { return S::accepts; }, *this);
    }
    constexpr Rate rate() const
    {
        return detail::visit([](const auto& s) { return s.rate(); }, *this);
    }
    constexpr void set_rate(Rate r)
    {
        detail::visit([&](auto& s) { s.set_rate(r); }, *this);
    }
    constexpr Nanos carried() const
    {
        return detail::visit([](const auto& s) { return s.carried(); }, *this);
    }
    constexpr void discard_carried()
    {
        detail::visit(
            [](auto& s)
            {
                if constexpr (requires { s.discard_carried(); }) s.discard_carried();
            },
            *this);
    }
    template <class Overload>
    constexpr StepPlan plan(const FrameInput& in, const Overload& overload)
    {
        return detail::visit([&](auto& s) { return s.plan(in, overload); }, *this);
    }
    template <class Overload>
    constexpr void give_back(StepPlan& plan, const StepsLeft& left, const Overload& overload)
    {
        detail::visit([&](auto& s) { detail::give_back(s, plan, left, overload); }, *this);
    }
    /// Switches to the stepper named `wanted`, with its default values, and keeps the step rate. The time that the old
    /// stepper carried is lost. Returns false and changes nothing if there is no such stepper.
    constexpr bool choose(std::string_view wanted)
    {
        const Rate r     = rate();
        const bool found = Axis<Steppers...>::choose(wanted);
        if (found) set_rate(r);
        return found;
    }

    static constexpr void check()
    {
        static_assert((IsStepper<Steppers> && ...),
                      "a stepper lacks a member that timestep/alternative.hpp lists; see docs/add-an-alternative.md");
    }
};

template <class... Steppers>
constexpr Carries carries_of(const AnyStepper<Steppers...>& stepper)
{
    return stepper.carries();
}

template <class... Pacers>
struct AnyPacer : Axis<Pacers...>
{
    using Axis<Pacers...>::Axis;
    static constexpr bool complete = (IsPacer<Pacers> && ...);

    constexpr bool wants_vsync() const
    {
        return detail::visit([]<class P>(const P&) { return P::wants_vsync; }, *this);
    }
    constexpr void set_rate(Rate r)
    {
        detail::visit([&](auto& p) { p.set_rate(r); }, *this);
    }
    constexpr bool renders(const StepPlan& plan) const
    {
        return detail::visit([&](const auto& p) { return p.renders(plan); }, *this);
    }
    constexpr bool waits_first() const
    {
        return detail::visit([](const auto& p) { return timestep::waits_first(p); }, *this);
    }
    template <Clock C>
    constexpr void wait(C& clock, Nanos measured_at, const StepPlan& plan)
    {
        detail::visit([&](auto& p) { p.wait(clock, measured_at, plan); }, *this);
    }

    static constexpr void check()
    {
        static_assert((IsPacer<Pacers> && ...),
                      "a pacer lacks a member that timestep/alternative.hpp lists; see docs/add-an-alternative.md");
    }
};

using LoopFilter  = AnyFilter<NoFilter, Clamp, MovingAverage, ExponentialAverage, SnapToRefresh, FirstFrameZero,
                             GodotSmoother, WholeTicks>;
using LoopStepper = AnyStepper<FrameLocked, Variable, SemiFixed, Substepped, FixedStep, FixedMillis, FixedSteady,
                               AtMostOne, Deadline, FixedTicks, Gated, Godot, Glaiel, MonoGame, Cute, StepTimer, Bullet,
                               FixedSeconds, Babylon, UnrealAsync, Minecraft, Defold, Matter, Ebitengine, OpenTtd>;
using LoopOverload =
    AnyOverload<Unlimited, CapFrameTime, CapAccumulator, CapSteps, KeepDebt, Resync, RestartClock, OneStep>;
using LoopPacer = AnyPacer<FreeRunning, Vsync, BusyWait, SleepAndYield, Hybrid, Adaptive, RenderIfStepped, UntilStep,
                           FnaSleep, Nap, WholeMillis, SleepShare>;

using Loop = BasicLoop<LoopFilter, LoopStepper, LoopOverload, LoopPacer>;

/// Converts a loop whose parts have fixed types to the same loop with parts that can be switched at run time.
template <class Filter, class Stepper, class Overload, class Pacer>
constexpr Loop any(const BasicLoop<Filter, Stepper, Overload, Pacer>& loop)
{
    return {loop.filter, loop.stepper, loop.overload, loop.presentation, loop.pacer};
}

/// A preset (loop with its description) that makes loops of type Loop, whose parts can be exchanged at run time.
using Preset = PresetOf<Loop (*)(Rate rate)>;

template <class Make>
constexpr Preset any(const PresetOf<Make>& preset)
{
    return {preset, [](Rate rate) { return any(Make{}(rate)); }};
}

template <class... Makes>
constexpr std::array<Preset, sizeof...(Makes)> preset_list(const PresetOf<Makes>&... presets)
{
    return {any(presets)...};
}

/// Calls `f(axis, KnobRef)` for every knob (adjustable number) of the loop. `axis` is the name of the part to which the
/// knob belongs: "filter", "stepper", "overload" or "pacer".
template <class F>
void for_each_knob(Loop& loop, F&& f)
{
    for_each_knob(loop.filter, [&](const KnobRef& k) { f(std::string_view{"filter"}, k); });
    for_each_knob(loop.stepper, [&](const KnobRef& k) { f(std::string_view{"stepper"}, k); });
    for_each_knob(loop.overload, [&](const KnobRef& k) { f(std::string_view{"overload"}, k); });
    for_each_knob(loop.pacer, [&](const KnobRef& k) { f(std::string_view{"pacer"}, k); });
}

} // namespace timestep
