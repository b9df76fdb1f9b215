// lab/metrics/step_rate.hpp -- computes the step rates that suit a game, such as one with fast balls (docs/choosing.md)
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

/// The step rates that one property of the game allows.
struct RateBound
{
    std::string_view name{};    ///< such as "the stiffest spring"
    std::string reason{};       ///< the values behind the bound, such as "40 m/s, wall 0.2 m"
    std::string_view caution{}; ///< what the minimum does not guarantee, after the sentence's verb; may be empty
    double min_hz = 0.0;
    double max_hz = std::numeric_limits<double>::infinity();
    /// Only these rates between the two, ascending; not set if all rates between them are allowed.
    std::optional<std::vector<timestep::Rate>> rates{};
};

/// A change of the game after which some step rate satisfies all bounds.
struct RateChange
{
    std::string text; ///< such as "a step that costs at most 0.5 ms"
    GameNumbers numbers;
};

struct StepRateAdvice
{
    std::vector<RateBound> bounds{};      ///< one for each property of the game that sets a bound
    RateBound all{.name = "all"};         /// The rates that satisfy all bounds; none if `min_hz` is above `max_hz`
    std::optional<std::size_t> lowest{};  ///< index of the bound that decides `all.min_hz`; empty if that is 0
    std::optional<std::size_t> highest{}; ///< index of the bound that decides `all.max_hz`; empty if that is infinite
    /// Without interpolation: the rates from 5 to 1000 Hz at which the motion is even on all displays, ascending; the
    /// displays are then the last of `bounds`. Not set if the motion is even at any rate.
    std::optional<std::vector<timestep::Rate>> even_rates{};
    /// The rate nearest to 60 Hz that satisfies all bounds, to 0.001 Hz; empty if there is none. If `all` is
    /// set, it is one of them: 60 Hz or up to 1 %
    /// less, else the next one above, else the next one below.
    std::optional<timestep::Rate> rate{};
    std::vector<RateChange> changes{}; ///< if there is no `rate`: each change alone makes one possible
};

StepRateAdvice advise_step_rate(const GameNumbers& numbers);
/// Sentences for the user: the bounds that decide, and the advised rate or the changes.
std::string text_of(const StepRateAdvice& advice);

/// Common step rates, and the refresh rates of common displays and of the players' displays, both ascending.
struct RateMap
{
    std::vector<timestep::Rate> steps{};
    std::vector<timestep::Rate> displays{};

    /// How evenly the display shows the step rate if frames show the newest state.
    sim::StepRateFit fit(std::size_t step, std::size_t display) const
    {
        return sim::step_rate_fit(timestep::hertz(steps[step]), timestep::hertz(displays[display]));
    }
};
RateMap rate_map(const std::vector<timestep::Rate>& displays);

} // namespace lab
