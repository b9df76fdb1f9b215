// tests/view/playing.hpp -- a scene that has been played for some frames on a virtual PC, and its picture
#pragma once

#include "lab/playing.hpp"
#include "view/stage.hpp"

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
    view::Trace trace;
    view::Picture picture;
    view::Rect area{10, 20, 900, 500};

    explicit Played(const lab::Settings& settings, int frames = 1)
        : lab{settings, std::make_unique<machine::VirtualPc>(settings.machine, settings.seed)}
    {
        play(frames);
    }
    void play(int frames)
    {
        for (int i = 0; i < frames; ++i)
        {
            lab.begin_frame();
            view::add_newest_frame(trace, lab.lane());
            lab.end_frame();
        }
    }
    const view::Picture& draw()
    {
        const lab::Settings& s = lab.settings;
        const view::StageStyle style{view::theme(s.view.light), view::loop_colour(s.loop.preset), 1.0F};
        view::draw_stage(picture, lab.lane(), lab.lane().newest(), trace, s.view, area, style);
        return picture;
    }
    view::Camera camera() const { return view::camera_for(lab.lane(), area); }
};
