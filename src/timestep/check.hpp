// timestep/check.hpp -- which combinations of the five axes make no sense, and why
#pragma once

#include "timestep/loop.hpp"

namespace timestep
{

/// Why a loop is refused; empty when it is fine.
struct Refusal
{
    std::string_view reason; ///< one sentence
    std::string_view axis;   ///< where to change something: "overload", "presentation", "pacer" ...
    std::string_view knob{}; ///< the knob that is out of its range, if that is the reason

    constexpr explicit operator bool() const { return !reason.empty(); }
};

namespace detail
{
constexpr Refusal check_overload(Acts accepts, Acts acts)
{
    if (includes(accepts, acts)) return {};
    if (accepts == Acts::never)
        return {"this stepper has its own way with overload: take the policy `none`", "overload"};
    if (acts == Acts::on_restart) return {"this stepper has no step for a long frame to count as", "overload"};
    return {"this stepper carries nothing from frame to frame: there is no debt to limit or keep", "overload"};
}

constexpr Refusal check_presentation(Carries carries, Presentation p)
{
    if (p == Presentation::latest) return {};
    if (carries == Carries::no_clock || carries == Carries::nothing)
        return {"this stepper carries nothing from frame to frame: there is only the latest state to show",
                "presentation"};
    if (p == Presentation::step_ahead && carries != Carries::lead)
        return {"step-ahead needs a simulation that leads the clock: take the stepper `deadline`", "presentation"};
    if (p != Presentation::step_ahead && p != Presentation::interpolate && carries == Carries::lead)
        return {"this stepper leads the clock already: there is nothing to add to its latest state", "presentation"};
    return {};
}

template <class Axis>
constexpr Refusal check_knobs(const Axis& axis, std::string_view name)
{
    return std::visit(
        [&]<class T>(const T& chosen) -> Refusal
        {
            for (const Knob<T>& k : knobs_of<T>)
                if (!k.in_range(k.get(chosen))) return {"a knob is out of its range", name, k.name};
            return {};
        },
        axis);
}

constexpr bool waits_for_steps(const LoopPacer& pacer)
{
    return pacer.name() == RenderIfStepped::name || pacer.name() == UntilStep::name || pacer.name() == FnaSleep::name;
}
} // namespace detail

/// Why this combination makes no sense, or an empty refusal.
constexpr Refusal check(const Loop& loop)
{
    const Carries carries = loop.stepper.carries();
    if (const Refusal r = detail::check_overload(loop.stepper.accepts(), loop.overload.acts())) return r;
    if (const Refusal r = detail::check_presentation(carries, loop.presentation)) return r;
    if ((carries == Carries::no_clock || carries == Carries::nothing) && detail::waits_for_steps(loop.pacer))
        return {"this stepper never waits for a step: the pacer would wait for nothing", "pacer"};
    if (const Refusal r = detail::check_knobs(loop.filter, "filter")) return r;
    if (const Refusal r = detail::check_knobs(loop.stepper, "stepper")) return r;
    if (const Refusal r = detail::check_knobs(loop.overload, "overload")) return r;
    return detail::check_knobs(loop.pacer, "pacer");
}

/// As above, for a loop whose axes are fixed at compile time: `static_assert(!check(loop))`.
template <class Filter, class Stepper, class Overload, class Pacer>
constexpr Refusal check(const BasicLoop<Filter, Stepper, Overload, Pacer>& loop)
{
    return check(any(loop));
}

} // namespace timestep
