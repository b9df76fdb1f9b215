// timestep/blend.hpp -- interpolation between two simulated states, for drawing
//   states  previous          current
//   drawn      |-----alpha-------|
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

namespace timestep
{

namespace detail
{
// A test argument that converts to double only. With it, lerp checks whether a vector type accepts a double factor.
struct OnlyDouble
{
    template <std::same_as<double> D>
    operator D() const;
};
} // namespace detail

/// Returns a + alpha * (b - a), for numbers and for the vectors of any library, with double or float elements.
/// Returns exactly `a` for alpha = 0.
template <class T>
constexpr T lerp(const T& a, const T& b, double alpha)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(lerp(static_cast<double>(a), static_cast<double>(b), alpha));
    else if constexpr (std::is_floating_point_v<T> || requires(detail::OnlyDouble d) { a + (b - a) * d; })
        return static_cast<T>(a + (b - a) * alpha);
    else
        return static_cast<T>(a + (b - a) * static_cast<float>(alpha));
}

/// Interpolates between two angles in radians along the shorter arc. The result is not wrapped to one turn.
/// |b - a| may be up to a few million turns.
inline double lerp_angle(double a, double b, double alpha)
{
    constexpr double turn = 6.283185307179586476925286766559;
    return a + alpha * std::remainder(b - a, turn);
}

namespace detail
{
template <class Q>
double dot(const Q& a, const Q& b)
{
    return static_cast<double>(a.w) * static_cast<double>(b.w) + static_cast<double>(a.x) * static_cast<double>(b.x) +
           static_cast<double>(a.y) * static_cast<double>(b.y) + static_cast<double>(a.z) * static_cast<double>(b.z);
}

template <class Q>
Q weighted(const Q& a, double wa, const Q& b, double wb)
{
    using Number   = decltype(a.w + 0);
    const auto mix = [&](auto x, auto y)
    { return static_cast<Number>(wa * static_cast<double>(x) + wb * static_cast<double>(y)); };
    Q q = a;
    q.w = mix(a.w, b.w);
    q.x = mix(a.x, b.x);
    q.y = mix(a.y, b.y);
    q.z = mix(a.z, b.z);
    return q;
}
} // namespace detail

/// Interpolates linearly between two unit quaternions (any type with w, x, y, z) along the shorter arc, then
/// normalises. Exact at both ends. If `a` and `b` are less than 30 degrees apart, the error is less than a tenth of a
/// degree.
template <class Q>
Q nlerp(const Q& a, const Q& b, double alpha)
{
    const double sign   = detail::dot(a, b) < 0.0 ? -1.0 : 1.0;
    const Q q           = detail::weighted(a, 1.0 - alpha, b, sign * alpha);
    const double length = std::sqrt(detail::dot(q, q));
    return length > 0.0 ? detail::weighted(q, 1.0 / length, q, 0.0) : a;
}

/// Interpolates between two unit quaternions along the shorter arc at constant angular speed.
template <class Q>
Q slerp(const Q& a, const Q& b, double alpha)
{
    const double d      = detail::dot(a, b);
    const double sign   = d < 0.0 ? -1.0 : 1.0;
    const double cosine = std::fmin(std::fabs(d), 1.0);
    if (cosine > 0.9995) return nlerp(a, b, alpha); // dividing by the sine of so small an angle is inaccurate
    const double angle = std::acos(cosine);
    const double sine  = std::sin(angle);
    return detail::weighted(a, std::sin((1.0 - alpha) * angle) / sine, b, sign * std::sin(alpha * angle) / sine);
}

/// The previous and the current state of an object that is stepped. The previous state is saved before every step. If
/// it were saved once a frame, interpolation would be wrong in frames with two steps (bevy_rapier #638). After a
/// teleport the two states are not blended.
template <class T>
class History
{
public:
    constexpr explicit History(const T& start = {})
        : previous_{start}
        , current_{start}
    {
    }

    /// Takes one step: saves the current state as the previous one, then calls `f(T& state)`, which advances the
    /// current state.
    template <class F>
    constexpr void step(F&& f)
    {
        previous_   = current_;
        teleported_ = false;
        f(current_);
    }
    /// Sets the current state to `to`. Until the next step, at() returns this state without blending.
    constexpr void teleport(const T& to)
    {
        current_    = to;
        teleported_ = true;
    }

    constexpr const T& previous() const { return previous_; }
    constexpr const T& current() const { return current_; }
    constexpr bool teleported() const { return teleported_; }

    /// Returns the state to draw: `f(previous, current, alpha)`, or the current state after a teleport.
    template <class F>
    constexpr T at(double alpha, F&& f) const
    {
        return teleported_ ? current_ : f(previous_, current_, alpha);
    }
    constexpr T at(double alpha) const
    {
        return at(alpha, [](const T& a, const T& b, double t) { return lerp(a, b, t); });
    }

private:
    T previous_{}, current_{};
    bool teleported_ = false;
};

} // namespace timestep
