// lab/metrics/step_rate.hpp -- advises the step rate of a game from its speeds, springs and costs (docs/choosing.md)
#pragma once

#include "lab/settings/game_properties.hpp"
#include "sim/machine/step_fit.hpp"

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
    std::string_view name{};           ///< for a sentence, such as "the stiffest spring"
    std::string reason{};              ///< the numbers from which the bound is computed, such as "40 m/s, wall 0.2 m"
    std::string_view min_hz_caution{}; ///< what the minimum does not guarantee, after the sentence's verb; may be empty
    double min_hz = 0.0;
    double max_hz = std::numeric_limits<double>::infinity();
    /// The allowed rates from `min_hz` to `max_hz`, ascending; std::nullopt if all rates in this range are allowed.
    std::optional<std::vector<timestep::Rate>> allowed_rates{};
};

/// A change of the game's properties after which at least one step rate satisfies all bounds.
struct GamePropertyChange
{
    std::string description; ///< such as "a step that costs at most 0.5 ms"
    GameProperties changed_properties;
};

struct StepRateAdvice
{
    std::vector<RateBound> bounds{}; ///< one for each number of the game that is not 0
    /// The step rates that satisfy all bounds; none if min_hz > max_hz. Without interpolation, allowed_rates contains
    /// only rates from 5 to 1000 Hz that give even motion (without jerks) on all displays.
    RateBound combined_bound{.name = "all"};
    /// Index in `bounds` of the bound that sets combined_bound.min_hz; empty if no bound sets a minimum.
    std::optional<std::size_t> min_bound_index{};
    /// Index in `bounds` of the bound that sets combined_bound.max_hz; empty if no bound sets a maximum.
    std::optional<std::size_t> max_bound_index{};
    /// Empty if no rate is possible. If `combined_bound.allowed_rates` is empty: the possible rate nearest to 60 Hz, in
    /// whole Hz or, if no whole number is possible, to 0.001 Hz. Otherwise: the largest allowed rate from 59.4 to 60
    /// Hz; if none, the smallest above 60 Hz; if none, the largest.
    std::optional<timestep::Rate> advised_rate{};
    std::vector<GamePropertyChange>
        sufficient_changes{}; ///< if there is no rate: each of them alone makes one possible
};

StepRateAdvice advise_step_rate(const GameProperties& game);
/// Returns the advice in sentences: the bounds that limit the rate, and the advised rate or the changes that allow one.
std::string advice_text(const StepRateAdvice& advice);

/// The axes of a diagram that shows how well each step rate fits each refresh rate. Both are in ascending order.
struct StepRateMap
{
    std::vector<timestep::Rate> step_rates{};    ///< usual step rates
    std::vector<timestep::Rate> refresh_rates{}; ///< refresh rates of usual displays and of the players' displays

    /// Fit of step_rates[step_index] to refresh_rates[refresh_index] if frames show the newest state: no interpolation.
    sim::StepRateFit fit_at(std::size_t step_index, std::size_t refresh_index) const
    {
        return sim::step_rate_fit(timestep::to_hertz(step_rates[step_index]),
                                  timestep::to_hertz(refresh_rates[refresh_index]));
    }
};
StepRateMap make_step_rate_map(const std::vector<timestep::Rate>& extra_refresh_rates);

} // namespace lab
