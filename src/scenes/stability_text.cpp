#include "scenes/stability_text.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scenes
{

namespace
{

std::string duration_text(double seconds) { return base::rounded_duration_text(timestep::from_seconds(seconds)); }

} // namespace

std::string stability_text(const World& world)
{
    const double largest_step_s = world.stable_step_limit().value();
    if (largest_step_s == 0.0) return fmt::format("never stable with {}", sim::info_of(world.integrator()).label);
    if (std::isinf(largest_step_s)) return "every step is stable";
    return "springs alone: stable up to " + duration_text(largest_step_s);
}

std::string growth_text(const World& world, double step_s)
{
    constexpr double max_printed_s = 3.6e6;
    const double rate = world.growth_rate(step_s);
    if (!(rate > 0.0)) return "";
    const double doubling_s = std::numbers::ln2 / rate;
    return fmt::format(", {}doubles every {}{}", rate < min_explosion_rate_per_s ? "grows slowly, " : "",
                       doubling_s > max_printed_s ? "over " : "", duration_text(std::min(doubling_s, max_printed_s)));
}

void SafeStepSearch::advance(const World& world, int force_evaluations)
{
    constexpr double tried_s = 60.0;
    constexpr double max_energy_ratio = 2.0;
    if (!world.fastest_vibration() || !world.largest_step_without_tunnelling()) return;
    if (!start_ || !start_->has_same_settings(world))
    {
        start_ = world;
        start_->reset();
        trial_.reset();
        trial_index_ = 0;
        holds_.reset();
    }
    const bool is_implicit = start_->integrator() == sim::Integrator::implicit_euler ||
                             start_->integrator() == sim::Integrator::implicit_midpoint;
    const int evaluations_per_step = is_implicit ? 20 : 4; // at most
    for (int done = 0; done < force_evaluations && trial_index_ < step_count; done += evaluations_per_step)
    {
        if (!trial_) trial_ = start_;
        trial_->step(step_s(trial_index_));
        const bool holds = trial_->energy() <= max_energy_ratio * start_->energy(); // false for NaN
        if (holds && trial_->time() < tried_s) continue;
        holds_[trial_index_++] = holds;
        trial_.reset();
    }
}

std::string SafeStepSearch::text(const World& world) const
{
    if (trial_index_ < step_count || !start_->has_same_settings(world)) return "";
    if (holds_.all()) return fmt::format("with the wall: tried 1 to 100 ms; all {} steps hold", step_count);
    std::size_t shortest_failing = 0;
    while (holds_[shortest_failing]) ++shortest_failing;
    return fmt::format("with the wall: tried 1 to 100 ms; {} of {} steps fail, the shortest of {}",
                       step_count - holds_.count(), step_count, duration_text(step_s(shortest_failing)));
}

} // namespace scenes
