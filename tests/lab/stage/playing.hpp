// tests/lab/stage/playing.hpp -- sets up and runs lanes and laboratories for tests
#pragma once

#include "lab/lane/lane_run.hpp"
#include "lab/settings/controls.hpp"
#include "lab/stage/lab.hpp"
#include "sim/machine/virtual_pc.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

using Turns = std::initializer_list<std::pair<std::string_view, std::string_view>>;

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

/// Returns a lane on a PC with VSYNC and a drawing cost of 2 ms.
inline lab::LaneRun lane_of(std::string_view loop, const Turns& turns = {})
{
    lab::LaneSetup setup;
    turn(setup.settings, {{"machine.vsync", "on"}, {"machine.render_cost_ms", "2ms"}, {"loop.preset", loop}});
    turn(setup.settings, turns);
    return lab::LaneRun{setup, true};
}

inline lab::Lab lab_of(const lab::Settings& settings)
{
    return {settings, std::make_unique<sim::VirtualPc>(settings.machine, settings.seed)};
}

inline void play(lab::Lab& lab, int frames)
{
    for (int i = 0; i < frames; ++i)
    {
        lab.begin_frame();
        lab.end_frame();
    }
}

/// Runs frames until this much of the laboratory's time has passed.
inline void play_for(lab::Lab& lab, timestep::Nanos length)
{
    for (const timestep::Nanos until = lab.now() + length; lab.now() < until;) play(lab, 1);
}
