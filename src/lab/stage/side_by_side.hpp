// lab/stage/side_by_side.hpp -- shows several loops of Mode::live at once
//
// With even frames, each has its own copy of one virtual PC; otherwise all get the frame times of the selected loop.
// On the first screen these are the chosen loop and the loop `interpolated`.
#pragma once

#include "lab/lane/configured_lanes.hpp"
#include "lab/stage/live_frame.hpp"
#include "lab/stage/stage_defaults.hpp"

namespace lab
{

class SideBySide : public StageDefaults
{
public:
    SideBySide(const Settings& settings, bool even);

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { lanes_.end_frame(desk, driver(desk.settings)); }
    void press(const Desk& desk, Button button, bool down) { lanes_.press(desk, button, down); }
    void lose(Desk& desk, Nanos duration, std::uint32_t event) { lanes_.lose(desk, duration, event); }
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane) { return lanes_.on_screen(lane); }
    LiveLanes& lanes() { return lanes_; }
    const LiveLanes& lanes() const { return lanes_; }

private:
    void choose(const Settings& settings);
    /// Returns the index of the selected loop, which decides how long this PC waits.
    std::size_t driver(const Settings& settings) const;

    ConfiguredLanes configured_;
    LiveLanes lanes_;
    /// On the demo's first screen with two loops: index of the chosen loop; otherwise empty.
    std::optional<std::size_t> chosen_;
};

} // namespace lab
