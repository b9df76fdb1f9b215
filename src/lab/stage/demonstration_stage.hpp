// lab/stage/demonstration_stage.hpp -- "Show me" in the window: ten seconds about one loop, with settings of their own
//
// The user's settings are neither used nor changed, so that the window shows the same as before when the run is over.
#pragma once

#include "lab/lessons/demonstrations.hpp"
#include "lab/stage/stage.hpp"

#include <algorithm>
#include <array>

namespace lab
{

class DemonstrationStage final : public Stage
{
public:
    DemonstrationStage(const Demonstration& shown, const Settings& settings)
        : run_{shown}
        , mode_{settings.mode}
        , shows_all_panels_{settings.view.more}
    {
    }

    /// True until the run is over, or the user has ended it or has chosen another mode.
    bool matches(const Settings& settings) const override
    {
        const bool is_over = ended_ || run_.watched() >= DemonstrationRun::length;
        return !is_over && settings.mode == mode_ && settings.view.more == shows_all_panels_;
    }
    void begin_frame(Desk& desk) override { run_.advance(desk.pc().begin_frame(desk.settings.machine)); }
    /// Ends the run, except for keys that only change the view. Returns true for Escape, which does nothing else.
    bool handle(const Key& key, Desk&) override
    {
        if (!changes_only_view(key.action)) end();
        return key.action == Action::close;
    }
    Lanes& lanes() override { return run_.lanes(); }
    Screen on_screen(std::size_t lane) override { return run_.on_screen(lane); }

    const DemonstrationRun& run() const { return run_; }
    /// The next frame shows the loops that the user's settings choose.
    void end() { ended_ = true; }

private:
    /// True if the action changes only the view of the window, or what the window saves.
    static bool changes_only_view(Action action)
    {
        using enum Action;
        constexpr std::array view_actions{camera, panel_keys,  film,    panels,    help,
                                          sound,  full_screen, present, screenshot};
        return std::ranges::find(view_actions, action) != view_actions.end();
    }

    DemonstrationRun run_;
    Mode mode_;
    bool shows_all_panels_;
    bool ended_ = false;
};

} // namespace lab
