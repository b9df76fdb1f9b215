// SPDX-License-Identifier: MIT
// timestep/build.hpp -- builds a loop from five parts, and checks that the parts fit together
#ifndef TIMESTEP_BUILD_HPP
#define TIMESTEP_BUILD_HPP

#include "timestep/loop.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace timestep
{

namespace detail
{
struct ReturnReason
{
    constexpr LoopRejection operator()(std::string_view reason, std::string_view part, std::string_view knob = {}) const
    {
        return {reason, part, knob};
    }
};

constexpr LoopRejection check_overload(OverloadActions accepted_actions, OverloadActions actions, auto reject)
{
    if (includes(accepted_actions, actions)) return {};
    if (accepted_actions == OverloadActions::none)
        return reject("this stepper ignores overload policies: use the policy `none`", "overload");
    if (actions == OverloadActions::count_frame_as_one_step)
        return reject("this stepper cannot count a long frame as one step: use another overload policy", "overload");
    return reject("this stepper carries no time between frames: there is no backlog to limit or keep", "overload");
}

constexpr LoopRejection check_presentation(ClockRelation clock_relation, Presentation presentation, auto reject)
{
    if (presentation == Presentation::latest) return {};
    if (clock_relation == ClockRelation::unrelated || clock_relation == ClockRelation::equal)
        return reject("this stepper carries no time between frames: only the latest state can be shown",
                      "presentation");
    if (presentation == Presentation::step_ahead && clock_relation != ClockRelation::leads)
        return reject("step-ahead needs a simulation that leads the clock: use the stepper `deadline`", "presentation");
    if (!blends_two_states(presentation) && clock_relation == ClockRelation::leads)
        return reject("this stepper simulates ahead of the clock: its latest state must not be advanced",
                      "presentation");
    return {};
}

// Calls `f` with `part`, such as the pacer of a loop. If `part` is a variant, calls `f` with the alternative it holds.
constexpr auto visit_chosen_alternative(const auto& part, auto&& f)
{
    if constexpr (requires { part.index(); })
        return visit(part, f);
    else
        return f(part);
}

constexpr LoopRejection check_knobs(const auto& part, std::string_view name, auto reject)
{
    const auto check_knobs_of = [&]<class T>(const T& chosen) -> LoopRejection
    {
        for (const Knob<T>& k : knobs_of<T>)
            if (!k.is_in_range(k.get(chosen))) return reject("the value of this knob is out of range", name, k.name);
        return {};
    };
    return visit_chosen_alternative(part, check_knobs_of);
}

// With such a limit, RestartClock runs steps that are not due, and CapAccumulator none.
constexpr bool is_limit_below_step(const auto&, double) { return false; }
constexpr bool is_limit_below_step(const RestartClock& overload, double step_seconds)
{
    return to_seconds(overload.limit) < step_seconds;
}
constexpr bool is_limit_below_step(const CapAccumulator& overload, double step_seconds)
{
    return overload.max_steps <= 0 && to_seconds(overload.limit) < step_seconds;
}

constexpr bool waits_for_steps(const auto& pacer)
{
    const auto waits_for_steps_of = []<class P>(const P&)
    {
        if constexpr (requires { P::waits_for_steps; })
            return P::waits_for_steps;
        else
            return false;
    };
    return visit_chosen_alternative(pacer, waits_for_steps_of);
}
} // namespace detail

/// Returns the reason why `loop` is invalid, or an empty LoopRejection. At compile time: `static_assert(!check(loop))`.
template <class Filter, class Stepper, class OverloadPolicy, class Pacer, class Reject = detail::ReturnReason>
constexpr LoopRejection check(const BasicLoop<Filter, Stepper, OverloadPolicy, Pacer>& loop, Reject reject = {})
{
    const ClockRelation clock_relation = clock_relation_of(loop.stepper);
    const OverloadActions accepted_actions =
        detail::visit_chosen_alternative(loop.stepper, []<class S>(const S&) { return S::accepted_actions; });
    const OverloadActions actions =
        detail::visit_chosen_alternative(loop.overload, []<class P>(const P&) { return P::actions; });
    if (const LoopRejection r = detail::check_overload(accepted_actions, actions, reject)) return r;
    if (const LoopRejection r = detail::check_presentation(clock_relation, loop.presentation, reject)) return r;
    if ((clock_relation == ClockRelation::unrelated || clock_relation == ClockRelation::equal) &&
        detail::waits_for_steps(loop.pacer))
        return reject("this stepper does not report when its next step is due, so the pacer cannot wait", "pacer");
    if (const LoopRejection r = detail::check_knobs(loop.filter, "filter", reject)) return r;
    if (const LoopRejection r = detail::check_knobs(loop.stepper, "stepper", reject)) return r;
    if (const LoopRejection r = detail::check_knobs(loop.overload, "overload", reject)) return r;
    const auto is_limit_below_step = [&](const auto& overload)
    { return detail::is_limit_below_step(overload, step_seconds(loop.rate())); };
    if (detail::visit_chosen_alternative(loop.overload, is_limit_below_step))
        return reject("the overload limit is shorter than one step: raise it or the step rate", "overload", "limit");
    return detail::check_knobs(loop.pacer, "pacer", reject);
}

namespace detail
{
struct ThrowReason
{
    [[noreturn]] LoopRejection operator()(std::string_view reason, std::string_view part,
                                          std::string_view knob = {}) const
    {
        std::string message{part};
        if (!knob.empty()) message.append(".").append(knob);
        message.append(": ").append(reason);
#ifdef __cpp_exceptions
        throw std::invalid_argument(message);
#else
        std::fprintf(stderr, "timestep::build: %s\n", message.c_str());
        std::abort();
#endif
    }
};
} // namespace detail

/// In a constant expression, an invalid part does not compile.
/// At run time, build() throws std::invalid_argument for it; without exceptions, it prints the reason and aborts.
template <class Filter, class Stepper, class OverloadPolicy = Unlimited, class Pacer = Vsync>
constexpr BasicLoop<Filter, Stepper, OverloadPolicy, Pacer> build(Filter filter, Stepper stepper,
                                                                  OverloadPolicy overload = {},
                                                                  Presentation presentation = Presentation::latest,
                                                                  Pacer pacer = {})
{
    const BasicLoop<Filter, Stepper, OverloadPolicy, Pacer> loop{filter, stepper, overload, presentation, pacer};
    check(loop, detail::ThrowReason{});
    return loop;
}

} // namespace timestep
#endif
