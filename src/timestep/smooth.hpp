// SPDX-License-Identifier: MIT
// timestep/smooth.hpp -- smoothing by time instead of by frame: moves a value toward a goal equally fast at every frame
// rate
//   left of the distance    1 ---.  half_life   2 half_life
//                                 '---- 1/2 ---.---- 1/4 ...
// The usual `value = lerp(value, goal, k * dt)` depends on the frame rate: with k = 10, after 0.2 s it leaves 8.8 % of
// the distance at 30 frames a second and 12.6 % at 144. The functions here leave the same at every frame rate, because
// two calls with dt1 and dt2 give the result of one call with dt1 + dt2. They use only + - * / of double, so that every
// machine computes the same bits, without <cmath>.
#ifndef TIMESTEP_SMOOTH_HPP
#define TIMESTEP_SMOOTH_HPP

#include "timestep/vectors.hpp"

#include <bit>

namespace timestep
{

namespace detail
{
template <int Term, int Last>
constexpr double exponential_series(double x)
{
    if constexpr (Term > Last)
        return 1.0;
    else
        return 1.0 + unfused_product(x * (1.0 / Term), exponential_series<Term + 1, Last>(x));
}

inline constexpr double ln2 = 0.693147180559945309417232121458;

// 2^n for `n` from -1022 to 1023.
constexpr double power_of_two(std::int64_t n)
{
    return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

constexpr std::int64_t nearest_integer(double x) { return truncated(x + (x < 0.0 ? -0.5 : 0.5)); }
} // namespace detail

/// e^x, at most 3 ulp from the exact value; zero for x below -708 and infinity for x above 709, the limits of a double.
constexpr double exponential(double x)
{
    // ln(2) is ln2_high + ln2_low; `ln2_high` has so few bits that the product d * ln2_high below is exact.
    constexpr double ln2_high = 0x1.62e42feep-1;
    constexpr double ln2_low = 0x1.a39ef35793c76p-33;

    if (x != x) return x;
    if (x < -708.0) return 0.0;
    if (x > 709.0) return std::bit_cast<double>(0x7ff0000000000000ULL);
    const std::int64_t doublings = detail::nearest_integer(x * (1.0 / detail::ln2));
    const auto d = static_cast<double>(doublings);
    const double remainder = (x - d * ln2_high) - detail::unfused_product(d, ln2_low);
    return detail::exponential_series<1, 14>(remainder) * detail::power_of_two(doublings);
}

/// The fraction of a distance left after `dt` seconds if it halves every `half_life` seconds; 0 after over 1022
/// half-lives. The error is at most 2 ulp and 0.7 ulp per half-life. Negative arguments and NaN count as 0. If
/// `half_life` is 0, the result is 0, or 1 if `dt` is 0, too.
constexpr double remaining_share(double half_life, double dt)
{
    half_life = detail::checked_at_least(half_life, 0.0) + 0.0; // -0 becomes 0
    dt = detail::checked_at_least(dt, 0.0);
    if (dt == 0.0) return 1.0;
    const double halvings = dt / half_life;
    if (!(halvings <= 1022.0)) return 0.0;
    const std::int64_t whole_halvings = detail::nearest_integer(halvings);
    return detail::exponential_series<1, 14>((static_cast<double>(whole_halvings) - halvings) * detail::ln2) *
           detail::power_of_two(-whole_halvings);
}

/// Moves `value` toward `goal` for `dt` seconds: half of the distance is left after each `half_life` seconds. T is a
/// number or a vector, as in lerp(). Negative and NaN times count as 0. For a moving goal, use approach_moving().
template <class T>
constexpr T approach(const T& value, const T& goal, double half_life, double dt)
{
    const double remaining = remaining_share(half_life, dt);
    return remaining == 1.0 ? value : static_cast<T>(goal + detail::scaled(value - goal, remaining));
}

/// Moves `value` toward a goal that itself moves from `old_goal` to `goal` during `dt` seconds; see also approach().
/// Exact for a goal of constant velocity. If the goal has the acceleration a, the error is at most a * dt * dt / 8.
template <class T>
constexpr T approach_moving(const T& value, const T& old_goal, const T& goal, double half_life, double dt)
{
    dt = detail::checked_at_least(dt, 0.0);
    if (dt == 0.0) return value;
    const double remaining = remaining_share(half_life, dt);
    const double decay = dt * detail::ln2 / (detail::checked_at_least(half_life, 0.0) + 0.0);
    // The mean of e^-z for z from 0 to decay: (1 - e^-decay) / decay. If decay < 1e-3, a power series is more exact.
    const double mean =
        decay < 1e-3
            ? 1.0 - detail::unfused_product(decay, 0.5 - detail::unfused_product(decay, 1.0 / 6.0 - decay / 24.0))
            : (1.0 - remaining) / decay;
    return static_cast<T>(goal + (detail::scaled(value - old_goal, remaining) - detail::scaled(goal - old_goal, mean)));
}

/// Moves an angle along the shorter arc toward `goal`. |goal - value| must be at most 6e6 radians. The result can
/// exceed 2 pi.
constexpr double approach_angle(double value, double goal, double half_life, double dt)
{
    constexpr double full_turn = 6.283185307179586476925286766559;
    const double distance = goal - value;
    const auto whole_turns = static_cast<double>(detail::nearest_integer(distance / full_turn));
    return approach(value, value + (distance - detail::unfused_product(whole_turns, full_turn)), half_life, dt);
}

/// Turns the unit quaternion `value` along the shorter arc toward `goal` for `dt` seconds. Q has members w, x, y, z.
/// Angles below 30 degrees halve every `half_life` seconds, with an error of up to 1 % of the angle.
template <class Q>
constexpr Q approach_nlerp(const Q& value, const Q& goal, double half_life, double dt)
{
    const double remaining = remaining_share(half_life, dt);
    const double sign = detail::dot(value, goal) < 0.0 ? -1.0 : 1.0;
    const Q blended = detail::weighted_sum(goal, 1.0 - remaining, value, sign * remaining);
    const double squared_length = detail::dot(blended, blended);
    if (!(squared_length > 0.01 && squared_length < 2.5)) return goal; // `value` or `goal` is no unit quaternion
    double inverse = 1.0; // becomes 1 / sqrt(squared_length) by Newton's method
    for (int i = 0; i < 12; ++i) inverse *= 1.5 - detail::unfused_product(0.5 * squared_length, inverse * inverse);
    return detail::weighted_sum(blended, inverse, blended, 0.0);
}

/// Moves `value` toward `goal` for `dt` seconds by a critically damped spring: `velocity` (units/s) does not jump. From
/// rest, half of the distance is left after `half_life` seconds. Negative and NaN times count as 0. Unity's SmoothDamp
/// with smoothTime = 1.191648 half_life approximates this spring (Game Programming Gems 4).
template <class T>
constexpr void spring_toward(T& value, T& velocity, const T& goal, double half_life, double dt)
{
    constexpr double half_life_radians = 1.678346990016660653; // (1 + x) e^-x = 1/2
    half_life = detail::checked_at_least(half_life, 0.0) + 0.0;
    dt = detail::checked_at_least(dt, 0.0);
    if (dt == 0.0) return;
    const double omega = half_life_radians / half_life;
    const double remaining = exponential(-omega * dt);
    if (!(remaining > 0.0))
    {
        value = goal;
        velocity = goal - goal;
        return;
    }
    const auto distance = value - goal;
    const auto net_velocity = velocity + detail::scaled(distance, omega); // velocity without the decay of the distance
    value = static_cast<T>(goal + detail::scaled(distance + detail::scaled(net_velocity, dt), remaining));
    velocity = static_cast<T>(detail::scaled(velocity - detail::scaled(net_velocity, omega * dt), remaining));
}

} // namespace timestep
#endif
