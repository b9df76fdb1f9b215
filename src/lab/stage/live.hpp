// lab/stage/live.hpp -- the live stage: shows one loop on this PC
//
// With even frames the loop runs on a virtual PC, which computes the frame delay that the user has set. With the frames
// of this PC, the program really waits for this delay.
// While the window shows something else, the loop stands still. Later it continues from the same state.
#pragma once

#include "lab/stage/live_frame.hpp"
#include "lab/stage/stage_defaults.hpp"

namespace lab
{

class Live : public StageDefaults
{
public:
    explicit Live(const Settings& start, bool looked_at = true, bool even = false);

    // True if the settings choose this stage (content of the window). The concept OnStage (lab/stage/stage.hpp)
    // requires this function and those below.
    bool suits(const Settings& s) const { return s.mode == Mode::live && !s.race.side_by_side && !is_split(s); }
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { lanes_.end_frame(desk, 0); }
    void press(const Desk& desk, Button button, bool down) { lanes_.press(desk, button, down); }
    void lose(Desk& desk, Nanos duration, std::uint32_t event) { lanes_.lose(desk, duration, event); }
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane) { return lanes_.on_screen(lane); }
    LiveLanes& lanes() { return lanes_; }
    const LiveLanes& lanes() const { return lanes_; }

    bool restart()
    {
        reset();
        return true;
    }

    /// Puts the simulated world back to its start. The loop keeps its carried time.
    void reset() { lanes_[0].lane().reset(); }

private:
    LiveLanes lanes_; ///< contains only one lane: the loop on this PC
};

} // namespace lab
