// scenes/smoke/smoke.hpp -- a van that emits puffs of smoke at a constant rate; long steps make their distances uneven
//
//     .  .  .  .  .  .  .  . [=>        even distances: short steps, or emission spread over the time of a step
//     :        :        :    [=>        clumps: a long step emits all its puffs at its end
#pragma once

#include "scenes/scene_type.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace scenes
{

struct Smoke
{
    /// Width of the visible area in metres. A van that leaves the area on the right enters it on the left.
    static constexpr double visible_width = 16.0;

    struct Knobs
    {
        double speed = 4.0; ///< speed of the van in m/s
        double puff_rate = 60.0; ///< number of puffs per second
        double lifetime = 3.0; ///< time in seconds for which a puff is visible
        bool spreads_emission_over_step =
            false; ///< true: puffs are emitted at their own times in a step; false: at its end
    };

    struct Puff
    {
        double x = 0.0; ///< position along the road in metres, not wrapped
        double y = 0.0; ///< height above the exhaust pipe, in metres
        double age = 0.0; ///< age of the puff in seconds
        double emission_x = 0.0; ///< x position of the puff's emission, in metres
        float velocity_x = 0.0F; ///< velocity of the puff along the road in m/s
        float velocity_y = 0.0F; ///< upward velocity of the puff in m/s

        static constexpr std::tuple hashed_fields{&Puff::x,          &Puff::y,          &Puff::age,
                                                  &Puff::emission_x, &Puff::velocity_x, &Puff::velocity_y};
        static constexpr std::tuple interpolated_fields{&Puff::x, &Puff::y, &Puff::age};
    };

    struct State
    {
        /// Position of the exhaust pipe along the road in metres; grows without limit.
        double x = 0.0;
        double v = 0.0; ///< velocity of the van in m/s
        double due_puff_count = 0.0; ///< number of due puffs, including a fraction; below 1 after a step
        /// Counts every puff of smoke, drawn or not; seeds the puff's random motion.
        std::int64_t newest_puff_number = 0;
        std::vector<Puff> puffs{}; ///< the visible puffs, oldest first
        bool is_teleported = false; ///< true: not interpolated with the previous state

        static constexpr std::tuple hashed_fields{&State::x, &State::v, &State::due_puff_count,
                                                  &State::newest_puff_number, &State::puffs};
        std::size_t heap_bytes() const { return puffs.capacity() * sizeof(Puff); }
    };

    Knobs knobs{};

    /// Starts with half a puff due. Otherwise, rounding errors could let a step of 1 / puff_rate emit no puff, or two.
    State initial_state() const { return {.v = knobs.speed, .due_puff_count = 0.5, .is_teleported = true}; }
    void step(State& state, const Step& step, const sim::Input&, sim::EventCounts& events) const
    {
        state.v = knobs.speed;
        state.x += step.h * state.v;
        advance_puffs(state, step.h);
        emit_puffs(state, step.h, events);
    }

    void interpolate(const State& previous, double alpha, State& state) const
    {
        state.x = sim::lerp(previous.x, state.x, alpha);

        // Puffs of smoke that were emitted in the last step have no earlier position, so they are not interpolated.
        const auto new_puff_count = static_cast<std::size_t>(state.newest_puff_number - previous.newest_puff_number);
        const auto older_puff_count = state.puffs.size() > new_puff_count ? state.puffs.size() - new_puff_count : 0;
        for (std::size_t i = 0; i < std::min(older_puff_count, previous.puffs.size()); ++i)
        {
            Puff& puff = state.puffs[older_puff_count - 1 - i];
            interpolate_value(previous.puffs[previous.puffs.size() - 1 - i], puff, alpha, puff);
        }
    }

    void extrapolate(State& state, double seconds) const
    {
        state.x += seconds * state.v;
        advance_puffs(state, seconds);
    }
    /// Advances the exact solution, in which each puff of smoke is emitted at its exact time and place.
    void advance_exactly(State& state, double seconds) const
    {
        sim::EventCounts ignored_events{};
        Smoke spread_emission_scene = *this;
        spread_emission_scene.knobs.spreads_emission_over_step =
            true; // with spread emission, one step of any length is exact
        spread_emission_scene.step(state, {.h = seconds, .end_time = seconds}, {}, ignored_events);
    }
    Observables observables(const State& state) const { return {state.x, state.v, 0.5 * state.v * state.v}; }

    /// Distance in metres between the emission points of consecutive puffs if they are evenly spaced.
    double even_spacing() const { return knobs.speed / knobs.puff_rate; }
    /// Widest gap between the starts of two consecutive smoke puffs / gap at even spacing; 1 for fewer than two puffs.
    double max_spacing_ratio(const State& state) const
    {
        double max_spacing = state.puffs.size() < 2 ? even_spacing() : 0.0;
        for (std::size_t i = 1; i < state.puffs.size(); ++i)
            max_spacing = std::max(max_spacing, state.puffs[i].emission_x - state.puffs[i - 1].emission_x);
        return max_spacing / even_spacing();
    }
    /// Wraps a position to the visible area. The result is from 0 to visible_width metres.
    static double wrapped_x(double x) { return x - visible_width * std::floor(x / visible_width); }

private:
    static constexpr std::int64_t max_new_puffs_per_step = 4096; // limits the memory that a very long step needs

    // Without `spreads_emission_over_step`, counts the puffs of a step after the first as clumped.
    void emit_puffs(State& state, double h, sim::EventCounts& events) const
    {
        const double old_due_puff_count = state.due_puff_count;
        state.due_puff_count += h * knobs.puff_rate;
        const double whole_due_puffs = std::floor(state.due_puff_count);
        state.due_puff_count -= whole_due_puffs;
        const auto due_count = static_cast<std::int64_t>(whole_due_puffs);
        const std::int64_t new_count = std::min(due_count, max_new_puffs_per_step);
        state.newest_puff_number += due_count - new_count;
        for (std::int64_t i = due_count - new_count; i < due_count; ++i)
        {
            const double age =
                knobs.spreads_emission_over_step
                    ? std::clamp(h - (static_cast<double>(i) + 1.0 - old_due_puff_count) / knobs.puff_rate, 0.0, h)
                    : 0.0;
            ++state.newest_puff_number;
            if (age >= knobs.lifetime) continue;

            const double x = state.x - age * state.v;
            const float velocity_x = -0.25F + 0.1F * pseudo_random(state.newest_puff_number, 0);
            const float velocity_y = 0.5F + 0.25F * pseudo_random(state.newest_puff_number, 1);
            state.puffs.push_back({.x = x + age * static_cast<double>(velocity_x),
                                   .y = age * static_cast<double>(velocity_y),
                                   .age = age,
                                   .emission_x = x,
                                   .velocity_x = velocity_x,
                                   .velocity_y = velocity_y});
        }
        if (new_count > 1 && !knobs.spreads_emission_over_step) events.clumped += static_cast<int>(new_count) - 1;
    }

    // Pseudo-random, from 0 to 1, equal on every machine. `sequence` is 0 or 1.
    static float pseudo_random(std::int64_t puff_number, std::uint64_t sequence)
    {
        std::uint64_t bits = (2 * static_cast<std::uint64_t>(puff_number) + sequence) * 0x9e3779b97f4a7c15U;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
        return static_cast<float>(bits >> 40) * 0x1p-24F;
    }

    // Removes expired puffs.
    void advance_puffs(State& state, double seconds) const
    {
        for (Puff& puff : state.puffs)
        {
            puff.x += seconds * static_cast<double>(puff.velocity_x);
            puff.y += seconds * static_cast<double>(puff.velocity_y);
            puff.age += seconds;
        }
        const auto first_visible =
            std::ranges::find_if(state.puffs, [&](const Puff& puff) { return puff.age < knobs.lifetime; });
        state.puffs.erase(state.puffs.begin(), first_visible);
    }
};

} // namespace scenes
