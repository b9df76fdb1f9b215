// tests/views/playing.hpp -- runs a scene for some frames on a virtual PC and draws it
#pragma once

#include "draw/shapes/svg.hpp"
#include "lab/stage/playing.hpp"
#include "telemetry/frames.hpp"
#include "views/lane_view.hpp"
#include "views/shapes.hpp"

using namespace draw;
using namespace views;

inline lab::Settings settings_of(std::string_view scene, std::string_view loop = "interpolated",
                                 std::string_view delay = "0ms", const Turns& more = {})
{
    lab::Settings settings = settings_with({{"scene.name", scene}, {"loop.preset", loop}, {"machine.delay_ms", delay}});
    turn(settings, more);
    return settings;
}

/// Returns frames of equal length in a game without lag.
inline std::vector<telemetry::FrameSample> even(std::size_t number, timestep::Nanos each)
{
    std::vector<telemetry::FrameSample> frames;
    for (std::size_t i = 0; i < number; ++i)
    {
        const auto n = static_cast<std::int64_t>(i + 1);
        frames.push_back(
            {.frame_number = n, .start_wall_time = n * each, .measured_frame_time = each, .game_time = n * each});
    }
    return frames;
}

struct Played
{
    LabOf lab;
    scenes::Trail trace;
    draw::Picture picture;
    draw::Rect area{10, 20, 900, 500};

    explicit Played(const lab::Settings& settings, int frames = 1)
        : lab{settings}
    {
        play(frames);
    }
    void play(int frames)
    {
        for (int i = 0; i < frames; ++i)
        {
            lab.begin_frame();
            views::extend_trail(trace, lab.lane());
            lab.end_frame();
        }
    }
    const draw::Picture& draw()
    {
        const lab::Settings& s = lab.session.settings;
        const draw::ViewStyle style{draw::theme(s.view.uses_light_theme), 1.0F, draw::loop_colour(s.lane.loop.preset)};
        views::redraw_lane(picture, lab.lane(), lab.lane().newest_moment(), trace, s.view, area, style);
        return picture;
    }
    scenes::Camera camera() const { return views::newest_frame_camera(lab.lane(), area); }
};
