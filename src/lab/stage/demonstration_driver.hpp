// lab/stage/demonstration_driver.hpp -- compares two loops in the window for some seconds
#pragma once

#include "lab/lessons/demonstrations.hpp"
#include "lab/stage/driver.hpp"

#include <algorithm>
#include <array>

namespace lab
{

class DemonstrationDriver final : public Driver
{
public:
    DemonstrationDriver(LaneRuns& lanes, const Demonstration& demonstration, const Settings& settings)
        : Driver{lanes}
        , run_{demonstration, lanes}
        , shows_all_panels_{settings.view.shows_all_panels}
        , is_still_{is_opening() && !settings.view.opening_moves}
    {
        if (is_still_) run_.advance(opening_still_time);
    }

    bool can_continue_with(const Settings& settings) const override
    {
        return !is_stopped_ && !run_.is_over() && settings.view.shows_all_panels == shows_all_panels_;
    }
    void begin_frame(Session& session, ThisPc& this_pc) override
    {
        const Nanos frame_time = this_pc.pc().begin_frame(session.settings.lane.machine);
        if (!is_still_) run_.advance(frame_time);
    }
    /// Any key ends the opening, and most keys another demonstration. Keys for the view, the sound, screenshots and
    /// films do not. Escape, Space and N do nothing else: the user's pause comes back as it was.
    KeyHandling handle_key(const KeyBinding& key, Session&, Requests&) override
    {
        using enum Action;
        constexpr std::array non_interrupting_actions{reset_camera,       toggle_keyboard_control_of_panels,
                                                      toggle_film,        toggle_panels,
                                                      toggle_help_page,   toggle_sound,
                                                      toggle_full_screen, toggle_audience_view,
                                                      save_screenshot};
        if (is_opening() || std::ranges::find(non_interrupting_actions, key.action) == non_interrupting_actions.end())
            stop();
        const bool is_used_up =
            key.action == close_topmost || key.action == toggle_pause || key.action == run_single_frame;
        return is_used_up && is_stopped_ ? KeyHandling::consumed : KeyHandling::passed_on;
    }
    DisplayContent advance_display(std::size_t lane_index) override { return run_.advance_display_to_now(lane_index); }

    const DemonstrationRun& run() const { return run_; }
    void stop() { is_stopped_ = true; }
    /// Any key, click or turn of the wheel ends the opening.
    bool is_opening() const { return &run_.demonstration() == &opening_demonstration(); }

private:
    DemonstrationRun run_;
    bool shows_all_panels_;
    bool is_still_;
    bool is_stopped_ = false;
};

} // namespace lab
