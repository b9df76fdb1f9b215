// SPDX-License-Identifier: MIT
// timestep/build.hpp -- checks that a loop's five parts (filter, stepper, overload policy, presentation, pacer) fit
// together, and builds a loop from parts that do
#pragma once

#include "timestep/loop.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace timestep
{

/// The reason why check() rejects a loop; empty if the loop is valid.
struct Refusal
{
    std::string_view reason; ///< reason why the loop is rejected, one sentence
    std::string_view axis;   ///< part of the loop to change: "overload", "presentation", "pacer" ...
    /// Name of the knob whose value is out of range; empty for any other reason.
    std::string_view knob{};

    constexpr explicit operator bool() const { return !reason.empty(); }
};

namespace detail
{
// The reporter of check(): returns the reason. build() uses detail::Refuse, which throws the reason, instead.
struct Tell
{
    constexpr Refusal operator()(std::string_view reason, std::string_view axis, std::string_view knob = {}) const
    {
        return {reason, axis, knob};
    }
};

template <class Say>
constexpr Refusal check_overload(Acts accepts, Acts acts, Say say)
{
    if (includes(accepts, acts)) return {};
    if (accepts == Acts::never) return say("this stepper ignores overload policies: use the policy `none`", "overload");
    if (acts == Acts::on_restart) return say("this stepper cannot count a long frame as one step", "overload");
    return say("this stepper carries no time between frames: there is no backlog to limit or keep", "overload");
}

template <class Say>
constexpr Refusal check_presentation(Carries carries, Presentation p, Say say)
{
    if (p == Presentation::latest) return {};
    if (carries == Carries::no_clock || carries == Carries::nothing)
        return say("this stepper carries no time between frames: only the latest state can be shown", "presentation");
    if (p == Presentation::step_ahead && carries != Carries::lead)
        return say("step-ahead needs a simulation that leads the clock: use the stepper `deadline`", "presentation");
    if (p != Presentation::step_ahead && p != Presentation::interpolate && carries == Carries::lead)
        return say("this stepper simulates ahead of the clock: its latest state must not be advanced", "presentation");
    return {};
}

// Calls `f` with one part of a loop, such as its pacer. If `axis` is a variant, the argument is the alternative that
// the variant holds; otherwise the argument is `axis` itself.
template <class Axis, class F>
constexpr auto with_chosen(const Axis& axis, F&& f)
{
    if constexpr (requires { axis.index(); })
        return visit(axis, f);
    else
        return f(axis);
}

template <class Axis, class Say>
constexpr Refusal check_knobs(const Axis& axis, std::string_view name, Say say)
{
    const auto check_each = [&]<class T>(const T& chosen) -> Refusal
    {
        for (const AxisKnob<T>& k : knobs_of<T>)
            if (!k.in_range(k.get(chosen))) return say("the value of this knob is out of range", name, k.name);
        return {};
    };
    return with_chosen(axis, check_each);
}

template <class Pacer>
constexpr bool waits_for_steps(const Pacer& pacer)
{
    constexpr auto waits = []<class P>(const P&)
    {
        return P::name == RenderIfStepped::name || P::name == UntilStep::name || P::name == FnaSleep::name ||
               P::name == Adaptive::name;
    };
    return with_chosen(pacer, waits);
}
} // namespace detail

/// The reason why the parts of `loop` do not fit together, or an empty Refusal if the loop is valid. In a
/// `static_assert`, `!check(loop)` checks a constexpr loop at compile time.
template <class Filter, class Stepper, class Overload, class Pacer, class Say = detail::Tell>
constexpr Refusal check(const BasicLoop<Filter, Stepper, Overload, Pacer>& loop, Say say = {})
{
    const Carries carries = carries_of(loop.stepper);
    const Acts accepts    = detail::with_chosen(loop.stepper, []<class S>(const S&) { return S::accepts; });
    const Acts acts       = detail::with_chosen(loop.overload, []<class P>(const P&) { return P::acts; });
    if (const Refusal r = detail::check_overload(accepts, acts, say)) return r;
    if (const Refusal r = detail::check_presentation(carries, loop.presentation, say)) return r;
    if ((carries == Carries::no_clock || carries == Carries::nothing) && detail::waits_for_steps(loop.pacer))
        return say("this stepper does not report when its next step is due, so the pacer cannot wait", "pacer");
    if (const Refusal r = detail::check_knobs(loop.filter, "filter", say)) return r;
    if (const Refusal r = detail::check_knobs(loop.stepper, "stepper", say)) return r;
    if (const Refusal r = detail::check_knobs(loop.overload, "overload", say)) return r;
    return detail::check_knobs(loop.pacer, "pacer", say);
}

namespace detail
{
// The reporter of build(): throws the reason. operator() is not constexpr on purpose: in a constant expression the call
// does not compile, and the compiler's message shows the calling line with the reason.
struct Refuse
{
    [[noreturn]] Refusal operator()(std::string_view reason, std::string_view axis, std::string_view knob = {}) const
    {
        std::string said{axis};
        if (!knob.empty()) said.append(".").append(knob);
        said.append(": ").append(reason);
#ifdef __cpp_exceptions
        throw std::invalid_argument(said);
#else
        std::fprintf(stderr, "timestep::build: %s\n", said.c_str());
        std::abort();
#endif
    }
};
} // namespace detail

/// Builds a loop from five parts of fixed types. Call it at start-up, not in every frame. If the parts do not fit
/// together, a constant expression does not compile, and the compiler's message shows the reason. At run time, build()
/// throws std::invalid_argument with the reason; if exceptions are disabled, it prints the reason to stderr and aborts.
template <class Filter, class Stepper, class Overload = Unlimited, class Pacer = Vsync>
constexpr BasicLoop<Filter, Stepper, Overload, Pacer> build(Filter filter, Stepper stepper, Overload overload = {},
                                                            Presentation presentation = Presentation::latest,
                                                            Pacer pacer               = {})
{
    const BasicLoop<Filter, Stepper, Overload, Pacer> loop{filter, stepper, overload, presentation, pacer};
    check(loop, detail::Refuse{});
    return loop;
}

} // namespace timestep
