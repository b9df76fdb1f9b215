// lab/stage/demonstration_stage.hpp -- "Show me" in the window: ten seconds about one loop, with settings of their own
//
// The user's settings are neither used nor changed, so that the window shows the same as before when the run is over.
#pragma once

#include "lab/lessons/demonstrations.hpp"
#include "lab/stage/stage_defaults.hpp"

namespace lab
{

class DemonstrationStage : public StageDefaults
{
public:
    DemonstrationStage(const Demonstration& shown, const Settings& settings);

    /// True until the run is over, or the user has ended it or has chosen another mode.
    bool suits(const Settings& settings) const;
    void begin_frame(Desk& desk) { run_.advance(desk.pc().begin_frame(desk.settings.machine)); }
    void end_frame(Desk& desk) { desk.end_watched_frame(); }
    /// Ends the run, except for keys that only change the view of the window. Returns true for Escape, which does
    /// nothing else.
    bool takes(const Key& key, Desk&);
    /// Does nothing: the user's input and lag do not affect the run.
    void press(const Desk&, Button, bool) {}
    void lose(Desk&, Nanos, std::uint32_t) {}
    void note(std::uint32_t) {}
    Screen on_screen(std::size_t lane) { return run_.on_screen(lane); }
    Lanes& lanes() { return run_.lanes(); }
    const Lanes& lanes() const { return run_.lanes(); }

    const DemonstrationRun& run() const { return run_; }
    /// Ends the run: the next frame shows the loops that the user's settings choose.
    void end() { ended_ = true; }

private:
    DemonstrationRun run_;
    Mode mode_;
    bool more_;
    bool ended_ = false;
};

} // namespace lab
