// SPDX-License-Identifier: MIT
// timestep/blend.hpp -- interpolation between two simulated states, for drawing
//   states  previous          current
//   drawn      |-----alpha-------|
#ifndef TIMESTEP_BLEND_HPP
#define TIMESTEP_BLEND_HPP

#include "timestep/step_plan.hpp"
#include "timestep/vectors.hpp"

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace timestep
{

namespace detail
{
// a + alpha * (b - a), rounded to nearest and clamped to the range of T; `a` if alpha is NaN.
template <std::integral T>
constexpr T lerp_integers(T a, T b, double alpha)
{
    if (a == b || alpha == 0.0 || alpha != alpha) return a;
    if (alpha == 1.0) return b;
    // A signed difference could overflow (INT64_MAX - INT64_MIN); the unsigned one, larger minus smaller, is exact.
    const auto from = static_cast<std::uint64_t>(a), to = static_cast<std::uint64_t>(b);
    const double distance = static_cast<double>(a < b ? to - from : from - to) * (alpha < 0.0 ? -alpha : alpha);
    const bool goes_up = (a < b) == (alpha > 0.0);
    if (alpha < 0.0 || alpha > 1.0) // only with these values the result can leave the range of T
    {
        using Limits = std::numeric_limits<T>;
        if (goes_up && static_cast<double>(a) + distance >= static_cast<double>(Limits::max())) return Limits::max();
        if (!goes_up && static_cast<double>(a) - distance <= static_cast<double>(Limits::min())) return Limits::min();
    }
    const auto truncated = static_cast<std::uint64_t>(distance); // distance + 0.5 would be rounded above 2^52
    const auto rounded = truncated + (distance - static_cast<double>(truncated) >= 0.5 ? 1 : 0);
    return static_cast<T>(goes_up ? from + rounded : from - rounded);
}
} // namespace detail

/// a + alpha * (b - a) for numbers and vectors. Exactly `a` at alpha 0; for numbers, exactly `b` at alpha 1.
/// Integers are rounded to nearest (if |b - a| <= 2^53) and clamped to T's range; an alpha of NaN gives `a`.
/// For other types, b - a must be finite.
template <class T>
constexpr T lerp(const T& a, const T& b, double alpha)
{
    if constexpr (std::is_integral_v<T>)
        return detail::lerp_integers(a, b, alpha);
    else if constexpr (std::is_floating_point_v<T>)
        return alpha == 1.0 ? b : static_cast<T>(a + (b - a) * alpha);
    else
        return static_cast<T>(a + detail::scaled<std::remove_cvref_t<decltype(b - a)>>(b - a, alpha));
}

/// Interpolates radians along the shorter arc; does not wrap the result. |b - a| may be up to a few million turns.
inline double lerp_angle(double a, double b, double alpha)
{
    constexpr double full_turn = 6.283185307179586476925286766559;
    return a + alpha * std::remainder(b - a, full_turn);
}

/// Interpolates unit quaternions (any type with w, x, y, z) linearly along the shorter arc, then normalises.
/// For rotations less than 30 degrees apart, slerp() differs by less than a tenth of a degree.
template <class Q>
Q nlerp(const Q& a, const Q& b, double alpha)
{
    const double sign = detail::dot(a, b) < 0.0 ? -1.0 : 1.0;
    const Q blended = detail::weighted_sum(a, 1.0 - alpha, b, sign * alpha);
    const double length = std::sqrt(detail::dot(blended, blended));
    return length > 0.0 ? detail::weighted_sum(blended, 1.0 / length, blended, 0.0) : a;
}

/// Interpolates between two unit quaternions along the shorter arc at constant angular speed.
template <class Q>
Q slerp(const Q& a, const Q& b, double alpha)
{
    const double dot = detail::dot(a, b);
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    const double abs_cosine = std::fmin(std::fabs(dot), 1.0);
    // Uses nlerp() for almost equal quaternions: dividing by the sine of a very small angle would be inaccurate.
    if (abs_cosine > 0.9995) return nlerp(a, b, alpha);
    const double angle = std::acos(abs_cosine);
    const double sine = std::sin(angle);
    return detail::weighted_sum(a, std::sin((1.0 - alpha) * angle) / sine, b, sign * std::sin(alpha * angle) / sine);
}

/// The last two states of an object, saved in each step. Saving them once a frame is an error (bevy_rapier #638).
template <class T>
class StateHistory
{
public:
    constexpr StateHistory() = default;
    constexpr explicit StateHistory(const T& initial)
        : previous_{initial}
        , current_{initial}
    {
    }

    /// Saves the current state as the previous state, then calls `advance(T& state)` to advance the current state.
    constexpr void step(auto&& advance)
    {
        previous_ = current_;
        has_teleported_ = false;
        advance(current_);
    }
    /// Sets the current state, which is drawn without blending until the next step. May be called during step().
    constexpr void teleport(const T& target)
    {
        current_ = target;
        has_teleported_ = true;
    }

    constexpr const T& previous() const { return previous_; }
    constexpr const T& current() const { return current_; }
    constexpr bool has_teleported() const { return has_teleported_; }

    /// The state to draw: `blend(previous, current, alpha)` or, after a teleport, the current state.
    constexpr T state_to_draw(double alpha, auto&& blend) const
    {
        return has_teleported_ ? current_ : blend(previous_, current_, alpha);
    }
    constexpr T state_to_draw(double alpha) const
    {
        return state_to_draw(alpha, [](const T& a, const T& b, double t) { return lerp(a, b, t); });
    }

    constexpr T state_to_draw(const StepPlan& plan) const
    {
        return state_to_draw(plan, [](const T& a, const T& b, double t) { return lerp(a, b, t); });
    }
    /// `blend(previous, current, alpha)` replaces lerp(); alpha can exceed 1.
    template <std::invocable<const T&, const T&, double> Blend>
    constexpr T state_to_draw(const StepPlan& plan, Blend&& blend) const
    {
        return state_to_draw(plan, blend, [](T&, double) {});
    }
    /// `step(copy, seconds)` must advance `copy`, a copy of the newest state.
    template <std::invocable<T&, double> Step>
    constexpr T state_to_draw(const StepPlan& plan, Step&& step) const
    {
        return state_to_draw(
            plan, [](const T& a, const T& b, double t) { return lerp(a, b, t); }, step);
    }
    constexpr T state_to_draw(const StepPlan& plan, auto&& blend, auto&& step) const
    {
        switch (plan.presentation)
        {
        case Presentation::interpolate:
        case Presentation::step_ahead: return state_to_draw(plan.alpha, blend);
        case Presentation::extrapolate: return state_to_draw(1.0 + plan.alpha, blend);
        case Presentation::render_tick:
        {
            T copy = current_;
            if (plan.carried > Nanos::zero()) step(copy, to_seconds(plan.carried));
            return copy;
        }
        case Presentation::latest: break;
        }
        return current_;
    }

private:
    T previous_{}, current_{};
    bool has_teleported_ = false;
};

} // namespace timestep
#endif
