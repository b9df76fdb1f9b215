// lab/replay/replay_player.hpp -- shows a replay in the window: runs it, seeks to any time, and compares it with a
// fork, a run that continues the replay with other settings
#pragma once

#include "lab/replay/replay_run.hpp"
#include "lab/stage/replay_stage.hpp"

#include <memory>
#include <string>

namespace lab
{

class ReplayPlayer final : public ReplayStage
{
public:
    ReplayPlayer(std::shared_ptr<const Replay> replay, std::string name);

    void begin_frame(LabContext& context) override;
    Lanes& lanes() override { return lanes_; }
    const ReplayStory& story() const override { return story_; }
    void enter(Settings& settings) override;
    Settings settings_after_replay(const Settings& now) const override;
    void leave(Settings& settings) override;
    void start_what_if_run(LabContext& context) override;
    void end_what_if_run() override;

private:
    /// The result of one physics step.
    struct Step
    {
        double seconds     = 0.0; ///< simulated time
        double x           = 0.0;
        std::uint32_t hash = 0;
    };
    using Steps = std::vector<Step>;

    void record_frame_of(std::size_t lane, const ReplayRun& run);
    void advance_to(Nanos at);
    void seek(Nanos at);
    void start_fork();
    void compare_with_fork();
    void make_lanes();
    void update_story();

    std::shared_ptr<const Replay> replay_;
    std::unique_ptr<ReplayRun> run_;
    std::unique_ptr<ReplayRun> fork_; ///< null if there is no fork
    WhatIf fork_settings_{};
    std::optional<Settings> settings_before_enter_; ///< the settings before enter(); empty after leave()
    /// The settings after enter(), to find the settings that the user has changed since.
    Settings settings_after_enter_;
    Lanes lanes_;
    ReplayStory story_;
    Nanos shown_time_{};
    /// Value in s that this object last wrote to Settings::replay_at. If the setting differs, the user has changed it,
    /// and begin_frame() seeks to the user's time.
    double written_replay_at_ = 0.0;
    Steps steps_, fork_steps_;
    std::int64_t fork_start_tick_ = 0;
    std::size_t compared_steps_   = 0;
};

} // namespace lab
