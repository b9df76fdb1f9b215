// lab/metrics/step_rate.hpp -- the step rates that suit a game, one bound for each of its numbers (docs/choosing.md)
#pragma once

#include "lab/settings/game_numbers.hpp"
#include "sim/machine/step_fit.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

/// The step rates that one number of the game allows.
struct RateBound
{
    std::string_view name{};    ///< for a sentence, such as "the stiffest spring"
    std::string reason{};       ///< the numbers from which the bound is computed, such as "40 m/s, wall 0.2 m"
    std::string_view caution{}; ///< what the minimum does not guarantee, after the sentence's verb; may be empty
    double min_hz = 0.0;
    double max_hz = std::numeric_limits<double>::infinity();
    /// If set, only these rates between the limits are allowed, in ascending order; otherwise all rates are.
    std::optional<std::vector<timestep::Rate>> rates{};
};

/// A change of the game's numbers after which a rate satisfies all bounds.
struct RateChange
{
    std::string text; ///< such as "a step that costs at most 0.5 ms"
    GameNumbers numbers;
};

struct StepRateAdvice
{
    std::vector<RateBound> bounds{}; ///< one for each number of the game that is not 0
    /// The rates that satisfy all bounds; none if its minimum is above its maximum. Without interpolation only rates
    /// from 5 to 1000 Hz at which the motion is even on all displays.
    RateBound combined_bound{.name = "all"};
    /// Index of the bound that decides `combined_bound.min_hz`; empty if that is 0.
    std::optional<std::size_t> min_bound_index{};
    /// Index of the bound that decides `combined_bound.max_hz`; empty if that is infinite.
    std::optional<std::size_t> max_bound_index{};
    /// The rate nearest to 60 Hz that satisfies all bounds, to 0.001 Hz. If `combined_bound` has single rates: 60 Hz,
    /// or up to 1 % less, or the next one above, or else the next one below. Empty if there is none.
    std::optional<timestep::Rate> rate{};
    std::vector<RateChange> changes{}; ///< if there is no rate: each of them alone makes one possible
};

StepRateAdvice advise_step_rate(const GameNumbers& numbers);
/// Sentences: the bounds that decide, and the advised rate or the changes.
std::string text_of(const StepRateAdvice& advice);

/// Usual step rates, and the refresh rates of usual displays and of the players' displays, both ascending.
struct RateMap
{
    std::vector<timestep::Rate> steps{};    ///< step rates
    std::vector<timestep::Rate> displays{}; ///< refresh rates

    /// How the step rate steps[step] fits the display displays[display] if the frames show the newest state.
    sim::StepRateFit fit(std::size_t step, std::size_t display) const
    {
        return sim::step_rate_fit(timestep::hertz(steps[step]), timestep::hertz(displays[display]));
    }
};
RateMap rate_map(const std::vector<timestep::Rate>& displays);

} // namespace lab
