// lab/replay/stage.hpp -- shows a replay on the laboratory's stage: runs it, moves to any time, and compares it with a
// fork, which is a run with other settings
#pragma once

#include "lab/replay/replay_run.hpp"
#include "lab/stage/replay_stage.hpp"

#include <memory>
#include <string>

namespace lab
{

class ReplayOnStage final : public ReplayPlayer
{
public:
    /// Copies the replay's settings to the desk. The settings that the user changes on the desk are the settings in
    /// which a fork differs from the replay.
    ReplayOnStage(std::shared_ptr<const Replay> replay, std::string name, Desk& desk);

    void begin_frame(Desk& desk) override;
    MeteredLanes& lanes() override { return lanes_; }
    const ReplayStory& story() const override { return story_; }
    void fork(Desk& desk) override;
    void join() override;

private:
    /// The world after a step.
    struct Step
    {
        double seconds     = 0.0; ///< simulated seconds
        double x           = 0.0;
        std::uint32_t hash = 0;
    };
    using Steps = std::vector<Step>;

    void follow(std::size_t lane, const ReplayRun& run);
    void advance_to(Nanos at);
    void seek(Nanos at);
    void part();
    void compare();
    void set_lanes();
    void tell();

    std::shared_ptr<const Replay> replay_;
    std::unique_ptr<ReplayRun> run_;
    std::unique_ptr<ReplayRun> other_; ///< the fork; null without one
    WhatIf what_if_{};
    Settings base_; ///< the desk's settings before the user's changes
    MeteredLanes lanes_;
    ReplayStory story_;
    Nanos at_{};
    double shown_at_ = 0.0; ///< last value written to Settings::replay_at, in s
    Steps steps_, other_steps_;
    std::int64_t fork_tick_ = 0;
    std::size_t compared_   = 0;
};

} // namespace lab
