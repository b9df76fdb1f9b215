// lab/stage/live.hpp -- the live stage: shows one loop on this PC
//
// The program really waits for the frame delay that the user has set; on a virtual PC, this delay is only computed.
// While the window shows something else, the loop stands still. Later it continues from the same state.
#pragma once

#include "lab/stage/live_frame.hpp"
#include "lab/stage/stage_defaults.hpp"

namespace lab
{

class Live : public StageDefaults
{
public:
    explicit Live(const Settings& start, bool looked_at = true);

    // True if the settings choose this stage (content of the window). The concept OnStage (lab/stage/stage.hpp)
    // requires this function and those below.
    bool suits(const Settings& s) const { return s.mode == Mode::live && !s.race.side_by_side && !is_split(s); }
    void begin_frame(Desk& desk);
    void end_frame(Desk& desk) { end_live_frame(lanes_, desk, 0); }
    void press(const Desk& desk, Button button, bool down) { lanes_.press(desk.now(), button, down); }
    void lose(Desk& desk, Nanos duration, std::uint32_t event);
    void note(std::uint32_t events) { lanes_.note(events); }
    Screen on_screen(std::size_t lane) { return newest_screen(lanes_[lane].lane()); }
    MeteredLanes& lanes() { return lanes_; }
    const MeteredLanes& lanes() const { return lanes_; }

    bool restart()
    {
        reset();
        return true;
    }

    /// Puts the simulated world back to its start. The loop keeps its carried time.
    void reset() { lanes_[0].lane().reset(); }

private:
    MeteredLanes lanes_; ///< contains only one lane: the loop on this PC
};

} // namespace lab
