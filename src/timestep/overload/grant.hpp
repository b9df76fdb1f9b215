// timestep/overload/grant.hpp -- the question that an overload policy answers
//
//     Grant grant(const Due& due)      of the time that is due, how many steps are run, what is kept for later?
//
// What is neither run nor kept is dropped, and reported. The unit of a Due is the stepper's own: units of which a step
// of 1/60 s holds a whole number, the 100 ns ticks of a performance counter, or milliseconds.
#pragma once

#include "timestep/step_plan.hpp"

namespace timestep
{

/// The time that a stepper asks about. All but the last three are counted in the stepper's unit; total() is not
/// negative.
struct Due
{
    std::int64_t frame    = 0;     ///< this frame's time, after the delta filter
    std::int64_t carried  = 0;     ///< what earlier frames left
    std::int64_t step     = 1;     ///< one full step
    std::int64_t per_ns   = 1;     ///< units in a nanosecond ...
    std::int64_t ns_per   = 1;     ///< ... or nanoseconds in a unit; one of the two is 1
    bool rest_is_step_too = false; ///< what is kept is run in this same frame, as one shorter step

    constexpr std::int64_t total() const { return frame + carried; }
    constexpr std::int64_t units(Nanos t) const { return t.count() * per_ns / ns_per; }
};

struct Grant
{
    std::int64_t steps = 0; ///< full steps to run now
    std::int64_t kept  = 0; ///< time left for later frames
};

/// Every whole step of `time`, which is not negative, and the rest kept.
constexpr Grant all_of(std::int64_t time, std::int64_t step)
{
    const auto t = static_cast<std::uint64_t>(time), s = static_cast<std::uint64_t>(step); // the cheaper division
    return {static_cast<std::int64_t>(t / s), static_cast<std::int64_t>(t % s)};
}

/// What a policy acts upon; a stepper says which of them it can obey.
enum class Acts : std::uint8_t
{
    never      = 0,
    on_frame   = 1, ///< shortens a long frame
    on_restart = 2, ///< lets a long frame count as one step
    on_steps   = 4, ///< limits the steps of a frame and drops the rest
    on_debt    = 8, ///< limits, keeps or clears what has piled up over frames
};

constexpr Acts operator|(Acts a, Acts b)
{
    return static_cast<Acts>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool includes(Acts all, Acts one)
{
    return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) == static_cast<std::uint8_t>(one);
}
inline constexpr Acts on_anything = Acts::on_frame | Acts::on_restart | Acts::on_steps | Acts::on_debt;

} // namespace timestep
