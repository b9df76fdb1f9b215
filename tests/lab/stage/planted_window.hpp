// tests/lab/stage/planted_window.hpp -- the window's laboratory on a clock that the test moves
#pragma once

#include "lab/stage/playing.hpp"
#include "sim/machine/clock.hpp"

/// The first screen.
inline Settings opening_of(std::string_view loop, Nanos delay = {})
{
    Settings settings = settings_with({{"loop.preset", loop}, {"view.more", "off"}});
    settings.lane.machine.lag.delay = delay;
    return settings;
}

/// A laboratory in real time on a planted clock: each frame of the window takes the time that the test says.
struct PlantedWindow
{
    sim::SimulatedClock clock;
    Lab lab;
    Nanos waited{};

    /// A window that has run `count` frames of `length`.
    explicit PlantedWindow(const Settings& settings, int count = 0, Nanos length = {})
        : lab{settings, live_pc(clock)}
    {
        lab.start_timing();
        frames(count, length);
    }
    /// Runs a frame. With even frames, the window's wait for at most 120 frames a second is a part of `length`.
    void frame(Nanos length = 16'666'667ns)
    {
        clock.sleep(std::max(length - std::exchange(waited, Nanos{}), Nanos{}));
        lab.begin_frame();
        const Nanos begun = clock.now();
        lab.end_frame();
        if ((lab.experiment.time_source() == TimeSource::virtual_pcs)) waited = clock.now() - begun;
    }
    void frames(int count, Nanos length)
    {
        for (int i = 0; i < count; ++i) frame(length);
    }
    /// Runs frames of `frame_length` for `length`.
    void run(Nanos length, Nanos frame_length = 16'666'667ns)
    {
        for (Nanos passed{}; passed < length; passed += frame_length) frame(frame_length);
    }
    /// Presses a key, and runs the frames of `length`.
    void press(std::string_view key, Nanos length = {})
    {
        ::press(lab, key);
        run(length);
    }
};
