// lab/stage/demonstration_stage.hpp -- "Show me" in the window: ten seconds about one loop, with settings of their own
//
// The user's settings are neither used nor changed, so that the window shows the same as before when the run is over.
#pragma once

#include "lab/lessons/demonstrations.hpp"
#include "lab/stage/stage.hpp"

namespace lab
{

class DemonstrationStage final : public Stage
{
public:
    DemonstrationStage(const Demonstration& shown, const Settings& settings);

    /// True until the run is over, or the user has ended it or has chosen another mode.
    bool matches(const Settings& settings) const override;
    void begin_frame(Desk& desk) override { run_.advance(desk.pc().begin_frame(desk.settings.machine)); }
    /// Ends the run, except for keys that only change the view of the window. Returns true for Escape, which does
    /// nothing else.
    bool handle(const Key& key, Desk&) override;
    Lanes& lanes() override { return run_.lanes(); }
    Screen on_screen(std::size_t lane) override { return run_.on_screen(lane); }

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
