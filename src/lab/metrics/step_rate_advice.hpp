// lab/metrics/step_rate_advice.hpp -- advises the step rate of a game from its speeds, springs and costs
// (docs/choosing.md)
#pragma once

#include "lab/settings/game_properties.hpp"
#include "sim/machine/step_rate_mismatch.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// The step rates that one property of the game, such as the speed of its fastest body, allows.
struct RateBound
{
    std::string_view name{}; ///< for a sentence, such as "the stiffest spring"
    std::string reason{}; ///< the numbers from which the bound is computed, such as "40 m/s, wall 0.2 m"
    std::string_view min_hz_caution{}; ///< what the minimum does not guarantee, after the sentence's verb; may be empty
    double min_hz = 0.0;
    double max_hz = std::numeric_limits<double>::infinity();
    /// The only allowed step rates, ascending; std::nullopt if every rate from `min_hz` to `max_hz` is allowed.
    std::optional<std::vector<timestep::Rate>> allowed_rates{};
};

/// A change of the game, such as a thicker wall, that makes a suitable step rate possible.
struct GamePropertyChange
{
    std::string description; ///< such as "a step that costs at most 0.5 ms"
    GameProperties changed_properties;
};

struct StepRateAdvice
{
    std::vector<RateBound> bounds{}; ///< one for each given property, such as the fastest body
    /// The step rates that all of `bounds` allow; none if min_hz > max_hz.
    RateBound combined_bound{.name = "all"};
    std::optional<std::size_t> min_bound_index{};
    std::optional<std::size_t> max_bound_index{};
    /// A step rate near 60 Hz that all given properties of the game allow; empty if there is none up to 1e6 Hz.
    std::optional<timestep::Rate> advised_rate{};
    std::vector<GamePropertyChange> sufficient_changes{};
};

StepRateAdvice advise_step_rate(const GameProperties& game);
std::string advice_text(const StepRateAdvice& advice);

/// The axes of a diagram that shows how well each step rate fits each refresh rate. Both are in ascending order.
struct StepRateMismatchMap
{
    std::vector<timestep::Rate> step_rates{}; ///< usual step rates
    std::vector<timestep::Rate> refresh_rates{}; ///< refresh rates of usual displays and of the players' displays

    /// True if no picture moves or stays so irregularly that a player sees it (telemetry::unevenness_limit()).
    bool looks_even_at(std::size_t step_index, std::size_t refresh_index) const;
    sim::StepRateMismatch mismatch_at(std::size_t step_index, std::size_t refresh_index) const
    {
        return sim::step_rate_mismatch(timestep::to_hertz(step_rates[step_index]),
                                       timestep::to_hertz(refresh_rates[refresh_index]));
    }
};
StepRateMismatchMap make_mismatch_map(const std::vector<timestep::Rate>& extra_refresh_rates);

} // namespace lab
