#include "lab/metrics/step_rate.hpp"

#include "base/number.hpp"
#include "sim/physics/spring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lab
{

namespace
{

using timestep::hertz;
using timestep::Rate;

constexpr double usual_hz       = 60.0; // docs/choosing.md: "60 Hz, unless you know more"
constexpr double tolerance      = 1e-9; // relative, for rounding errors
constexpr double max_advised_hz = 1e6;
constexpr int max_substeps      = 64;
constexpr std::array map_steps_hz{20, 24, 25, 30, 40, 48, 50, 60, 64, 72, 75, 90, 100, 120, 128, 144};
constexpr std::array map_displays_hz{60, 75, 90, 120, 144, 165, 240};

double step_cost_s(const GameNumbers& game)
{
    const timestep::Nanos further = game.substep_cost == timestep::Nanos{} ? game.step_cost : game.substep_cost;
    return timestep::to_seconds(game.step_cost + (game.substeps - 1) * further);
}

// third_digit() returns one unit of the third significant digit. The two functions below it round a number to three
// digits. Their `tolerance` absorbs rounding errors.
double third_digit(double value) { return std::pow(10.0, std::floor(std::log10(value)) - 2.0); }
double rounded_down(double value) { return std::floor(value / third_digit(value) + tolerance) * third_digit(value); }
double rounded_up(double value) { return std::ceil(value / third_digit(value) - tolerance) * third_digit(value); }

// The functions X_bound() return a bound, or nothing if the game's numbers set none. The functions relax_X() change a
// number of the game so that the bound's minimum is at most `hz`, and return the change in words.
using Bound = std::optional<RateBound>;

// A body at speed v can pass through a wall when v * dt > wall + 2 * radius.
Bound wall_bound(const GameNumbers& game)
{
    if (game.speed <= 0.0 || game.wall + game.radius <= 0.0) return {};
    return RateBound{.reason  = fmt::format("{:g} m/s, radius {:g} m, wall {:g} m", game.speed, game.radius, game.wall),
                     .caution = " (from there on it overlaps the wall in at least one step)",
                     .min_hz  = game.speed / (game.wall + 2.0 * game.radius) / game.substeps};
}
std::string relax_wall(GameNumbers& game, double hz)
{
    game.wall = rounded_up(game.speed / hz / game.substeps - 2.0 * game.radius);
    return fmt::format("a wall of at least {:g} m, or a swept collision test for this body", game.wall);
}

// Assumes semi-implicit Euler, which most engines use. Without damping, its steps are stable below 2 * sqrt(m / k).
Bound spring_bound(const GameNumbers& game)
{
    if (game.stiffness <= 0.0) return {};
    const double stable_hw = sim::largest_stable_hw(sim::Integrator::semi_implicit_euler, game.damping);
    return RateBound{.reason = fmt::format("{:g} N/m, {:g} kg, damping {:g}", game.stiffness, game.mass, game.damping),
                     .caution =
                         " (from there on it does not explode; its motion is accurate at several times this rate)",
                     .min_hz = std::sqrt(game.stiffness / game.mass) / stable_hw / game.substeps};
}
std::string relax_spring(GameNumbers& game, double hz)
{
    const double factor = hz / spring_bound(game)->min_hz;
    game.stiffness      = rounded_down(game.stiffness * factor * factor);
    return fmt::format("a spring of at most {:g} N/m, or an implicit integrator for it", game.stiffness);
}

// An age limit is a step limit: interpolated frames are one step old, frames with the newest state up to one step.
Bound age_bound(const GameNumbers& game)
{
    if (game.max_age <= timestep::Nanos{}) return {};
    return RateBound{.reason = base::time_text(game.max_age), .min_hz = 1.0 / timestep::to_seconds(game.max_age)};
}
std::string relax_age(GameNumbers& game, double hz)
{
    const double age_ms = rounded_up(1e3 / hz);
    game.max_age        = timestep::from_seconds(1e-3 * age_ms);
    return fmt::format("frames up to {:g} ms old, or the loop render-tick or step-ahead", age_ms);
}

Bound cost_bound(const GameNumbers& game)
{
    const double cost_s = step_cost_s(game);
    if (cost_s <= 0.0) return {};
    return RateBound{.reason = fmt::format("{:g} ms in {:g} % of the time", 1e3 * cost_s, game.work_percent),
                     .max_hz = 0.01 * game.work_percent / cost_s};
}

// True if one rate is a whole multiple of the other, so that the motion is even (without jerks).
bool gives_even_motion(Rate step, Rate display)
{
    const std::int64_t a = step.num * display.den;
    const std::int64_t b = display.num * step.den;
    return a % b == 0 || b % a == 0;
}

// Fractions and multiples of the first display's rate at which the motion is even (without jerks) on all displays.
std::vector<Rate> even_rates_of(const std::vector<Rate>& displays)
{
    std::vector<Rate> rates;
    for (std::int64_t n = -200; n <= 200; ++n)
    {
        const Rate first = displays.front();
        const auto rate  = n < 0 ? Rate::make(first.num, first.den * -n) : Rate::make(first.num * n, first.den);
        if (n != -1 && rate && hertz(*rate) >= 5.0 && hertz(*rate) <= 1000.0 &&
            std::ranges::all_of(displays, [&](Rate display) { return gives_even_motion(*rate, display); }))
            rates.push_back(*rate);
    }
    return rates;
}

// Displays limit the step rate only without interpolation: interpolated motion is even at any step rate.
Bound displays_bound(const GameNumbers& game)
{
    if (game.displays.empty()) return {};
    RateBound bound{.reason = fmt::format("{} Hz, {}", base::rates_text(game.displays, ", "),
                                          game.is_interpolated ? "interpolated" : "newest state")};
    if (!game.is_interpolated) bound.rates = even_rates_of(game.displays);
    return bound;
}

struct BoundRow
{
    std::string_view name;
    Bound (*compute)(const GameNumbers& game);
    std::string (*relax)(GameNumbers& game, double hz) = nullptr; // null if the bound is no minimum
};
constexpr std::array bound_rows{BoundRow{"the fastest body", wall_bound, relax_wall},
                                BoundRow{"the stiffest spring", spring_bound, relax_spring},
                                BoundRow{"the oldest frame", age_bound, relax_age},
                                BoundRow{"the cost of a step", cost_bound}, BoundRow{"the displays", displays_bound}};

// The rate nearest to 60 Hz that the bound `all` allows, in whole Hz if possible, otherwise in thousandths of a Hz.
std::optional<Rate> nearest_possible_rate(const RateBound& all)
{
    if (all.min_hz > (1.0 + tolerance) * std::min(all.max_hz, max_advised_hz)) return std::nullopt;
    const double hz = std::max(std::min(usual_hz, all.max_hz), all.min_hz);
    for (const double units : {1.0, 1000.0})
    {
        const double rounded = (hz > usual_hz ? std::ceil(hz * units) : std::floor(hz * units)) / units;
        if (rounded > 0.0 && rounded >= all.min_hz && rounded <= all.max_hz) return timestep::nearest_rate(rounded);
    }
    return timestep::nearest_rate(hz);
}

std::optional<Rate> possible_even_rate(const StepRateAdvice& advice)
{
    std::optional<Rate> found;
    for (const Rate rate : *advice.combined_bound.rates)
        if (!found || hertz(rate) <= usual_hz || hertz(*found) < 0.99 * usual_hz) found = rate;
    return found;
}

StepRateAdvice advice_without_changes(const GameNumbers& game)
{
    StepRateAdvice advice;
    for (const BoundRow& row : bound_rows)
    {
        Bound bound = row.compute(game);
        if (!bound) continue;
        bound->name = row.name;
        if (bound->min_hz > advice.combined_bound.min_hz) advice.min_bound_index = advice.bounds.size();
        if (bound->max_hz < advice.combined_bound.max_hz) advice.max_bound_index = advice.bounds.size();
        advice.combined_bound.min_hz = std::max(advice.combined_bound.min_hz, bound->min_hz);
        advice.combined_bound.max_hz = std::min(advice.combined_bound.max_hz, bound->max_hz);
        if (bound->rates) advice.combined_bound.rates = bound->rates;
        advice.bounds.push_back(std::move(*bound));
    }
    if (advice.combined_bound.rates)
        std::erase_if(
            *advice.combined_bound.rates, [&](Rate rate)
            { return hertz(rate) < advice.combined_bound.min_hz || hertz(rate) > advice.combined_bound.max_hz; });
    advice.rate =
        advice.combined_bound.rates ? possible_even_rate(advice) : nearest_possible_rate(advice.combined_bound);
    return advice;
}

// Lowers each RateBound::min_hz to at most `hz` by changing numbers of the game, such as the thickness of its walls.
RateChange with_relaxed_minima(GameNumbers game, double hz)
{
    std::string text;
    for (const BoundRow& row : bound_rows)
        if (const Bound bound = row.compute(game); bound && bound->min_hz > hz)
            text += (text.empty() ? "" : ", and ") + row.relax(game, hz);
    return {text, game};
}

RateChange with_scaled_cost(GameNumbers game, double factor)
{
    for (timestep::Nanos* cost : {&game.step_cost, &game.substep_cost})
        if (*cost > timestep::Nanos{})
            *cost = timestep::from_seconds(rounded_down(factor * timestep::to_seconds(*cost)));
    const std::string parts_text = game.substeps == 1 ? "" : fmt::format(" of {} substeps", game.substeps);
    return {fmt::format("a step{} that costs at most {:g} ms", parts_text, 1e3 * step_cost_s(game)), game};
}

std::vector<RateChange> changes_of(const GameNumbers& game, const RateBound& all)
{
    std::vector<RateChange> candidates{{"", game}};
    if (all.min_hz > all.max_hz) candidates.push_back(with_scaled_cost(game, all.max_hz / all.min_hz));
    candidates.push_back(with_relaxed_minima(game, std::min(all.max_hz, max_advised_hz)));
    for (GameNumbers split = game; split.substeps < max_substeps;)
    {
        ++split.substeps;
        if (!advice_without_changes(split).rate) continue;
        candidates.push_back({fmt::format("{} substeps in a step", split.substeps), split});
        break;
    }
    std::vector<RateChange> changes;
    for (RateChange& change : candidates)
    {
        if (!advice_without_changes(change.numbers).rate && !game.is_interpolated)
        {
            change.numbers.is_interpolated = true;
            change.text += change.text.empty() ? "interpolated frames" : ", and interpolated frames";
        }
        const bool is_new = std::ranges::find(changes, change.text, &RateChange::text) == changes.end();
        if (is_new && advice_without_changes(change.numbers).rate) changes.push_back(std::move(change));
    }
    return changes;
}

} // namespace

StepRateAdvice advise_step_rate(const GameNumbers& numbers)
{
    StepRateAdvice advice = advice_without_changes(numbers);
    if (!advice.rate) advice.changes = changes_of(numbers, advice.combined_bound);
    return advice;
}

std::string text_of(const StepRateAdvice& advice)
{
    std::string text = advice.bounds.empty() ? "None of your numbers limits the step rate; 60 Hz is usual. " : "";
    if (advice.min_bound_index)
        text +=
            fmt::format("At least {:.4g} Hz, because of {}{}. ", advice.combined_bound.min_hz,
                        advice.bounds[*advice.min_bound_index].name, advice.bounds[*advice.min_bound_index].caution);
    if (advice.max_bound_index)
        text += fmt::format("At most {:.4g} Hz, because of {}. ", advice.combined_bound.max_hz,
                            advice.bounds[*advice.max_bound_index].name);
    if (advice.rate)
        return text + fmt::format("Use {} Hz.{}", base::rate_text(*advice.rate),
                                  advice.combined_bound.rates
                                      ? " If the frames are interpolated, the motion is even at any rate."
                                      : "");
    text += advice.combined_bound.min_hz > advice.combined_bound.max_hz || !advice.combined_bound.rates
                ? "No step rate meets all these limits."
                : "Without interpolation, the motion judders on at least one display at every possible step rate.";
    text += " One change is enough:";
    for (const RateChange& change : advice.changes) text += "\n- " + change.text;
    return text;
}

RateMap rate_map(const std::vector<Rate>& displays)
{
    RateMap map{.steps = {}, .displays = displays};
    for (const int hz : map_steps_hz) map.steps.push_back(timestep::hz(hz));
    for (const int hz : map_displays_hz) map.displays.push_back(timestep::hz(hz));
    std::ranges::sort(map.displays, {}, [](Rate rate) { return hertz(rate); });
    map.displays.erase(std::ranges::unique(map.displays).begin(), map.displays.end());
    return map;
}

} // namespace lab
