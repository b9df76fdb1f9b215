// tests/lab/stage/playing.hpp -- sets up and runs lanes and laboratories for tests
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/metrics/verdict_text.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/configuration_string.hpp"
#include "lab/settings/lane_list.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/live_pc.hpp"
#include "sim/machine/settings.hpp"
#include "sim/machine/virtual_pc.hpp"
#include "thorough.hpp"
#include "timestep/presets.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace lab;
using namespace std::chrono_literals;

using Turns = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Returns the alternative T of a result; fails with the line that the result has instead.
template <class T, class... Ts>
T require_value(std::variant<Ts...> result)
{
    if constexpr (!std::is_same_v<T, std::string> && (std::is_same_v<Ts, std::string> || ...))
        if (const auto* error = std::get_if<std::string>(&result)) FAIL(*error);
    REQUIRE(std::holds_alternative<T>(result));
    return std::get<T>(std::move(result));
}

/// Returns the line of a result that has no value, else an empty string.
template <class T>
std::string error_in(const std::variant<T, std::string>& result)
{
    const auto* error = std::get_if<std::string>(&result);
    return error != nullptr ? *error : std::string{};
}

inline void turn(lab::Settings& settings, std::string_view path, std::string_view value)
{
    const lab::Control* row = lab::find_control(settings, path);
    REQUIRE_MESSAGE(row != nullptr, "no control " << std::string{path});
    const auto error = lab::assign(settings, *row, value);
    REQUIRE_MESSAGE(!error, error.value_or(""));
}

inline void turn(lab::Settings& settings, const Turns& turns)
{
    for (const auto& [path, value] : turns) turn(settings, path, value);
}

inline void turn(lab::LaneConfig& config, const Turns& turns)
{
    lab::Settings settings{.lane = config};
    turn(settings, turns);
    config = settings.lane;
}

inline lab::Settings settings_with(const Turns& turns)
{
    lab::Settings settings;
    turn(settings, turns);
    return settings;
}

/// Returns a setup with assignments such as "scene=chain hz=50".
inline lab::LaneSetup setup_from(std::string_view assignments)
{
    return make_lane_setup(split_into_unchecked_assignments(assignments));
}
/// Returns settings with assignments such as "scene=chain hz=50 view.light=on".
inline lab::Settings settings_from(std::string_view assignments)
{
    lab::Settings settings;
    std::vector<lab::Assignment> of_lane;
    for (const lab::Assignment& assignment : lab::split_into_unchecked_assignments(assignments))
        if (assignment.key.starts_with("view.") || assignment.key.starts_with("lab."))
            turn(settings, assignment.key, assignment.value);
        else
            of_lane.push_back(assignment);
    settings.lane = make_lane_setup(of_lane).config;
    return settings;
}

/// Returns the largest value of a number control, or the index of the last choice.
inline double highest(const lab::Control& row)
{
    return row.value_names != nullptr ? static_cast<double>(row.choices().size() - 1) : row.max_value;
}

inline void run_to(lab::LaneRun& lane, timestep::Nanos end)
{
    while (lane.next_frame_start_time() < end) lane.simulate_frame();
}
inline void run_for(lab::LaneRun& lane, timestep::Nanos length) { run_to(lane, lane.next_frame_start_time() + length); }

/// A lane on a PC with VSYNC and a drawing cost of 2 ms, after the frames of `length`.
struct LaneOf : lab::LaneRun
{
    explicit LaneOf(std::string_view loop, const Turns& turns = {}, timestep::Nanos length = {})
        : LaneRun{setup_of(loop, turns), true}
    {
        run_to(*this, length);
    }
    static lab::LaneSetup setup_of(std::string_view loop, const Turns& turns)
    {
        lab::LaneSetup setup;
        turn(setup.config, {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}, {"loop.preset", loop}});
        turn(setup.config, turns);
        return setup;
    }
};

inline void turn(lab::LaneRun& lane, const Turns& turns)
{
    turn(lane.setup().config, turns);
    lane.apply_setup();
}

/// Replaces the lane by a restarted one on the same PC, whose clock goes on.
inline void reset(lab::LaneRun& run)
{
    lab::Lane restarted{run.setup().config, lab::shown_lane_features};
    restarted.continue_frame_numbers_of(run.lane());
    restarted.start_at(run.next_frame_start_time());
    run.lane() = restarted;
}

inline void play(lab::Lab& lab, int frames)
{
    for (int i = 0; i < frames; ++i)
    {
        lab.begin_frame();
        lab.end_frame();
    }
}

inline void play_for(lab::Lab& lab, timestep::Nanos length)
{
    for (const timestep::Nanos until = lab.this_pc.now() + length; lab.this_pc.now() < until;) play(lab, 1);
}

inline std::unique_ptr<sim::Pc> live_pc(sim::Clock& clock) { return std::make_unique<sim::LivePc>(clock, 1); }

struct LabOf : lab::Lab
{
    explicit LabOf(const lab::Settings& start = {}, int frames = 0)
        : Lab{start, std::make_unique<sim::VirtualPc>(start.lane.seed)}
    {
        play(*this, frames);
    }
};

/// A laboratory on a virtual clock whose lanes have steady frames.
struct SteadyLabOf : lab::Lab
{
    explicit SteadyLabOf(const lab::Settings& start = {}, int frames = 0)
        : Lab{start, std::make_unique<sim::VirtualPc>(start.lane.seed)}
    {
        start_timing();
        play(*this, frames);
    }
};

/// Returns `settings` with a list of lanes made of them, such as "fixed;variable,hz=30".
inline lab::Settings with_lanes(std::string_view lanes, lab::Settings settings = {})
{
    turn(settings, lanes_path, lanes);
    return settings;
}
inline lab::Settings with_ready_list(lab::ReadyList list, lab::Settings settings = {})
{
    show_ready_list(settings, list);
    return settings;
}

inline void press(lab::Lab& lab, std::string_view key, int frames = 0)
{
    lab.handle_key(*lab::find_key_binding(key));
    play(lab, frames);
}
inline void turn(lab::Lab& lab, const Turns& turns, int frames)
{
    turn(lab.session.settings, turns);
    play(lab, frames);
}
inline void enter(lab::Lab& lab, lab::Mode mode, int frames)
{
    lab.session.settings.mode = mode;
    play(lab, frames);
}

inline lab::LaneVerdict verdict_now(const lab::Lane& lane) { return lane.judgement().verdict; }
/// Returns the verdict of the newest frame in words.
inline std::string said(const lab::Lane& lane) { return verdict_text(verdict_now(lane)); }
inline std::string said(const lab::LaneRun& lane) { return said(lane.lane()); }

inline void check_account(const lab::Lane& lane)
{
    const lab::LaneTotals& t = lane.totals();
    REQUIRE(t.frame_time == t.stepped_time + lane.samples().back().plan.carried + t.dropped_time + t.filter_error);
}
