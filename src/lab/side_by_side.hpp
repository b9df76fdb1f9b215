// lab/side_by_side.hpp -- on the stage: several loops on this PC, all fed with the frame times of the selected one. On
// the first screen these are the chosen one and, below it, interpolated.
#pragma once

#include "lab/configured_lanes.hpp"
#include "lab/live_frame.hpp"

namespace lab
{

class SideBySide
{
public:
    explicit SideBySide(const Settings& settings);

    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { end_live_frame(lanes(), desk, driver(desk.settings)); }
    void press(const Desk& desk, Button button, bool down) { lanes().press(desk.now(), button, down); }
    void lose(Desk& desk, Nanos duration, std::uint32_t event);
    void note(std::uint32_t events) { lanes().note(events); }
    Screen on_screen(std::size_t lane) { return newest_screen(lanes()[lane].lane()); }
    Lanes& lanes() { return configured_.lanes; }
    const Lanes& lanes() const { return configured_.lanes; }

private:
    std::size_t driver(const Settings& settings) const;

    ConfiguredLanes configured_;
    std::optional<std::size_t> chosen_; ///< the loop of a split stage
};

} // namespace lab
