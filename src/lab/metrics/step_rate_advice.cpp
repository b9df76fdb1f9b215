#include "lab/metrics/step_rate_advice.hpp"

#include "base/number.hpp"
#include "sim/physics/spring.hpp"
#include "telemetry/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab
{

namespace
{

using timestep::Rate;
using timestep::to_hertz;

constexpr double default_hz = 60.0; // docs/choosing.md: "60 Hz, unless you know more"
constexpr double tolerance = 1e-9; // relative, for rounding errors
constexpr double max_advised_hz = 1e6;
constexpr int max_substeps = 64;
constexpr std::array map_step_rates_hz{20, 24, 25, 30, 40, 48, 50, 60, 64, 72, 75, 90, 100, 120, 128, 144};
constexpr std::array map_refresh_rates_hz{60, 75, 90, 120, 144, 165, 240};

double step_cost_s(const GameProperties& game)
{
    const timestep::Nanos further_substep_cost =
        game.substep_cost == timestep::Nanos{} ? game.step_cost : game.substep_cost;
    return timestep::to_seconds(game.step_cost + (game.substeps_per_step - 1) * further_substep_cost);
}

// One unit of the third significant digit of `value`, such as 0.1 for 34.5.
double third_significant_digit_unit(double value) { return std::pow(10.0, std::floor(std::log10(value)) - 2.0); }
double rounded_down(double value)
{
    return std::floor(value / third_significant_digit_unit(value) + tolerance) * third_significant_digit_unit(value);
}
double rounded_up(double value)
{
    return std::ceil(value / third_significant_digit_unit(value) - tolerance) * third_significant_digit_unit(value);
}

// Each function ..._bound() computes the step rates that one property of the game allows.
using OptionalBound = std::optional<RateBound>; // empty if the game lacks the property

// A body at speed v can pass through a wall when v * dt > wall + 2 * radius.
OptionalBound wall_bound(const GameProperties& game)
{
    if (game.fastest_body_speed <= 0.0 || game.thinnest_wall_thickness + game.fastest_body_radius <= 0.0) return {};
    return RateBound{.reason = fmt::format("{} m/s, radius {} m, wall {} m", base::number_text(game.fastest_body_speed),
                                           base::number_text(game.fastest_body_radius),
                                           base::number_text(game.thinnest_wall_thickness)),
                     .min_hz_caution = " (from this rate on, the body overlaps the wall in at least one step)",
                     .min_hz = game.fastest_body_speed /
                               (game.thinnest_wall_thickness + 2.0 * game.fastest_body_radius) /
                               game.substeps_per_step};
}
std::string relax_wall(GameProperties& game, double target_hz)
{
    game.thinnest_wall_thickness =
        rounded_up(game.fastest_body_speed / target_hz / game.substeps_per_step - 2.0 * game.fastest_body_radius);
    return fmt::format("a wall of at least {} m, or a swept collision test for this body",
                       base::number_text(game.thinnest_wall_thickness));
}

// Assumes semi-implicit Euler, which most engines use. Without damping, its steps are stable below 2 * sqrt(m / k).
OptionalBound spring_bound(const GameProperties& game)
{
    if (game.stiffest_spring_stiffness <= 0.0) return {};
    const double max_radians_per_step =
        sim::stability_limit(sim::Integrator::semi_implicit_euler, game.stiffest_spring_damping_ratio);
    return RateBound{
        .reason = fmt::format("{} N/m, {} kg, damping {}", base::number_text(game.stiffest_spring_stiffness),
                              base::number_text(game.stiffest_spring_mass),
                              base::number_text(game.stiffest_spring_damping_ratio)),
        .min_hz_caution =
            " (from this rate on, the spring does not explode; its motion is accurate at several times this rate)",
        .min_hz = std::sqrt(game.stiffest_spring_stiffness / game.stiffest_spring_mass) / max_radians_per_step /
                  game.substeps_per_step};
}
std::string relax_spring(GameProperties& game, double target_hz)
{
    const double rate_ratio = target_hz / spring_bound(game)->min_hz;
    game.stiffest_spring_stiffness = rounded_down(game.stiffest_spring_stiffness * rate_ratio * rate_ratio);
    return fmt::format("a spring of at most {} N/m, or an implicit integrator for it",
                       base::number_text(game.stiffest_spring_stiffness));
}

// A displayed state is up to one step old, also without interpolation. So no step may be longer than max_state_age.
OptionalBound age_bound(const GameProperties& game)
{
    if (game.max_state_age <= timestep::Nanos{}) return {};
    return RateBound{.reason = base::rounded_duration_text(game.max_state_age),
                     .min_hz = 1.0 / timestep::to_seconds(game.max_state_age)};
}
std::string relax_age(GameProperties& game, double target_hz)
{
    const double age_ms = rounded_up(1e3 / target_hz);
    game.max_state_age = timestep::from_seconds(1e-3 * age_ms);
    return fmt::format("frames up to {} ms old, or the loop render-tick or step-ahead", base::number_text(age_ms));
}

OptionalBound cost_bound(const GameProperties& game)
{
    const double cost_s = step_cost_s(game);
    if (cost_s <= 0.0) return {};
    return RateBound{.reason = fmt::format("{} ms in {} % of the time", base::number_text(1e3 * cost_s),
                                           base::number_text(game.max_stepping_percent)),
                     .max_hz = 0.01 * game.max_stepping_percent / cost_s};
}

// True if one rate is a whole multiple of the other, so that the motion is even (without jerks).
bool has_even_motion(Rate step_rate, Rate refresh_rate)
{
    const std::int64_t scaled_step_rate = step_rate.num * refresh_rate.den;
    const std::int64_t scaled_refresh_rate = refresh_rate.num * step_rate.den;
    return scaled_step_rate % scaled_refresh_rate == 0 || scaled_refresh_rate % scaled_step_rate == 0;
}

// Rates from 5 to 1000 Hz that give even motion on all displays: multiples or divisors of every refresh rate.
std::vector<Rate> even_rates(const std::vector<Rate>& refresh_rates)
{
    std::vector<Rate> rates;
    const Rate first = refresh_rates.front();
    for (std::int64_t factor = -200; factor <= 200; ++factor)
    {
        const auto rate =
            factor < 0 ? Rate::make(first.num, first.den * -factor) : Rate::make(first.num * factor, first.den);
        if (factor != -1 && rate && to_hertz(*rate) >= 5.0 && to_hertz(*rate) <= 1000.0 &&
            std::ranges::all_of(refresh_rates, [&](Rate refresh_rate) { return has_even_motion(*rate, refresh_rate); }))
            rates.push_back(*rate);
    }
    return rates;
}

// Without interpolation, a step rate must be a multiple or a divisor of each display's refresh rate.
OptionalBound displays_bound(const GameProperties& game)
{
    if (game.display_rates.empty()) return {};
    RateBound bound{.reason = fmt::format("{} Hz, {}", base::exact_rates_text(game.display_rates, ", "),
                                          game.is_interpolated ? "interpolated" : "newest state")};
    if (!game.is_interpolated) bound.allowed_rates = even_rates(game.display_rates);
    return bound;
}

struct BoundRule
{
    std::string_view name;
    OptionalBound (*compute)(const GameProperties& game);
    std::string (*relax)(GameProperties& game, double target_hz) = nullptr; // null if the bound is no minimum
};
constexpr std::array bound_rules{
    BoundRule{"the fastest body", wall_bound, relax_wall}, BoundRule{"the stiffest spring", spring_bound, relax_spring},
    BoundRule{"the oldest frame", age_bound, relax_age}, BoundRule{"the cost of a step", cost_bound},
    BoundRule{"the displays", displays_bound}};

// The allowed step rate nearest to 60 Hz, preferably a whole number of Hz.
std::optional<Rate> nearest_possible_rate(const RateBound& combined_bound)
{
    if (combined_bound.min_hz > (1.0 + tolerance) * std::min(combined_bound.max_hz, max_advised_hz))
        return std::nullopt;
    const double hz = std::max(std::min(default_hz, combined_bound.max_hz), combined_bound.min_hz);
    for (const double units_per_hz : {1.0, 1000.0})
    {
        const double rounded_hz =
            (hz > default_hz ? std::ceil(hz * units_per_hz) : std::floor(hz * units_per_hz)) / units_per_hz;
        if (rounded_hz > 0.0 && rounded_hz >= combined_bound.min_hz && rounded_hz <= combined_bound.max_hz)
            return timestep::nearest_rate(rounded_hz);
    }
    return timestep::nearest_rate(hz);
}

// Prefers 60 Hz or slightly less, such as 59.94 Hz, to higher rates.
std::optional<Rate> best_even_rate(const StepRateAdvice& advice)
{
    std::optional<Rate> best;
    for (const Rate rate : *advice.combined_bound.allowed_rates)
        if (!best || to_hertz(rate) <= default_hz || to_hertz(*best) < 0.99 * default_hz) best = rate;
    return best;
}

StepRateAdvice advice_without_changes(const GameProperties& game)
{
    StepRateAdvice advice;
    for (const BoundRule& rule : bound_rules)
    {
        OptionalBound bound = rule.compute(game);
        if (!bound) continue;
        bound->name = rule.name;
        if (bound->min_hz > advice.combined_bound.min_hz) advice.min_bound_index = advice.bounds.size();
        if (bound->max_hz < advice.combined_bound.max_hz) advice.max_bound_index = advice.bounds.size();
        advice.combined_bound.min_hz = std::max(advice.combined_bound.min_hz, bound->min_hz);
        advice.combined_bound.max_hz = std::min(advice.combined_bound.max_hz, bound->max_hz);
        if (bound->allowed_rates) advice.combined_bound.allowed_rates = bound->allowed_rates;
        advice.bounds.push_back(std::move(*bound));
    }
    if (advice.combined_bound.allowed_rates)
        std::erase_if(
            *advice.combined_bound.allowed_rates, [&](Rate rate)
            { return to_hertz(rate) < advice.combined_bound.min_hz || to_hertz(rate) > advice.combined_bound.max_hz; });
    advice.advised_rate =
        advice.combined_bound.allowed_rates ? best_even_rate(advice) : nearest_possible_rate(advice.combined_bound);
    return advice;
}

GamePropertyChange with_relaxed_minima(GameProperties game, double target_hz)
{
    std::string description;
    for (const BoundRule& rule : bound_rules)
        if (const OptionalBound bound = rule.compute(game); bound && bound->min_hz > target_hz)
            description += (description.empty() ? "" : ", and ") + rule.relax(game, target_hz);
    return {description, game};
}

GamePropertyChange with_scaled_cost(GameProperties game, double factor)
{
    for (timestep::Nanos* cost : {&game.step_cost, &game.substep_cost})
        if (*cost > timestep::Nanos{})
            *cost = timestep::from_seconds(rounded_down(factor * timestep::to_seconds(*cost)));
    const std::string substeps_text =
        game.substeps_per_step == 1 ? "" : fmt::format(" of {} substeps", game.substeps_per_step);
    return {fmt::format("a step{} that costs at most {} ms", substeps_text, base::number_text(1e3 * step_cost_s(game))),
            game};
}

std::vector<GamePropertyChange> find_sufficient_changes(const GameProperties& game, const RateBound& combined_bound)
{
    std::vector<GamePropertyChange> candidates{{"", game}};
    if (combined_bound.min_hz > combined_bound.max_hz)
        candidates.push_back(with_scaled_cost(game, combined_bound.max_hz / combined_bound.min_hz));
    candidates.push_back(with_relaxed_minima(game, std::min(combined_bound.max_hz, max_advised_hz)));
    GameProperties substepped_game = game;
    while (substepped_game.substeps_per_step < max_substeps && !advice_without_changes(substepped_game).advised_rate)
        ++substepped_game.substeps_per_step;
    if (advice_without_changes(substepped_game).advised_rate)
        candidates.push_back(
            {fmt::format("{} substeps in a step", substepped_game.substeps_per_step), substepped_game});
    std::vector<GamePropertyChange> changes;
    for (GamePropertyChange& change : candidates)
    {
        if (!advice_without_changes(change.changed_properties).advised_rate && !game.is_interpolated)
        {
            change.changed_properties.is_interpolated = true;
            change.description += change.description.empty() ? "interpolated frames" : ", and interpolated frames";
        }
        const bool is_new =
            std::ranges::find(changes, change.description, &GamePropertyChange::description) == changes.end();
        if (is_new && advice_without_changes(change.changed_properties).advised_rate)
            changes.push_back(std::move(change));
    }
    return changes;
}

} // namespace

StepRateAdvice advise_step_rate(const GameProperties& game)
{
    StepRateAdvice advice = advice_without_changes(game);
    if (!advice.advised_rate) advice.sufficient_changes = find_sufficient_changes(game, advice.combined_bound);
    return advice;
}

std::string advice_text(const StepRateAdvice& advice)
{
    std::string text = advice.bounds.empty() ? "None of your numbers limits the step rate; 60 Hz is usual. " : "";
    if (advice.min_bound_index)
        text +=
            fmt::format("The step rate must be at least {} Hz, because of {}{}. ",
                        base::number_text(advice.combined_bound.min_hz, 4), advice.bounds[*advice.min_bound_index].name,
                        advice.bounds[*advice.min_bound_index].min_hz_caution);
    if (advice.max_bound_index)
        text += fmt::format("The step rate may be at most {} Hz, because of {}. ",
                            base::number_text(advice.combined_bound.max_hz, 4),
                            advice.bounds[*advice.max_bound_index].name);
    if (advice.advised_rate)
        return text + fmt::format("Use {} Hz.{}", base::exact_rate_text(*advice.advised_rate),
                                  advice.combined_bound.allowed_rates
                                      ? " If the frames are interpolated, the motion is even at any rate."
                                      : "");
    text += advice.combined_bound.min_hz > advice.combined_bound.max_hz || !advice.combined_bound.allowed_rates
                ? "No step rate meets all these limits."
                : "Without interpolation, the motion judders on at least one display at every possible step rate.";
    text += " One change is enough:";
    for (const GamePropertyChange& change : advice.sufficient_changes) text += "\n- " + change.description;
    return text;
}

bool StepRateMismatchMap::looks_even_at(std::size_t step_index, std::size_t refresh_index) const
{
    constexpr std::int64_t refresh_count = 2'000; // longer than the beat of all usual rates
    const double step_hz = timestep::to_hertz(step_rates[step_index]);
    const double refresh_hz = timestep::to_hertz(refresh_rates[refresh_index]);
    const Nanos refresh_period = timestep::step_ns(refresh_rates[refresh_index]);
    telemetry::PictureTracker pictures;
    for (std::int64_t i = 0; i < refresh_count; ++i)
    {
        const double refresh_s = static_cast<double>(i) / refresh_hz;
        const double shown_s = std::floor(refresh_s * step_hz + 1e-9) / step_hz;
        const telemetry::Picture* picture =
            pictures.add(telemetry::DisplayedFrame{.shown_time = timestep::from_seconds(shown_s),
                                                   .screen_time = timestep::from_seconds(refresh_s),
                                                   .refresh_period = refresh_period});
        if (picture != nullptr && picture->is_uneven()) return false;
    }
    return true;
}

StepRateMismatchMap make_mismatch_map(const std::vector<Rate>& extra_refresh_rates)
{
    StepRateMismatchMap map{.step_rates = {}, .refresh_rates = extra_refresh_rates};
    for (const int hz : map_step_rates_hz) map.step_rates.push_back(timestep::hz(hz));
    for (const int hz : map_refresh_rates_hz) map.refresh_rates.push_back(timestep::hz(hz));
    std::ranges::sort(map.refresh_rates, {}, [](Rate rate) { return to_hertz(rate); });
    map.refresh_rates.erase(std::ranges::unique(map.refresh_rates).begin(), map.refresh_rates.end());
    return map;
}

} // namespace lab
