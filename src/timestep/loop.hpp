// timestep/loop.hpp -- a loop is a choice on five axes
//
//     measured frame time -> [delta filter] -> [stepper] -> [overload policy] -> [presentation] -> [pacer]
//
// BasicLoop fixes the first three at compile time and costs nothing. Loop holds any of them and switches at run time.
#pragma once

#include "timestep/filters/no_filter.hpp"
#include "timestep/overload/cap_frame_time.hpp"
#include "timestep/overload/unlimited.hpp"
#include "timestep/steppers/fixed.hpp"
#include "timestep/steppers/frame_locked.hpp"
#include "timestep/steppers/semi_fixed.hpp"
#include "timestep/steppers/variable.hpp"

#include <variant>

namespace timestep
{

/// How the loop waits for its next frame. The waiting itself is done by the machine that runs it.
enum class Pacer : std::uint8_t
{
    free_running, ///< not at all
    vsync,        ///< for the display
};

template <class Filter, class Stepper, class Overload>
struct BasicLoop
{
    Filter filter{};
    Stepper stepper{};
    Overload overload{};
    Presentation presentation = Presentation::latest;
    Pacer pacer               = Pacer::vsync;

    constexpr void set_rate(Rate r) { stepper.set_rate(r); }
    /// Time that was let in and waits for a later frame.
    constexpr Nanos carried() const { return stepper.carried(); }

    /// Decides; touches no world. A clock that went backwards buys nothing and counts as (negative) dropped time.
    constexpr StepPlan plan(FrameInput in)
    {
        const Nanos backwards = std::min(in.frame, Nanos::zero());
        in.frame -= backwards;

        const Nanos filtered = filter.filter(in);
        StepPlan plan        = stepper.plan(filtered, overload);
        plan.dropped += backwards;
        plan.filter_error = in.frame - filtered;
        plan.filtered     = filtered;
        plan.presentation = presentation;
        return plan;
    }
};

/// One of several alternatives of an axis, chosen at run time, behind the same calls.
template <class... Filters>
struct AnyFilter : std::variant<Filters...>
{
    using std::variant<Filters...>::variant;

    constexpr Nanos filter(const FrameInput& in)
    {
        return std::visit([&](auto& f) { return f.filter(in); }, *this);
    }
};

template <class... Policies>
struct AnyOverload : std::variant<Policies...>
{
    using std::variant<Policies...>::variant;

    constexpr Nanos admit(Nanos frame, Nanos step) const
    {
        return std::visit([&](const auto& p) { return p.admit(frame, step); }, *this);
    }
    constexpr Grant grant(std::int64_t due, std::int64_t step) const
    {
        return std::visit([&](const auto& p) { return p.grant(due, step); }, *this);
    }
};

template <class... Steppers>
struct AnyStepper : std::variant<Steppers...>
{
    using std::variant<Steppers...>::variant;

    constexpr void set_rate(Rate r)
    {
        std::visit([&](auto& s) { s.set_rate(r); }, *this);
    }
    constexpr Nanos carried() const
    {
        return std::visit([](const auto& s) { return s.carried(); }, *this);
    }
    template <class Overload>
    constexpr StepPlan plan(Nanos frame, const Overload& overload)
    {
        return std::visit([&](auto& s) { return s.plan(frame, overload); }, *this);
    }
};

using Loop = BasicLoop<AnyFilter<NoFilter>, AnyStepper<FrameLocked, Variable, SemiFixed, Fixed>,
                       AnyOverload<Unlimited, CapFrameTime>>;

/// The same loop with its axes switchable at run time.
template <class Filter, class Stepper, class Overload>
constexpr Loop any(const BasicLoop<Filter, Stepper, Overload>& loop)
{
    return {loop.filter, loop.stepper, loop.overload, loop.presentation, loop.pacer};
}

} // namespace timestep
