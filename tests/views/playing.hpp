// tests/views/playing.hpp -- runs a scene for some frames on a virtual PC and draws it
#pragma once

#include "lab/stage/playing.hpp"
#include "views/stage.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string_view>

inline lab::Settings settings_of(std::string_view scene, std::string_view loop = "interpolated",
                                 std::string_view delay = "0ms")
{
    lab::Settings settings;
    turn(settings, "scene.name", scene);
    turn(settings, "loop.preset", loop);
    turn(settings, "machine.delay_ms", delay);
    return settings;
}

struct Played
{
    lab::Lab lab;
    scenes::Trail trace;
    draw::Picture picture;
    draw::Rect area{10, 20, 900, 500};

    explicit Played(const lab::Settings& settings, int frames = 1)
        : lab{settings, std::make_unique<sim::VirtualPc>(settings.machine, settings.seed)}
    {
        play(frames);
    }
    void play(int frames)
    {
        for (int i = 0; i < frames; ++i)
        {
            lab.begin_frame();
            views::add_newest_frame(trace, lab.lane());
            lab.end_frame();
        }
    }
    const draw::Picture& draw()
    {
        const lab::Settings& s = lab.settings;
        const draw::StageStyle style{draw::theme(s.view.light_theme), draw::loop_colour(s.loop.preset), 1.0F};
        views::draw_stage(picture, lab.lane(), lab.lane().newest(), trace, s.view, area, style);
        return picture;
    }
    scenes::Camera camera() const { return views::camera_for(lab.lane(), area); }
};
