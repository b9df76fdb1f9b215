// timestep/blend.hpp -- the picture between two states
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
struct OnlyDouble // converts to double and to nothing narrower
{
    template <std::same_as<double> D>
    operator D() const;
};
} // namespace detail

/// a + alpha * (b - a), for numbers and for the vectors of any library, of doubles or of floats; exactly `a` at 0.
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

/// Between two angles in radians the short way round; the result is not wrapped. |b - a| up to a few million turns.
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

/// Between two unit quaternions (any type with w, x, y, z) the short way round: straight through, then normalised.
/// Exact at both ends; between steps of less than 30 degrees off by less than a tenth of a degree.
template <class Q>
Q nlerp(const Q& a, const Q& b, double alpha)
{
    const double sign   = detail::dot(a, b) < 0.0 ? -1.0 : 1.0;
    const Q q           = detail::weighted(a, 1.0 - alpha, b, sign * alpha);
    const double length = std::sqrt(detail::dot(q, q));
    return length > 0.0 ? detail::weighted(q, 1.0 / length, q, 0.0) : a;
}

/// Between two unit quaternions the short way round at constant angular speed.
template <class Q>
Q slerp(const Q& a, const Q& b, double alpha)
{
    const double d      = detail::dot(a, b);
    const double sign   = d < 0.0 ? -1.0 : 1.0;
    const double cosine = std::fmin(std::fabs(d), 1.0);
    if (cosine > 0.9995) return nlerp(a, b, alpha); // the angle is too small to divide by its sine
    const double angle = std::acos(cosine);
    const double sine  = std::sin(angle);
    return detail::weighted(a, std::sin((1.0 - alpha) * angle) / sine, b, sign * std::sin(alpha * angle) / sine);
}

/// The last two states of something that is stepped. The previous one is saved per step, not per frame: with two steps
/// in a frame anything else collapses (bevy_rapier #638). What was teleported is not blended.
template <class T>
class History
{
public:
    constexpr explicit History(const T& start = {})
        : previous_{start}
        , current_{start}
    {
    }

    /// Takes one step: `f(T& state)` moves the current state on.
    template <class F>
    constexpr void step(F&& f)
    {
        previous_   = current_;
        teleported_ = false;
        f(current_);
    }
    /// The state jumps: there is nothing in between until the next step.
    constexpr void teleport(const T& to)
    {
        current_    = to;
        teleported_ = true;
    }

    constexpr const T& previous() const { return previous_; }
    constexpr const T& current() const { return current_; }
    constexpr bool teleported() const { return teleported_; }

    /// What to draw: `f(previous, current, alpha)`, or the current state as it is after a teleport.
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
